import fc from 'fast-check'
import { lifecycles, resources, transitionsOf } from '../../src/model/business.ts'
import { problemOf } from '../../src/model/language/derived/validate.ts'
import { choiceOf, type Field, isChoice, isRef, isRefs, lengthOf } from '../../src/model/language/fields/field.ts'
import { isByPeople, isInState, type Transition } from '../../src/model/language/lifecycle.ts'
import type { Resource } from '../../src/model/language/resource.ts'
import { isTenant } from '../../src/server/database/names.ts'
import type { Row } from '../../src/server/writing/unitOfWork/rows.ts'
import { testDomains } from '../server/domains.ts'

// Random acts of people, derived from the declarations: every transition of every lifecycle that has rules, and the
// generic operations of every family, with good and bad values, right and stale versions, for records that are there,
// do not exist, or belong to others.

/** What an act is made of, before it is known which records there are. */
export interface Dice {
  /** 0–5 a transition, 6–8 a save, 9 a removal. */
  readonly act: number
  readonly resource: number
  readonly transition: number
  readonly who: number
  readonly pick: number
  readonly many: boolean
  readonly version: number
  /** What the values are drawn from. */
  readonly seed: number
  readonly minutes: number
}

export const dice = fc.noBias(
  fc.record<Dice>({
    act: fc.nat(9),
    resource: fc.nat(10_000),
    transition: fc.nat(10_000),
    who: fc.nat(100),
    pick: fc.nat(10_000),
    many: fc.boolean(),
    version: fc.nat(4),
    seed: fc.nat(),
    minutes: fc.constantFrom(0, 0, 0, 1, 11),
  }),
)

/** One act, ready to be done by the person at `who`. */
export type Act = { readonly who: number; readonly resource: string } & (
  | {
      readonly kind: 'decide'
      readonly transition: string
      readonly ids: readonly string[]
      readonly ask: Readonly<Record<string, unknown>>
      readonly versions: Readonly<Record<string, number>>
    }
  | { readonly kind: 'save'; readonly values: Readonly<Record<string, unknown>> }
  | { readonly kind: 'remove'; readonly ids: readonly string[] }
)

/** Records there are of a resource, deleted ones included. */
export type Known = (r: Resource) => readonly Row[]

/** Families whose lifecycle people may use. */
const alive = (): Resource[] =>
  [...lifecycles.keys()].filter((id) => testDomains.rules.has(id)).map((id) => resources.get(id) as Resource)

/** Families that people add, edit or delete. */
const kept = (): Resource[] =>
  [...resources.values()].filter((r) => isTenant(r) && r.operations.some((o) => o === 'add' || o === 'edit'))

/**
 * The families a walk is about: all of them in every second walk, in the others those of one lifecycle, what they refer
 * to and what refers to them, and the requests for changes of all these. So that a family is walked through as deeply
 * beside a hundred others as beside ten.
 */
export function aboutOf(n: number): (r: Resource) => boolean {
  if (n % 2 === 0) return () => true
  const one = at(alive(), Math.floor(n / 2))
  const near = (a: Resource, b: Resource) => Object.values<Field>(a.fields).some((f) => isRef(f) && f.to === b.id)
  return (r) => r === one || r.id === 'changeRequest' || near(one, r) || near(r, one)
}

/** Returns whether a transition may create records of the family. */
const creates = (r: Resource): boolean => Object.values(transitionsOf(r.id)).some((t) => t.from === 'new')

const at = <T>(list: readonly T[], n: number): T => list[n % list.length] as T

/** Values of a kind, good and bad ones. */
function pool(f: Field, known: Known): readonly unknown[] {
  if (isChoice(f)) return [...Object.keys(f.values).map((key) => choiceOf(f, key)), 99]
  if (isRef(f)) {
    const to = resources.get(f.to)
    const ids = to && isTenant(to) ? known(to).map((row) => row.id) : []
    return [...ids, '999', '']
  }
  switch (f.kind) {
    case 'money':
      return ['1.5', '100', '0.00', '2500.25', '99.999', '-3', 'x', '']
    case 'rate':
      return ['0.08', '0.060000', '1', '0', '2000', 'x', '']
    case 'integer':
    case 'points':
    case 'epochSeconds':
    case 'epochMillis':
      return [0, 1, 5, '7', 2_147_483_647, '99999999999', 'x', '']
    case 'flag':
      return [0, 1, '1', 2, '']
    case 'date':
      return ['2024-06-15', '2023-12-31', '2024-02-30', '']
    case 'datetime':
      return ['2024-06-15 10:00:00', '2024-01-01', 'x', '']
    case 'phone':
      return ['13800138000', '19900000002', '138****8000', 'x', '']
    case 'idCard':
      return ['110101199003070011', '110101********0011', 'x', '']
    case 'refs': {
      const to = isRefs(f) ? resources.get(f.to) : undefined
      const ids = to && isTenant(to) ? known(to).map((row) => row.id) : []
      return [...ids.map((id) => [id]), ids.slice(0, 2), ['999'], '']
    }
    case 'secret':
      return ['s3cret', '口令', '']
    case 'rows':
    case 'json':
      return [null, '']
    default:
      return ['甲', 'A1', ' 乙 ', 'true', 'false', '91330100MA27XW1234', '长'.repeat((lengthOf(f) ?? 300) + 1), '']
  }
}

