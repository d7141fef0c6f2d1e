import { answer } from './language/domain/answer.ts'
import { type AnyCall, call } from './language/domain/call.ts'
import type { WireHeld } from './language/held.ts'
import type { Label } from './values/label.ts'
import type { BatchPreview, BatchState } from './wire/batchWire.ts'
import type { WireCatalogue, WireNames } from './wire/catalogueWire.ts'
import {
  type Found,
  type Groups,
  type Place,
  type QueueCount,
  type RecentDecision,
  ROUNDS,
  type Selection,
  type Slice,
  type Total,
  type ValueCounts,
  type WireOrigin,
  type WireRow,
  type WireTable,
} from './wire/wire.ts'

/** A call of `ROUNDS` that is declared here; exports and imports are declared beside their files. */
type RoundsName = Exclude<keyof typeof ROUNDS, `export${string}` | `import${string}`>

/**
 * Parameters are those of `ROUNDS`: conditions of a list, the order of a batch. Handlers read them by themselves, and
 * show each person what they may see.
 */
const read = <A>(name: RoundsName, title: Label, answers: ReturnType<typeof answer.typed<A>>) =>
  call(`rounds.${name}`, { method: 'GET', paths: [ROUNDS[name]], title, open: 'session', safe: true, answer: answers })
const write = <A>(name: RoundsName, title: Label, answers: ReturnType<typeof answer.typed<A>>) =>
  call(`rounds.${name}`, {
    method: 'POST',
    paths: [ROUNDS[name]],
    title,
    open: 'session',
    safe: false,
    extra: 'ignored',
    answer: answers,
  })

/** Calls of the product itself, which no resource has, by their names in `ROUNDS`. */
export const roundsCalls = {
  catalogue: read('catalogue', ['目录', 'Catalogue'], answer.typed<WireCatalogue>('one')),
  names: read('names', ['目录名称', 'Names of the catalogue'], answer.typed<WireNames>('one')),
  window: read('window', ['列表片段', 'Window of a list'], answer.typed<Slice>('one')),
  total: read('total', ['列表总数', 'Total of a list'], answer.typed<Total>('one')),
  rows: read('rows', ['指定记录', 'Records by id'], answer.typed<WireTable>('one')),
  tree: read('tree', ['树形数据', 'Rows of a tree'], answer.typed<WireTable>('one')),
  move: write('move', ['移动记录', 'Move of a record'], answer.typed<WireRow>('one')),
  selection: write('selection', ['选择全部', 'Selection of all'], answer.typed<Selection>('one')),
  batch: write('batch', ['批量办理', 'Batch'], answer.typed<BatchState>('one')),
  batchPreview: {
    ...write('batchPreview', ['批量办理预览', 'Preview of a batch'], answer.typed<BatchPreview>('one')),
    safe: true,
  },
  batchState: read('batchState', ['批量办理进度', 'State of a batch'], answer.typed<BatchState>('one')),
  batchCancel: write('batchCancel', ['停止批量办理', 'Stop of a batch'], answer.typed<BatchState>('one')),
  batchResume: write('batchResume', ['继续批量办理', 'Resumption of a batch'], answer.typed<BatchState>('one')),
  history: read('history', ['历史', 'History of a record'], answer.typed<WireRow>('list')),
  held: read('held', ['占用明细', 'Amounts held of a record'], answer.typed<WireHeld>('list')),
  decisions: read('decisions', ['最近办理', 'Recent decisions'], answer.typed<RecentDecision>('list')),
  events: read('events', ['事件流', 'Stream of events'], answer.raw),
  search: read('search', ['搜索', 'Search'], answer.typed<Found>('list')),
  valueCounts: read('valueCounts', ['取值统计', 'Counts of values'], answer.typed<ValueCounts>('one')),
  groups: read('groups', ['分组合计', 'Groups of a list'], answer.typed<Groups>('one')),
  queueCounts: read('queueCounts', ['待办数量', 'Counts of the queues'], answer.typed<QueueCount>('list')),
  place: read('place', ['地址', 'Title of an address'], answer.typed<Place | null>('one')),
  origins: read('origins', ['数据来源', 'Origins of records'], answer.typed<WireOrigin>('list')),
  health: { ...read('health', ['健康状态', 'Health'], answer.raw), open: 'public' },
  openapi: read('openapi', ['接口文档', 'API document'], answer.raw),
} as const satisfies Readonly<Record<RoundsName, AnyCall>>

/** The id of a call of the product itself. */
export type RoundsId = `rounds.${RoundsName}`
