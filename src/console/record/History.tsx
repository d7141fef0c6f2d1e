import { useQuery } from '@tanstack/react-query'
import { label } from '../../model/kernel/label.ts'
import type { Lifecycle } from '../../model/kernel/lifecycle.ts'
import { fieldOf, type Resource } from '../../model/kernel/resource.ts'
import { useWords } from '../i18n/index.ts'
import { badgeOf, cellText } from './cell.ts'
import { historyQuery } from './data.ts'
import { statusOf } from './parts.ts'
import { Trouble } from './Trouble.tsx'

/** A status as the history keeps it (a text: "0", or "settlementStatus=0" where a record has several) in words. */
function Status({ of, field, text }: { readonly of: Resource; readonly field: string | undefined; readonly text: string }) {
  const { language } = useWords()
  return text.split(/[,;，；]\s*/).map((part) => {
    const m = /^(?:(\w+)[=:])?(-?\d+)$/.exec(part.trim())
    const f = m ? fieldOf(of, m[1] ?? field ?? '') : undefined
    const badge = f && m ? badgeOf(f, m[2]) : null
    return badge ? (
      <span key={part} className="badge" data-tone={badge.tone}>
        {label(badge.text, language)}
      </span>
    ) : (
      <span key={part}>{f && m ? cellText(f, m[2], language) : part}</span>
    )
  })
}

/** What happened to a record: who, when, what, from where to where, and why. */
export function History(p: { readonly of: Resource; readonly lifecycle: Lifecycle; readonly id: string; readonly ready?: boolean }) {
  const { t, language } = useWords()
  const { data, error, isPlaceholderData, refetch } = useQuery({ ...historyQuery(p.of.id, p.id), enabled: p.ready !== false })
  if (error) return <Trouble error={error} again={() => void refetch()} />
  if (!data) return null
  if (data.records.length === 0) return <p className="empty">{t('record.noHistory')}</p>
  const status = statusOf(p.of, p.lifecycle)
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
                <strong>{transition ? label(transition.label, language) : String(row.action ?? '')}</strong>
                {from !== '' && <Status of={p.of} field={status} text={from} />}
                {from !== '' && to !== '' && <span className="arrow">→</span>}
                {to !== '' && <Status of={p.of} field={status} text={to} />}
                <span className="who">
                  {String(row.operatorName ?? '')}
                  {row.operatorRole ? ` · ${String(row.operatorRole)}` : ''}
                </span>
              </div>
              {row.remark ? <p className="why">{String(row.remark)}</p> : null}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
