import { ledgerCheckResults } from '../../model/funds/ledgerCheck.ts'
import { label } from '../../model/values/label.ts'
import { defineServerDomain } from '../domains/serverDomain.ts'
import { isGroups } from '../promises/form/relation.ts'
import { handle } from '../records/handle.ts'
import { invariants } from './check.ts'

/** Titles of the promises, and the resource whose records each is about. */
const known = new Map(invariants.map((i) => [i.id, { title: i.title, resource: isGroups(i.of.of) ? '' : i.of.of.id }]))

/** Results of the checks of the ledgers, by promise. */
export default defineServerDomain({
  name: 'promises',
  calls: [
    handle(ledgerCheckResults, async ({ rows: [run], actor }) =>
      [...(run?.results ?? [])]
        .sort((a, b) => Number((b.violations ?? 0) > 0) - Number((a.violations ?? 0) > 0))
        .map(({ invariant, violations, spendTime, ids }) => {
          const checked = known.get(invariant ?? '')
          return {
            ...{ invariant, violations, spendTime, ids },
            title: checked ? label(checked.title, actor.language) : (invariant ?? ''),
            resource: checked?.resource ?? '',
          }
        }),
    ),
  ],
})
