import { kindOf } from '../../model/kernel/kinds/kinds.ts'
import { resourceNow } from '../data/modules.ts'
import { grouped } from '../fields/amounts.ts'
import { useWords } from '../i18n/index.ts'
import { NAMED, type Subject } from './subject.ts'

/** Names what is acted on: one record by name and amount, several by their count, their sum and the first of them. */
export function ActedOn({ resource, subject }: { readonly resource: string; readonly subject: Subject }) {
  const { t } = useWords()
  const { count, amount, names, left = 0 } = subject
  const of = resourceNow(resource)
  const field = of?.list.amount === undefined ? undefined : of.fields[of.list.amount]
  const unit = field && kindOf(field).wire === 'decimal' ? '￥' : ''
  const named = names.slice(0, NAMED)
  return (
    <div className="acted" data-acted={count}>
      <p className="worth">
        <strong>{count === 1 ? named[0] : t('forms.records', { count })}</strong>
        {amount && (
          <strong className="num">
            {unit}
            {grouped(amount)}
          </strong>
        )}
      </p>
      {count > 1 && named.length > 0 && (
        <p className="names">
          {named.join(t('forms.comma'))}
          {count > named.length && ` ${t('forms.more', { count: count - named.length })}`}
        </p>
      )}
      {left > 0 && <p className="left">{t('forms.leftOut', { count: left })}</p>}
    </div>
  )
}
