import { NAMED } from '../../model/kernel/batchWire.ts'
import { kindOf } from '../../model/kernel/kinds/kinds.ts'
import { resourceNow } from '../data/modules.ts'
import { grouped } from '../fields/amounts.ts'
import { useWords } from '../i18n/index.ts'
import type { Subject } from './subject.ts'
import './words.ts'

/**
 * Names what is acted on: one record by name and amount, several by their count, their sum and the first of them.
 * `asking`: which of them will be decided is not known yet.
 */
export function ActedOn(p: { readonly resource: string; readonly subject: Subject; readonly asking: boolean }) {
  const { t } = useWords()
  const { count, amount, names, most } = p.subject
  if (p.asking)
    return (
      <div className="acted asking" role="status" data-acted="">
        <p className="worth">{t('forms.foreseeing', { count })}</p>
      </div>
    )
  const of = resourceNow(p.resource)
  const field = of?.list.amount === undefined ? undefined : of.fields[of.list.amount]
  const unit = field && kindOf(field).wire === 'decimal' ? '￥' : ''
  const named = names.slice(0, NAMED)
  const number = t(most ? 'forms.atMost' : 'forms.records', { count })
  return (
    <div className="acted" data-acted={count}>
      <p className="worth">
        <strong>{count === 0 ? t('forms.noneAllowed') : (count === 1 && named[0]) || number}</strong>
        {amount && count > 0 && (
          <strong className="num">
            {unit}
            {grouped(amount)}
          </strong>
        )}
      </p>
      {count > 1 && named.length > 0 && (
        <p className="names">
          {named.join(t('forms.comma'))}
          {count > named.length && ` ${t('record.andMore', { count: count - named.length })}`}
        </p>
      )}
    </div>
  )
}
