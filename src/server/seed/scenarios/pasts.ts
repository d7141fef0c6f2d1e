import { lifecycles, resourceOf } from '../../../model/business.ts'
import { approvalHistory } from '../../../model/desk/approvalHistory.ts'
import { stateText, statusFields } from '../../../model/language/derived/past.ts'
import { choiceOf, type Field, isChoice } from '../../../model/language/fields/field.ts'
import { isInState, type Lifecycle, type Transition } from '../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { roles } from '../../../model/roles/roles.ts'
import { type AnyResource, type Row, recordsOf } from '../../core/records.ts'
import { atTime, plusDays, plusSeconds, workdayAfter, workdayBefore } from '../values/times.ts'
import { type Character, type Stage, SYSTEM } from './stage/stage.ts'

// History of the records that exist before the demo begins: by the steps that lead there, as the lifecycle of its
// resource declares them.

type State = Readonly<Record<string, unknown>>
type Past = RowOf<typeof approvalHistory>

const ways = new Map<string, readonly string[]>()

/** The shortest way of steps from the state in which records of a lifecycle begin to this one; looked for once. */
function wayTo(of: AnyResource, l: Lifecycle, there: State): readonly string[] {
  const key = `${of.id}/${stateText(l, there)}`
  const way = ways.get(key) ?? foundWay(of, l, there)
  ways.set(key, way)
  return way
}

function foundWay(of: AnyResource, l: Lifecycle, there: State): readonly string[] {
  const names = statusFields(l)
  const goal = stateText(l, there)
  const first = Object.fromEntries(
    names.map((name) => {
      const f = of.fields[name] as Field
      return [name, f.facts.initial ?? null]
    }),
  )
  const seen = new Set([stateText(l, first)])
  let edge: { readonly state: State; readonly way: readonly string[] }[] = [{ state: first, way: [] }]
  while (edge.length > 0) {
    const next: typeof edge = []
    for (const { state, way } of edge) {
      if (stateText(l, state) === goal) return way
      for (const [name, t] of Object.entries<Transition>(l.transitions)) {
        if (t.from === 'new' || typeof t.to !== 'object' || !isInState(t.from, state)) continue
        const after = { ...state, ...t.to }
        const text = stateText(l, after)
        if (seen.has(text) || Object.values(t.to).includes('previous')) continue
        seen.add(text)
        next.push({ state: after, way: [...way, name] })
      }
    }
    edge = next
  }
  throw new Error(`${of.id} is in no state that its lifecycle leads to: ${goal}`)
}

/** The fields in which records say when a step was taken, by its name. */
const MOMENTS: readonly (readonly [step: RegExp, field: string])[] = [
  [/^audit\./, 'approvalDate'],
  [/^confirm\./, 'confirmDate'],
  [/^(agree|refuse)$/, 'signTime'],
  [/^start$/, 'releaseTime'],
  [/^submitAudit$/, 'submitTime'],
]

/** A moment of the next working day's hours, at an odd minute of its own. */
function worked(at: string, n: number): string {
  const day = workdayAfter(at)
  const hour = 9 + (n % 8)
  const minute = (n * 7) % 60
  const moved = atTime(day, hour, minute, n % 60)
  return moved > at ? moved : atTime(workdayAfter(plusDays(day, 1)), hour, minute, n % 60)
}

/**
 * When each step of a way was taken: as the record says where people were at work then, else on the next working day; all
 * before a moment, close before it where there is no other room.
 */
function momentsOf(row: Row, way: readonly string[], before: string): string[] {
  let at = String(row.createTime)
  const seed = Number(row.id.slice(-7, -4)) || 0
  return way.map((name, n) => {
    const field = MOMENTS.find(([step]) => step.test(name))?.[1]
    const recorded = field ? (row[field] as string | null) : null
    const left = plusSeconds(before, -61 * (way.length - n))
    const next = recorded && recorded > at && recorded < left && isWorked(recorded) ? recorded : worked(at, seed + n)
    at = next < left ? next : left > at ? left : plusSeconds(at, 1)
    return at
  })
}

const isWorked = (at: string): boolean =>
  workdayAfter(at) === at.slice(0, 10) && at.slice(11, 13) >= '09' && at.slice(11, 13) < '20'

