import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { atMost } from './goals.ts'
import { busy } from './load.ts'
import { median } from './measure.ts'

const RUNS = 3

/**
 * The small demo on a new embedded database, each time by a process of its own. The goal is for what `npm run seed` tells:
 * three tenants played, written and analysed; process and schema are told beside it.
 */
export function demo(): void {
  console.log(`\n## The small demo on the embedded database, ${busy()}`)
  const made: number[] = []
  const whole: number[] = []
  for (let n = 0; n < RUNS; n++) {
    const home = mkdtempSync(join(tmpdir(), 'rounds-bench-'))
    try {
      const from = performance.now()
      const done = spawnSync('npm', ['run', '--silent', 'seed', '--', '--size', 'small'], {
        cwd: fileURLToPath(new URL('../..', import.meta.url)),
        encoding: 'utf8',
        env: { ...process.env, DATABASE_URL: '', DATA_DIR: join(home, 'data'), DEMO_TODAY: '2024-06-15' },
      })
      whole.push((performance.now() - from) / 1000)
      const told = /rows in ([\d.]+) s/.exec(done.stdout)
      if (!told) throw new Error(`the small demo could not be made: ${done.stderr}`)
      made.push(Number(told[1]))
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  }
  const all = (list: readonly number[]) => list.map((s) => s.toFixed(1)).join(', ')
  console.log(
    `small demo made in ${median(made).toFixed(1)} s (${atMost('small demo, s', median(made), 10)}), runs ${all(made)}`,
  )
  console.log(`with process, new database and schema ${median(whole).toFixed(1)} s, runs ${all(whole)}`)
}
