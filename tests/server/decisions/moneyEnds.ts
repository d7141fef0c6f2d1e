import { lifecycles, statusNames } from '../../../src/model/business.ts'
import { isByPeople, isInState, type Transition } from '../../../src/model/language/lifecycle.ts'
import type { ServerContext } from '../../../src/server/core/context/context.ts'
import { AppError } from '../../../src/server/core/errors.ts'
import { closedWhy } from '../../../src/server/core/open.ts'
import { decide } from '../../../src/server/deciding/engine.ts'
import type { AnyResource } from '../../../src/server/writing/unitOfWork/rows.ts'
import { testDomains } from '../domains.ts'
import { answersTo, type MoneyStep, rowsOf, standingAt, whoMay } from './moneyDemo.ts'

/** What is said of a step that nobody may take. */
export const NOBODY = 'nobody may'

/** How often all that is open is gone through, at most. */
const ROUNDS = 15

/** Does a step lead on: not refuse, take back, void or delete, or merely ask? */
function leadsOn({ transition: t }: MoneyStep): boolean {
  if (t.result === 'reject' || t.takesBack !== undefined || t.from === 'new' || typeof t.to !== 'object') return false
  return Object.keys(t.to).length > 0
}

/** What one may do, and need not, to be done with a document. */
const NEEDLESS = [
  'orderDoctorSettlement.applyForVoid',
  'tradingManagerInfo.close',
  'summaryTaxReturns.uncertify',
  // instead of the bank
  'orderDoctorSettlement.simulatedPayment',
  'orderDoctorSettlementPoint.simulatedPayment',
]

/** The steps of people that bring documents of these families nearer to their end. */
const onward = (families: readonly AnyResource[]): MoneyStep[] =>
  families.flatMap((of) =>
    Object.entries<Transition>(lifecycles.get(of.id)?.transitions ?? {}).flatMap(([name, transition]) => {
      const step = { of, name, transition }
      const open =
        isByPeople(transition) && closedWhy(testDomains, of.id, name) === null && !NEEDLESS.includes(`${of.id}.${name}`)
      return open && leadsOn(step) ? [step] : []
    }),
  )

/**
 * Takes every document of these families as far as it goes, by people whom nobody knows yet, with `between` in between (what
 * partners do). Returns what does not go on, though a step begins where it stands: each step, and why it was refused.
 */
export async function bringToTheEnd(
  context: ServerContext,
  tenantId: string,
  families: readonly AnyResource[],
  between: () => Promise<void>,
): Promise<string[]> {
  const steps = onward(families)
  let stuck = new Set<string>()
  for (let round = 0, went = true; went && round < ROUNDS; round++) {
    went = false
    stuck = new Set()
    for (const step of steps) {
      for (const row of await standingAt(context.db, tenantId, step)) {
        const who = whoMay(tenantId, step, row)
        const order = { resource: step.of.id, transition: step.name, id: row.id, ask: answersTo(step.transition) }
        try {
          if (!who) throw new AppError(403, [NOBODY, NOBODY])
          await decide(context, who, order)
          went = true
        } catch (e) {
          if (!(e instanceof AppError)) throw e
          stuck.add(`${step.of.id}.${step.name}: ${e.text[0]}`)
        }
      }
    }
    await between()
  }
  return [...stuck].sort()
}

/** The states in which documents of these families stand and from which no open step leads, of people or the system. */
export async function deadEnds(
  context: ServerContext,
  tenantId: string,
  families: readonly AnyResource[],
): Promise<string[]> {
  const found = new Set<string>()
  for (const family of families) {
    const open = Object.entries<Transition>(lifecycles.get(family.id)?.transitions ?? {}).filter(
      ([name, t]) => closedWhy(testDomains, family.id, name) === null && t.from !== 'new',
    )
    for (const row of await rowsOf(context.db, tenantId, family))
      if (!open.some(([, t]) => isInState(t.from as never, row)))
        found.add(
          `${family.id} ${statusNames(family)
            .map((name) => row[name])
            .join('/')}`,
        )
  }
  return [...found].sort()
}
