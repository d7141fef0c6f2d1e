import { fieldOf } from '../../../model/language/resource.ts'
import { label } from '../../../model/values/label.ts'
import { useWords } from '../../i18n/index.ts'
import type { PanelProps } from '../../record/panels.ts'
import { type CompareLine, CompareTable } from '../../record/parts/CompareTable.tsx'
import { Value } from '../../record/parts/Value.tsx'

/** Values read from a picture: masked where that is, so that the server says whether both agree. */
interface Read {
  readonly field: string
  readonly read: string
  readonly agrees: number
}

const linesOf = (value: unknown): readonly Read[] => {
  const lines = (value as { readonly lines?: unknown } | null | undefined)?.lines
  return Array.isArray(lines) ? (lines as readonly Read[]) : []
}

/** Values that a machine read from the record's pictures (`ocrResult`) beside the typed ones. */
export function ReadByMachine({ of, row }: PanelProps) {
  const { t, language } = useWords()
  const lines = linesOf(row.ocrResult).map(({ field, read, agrees }): CompareLine => {
    const f = fieldOf(of, field)
    return {
      key: field,
      title: f ? label(f.label, language) : field,
      left: <Value of={of} name={field} row={row} />,
      right: read || <span className="fact-none">—</span>,
      differs: agrees !== 1,
    }
  })
  if (lines.length === 0) return <p className="empty">{t('recordPage.notReadYet')}</p>
  return <CompareTable heads={[t('recordPage.typedHere'), t('recordPage.readByMachine')]} lines={lines} known={true} />
}
