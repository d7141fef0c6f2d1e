import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { catalogued, pageOf } from '../../data/records.ts'
import { useWords } from '../../i18n/index.ts'
import type { PanelProps } from '../../record/panels.ts'
import { Link } from '../../ui/Link.tsx'
import { Trouble } from '../../ui/messages/Trouble.tsx'
import { Waiting } from '../../ui/messages/Waiting.tsx'

/** Another record that may be the same person or company. */
interface Other {
  readonly resource: string
  readonly id: string
  readonly name: string
  readonly same: string
  readonly state: string
}

/** Records that share a number with this one (`<call>/duplicates`), each with what is the same. */
export function Duplicates({ of, row }: PanelProps) {
  const { t, language } = useWords()
  const call = catalogued(of.id)?.call
  const found = useQuery({
    queryKey: [`${of.id}.duplicates`, row.id, row.version],
    queryFn: () => api.get<readonly Other[]>(`${call ?? ''}/duplicates`, { id: row.id }),
    enabled: call !== undefined,
    retry: false,
  })
  if (found.error) return <Trouble error={found.error} again={() => void found.refetch()} />
  if (!found.data) return <Waiting />
  if (found.data.length === 0) return <p className="agrees">{t('recordPage.noDuplicates')}</p>
  return (
    <ol className="steps">
      {found.data.map((other) => {
        const entry = catalogued(other.resource)
        const path = pageOf(other.resource, { id: other.id, version: 0 })
        const name = `${entry ? (language === 'en' ? entry.alias : entry.title) : ''} ${other.name}`.trim()
        return (
          <li key={`${other.resource} ${other.id} ${other.same}`}>
            <span className="what">
              {path ? <Link to={path}>{name}</Link> : name} <small>{other.state}</small>
            </span>
            <span className="failed">{t('recordPage.sameAs', { what: other.same })}</span>
          </li>
        )
      })}
    </ol>
  )
}
