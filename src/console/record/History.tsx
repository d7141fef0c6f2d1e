import { useQuery } from '@tanstack/react-query'
import { label } from '../../model/kernel/label.ts'
import type { Lifecycle } from '../../model/kernel/lifecycle.ts'
import { fieldOf, type Resource } from '../../model/kernel/resource.ts'
import { historyQuery } from '../data/records.ts'
import { badgeOf, cellText } from '../fields/cell.ts'
import { useWords } from '../i18n/index.ts'
import { Trouble } from '../ui/Trouble.tsx'
import { statusFields } from './sections.ts'

/** A status as the history keeps it ("2", "1/0" where a record has several) in words. */
function Status({
  of,
  fields,
  text,
}: {
  readonly of: Resource
  readonly fields: readonly string[]
  readonly text: string
}) {
  const { t, language } = useWords()
  if (text === 'deleted') return <span>{t('record.deleted')}</span>
  return text.split('/').map((part, i) => {
    const name = fields[i] ?? ''
    const field = fieldOf(of, name)
    const badge = field && badgeOf(field, part)
    return badge ? (
      <span key={name || part} className="badge" data-tone={badge.tone}>
        {label(badge.text, language)}
      </span>
    ) : (
      <span key={name || part}>{field ? cellText(field, part, language) : part}</span>
    )
  })
}

/** What happened to a record: who, when, what, from where to where, and why. */
export function History(p: {
  readonly of: Resource
  readonly lifecycle: Lifecycle
  readonly id: string
  readonly ready?: boolean
}) {
  const { t, language } = useWords()
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...historyQuery(p.of.id, p.id),
    enabled: p.ready !== false,
  })
  if (error) return <Trouble error={error} again={() => void refetch()} />
  if (!data) return null
  if (data.records.length === 0) return <p className="empty">{t('record.noHistory')}</p>
  const status = statusFields(p.lifecycle)
  return (
    <ol className="timeline" aria-busy={isPlaceholderData} style={isPlaceholderData ? { opacity: 0.45 } : undefined}>
      {data.records.map((row) => {
        const transition = p.lifecycle.transitions[String(row.action)]
        const [from, to] = [String(row.fromStatus ?? ''), String(row.toStatus ?? '')]
        return (
          <li key={row.id}>
            <time>{String(row.operateTime ?? '')}</time>
            <div>
              <div className="what">
                <strong>
                  {transition
                    ? label(transition.label, language)
                    : t(`record.action.${String(row.action)}`, { defaultValue: String(row.action ?? '') })}
                </strong>
                {from !== '' && <Status of={p.of} fields={status} text={from} />}
                {from !== '' && to !== '' && <span className="arrow">→</span>}
                {to !== '' && <Status of={p.of} fields={status} text={to} />}
                <span className="who">{doerOf(String(row.operatorName ?? ''), String(row.operatorRole ?? ''))}</span>
              </div>
              {row.changeRequestCode ? (
                <p className="why">
                  {t('record.askedBy', { by: String(row.requesterName ?? ''), code: String(row.changeRequestCode) })}
                </p>
              ) : null}
              {row.remark ? <p className="why">{String(row.remark)}</p> : null}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/** Who did a step, with the role it was done in; the system has one word for both. */
export const doerOf = (name: string, role: string): string => [...new Set([name, role])].filter(Boolean).join(' · ')