/** A value for a field: mostly one that may be sent. */
function valueFor(f: Field, n: number, known: Known): unknown {
  const all = pool(f, known)
  const good = all.filter((v) => problemOf(f, v) === null && v !== '999')
  return n % 41 === 0 || good.length === 0 ? at(all, Math.floor(n / 41)) : at(good, Math.floor(n / 5))
}

/** The `i`-th number below 10,000 of a seed: the same on every run. */
const drawn = (seed: number, i: number): number => (Math.imul(seed ^ (i * 0x9e3779b9), 0x85ebca6b) >>> 8) % 10_000

function valuesFor(
  fields: Readonly<Record<string, Field>>,
  d: Dice,
  known: Known,
  all: boolean,
): Record<string, unknown> {
  const sent: Record<string, unknown> = {}
  Object.entries(fields).forEach(([name, f], i) => {
    const n = drawn(d.seed, i)
    const must = f.facts.required !== undefined && all && n % 97 !== 0
    if (must || n % (isRef(f) ? 3 : 5) < (isRef(f) ? 2 : 1)) sent[name] = valueFor(f, n + i, known)
  })
  return sent
}

/** What a transition asks; for a field of the record itself as the record has it. */
const askedOf = (r: Resource, t: Transition): Record<string, Field> =>
  Object.fromEntries(Object.entries<Field>(t.ask ?? {}).map(([name, f]) => [name, (r.fields[name] as Field) ?? f]))

/**
 * The act that the dice mean where these records are; most acts are those of the first four people. `last`: the act
 * that went through before it; a third of the decisions go on from there, by the same person. `about`: the families of
 * the walk.
 */
export function actOf(
  d: Dice,
  people: number,
  known: Known,
  last?: Act,
  about: (r: Resource) => boolean = () => true,
): Act {
  const deciding = d.act <= 5
  const on = last?.kind === 'decide' && (d.act === 4 || d.act === 5) ? last : undefined
  const who = on ? on.who : d.who % (d.who % 3 === 0 ? people : 4)
  const all = deciding ? alive() : kept()
  const near = all.filter(about)
  const families = near.length > 0 ? near : all
  const needed = (d.act === 9 || deciding) && d.resource % 7 !== 0
  const has = (one: Resource) => known(one).length > 0 || (deciding && creates(one))
  let r = on ? (resources.get(on.resource) as Resource) : at(families, d.resource)
  for (let n = 1; !on && needed && n < families.length && !has(r); n++) r = at(families, d.resource + n)
  const there = known(r).filter((row) => row.isDeleted === 0 || d.pick % 13 === 0)
  const nobody = { id: '999', tenantId: '', version: 0 } as Row
  const same = there.find((row) => row.id === on?.ids[0])
  const picked = same ?? (there.length > 0 && d.pick % 17 !== 0 ? at(there, d.pick) : nobody)
  if (deciding) {
    const every = Object.entries(transitionsOf(r.id))
    const likely = every.filter(([, t]) => isByPeople(t) && (t.from === 'new' || isInState(t.from, picked)))
    const [transition, t] = at(likely.length === 0 || d.transition % 5 === 0 ? every : likely, d.transition)
    const second = !same && d.many && there.length > 1 ? [at(there, d.pick + 1).id] : []
    const ids = t.from === 'new' ? [] : [picked.id, ...second]
    const versions = d.version === 0 ? {} : { [picked.id]: picked.version - (d.version === 1 ? 1 : 0) }
    return {
      kind: 'decide',
      who,
      resource: r.id,
      transition,
      ids,
      versions,
      ask: valuesFor(askedOf(r, t), d, known, true),
    }
  }
  if (d.act === 9) return { kind: 'remove', who, resource: r.id, ids: [picked.id] }
  const adds = !r.operations.includes('edit') || (r.operations.includes('add') && (d.many || there.length === 0))
  const values = valuesFor(r.fields, d, known, adds)
  if (adds) return { kind: 'save', who, resource: r.id, values }
  const version = d.version === 0 ? {} : { version: picked.version - (d.version === 1 ? 1 : 0) }
  return { kind: 'save', who, resource: r.id, values: { ...values, ...version, id: picked.id } }
}
