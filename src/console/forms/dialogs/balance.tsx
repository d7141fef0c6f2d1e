import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { conditionKey } from '../../../model/language/conditions/condition.ts'
import { isId } from '../../../model/language/derived/validate.ts'
import { isChoice } from '../../../model/language/fields/field.ts'
import { isInState } from '../../../model/language/lifecycle.ts'
import { fieldOf } from '../../../model/language/resource.ts'
import { label } from '../../../model/values/label.ts'
import { fen, yuan } from '../../../model/values/money.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { type DeclaredDecision, resourceNow, useResource } from '../../data/domains.ts'
import { keyOf } from '../../data/queries.ts'
import { catalogued, fetchRows, list } from '../../data/records.ts'
import { grouped } from '../../fields/amounts.ts'
import { rowText } from '../../fields/cell.ts'
import { useWords } from '../../i18n/index.ts'
import type { Typed } from '../base/values.ts'
import type { DecisionQuestion } from './decisionQuestion.ts'
import '../base/words.ts'

/** Accounts of one party that are looked at: closed ones stand behind the one in use. */
const ACCOUNTS = 10

/** The balance that a decision takes its amount from. */
export interface Balance {
  /** The choice it stands beside. */
  readonly ask: string
  readonly shown: ReactNode
  /** Why what was chosen cannot be paid from it; "" where it can, or where that is not known. */
  shortFor(typed: Typed): string
}

interface Found {
  readonly amount: string
  readonly account: WireRow | null
}

/**
 * Available amount behind the amount of a record, fetched from the server each time: as it is now and after the
 * decision, and in words where it does not suffice. Null where the decision draws on none, or the person may not see
 * it.
 */
export function useBalance({ resource, about = '' }: DecisionQuestion, decision: DeclaredDecision): Balance | null {
  const { t, language } = useWords()
  const draws = decision.drawsOn
  const known = draws !== undefined && isId(about) && catalogued(draws.account) !== undefined
  const account = useResource(known ? draws.account : '')
  const { data, error } = useQuery({
    queryKey: keyOf(draws?.account, 'balance', resource, about),
    enabled: known,
    staleTime: 0,
    gcTime: 0,
    queryFn: async (): Promise<Found> => {
      const { by = '', open = {}, account: of = '' } = draws ?? {}
      const amount = resourceNow(resource)?.list.amount ?? ''
      const [row] = await fetchRows(resource, [about], ['id', by, amount])
      if (!row) throw new Error(t('forms.missing'))
      const key = conditionKey({ field: by, op: 'equal' })
      const { records } = await list(of, { current: 1, size: ACCOUNTS, [key]: String(row[by] ?? '') })
      const used = records.find((one) => isInState(open, one)) ?? records[0]
      return { amount: String(row[amount] || '0.00'), account: used ?? null }
    },
  })
  if (!known || !draws) return null
  const choice = decision.ask[draws.ask]
  const words = choice && isChoice(choice) ? choice.values[draws.value] : undefined
  const name = words ? label([words[0], words[1]], language) : ''
  const { text, short } = sayOf(data)
  return {
    ask: draws.ask,
    shown: (
      <span className="balance" role="status" data-short={short || undefined}>
        {text}
      </span>
    ),
    shortFor: (typed) => (short && typed[draws.ask] === String(draws.value) ? text : ''),
  }

  function sayOf(found: Found | undefined): { readonly text: string; readonly short: boolean } {
    if (!found || !account || !draws)
      return { text: t(error ? 'forms.balance.failed' : 'forms.balance.asking', { name }), short: false }
    if (!found.account) return { text: t('forms.balance.none', { name }), short: true }
    const closed = Object.keys(draws.open).find(
      (field) => found.account && !isInState({ [field]: draws.open[field] }, found.account),
    )
    if (closed && fieldOf(account, closed))
      return {
        text: t('forms.balance.closed', { name, state: rowText(account, closed, found.account, language) }),
        short: true,
      }
    const available = found.account[draws.available]
    // a figure that this person does not see
    if (available === null || available === undefined)
      return { text: t('forms.balance.failed', { name }), short: false }
    const { amount } = found
    const left = fen(String(available)) - fen(amount)
    const [has, needs] = [grouped(String(available)), grouped(amount)]
    return left < 0n
      ? {
          text: t('forms.balance.short', { name, available: has, amount: needs, missing: grouped(yuan(-left)) }),
          short: true,
        }
      : { text: t('forms.balance.enough', { name, available: has, left: grouped(yuan(left)) }), short: false }
  }
}