const RESULT = { pass: 1, reject: 2, other: 3 } as const

/** Persons who take the steps of the history. */
export interface Deciders {
  /** People of operations: what needs a second person is done by who neither made a record nor took a step of it. */
  readonly operations: readonly Character[]
  /** Of a company. */
  readonly client: (companyId: string | null) => Character
}

function takenBy(t: Transition, row: Row, { operations, client }: Deciders, taken: readonly Character[]): Character {
  const [alias] = t.by === 'system' ? [] : (t.roles ?? [])
  if (!alias) return SYSTEM
  if (alias !== 'ops') return client((row.entrustedCompanyId as string | null) ?? null)
  const own = operations.find((one) => one.id === row.createUser)
  if (!t.makerChecker) return own ?? operations[0] ?? SYSTEM
  return operations.find((one) => one !== own && !taken.includes(one)) ?? SYSTEM
}

/** The history of one record up to a state; nothing where it begins in it. */
function pastOf(
  of: AnyResource,
  l: Lifecycle,
  row: Row,
  there: State,
  before: string,
  deciders: Deciders,
): Partial<Past>[] {
  const way = wayTo(of, l, there)
  const moments = momentsOf(row, way, before)
  let state: State = Object.fromEntries(
    statusFields(l).map((name) => [name, (of.fields[name] as Field).facts.initial ?? null]),
  )
  const taken: Character[] = []
  return way.map((action, n) => {
    const t = l.transitions[action] as Transition
    const who = takenBy(t, row, deciders, taken)
    taken.push(who)
    const from = stateText(l, state)
    state = { ...state, ...(t.to as object) }
    return {
      bizType: of.id,
      bizId: row.id,
      bizCode: String(row[of.name as string] ?? '').slice(0, 64),
      action,
      fromStatus: from,
      toStatus: stateText(l, state),
      result: RESULT[t.result ?? 'other'],
      remark: remarkOf(action, row),
      operatorId: who.id ?? '',
      operatorName: who.name,
      operatorAccount: who.account || null,
      operatorRole: roles.find((r) => r.alias === who.role)?.title[0] ?? '系统',
      operateTime: moments[n] as string,
      entrustedCompanyId: (row.entrustedCompanyId as string | null) ?? null,
    }
  })
}

const remarkOf = (action: string, row: Row): string | null =>
  (action.startsWith('audit.')
    ? (row.approvalRemark ?? row.reviewRemark)
    : action.startsWith('confirm.')
      ? row.confirmResult
      : null) as string | null

/** The state that a kept text stands for. */
const stateOf = (of: AnyResource, l: Lifecycle, text: string): State =>
  Object.fromEntries(
    statusFields(l).map((name, i) => {
      const f = of.fields[name] as Field
      const value = text.split('/')[i] ?? ''
      return [name, value === '' ? null : isChoice(f) ? choiceOf(f, value) : value]
    }),
  )

/** Adds what is missing of the history of these resources: of records that are in a later state than they began in. */
export async function addHistories(stage: Stage, resourceIds: readonly string[], deciders: Deciders): Promise<void> {
  const firsts = new Map<string, Past>()
  for (const h of recordsOf(approvalHistory, stage.store.table(approvalHistory).all(approvalHistory))) {
    const key = `${h.bizType}/${h.bizId}`
    const known = firsts.get(key)
    if (!known || String(h.operateTime) < String(known.operateTime)) firsts.set(key, h)
  }
  const last = atTime(workdayBefore(plusDays(stage.today, -1)), 19, 30)
  const pasts: Partial<Past>[] = []
  for (const id of resourceIds) {
    const of = resourceOf(id) as AnyResource
    const l = lifecycles.get(id)
    if (!l) continue
    for (const row of stage.store.table(of).all(of)) {
      if (row.isDeleted === 1) continue
      const first = firsts.get(`${id}/${row.id}`)
      const there = first ? stateOf(of, l, String(first.fromStatus ?? '')) : row
      pasts.push(...pastOf(of, l, row, there, first ? String(first.operateTime) : last, deciders))
    }
  }
  await stage.as(SYSTEM).load((work) => work.insertAll(approvalHistory, pasts))
}
