import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { calls, clockEdges, lifecycles, resourceOf, transitionsOf } from '../../src/model/business.ts'
import { statusFields } from '../../src/model/language/derived/past.ts'
import { choiceOf, type Field, isChoice } from '../../src/model/language/fields/field.ts'
import { isByPeople, isBySystem, type Lifecycle, type Transition } from '../../src/model/language/lifecycle.ts'
import { permissionsOf } from '../../src/model/roles/grants.ts'
import { roles } from '../../src/model/roles/roles.ts'
import { closedWhy, entryOf } from '../../src/server/core/open.ts'
import { kinds } from '../../src/server/domains/activities/kinds.ts'
import { testDomains } from '../server/domains.ts'
import { takenOverSql } from '../server/takenOverSql.ts'
import { takenInThisRun, type Way } from '../taken.ts'
import { NOT_OPEN } from './notOpen.ts'

// Every state is reached by somebody in a real installation: a person with a role, the clock, the answer of a partner, or what
// comes of another document. It goes by steps that the other files of this tier have really taken (taken.ts); what the
// demonstration alone shows is a picture.

/** Transitions that nothing takes yet, or states that nothing leads to, each with why. */
const EXCEPT: Readonly<Record<string, string>> = {
  'handleApply.thaw':
    'the payments of a batch that was returned are reviewed anew and get a new one: declared closed for good',
  'authenticationDoctor.esign.forget':
    'people/esign.ts takes it where the number of a doctor with an account changes; the same step of a company is taken',
  'ledgerCheck.hold': 'a whole database without one broken promise, which no test has: it is checked at night',
  'ledgerCheck.checkStatus 1': 'the same',
  'leave.approvalRoute 2':
    'computed of the days asked for when a leave is added (domains/workflow/leave.ts), by no transition',
}

const taken = takenInThisRun()

/** The code of the server without the demonstration and what checks it. */
function sources(): string[] {
  const folder = join(import.meta.dirname, '../../src/server')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/^(seed|invariants)\//.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
}

/** Families that one factory makes the rules of: activities, whom they invite, what is delivered for them. */
const families: readonly ReadonlySet<string>[] = [
  new Set(kinds.keys()),
  new Set([...kinds.values()].flatMap(({ parts }) => parts.map(({ of }) => of.id))),
  new Set([...kinds.values()].flatMap(({ deliverables }) => deliverables.map(({ of }) => of.id))),
]

/** The name of a family without what makes it a variant: of the demonstration, or in points. */
const plain = (id: string): string =>
  id.replace(/^demo(.)/, (_, first: string) => first.toLowerCase()).replace(/Point$/, '')

/** What a step does, as far as a text can say it: where from, where to, and the code of its rule. */
const meaning = (resource: string, name: string): string => {
  const { from, to } = transitionsOf(resource)[name] as Transition
  const entry = entryOf(testDomains, resource, name)
  const rule = typeof entry === 'object' ? Object.entries(entry).map(([part, f]) => `${part}: ${String(f)}`) : []
  return JSON.stringify([from, to, rule.sort()])
}

/** Families whose step of this name is the same in another coat: what is taken in one is reached in all. */
const alike = (resource: string, name: string): string[] =>
  [...lifecycles.values()].flatMap((other) => {
    const related =
      plain(other.resource) === plain(resource) || families.some((f) => f.has(other.resource) && f.has(resource))
    if (!related || !other.transitions[name]) return []
    return meaning(other.resource, name) === meaning(resource, name) ? [other.resource] : []
  })

/**
 * Steps that code outside the demonstration takes, by their names: in `step(…)`, `take(…)`, `settle(…)`, as a `transition` or the `step` of a document. A test may have
 * stood in for what starts it (a job, a call of a partner).
 */
const started: ReadonlySet<string> = new Set(
  sources().flatMap((text) =>
    [
      ...text.matchAll(/(?:(?:step|stepEach|take|settle)\((?:[^()]|\([^()]*\))*?|transition: |\bstep: )'([\w.]+)'/g),
    ].map(([, name = '']) => name),
  ),
)

/** Families that the server adds records of by name, outside the demonstration. */
const inserted: ReadonlySet<string> = new Set(
  sources().flatMap((text) =>
    [...text.matchAll(/(?:insert|insertAll|addRecord|generated)\(\s*(?:work,\s*)?(\w+)/g)].map(([, of = '']) => of),
  ),
)

/** Families whose records come about otherwise, each how. */
const BORN: Readonly<Record<string, string>> = {
  demoLectureReport: 'made with the labour plans of the demonstration (laborPlans.ts)',
  demoCaseCollectionReport: 'the same',
  demoMedicationFeedbackReport: 'the same',
  demoClinicalResearchReport: 'the same',
  platServiceFee: 'made with the paid order, in money and in points alike, by the settlement that is handed over',
  platServiceFeePoint: 'the same',
  entrustedInvoice: 'drafted of the order, in money and in points alike, by the invoicing that is handed over',
  entrustedInvoicePoint: 'the same',
  orderDoctorPaymentPoint: 'made with what a line applies for, in money and in points alike',
  flowManager: 'workflow: definitions are deployed from a file, which is not open yet',
}

const clocked = new Set(
  [...clockEdges.values()].flatMap((e) => ('step' in e && e.step ? [`${e.resource}.${e.step}`] : [])),
)
const granted = new Set(roles.flatMap((role) => [...permissionsOf(role)]))

/** Was a step of one of these families really taken in one of these ways, in memory or over SQL? */
const wasTaken = (ids: readonly string[], name: string, ways: readonly Way[]): boolean =>
  ids.some((id) => takenOverSql[`${id}.${name}`] !== undefined || ways.some((w) => taken.get(`${id}.${name}`)?.has(w)))

/** Who takes a transition, and was seen to; nobody is null. */
function takenBy({ resource }: Lifecycle, name: string, t: Transition): 'people' | 'clock' | 'system' | null {
  const same = alike(resource, name)
  if (isByPeople(t) && closedWhy(testDomains, resource, name) === null && granted.has(t.permission ?? ''))
    if (wasTaken(same, name, ['people'])) return 'people'
  if (!isBySystem(t) || t.closed) return null
  if (same.some((id) => clocked.has(`${id}.${name}`)) && wasTaken(same, name, ['played', 'module'])) return 'clock'
  if (started.has(name) && wasTaken(same, name, ['played'])) return 'system'
  return wasTaken(same, name, ['module', 'answer', 'people']) ? 'system' : null
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
  it('is asked of the whole tier, which runs before: npx vitest run --config tests/vitest.config.ts tests/rules', () => {
    expect(taken.size).toBeGreaterThan(300)
  })

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
      ...calls.flatMap((c) => (testDomains.handlers.has(c.id) ? [] : [c.id])),
      ...[...lifecycles.values()].flatMap((l) =>
        Object.entries<Transition>(l.transitions).flatMap(([name, t]) =>
          isByPeople(t) && closedWhy(testDomains, l.resource, name) !== null ? [`${l.resource}.${name}`] : [],
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
      const invited = testDomains.handlers.has(`${resource}.saveList`)
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
