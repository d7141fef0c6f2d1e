import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { SHEET_PATH, type SheetShown } from '../../../model/wire/evidence.ts'
import { api } from '../../api/client.ts'
import { keyOf } from '../../data/queries.ts'
import { useWords } from '../../i18n/index.ts'
import { Trouble } from '../../ui/messages/Trouble.tsx'
import { Waiting } from '../../ui/messages/Waiting.tsx'
import { useAct, type ViewProps } from './view.ts'

const STRIDE = 120

/** The first letters of columns, as spreadsheets name them. */
const letterOf = (n: number): string =>
  (n < 26 ? '' : letterOf(Math.floor(n / 26) - 1)) + String.fromCharCode(65 + (n % 26))

/** The cells of a workbook: read on the server, formulas as they were last computed. */
export function SheetView({ file, handle }: ViewProps) {
  const { t } = useWords()
  const [at, setAt] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const found = useQuery({
    queryKey: keyOf('attach', 'sheet', file.id),
    queryFn: ({ signal }) =>
      api.get<readonly SheetShown[]>(SHEET_PATH, Object.fromEntries(new URL(file.link, 'http://x').searchParams), {
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  })
  useAct(handle, (what) => {
    if (what !== 'up' && what !== 'down') return false
    box.current?.scrollBy({ top: what === 'up' ? -STRIDE : STRIDE })
    return true
  })
  if (found.error)
    return (
      <div className="centre">
        <Trouble error={found.error} again={() => void found.refetch()} />
      </div>
    )
  if (!found.data) return <Waiting />
  const sheet = found.data[Math.min(at, found.data.length - 1)]
  const columns = Math.max(0, ...(sheet?.rows ?? []).map((row) => row.length))
  return (
    <div className="workbook">
      {found.data.length > 1 && (
        <div className="sheets" role="tablist" aria-label={file.name}>
          {found.data.map((one, n) => (
            <button key={one.name} type="button" role="tab" aria-selected={n === at} onClick={() => setAt(n)}>
              {one.name}
            </button>
          ))}
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: cells are scrolled by keys */}
      <div ref={box} className="cells" tabIndex={0}>
        {sheet && sheet.rows.length > 0 ? (
          <table>
            <thead>
              <tr>
                <td />
                {Array.from({ length: columns }, (_, n) => (
                  <th key={letterOf(n)} scope="col">
                    {letterOf(n)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {sheet.rows.map((row, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a row is its number
                <tr key={n}>
                  <th scope="row">{n + 1}</th>
                  {Array.from({ length: columns }, (_, c) => (
                    <td key={letterOf(c)} className={/^-?[\d,]+(\.\d+)?$/.test(row[c] ?? '') ? 'right' : undefined}>
                      {row[c]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <p className="empty">{t('evidence.sheetEmpty')}</p>
        )}
      </div>
      {sheet?.more === 1 && <p className="cut">{t('evidence.sheetMore')}</p>}
    </div>
  )
}
