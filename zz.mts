import { client } from './tests/e2e/api.ts'
import { answersOf } from './tests/bench/answers.ts'
const url = 'http://127.0.0.1:4177'
const cs = []
for (let i = 0; i < 4; i++) cs.push(await client(url, 'admin'))
const a = answersOf(url)
const med = (l: number[]) => l.sort((x, y) => x - y)[l.length >> 1]
for (const r of ['contractActivity', 'settlementOrder', 'param'] as const) {
  const t: number[] = []
  let n = 0
  for (let i = 0; i < 700; i++) {
    const c: any = cs[i % 4]
    const s = performance.now()
    try { await a.get('rounds/window', { resource: r, offset: 0, size: 100 }, c.token ?? c.access) } catch (e) { if (n++ < 2) console.log(String(e), Object.keys(c)) ; await new Promise((r) => setTimeout(r, 20)) }
    t.push(performance.now() - s)
  }
  console.log(r, 'p50', med(t)!.toFixed(2), 'failed', n)
}
a.close()
