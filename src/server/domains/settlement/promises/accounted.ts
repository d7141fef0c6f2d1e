import { among, and, differs, equal, or, plus } from '../../../../model/language/conditions/expression.ts'
import {
  BY_ORDER,
  type Conservation,
  type ConservationTerm,
  PAID_STATES,
  SETTLED_STATE,
  TOTAL,
} from '../../../../model/payment/conservationTerms.ts'
import type { Label } from '../../../../model/values/label.ts'
import { count, sum } from '../../../promises/form/aggregate.ts'
import { total } from '../../../promises/form/relation.ts'
import { type Invariant, invariant } from '../../../promises/invariant.ts'

const whereOf = (t: ConservationTerm) => and(...t.where.map((c) => among(c.field, c.value.split(',').map(Number))))

/** The terms that count records of a kind, each as a sum of them, and how many are left. */
const termsOf = (c: Conservation, of: ConservationTerm['of']) =>
  total(
    { of: c[of] },
    { [BY_ORDER]: 'id' },
    Object.fromEntries(
      c.terms.flatMap((t) => {
        if (t.of !== of || t.own !== undefined) return []
        const added = [t.code, sum(plus(...(t.fields as [string])), whereOf(t))] as const
        return t.code === c.left.code ? [added, ['left', count(whereOf(t))] as const] : [added]
      }),
    ),
  )

/** INV-21 of orders of a kind, from the declaration that their section shows. */
export function accounted(id: string, title: Label, c: Conservation): Invariant {
  const found = plus(...(c.terms.filter((t) => !t.within).map((t) => t.own ?? `${t.of}.${t.code}`) as [string]))
  return invariant(
    id,
    title,
    {
      of: c.order,
      where: among('settlementStatus', PAID_STATES),
      with: { lines: termsOf(c, 'lines'), fees: termsOf(c, 'fees') },
    },
    and(equal(TOTAL, found), or(differs('settlementStatus', SETTLED_STATE), equal('lines.left', 0))),
    { code: 'code', totalAmount: TOTAL, found },
  )
}
