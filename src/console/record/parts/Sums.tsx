import '../base/words.ts'
import type { CSSProperties } from 'react'
import { fieldOf, type Resource } from '../../../model/language/resource.ts'
import type { SumSection } from '../../../model/language/section.ts'
import { label } from '../../../model/values/label.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { grouped } from '../../fields/amounts.ts'
import { useWords } from '../../i18n/index.ts'
import { Icon } from '../../ui/Icon.tsx'
import { FactValue } from './Fact.tsx'
import { type Added, addUp, arranged, sumsOf } from './sums.ts'

const SIGN = { start: '', '+': '+', '-': '−', '=': '=' } as const

/**
 * How amounts come about, one line a sum; what an amount in them is made of is a smaller line below. A result that its
 * terms do not come to says by how much.
 */
export function Sums(p: { readonly of: Resource; readonly row: WireRow; readonly section: SumSection }) {
  const { sums, parts } = arranged(sumsOf(addUp(p.section.lines, p.row)))
  // Results stand below one another, however many terms lead to them.
  const columns = Math.max(...sums.map(({ terms }) => terms.length))
  return (
    <div className="sums" data-wide={columns > 3 || undefined}>
      <div className="lines" style={{ '--terms': columns } as CSSProperties}>
        {sums.map(({ terms, shared }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sums keep their places
          <dl key={i}>
            {terms.map((term, n) =>
              n === 0 && shared ? null : (
                <Term
                  key={term.line.field}
                  of={p.of}
                  row={p.row}
                  term={term}
                  at={[i + 1, n + 1, n === 0 && sums[i + 1]?.shared ? 2 : 1]}
                />
              ),
            )}
          </dl>
        ))}
      </div>
      {parts.map((terms) => (
        <dl key={terms.at(-1)?.line.field} className="parts-of">
          {terms.map((term) => (
            <Term key={term.line.field} of={p.of} row={p.row} term={term} />
          ))}
        </dl>
      ))}
    </div>
  )
}

interface TermProps {
  readonly of: Resource
  readonly row: WireRow
  readonly term: Added
  /** Line, place in it, and number of lines that begin with it; undefined for parts, whose result is shown already. */
  readonly at?: readonly [line: number, place: number, lines: number]
}

function Term({ of, row, term: { line, amount, off }, at }: TermProps) {
  const { t, language } = useWords()
  const field = fieldOf(of, line.field)
  const title = field ? label(field.label, language) : line.field
  const style = at && { gridArea: `${at[0]} / ${at[1]} / span ${at[2]} / span 1` }
  return (
    <div data-line={line.sign} style={style}>
      <dt title={title}>{title}</dt>
      <dd data-field={line.field} data-sign={SIGN[line.sign]}>
        {(at || line.sign !== '=') && <FactValue of={of} row={row} name={line.field} />}
        {line.sign === '=' && amount !== '' && off === '' && (
          <span className="agrees" title={t('recordPage.agrees')}>
            <Icon name="check" size={12} label={t('recordPage.agrees')} />
          </span>
        )}
        {off !== '' && <strong className="failed">{t('recordPage.offBy', { amount: grouped(off) })}</strong>}
      </dd>
    </div>
  )
}
