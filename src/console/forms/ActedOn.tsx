import { kindOf } from '../../model/language/fields/kinds.ts'
import { fieldOf } from '../../model/language/resource.ts'
import { label } from '../../model/values/label.ts'
import { NAMED } from '../../model/wire/batchWire.ts'
import { resourceNow } from '../data/domains.ts'
import { grouped } from '../fields/amounts.ts'
import { rowText } from '../fields/cell.ts'
import { useWords } from '../i18n/index.ts'
import type { Subject } from './subject.ts'
import './base/words.ts'

/**
 * Names what is acted on: one record by name and amount, several by their count, their sum and the first of them.
 * `asking`: which of them will be decided is not known yet.
 */
export function ActedOn(p: { readonly resource: string; readonly subject: Subject; readonly asking: boolean }) {
  const { t, language } = useWords()
  const { count, amount, gross, marks = [], names, most } = p.subject
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
            {gross && gross !== amount && of?.list.gross && (
              <small>
                {label(fieldOf(of, of.list.gross)?.label ?? ['', ''], language)} {grouped(gross)} ·{' '}
                {label(field?.label ?? ['', ''], language)}{' '}
              </small>
            )}
            {unit}
            {grouped(amount)}
          </strong>
        )}
      </p>
      {of && count > 0 && marks.length > 0 && (
        <p className="marks">
          {marks.map((m) => (
            <span key={m.field} data-mark={m.field}>
              {label(fieldOf(of, m.field)?.label ?? [m.field, m.field], language)}{' '}
              <b>
                {m.values.map((value) => rowText(of, m.field, { [m.field]: value }, language)).join(t('forms.comma'))}
              </b>
              {m.count > m.values.length && ` ${t('record.andMore', { count: m.count - m.values.length })}`}
            </span>
          ))}
        </p>
      )}
      {count > 1 && named.length > 0 && (
        <p className="names">
          {named.join(t('forms.comma'))}
          {count > named.length && ` ${t('record.andMore', { count: count - named.length })}`}
        </p>
      )}
    </div>
  )
}
