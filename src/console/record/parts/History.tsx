import '../base/words.ts'
import { useQuery } from '@tanstack/react-query'
import { stateParts } from '../../../model/language/derived/past.ts'
import type { Lifecycle } from '../../../model/language/lifecycle.ts'
import type { Resource } from '../../../model/language/resource.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { useDictWords } from '../../data/dictionary.ts'
import { historyQuery } from '../../data/records.ts'
import { badgeOf, changesIn, partText, stepText } from '../../fields/cell.ts'
import { useWords } from '../../i18n/index.ts'
import { isRefusal, Trouble } from '../../ui/messages/Trouble.tsx'
import { Waiting } from '../../ui/messages/Waiting.tsx'
import { ChangeList } from './ChangeList.tsx'
import { Held } from './Held.tsx'

/** A state as the history keeps it in words. */
function State(p: { readonly of: Resource; readonly lifecycle: Lifecycle; readonly text: string }) {
  const { language } = useWords()
  return stateParts(p.of, p.lifecycle, p.text).map((part, i) => {
    const badge = part.field && badgeOf(part.field, part.value)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name than their place
      <span key={i} {...(badge ? { className: 'badge', 'data-tone': badge.tone } : {})}>
        {partText(part, language)}
      </span>
    )
  })
}

/** Writes by people; effects of decisions are shown by their states. */
const EDITS: readonly string[] = ['add', 'edit', 'import', 'grant']
/** Changes that are shown of one entry. */
const SHOWN = 12

/** The fields that an edit changed, before and after; of a creation what it was made with. */
function Changed({ of, row, now }: { readonly of: Resource; readonly row: WireRow; readonly now: WireRow }) {
  const { language } = useWords()
  const words = useDictWords()
  const lines = changesIn(of, row.changes, language, words, now).filter((l) => l.from || l.to)
  return lines.length > 0 ? <ChangeList lines={lines} most={SHOWN} /> : null
}

/** History of a record: who, when, what, from where to where, and why. */
export function History(p: {
  readonly of: Resource
  readonly lifecycle: Lifecycle
  readonly row: WireRow
  readonly ready?: boolean
}) {
  const { t, language } = useWords()
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...historyQuery(p.of.id, p.row.id),
    enabled: p.ready !== false,
  })
  const trouble = error && <Trouble error={error} again={() => void refetch()} />
  if (trouble && (!data || isRefusal(error))) return trouble
  if (!data) return p.ready === false ? null : <Waiting />
  if (data.length === 0)
    return (
      <Held is={isPlaceholderData}>
        <p className="empty">{t('recordPage.noHistory')}</p>
      </Held>
    )
  return (
    <Held is={isPlaceholderData}>
      {trouble}
      <ol className="timeline">
        {data.map((row) => {
          const [from, to] = [String(row.fromStatus ?? ''), String(row.toStatus ?? '')]
          return (
            <li key={row.id}>
              <time>{String(row.operateTime ?? '')}</time>
              <div>
                <div className="what">
                  <strong>{stepText(p.of.id, String(row.action ?? ''), language)}</strong>
                  {from !== '' && <State of={p.of} lifecycle={p.lifecycle} text={from} />}
                  {from !== '' && to !== '' && <span className="arrow">→</span>}
                  {to !== '' && <State of={p.of} lifecycle={p.lifecycle} text={to} />}
                  <span className="who">
                    {doerOf(withAccount(row.operatorName, row.operatorAccount), String(row.operatorRole ?? ''))}
                  </span>
                </div>
                {row.changeRequestCode ? (
                  <p className="why">
                    {t('recordPage.requestedBy', {
                      by: withAccount(row.requesterName, row.requesterAccount),
                      code: String(row.changeRequestCode),
                    })}
                  </p>
                ) : null}
                {row.remark ? <p className="why">{String(row.remark)}</p> : null}
                {EDITS.includes(String(row.action)) && <Changed of={p.of} row={row} now={p.row} />}
              </div>
            </li>
          )
        })}
      </ol>
    </Held>
  )
}

/** A name with the account beside it: two people may have one name. */
const withAccount = (name: unknown, account: unknown): string =>
  account ? `${String(name ?? '')}（${String(account)}）` : String(name ?? '')

/** Person of a step, with the role it was done in; the system has one word for both. */
export const doerOf = (name: string, role: string): string => [...new Set([name, role])].filter(Boolean).join(' · ')
