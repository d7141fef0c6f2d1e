import '../base/words.ts'
import type { ReactNode } from 'react'
import { useWords } from '../../i18n/index.ts'

/** Compared value of both sides; `differs` undefined where one of them is not known. */
export interface CompareLine {
  readonly key: string
  readonly title: string
  readonly left: ReactNode
  readonly right: ReactNode
  readonly align?: 'right' | undefined
  readonly differs: boolean | undefined
}

/** Pairs of values side by side: differences are marked, their number is shown above. */
export function CompareTable(p: {
  readonly heads: readonly [left: string, right: string]
  readonly lines: readonly CompareLine[]
  /** Are both sides known, so that they can be judged? */
  readonly known: boolean
}) {
  const { t } = useWords()
  const judged = p.lines.filter((l) => l.differs !== undefined)
  const different = judged.filter((l) => l.differs).length
  // over numbers their heads stand right, too
  const numbers = p.lines.every((l) => l.align === 'right') ? 'right' : undefined
  return (
    <div className="table-frame compare-frame">
      <table className="compare">
        <caption>
          {!p.known
            ? '\u00a0'
            : different === 0
              ? t('recordPage.allAgree')
              : t('recordPage.differ', { n: different, of: judged.length })}
        </caption>
        <thead>
          <tr>
            <td />
            {p.heads.map((head) => (
              <th key={head} scope="col" className={numbers}>
                {head}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {p.lines.map((l) => (
            <tr key={l.key} data-differs={l.differs || undefined}>
              <th scope="row">{l.title}</th>
              <td className={l.align}>{l.left}</td>
              <td className={l.align}>{l.right}</td>
              <td className="mark">{l.differs && t('recordPage.different')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
