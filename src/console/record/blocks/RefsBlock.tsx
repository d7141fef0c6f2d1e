import { useQuery } from '@tanstack/react-query'
import { isRefs } from '../../../model/language/fields/field.ts'
import { calledBy, calledIn } from '../../../model/wire/columns.ts'
import { useResource } from '../../data/domains.ts'
import { keyOf } from '../../data/queries.ts'
import { catalogued, fetchRows, pageOf } from '../../data/records.ts'
import { rowText } from '../../fields/cell.ts'
import { useWords } from '../../i18n/index.ts'
import { Link } from '../../ui/Link.tsx'
import type { BlockProps } from './blocks.tsx'

/** Several references by name, each a link to its record; as the names kept beside them where nothing may be asked. */
export function RefsBlock({ of, row, name, field }: BlockProps) {
  const { language } = useWords()
  const to = isRefs(field) ? field.to : ''
  const visible = catalogued(to) !== undefined
  const target = useResource(visible ? to : '')
  const ids = Array.isArray(row[name]) ? (row[name] as readonly string[]) : []
  const named = useQuery({
    queryKey: keyOf(to, 'named', ...ids),
    enabled: visible && ids.length > 0 && target !== null,
    queryFn: () => fetchRows(to, ids, target ? calledBy(target) : []),
    staleTime: 15_000,
  })
  if (!named.data || !target) return <span>{rowText(of, name, row, language)}</span>
  return (
    <ul className="chips">
      {named.data.map((r) => {
        const page = pageOf(to, r)
        const text = calledIn(target, r, language) || r.id
        return <li key={r.id}>{page ? <Link to={page}>{text}</Link> : text}</li>
      })}
    </ul>
  )
}
