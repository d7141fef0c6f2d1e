import { lifecycles, resourceOf, resources } from '../../../model/all.ts'
import { type Field, isRef } from '../../../model/kernel/field.ts'
import { orderDoctor } from '../../../model/orders/orderDoctor.ts'
import { orderEntrusted } from '../../../model/orders/orderEntrusted.ts'
import type { AnyResource, Row } from '../../writes/rows.ts'
import type { AnyRule, Rules } from '../../writes/rules.ts'
import type { UnitOfWork, Where } from '../../writes/unitOfWork.ts'

// What the end of an activity brings about for the order of its company.

const RUNNING = 0
/** How an activity ends that the client refused the contract of. */
const REFUSED = 3
/** Of what is handed in: neither its review nor its acceptance has been refused, and it is not accepted. */
const PENDING = { approvalStatus: [0, 1], confirmStatus: 0 }

/** Is it accepted by its client? */
const isAccepted = (id: string): boolean => lifecycles.get(id)?.transitions['confirm.pass'] !== undefined

/** What is delivered for the activities of a kind, each with the field that names the activity; a meeting is delivered itself. */
function deliverablesOf(plan: string): readonly (readonly [of: AnyResource, by: string])[] {
  const own = isAccepted(plan) ? ([[resourceOf(plan), 'id']] as const) : []
  const named = [...(resources.values() as Iterable<AnyResource>)]
    .filter(({ id, fields }) => isAccepted(id) && fields.confirmStatus && fields.approvalStatus)
    .flatMap((of) =>
      Object.entries<Field>(of.fields).flatMap(([name, f]) => (isRef(f) && f.to === plan ? [[of, name] as const] : [])),
    )
  return [...own, ...named]
}

const running = (work: UnitOfWork, plan: Row) => work.rows(orderEntrusted, { planId: plan.id, orderStatus: RUNNING })

/**
 * An activity has ended (3.3): its company order is completed once nothing of it waits for review or acceptance any more,
 * and cancelled where the contract was refused before anything was accepted.
 */
function endOf(plan: string): AnyRule {
  const deliverables = deliverablesOf(plan)
  return {
    lock: async (row: Row, work) => ({ [orderEntrusted.id]: (await running(work, row)).map((o) => o.id) }),
    effect: async (row: Row, _ask, work) => {
      const [order] = await running(work, row)
      if (!order) return undefined
      for (const [of, by] of deliverables) {
        // a meeting is handed in as a whole
        const handedIn: Where = of.fields.submitStatus ? { submitStatus: 1 } : {}
        if (await work.any(of, { [by]: row.id, ...PENDING, ...handedIn })) return undefined
      }
      const nothing = row.planEndedMark === REFUSED && !(await work.any(orderDoctor, { planId: row.id }))
      await work.step(orderEntrusted, order.id, nothing ? 'cancel' : 'complete')
      return undefined
    },
  }
}

/** Rules of the ends of activities that the system brings about, by kind of activity (3.3). */
export const planEndRules = (plan: string): Rules => {
  const end = endOf(plan)
  return { complete: end, expire: end, refuse: end, push: end }
}
