import '../../src/server/modules/install.ts'
import '../../src/server/invariants/nightly.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { calls, clockEdges, lifecycles, resourceOf } from '../../src/model/all.ts'
import { permissionsOf } from '../../src/model/grants.ts'
import { choiceOf, type Field, isChoice } from '../../src/model/kernel/field.ts'
import { isByPeople, isBySystem, type Lifecycle, type Transition } from '../../src/model/kernel/lifecycle.ts'
import { statusFields } from '../../src/model/kernel/past.ts'
import { roles } from '../../src/model/roles.ts'
import { accessHandler } from '../../src/server/access/handlers.ts'
import { closedWhy } from '../../src/server/core/open.ts'
import { callHandler } from '../../src/server/records/handle.ts'
import { NOT_OPEN } from './notOpen.ts'

// Every state is reached by somebody in a real installation: a person with a role, the clock, the answer of a partner, or what
// comes of another document. What the demonstration alone shows is a picture.

/** Transitions that nothing takes yet, or states that nothing leads to, each with why. */
const EXCEPT: Readonly<Record<string, string>> = {
  'handleApply.thaw':
    'the payments of a batch that was returned are reviewed anew and get a new one: declared closed for good',
  'leave.approvalRoute 2':
    'computed of the days asked for when a leave is added (modules/flow/leave.ts), by no transition',
}

/** Whatever is quoted in the server, without the demonstration: a step that is taken is named somewhere. */
const named: ReadonlyMap<string, readonly string[]> = (() => {
  const found = new Map<string, string[]>()
  const folder = join(import.meta.dirname, '../../src/server')
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || /^(seed|invariants)\//.test(file)) continue
    for (const [, said = ''] of readFileSync(join(folder, file), 'utf8').matchAll(/'([\w.]+)'/g))
      found.set(said, [...(found.get(said) ?? []), file])
  }
  return found
})()

