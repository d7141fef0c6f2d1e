// Ranking alone, in Node: 10,000 titles in Chinese, pinyin and English; each query from scratch. Run: node --import tsx
// tests/bench/rank.ts
import { pinyin } from 'pinyin-pro'
import { buildRegistry } from '../../commands/catalog/build.ts'
import { rank } from '../../commands/search/rank.ts'
import { buildIndex, type Searchable } from '../../commands/search/score.ts'
import { admin } from '../unit/commands/catalogue.ts'
import { savedViews } from './savedViews.ts'

const VERBS = [
  ['新增', 'Add'],
  ['修改', 'Edit'],
  ['删除', 'Delete'],
  ['导出', 'Export'],
  ['审核', 'Review'],
  ['驳回', 'Reject'],
  ['确认', 'Confirm'],
  ['打开', 'Open'],
  ['批量审核', 'Review all'],
  ['撤回', 'Take back'],
] as const
const SUBJECTS = [
  ['委托企业', 'client company'],
  ['认证医生', 'certified doctor'],
  ['结算', 'settlement'],
  ['服务费', 'service fee'],
  ['税费', 'tax'],
  ['发票', 'invoice'],
  ['预付款', 'prepayment'],
  ['病例', 'case'],
  ['调研', 'research'],
  ['会议', 'meeting'],
  ['讲座', 'lecture'],
  ['积分', 'points'],
  ['合同', 'contract'],
  ['银行经办', 'bank handling'],
  ['对账', 'reconciliation'],
  ['节点', 'node'],
  ['用户', 'user'],
  ['角色', 'role'],
  ['字典', 'dictionary'],
  ['参数', 'parameter'],
] as const
const KINDS = [
  ['单', 'order'],
  ['明细', 'line'],
  ['周期', 'cycle'],
  ['账单', 'bill'],
  ['记录', 'record'],
  ['报表', 'report'],
  ['模板', 'template'],
  ['附件', 'attachment'],
  ['申请', 'application'],
  ['历史', 'history'],
] as const
const PLACES = [
  ['华东', 'east'],
  ['华南', 'south'],
  ['华北', 'north'],
  ['西南', 'southwest'],
  ['总部', 'head office'],
] as const

/** 10,000 titles: every verb × subject × kind × place. */
export const titles = (): readonly Searchable[] =>
  VERBS.flatMap(([v, ve]) =>
    SUBJECTS.flatMap(([s, se]) =>
      KINDS.flatMap(([k, ke]) =>
        PLACES.map(([p, pe]) => {
          const title = `${v}${p}${s}${k}`
          return {
            id: `${ve}.${se}.${ke}.${pe}`,
            title,
            alias: `${ve} ${pe} ${se} ${ke}`,
            pinyin: [pinyin(title, { toneType: 'none' })],
          }
        }),
      ),
    ),
  )

/** Chinese, pinyin initials, full pinyin, English, nothing found, and what is typed first. */
export const QUERIES = [
  '结算单',
  '审核',
  'jsd',
  'shjs',
  'xzhdwtqyd',
  'dzjl',
  'jiesuan',
  'shenhe huanan',
  'settlement',
  'add east',
  'rjt',
  'zzzz',
  's',
  'sh',
]

/** Names of saved views, by characters, readings and initials. */
export const VIEW_QUERIES = ['大额', 'dae', 'dwfh', 'kangtai an', '超期 12', 'shitu', 'view']

const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0

/** Commands of an administrator, who sees every family of the product, with 200 saved views over their lists. */
export function product(views = true): { readonly families: number; readonly make: () => readonly Searchable[] } {
  const catalogue = admin('zh')
  const lists = catalogue.resources.map((r) => ({ list: r.routes.list ?? `/${r.id}`, resource: r.id }))
  const saved = views ? savedViews(lists) : []
  return {
    families: catalogue.resources.length,
    make: () => buildRegistry(catalogue, 'zh', undefined, saved).commands,
  }
}

/** Milliseconds to make the commands of an administrator anew, as after each change of a saved view: median of `rounds`. */
export function makeCommands(views: boolean, rounds = 15): number {
  const { make } = product(views)
  for (let n = 0; n < 3; n++) make()
  const times = Array.from({ length: rounds }, () => {
    const from = performance.now()
    make()
    return performance.now() - from
  })
  return quantile(
    times.sort((a, b) => a - b),
    0.5,
  )
}

/** Milliseconds a query over these commands, of `rounds` rounds of all queries after a warm-up. */
export function measure(
  items = titles(),
  queries: readonly string[] = QUERIES,
  rounds = 60,
): {
  readonly items: number
  readonly build: number
  readonly median: number
  readonly p95: number
  readonly max: number
  readonly byQuery: Readonly<Record<string, number>>
} {
  const began = performance.now()
  const index = buildIndex(items)
  const build = performance.now() - began
  for (let n = 0; n < 10; n++) for (const q of queries) rank(index, q)
  const times: number[] = []
  const each = new Map<string, number[]>(queries.map((q) => [q, []]))
  for (let n = 0; n < rounds; n++) {
    for (const q of queries) {
      const from = performance.now()
      rank(index, q)
      const took = performance.now() - from
      times.push(took)
      each.get(q)?.push(took)
    }
  }
  const sort = (list: number[]) => list.sort((a, b) => a - b)
  sort(times)
  return {
    items: items.length,
    build,
    median: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    max: times.at(-1) ?? 0,
    byQuery: Object.fromEntries([...each].map(([q, list]) => [q, quantile(sort(list), 0.5)])),
  }
}

if (process.argv[1]?.endsWith('rank.ts')) {
  const m = measure()
  console.log(
    `ranking ${m.items} titles: median ${m.median.toFixed(2)} ms, p95 ${m.p95.toFixed(2)}, max ${m.max.toFixed(2)}; index built in ${m.build.toFixed(0)} ms`,
  )
  for (const [q, t] of Object.entries(m.byQuery)) console.log(`  ${q.padEnd(16)} ${t.toFixed(2)} ms`)
}
