import { Link } from 'react-router-dom'
import { type Field, isRef } from '../../model/kernel/field.ts'
import { label } from '../../model/kernel/label.ts'
import { fieldOf, type Resource } from '../../model/kernel/resource.ts'
import type { WireRow } from '../../model/kernel/wire.ts'
import { useDictionaries, useDictWords } from '../data/dictionary.ts'
import { pageOf } from '../data/records.ts'
import { useWords } from '../i18n/index.ts'
import { toast } from '../ui/toast.ts'
import { badgeOf, rowText } from './cell.ts'
import { factsOf } from './parts.ts'
import { shownValue } from './Value.tsx'

/** What is copied: amounts as the plain decimal a spreadsheet takes, everything else as it is shown. */
const copied = (field: Field, raw: unknown, shown: string): string =>
  field.kind === 'money' || field.kind === 'points' ? String(raw) : shown

/** The page of the record that a fact names: of the ref whose name this field keeps, or of the ref itself. */
function linkOf(of: Resource, name: string, row: WireRow): string | null {
  for (const [key, f] of Object.entries(of.fields)) {
    if (!isRef(f) || (key !== name && f.facts.shows !== name)) continue
    const id = String(row[key] ?? '')
    return id ? pageOf(f.to, { id }) : null
  }
  return null
}

/** The facts of a record: a dense list of names and values, grouped; a click on a value copies it. */
export function Facts({
  of,
  row,
  names,
}: {
  readonly of: Resource
  readonly row: WireRow
  readonly names?: readonly string[]
}) {
  const { t, language } = useWords()
  const words = useDictWords()
  useDictionaries(of.fields)
  const copy = (text: string) => {
    navigator.clipboard?.writeText(text).then(
      () => toast.good(t('record.copied')),
      () => toast.bad(t('record.notCopied')),
    )
  }
  return (
    <>
      {factsOf(of, names).map((group) => (
        <dl key={group.code} className={`facts ${group.code}`}>
          {group.names.map((name) => {
            const field = fieldOf(of, name)
            if (!field) return null
            const text = rowText(of, name, row, language, words)
            const page = text === '' ? null : linkOf(of, name, row)
            const title = label(field.label, language)
            return (
              <div key={name}>
                <dt title={title}>{title}</dt>
                <dd data-field={name}>
                  {row[name] === undefined ? (
                    // A list's row does not hold it; the record itself is on its way.
                    <span className="fact-none" aria-busy="true">
                      {'\u00a0'}
                    </span>
                  ) : text === '' ? (
                    <span className="fact-none">—</span>
                  ) : badgeOf(field, row[name]) ? (
                    shownValue(of, name, row, language, words)
                  ) : (
                    // The mouse's way to a value: not a stop for Tab, and it leaves the focus where it is.
                    <button
                      type="button"
                      tabIndex={-1}
                      className="fact-copy"
                      title={t('record.copy')}
                      onMouseDown={(e) => e.preventDefault()}
                      onClick={() => copy(copied(field, row[name], text))}
                    >
                      {text}
                      {field.facts.unit ? ` ${field.facts.unit}` : ''}
                    </button>
                  )}
                  {page && (
                    <Link to={page} aria-label={`${t('record.goTo')} ${text}`} title={t('record.goTo')}>
                      ↗
                    </Link>
                  )}
                </dd>
              </div>
            )
          })}
        </dl>
      ))}
    </>
  )
}
