import { label } from '../../model/kernel/label.ts'
import { fieldOf, type Resource } from '../../model/kernel/resource.ts'
import type { SumSection } from '../../model/kernel/section.ts'
import type { WireRow } from '../../model/kernel/wire.ts'
import { grouped } from '../fields/amounts.ts'
import { useWords } from '../i18n/index.ts'
import { Icon } from '../ui/Icon.tsx'
import { addUp } from './sums.ts'

const SIGN = { start: '', '+': '+', '-': '−', '=': '=' } as const

/** How amounts come about, line by line. A result that its lines do not come to says by how much. */
export function Sums(p: { readonly of: Resource; readonly row: WireRow; readonly section: SumSection }) {
  const { t, language } = useWords()
  return (
    <table className="sums">
      <tbody>
        {addUp(p.section.lines, p.row).map(({ line, amount, off }, i) => {
          const field = fieldOf(p.of, line.field)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a field may stand in two sums; lines keep their places
            <tr key={i} data-line={line.sign === 'start' && i > 0 ? 'next' : line.sign}>
              <td className="sign" aria-hidden="true">
                {SIGN[line.sign]}
              </td>
              <th scope="row">{field ? label(field.label, language) : line.field}</th>
              <td className="right">{amount !== '' ? grouped(amount) : p.row[line.field] === undefined ? '' : '—'}</td>
              <td className="mark">
                {line.sign === '=' && amount !== '' && off === '' && (
                  <span className="agrees" title={t('record.agrees')}>
                    <Icon name="check" label={t('record.agrees')} />
                  </span>
                )}
                {off !== '' && <strong className="failed">{t('record.offBy', { amount: grouped(off) })}</strong>}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
