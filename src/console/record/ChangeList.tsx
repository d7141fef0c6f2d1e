import type { ChangeLine } from '../fields/cell.ts'
import { useWords } from '../i18n/index.ts'

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
          <del>{l.from || '—'}</del>
          <span className="arrow">→</span>
          <ins>{l.to || '—'}</ins>
        </li>
      ))}
      {lines.length > most && <li>{t('record.andMore', { count: lines.length - most })}</li>}
    </ul>
  )
}