/** Families that the server adds records of by name, outside the demonstration. */
const inserted: ReadonlySet<string> = (() => {
  const found = new Set<string>()
  const folder = join(import.meta.dirname, '../../src/server')
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.ts') && !/^(seed|invariants)\//.test(file))
      for (const [, of = ''] of readFileSync(join(folder, file), 'utf8').matchAll(
        /(?:insert|insertAll|addRecord|generated)\(\s*(?:work,\s*)?(\w+)/g,
      ))
        found.add(of)
  return found
})()

/** Families whose records come about otherwise, each how. */
const BORN: Readonly<Record<string, string>> = {
  demoLectureReport: 'made with the labour plans of the demonstration (laborPlans.ts)',
  demoCaseCollectionReport: 'the same',
  demoMedicationFeedbackReport: 'the same',
  demoClinicalResearchReport: 'the same',
  platServiceFee: 'made with the paid order, in money and in points alike, by the family that is handed over',
  platServiceFeePoint: 'the same',
  orderDoctorPaymentPoint: 'made with what a line applies for, in money and in points alike',
  flowManager: 'workflow: definitions are deployed from a file, which is not open yet',
}

const clocked = new Set(
  [...clockEdges.values()].flatMap((e) => ('step' in e && e.step ? [`${e.resource}.${e.step}`] : [])),
)
const granted = new Set(roles.flatMap((role) => [...permissionsOf(role)]))

/** Who takes a transition; nobody is null. */
function takenBy({ resource }: Lifecycle, name: string, t: Transition): 'people' | 'clock' | 'system' | null {
  if (isByPeople(t) && closedWhy(resource, name) === null && granted.has(t.permission ?? '')) return 'people'
  if (!isBySystem(t) || t.closed) return null
  if (clocked.has(`${resource}.${name}`)) return 'clock'
  return named.has(name) ? 'system' : null
}

/** The values of a status field that some transition which is taken leads to, or in which records begin. */
function reached(l: Lifecycle, field: string): ReadonlySet<string> {
  const f = resourceOf(l.resource).fields[field] as Field
  const to = Object.entries<Transition>(l.transitions).flatMap(([name, t]) => {
    if (typeof t.to !== 'object' || takenBy(l, name, t) === null) return []
    const value = (t.to as Readonly<Record<string, unknown>>)[field]
    return value === undefined || value === null ? [] : [String(value)]
  })
  return new Set([String(f.facts.initial ?? ''), ...to])
}

describe('in a real installation', () => {
  it('every transition is taken by somebody', () => {
    const idle = [...lifecycles.values()].flatMap((l) =>
      Object.entries<Transition>(l.transitions).flatMap(([name, t]) =>
        takenBy(l, name, t) === null && !EXCEPT[`${l.resource}.${name}`] && !NOT_OPEN[l.resource]
          ? [`${l.resource}.${name}`]
          : [],
      ),
    )
    expect(idle).toEqual([])
  })

  it('every state of every lifecycle is reached', () => {
    const missed = [...lifecycles.values()].flatMap((l) =>
      statusFields(l).flatMap((field) => {
        const f = resourceOf(l.resource).fields[field] as Field
        if (!isChoice(f)) return []
        const there = reached(l, field)
        return Object.keys(f.values).flatMap((v) => {
          const state = `${l.resource}.${field} ${v}`
          return there.has(String(choiceOf(f, v))) || EXCEPT[state] || NOT_OPEN[l.resource] ? [] : [state]
        })
      }),
    )
    expect(missed).toEqual([])
  })

  it('no call and no transition is 暂未开放 but those that have an issue of their own', () => {
    const shut = [
      ...calls.flatMap((c) => ((accessHandler(c.id) ?? callHandler(c.id)) ? [] : [c.id])),
      ...[...lifecycles.values()].flatMap((l) =>
        Object.entries<Transition>(l.transitions).flatMap(([name, t]) =>
          isByPeople(t) && closedWhy(l.resource, name) !== null ? [`${l.resource}.${name}`] : [],
        ),
      ),
    ]
    const excused = (id: string) => [id, id.split('.')[0] as string].filter((key) => NOT_OPEN[key])
    expect(shut.filter((id) => excused(id).length === 0)).toEqual([])
    // and nothing is excused that is open
    const needed = new Set(shut.flatMap(excused))
    expect(Object.keys(NOT_OPEN).filter((key) => !needed.has(key))).toEqual([])
  })

  it('records of every lifecycle come about: added by people, by a step, or by the server', () => {
    const made = [...lifecycles.values()].flatMap(({ resource, transitions }) => {
      const of = resourceOf(resource)
      const own = ['add', 'import'].some((o) => of.operations.includes(o as 'add'))
      const stepped = Object.values<Transition>(transitions).some((t) => t.from === 'new')
      const invited = callHandler(`${resource}.saveList`) !== undefined
      return own || stepped || invited || inserted.has(resource) || BORN[resource] ? [] : [resource]
    })
    expect(made).toEqual([])
    expect(Object.keys(BORN).filter((id) => inserted.has(id))).toEqual([])
  })

  it('excuses nothing that is there by now', () => {
    const all = [...lifecycles.values()]
    const idle = new Set([
      ...all.flatMap((l) =>
        Object.entries<Transition>(l.transitions).flatMap(([name, t]) =>
          takenBy(l, name, t) === null ? [`${l.resource}.${name}`] : [],
        ),
      ),
      ...all.flatMap((l) =>
        statusFields(l).flatMap((field) => {
          const f = resourceOf(l.resource).fields[field] as Field
          const there = reached(l, field)
          return isChoice(f)
            ? Object.keys(f.values).flatMap((v) =>
                there.has(String(choiceOf(f, v))) ? [] : [`${l.resource}.${field} ${v}`],
              )
            : []
        }),
      ),
    ])
    expect(Object.keys(EXCEPT).filter((id) => !idle.has(id))).toEqual([])
  })
})
