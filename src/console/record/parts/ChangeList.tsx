import '../base/words.ts'
import { catalogued } from '../../data/records.ts'
import type { ChangeLine } from '../../fields/cell.ts'
import { useWords } from '../../i18n/index.ts'
import { NameOf } from './NameOf.tsx'

/** Changed fields one below another: old value → new value. `most`: how many are shown, the others are counted. */
export function ChangeList({
  lines,
  most = lines.length,
}: {
  readonly lines: readonly ChangeLine[]
  readonly most?: number
}) {
  const { t } = useWords()
  return (
    <ul className="changes">
      {lines.slice(0, most).map((l) => (
        <li key={l.name}>
          <span>{l.title}</span>
          <del>
            <Side text={l.from} of={l.of?.from} />
          </del>
          <span className="arrow">→</span>
          <ins>
            <Side text={l.to} of={l.of?.to} />
          </ins>
        </li>
      ))}
      {lines.length > most && <li>{t('record.andMore', { count: lines.length - most })}</li>}
    </ul>
  )
}

/** Side of a change; a record that is named by its id (`of`) by what it is called. */
function Side({ text, of }: { readonly text: string; readonly of?: string | undefined }) {
  const { t } = useWords()
  if (!text) return '—'
  if (!of) return text
  return <NameOf to={of} id={text} none={t(catalogued(of) ? 'recordPage.missing' : 'table.noPermission')} />
}
