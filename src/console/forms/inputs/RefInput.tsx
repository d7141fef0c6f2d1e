import { ComboboxItem } from '@ariakit/react'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { conditionKey } from '../../../model/language/conditions/condition.ts'
import { type Field, isRef } from '../../../model/language/fields/field.ts'
import { fieldOf } from '../../../model/language/resource.ts'
import { calledIn } from '../../../model/wire/columns.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { useResource } from '../../data/domains.ts'
import { keyOf } from '../../data/queries.ts'
import { catalogued, list, recordQuery } from '../../data/records.ts'
import { displayOf } from '../../fields/displays.ts'
import { useWords } from '../../i18n/index.ts'
import { Box } from '../base/forms.styles.ts'
import { aria, backTo, type InputProps, useOfCompany } from '../base/input.ts'
import { SearchBox } from './SearchBox.tsx'
import '../base/words.ts'

/** How many records are offered at once; typing narrows them. */
const OFFERED = 20

/**
 * A record of another resource: typed by name, chosen from what the server finds. What was typed but not chosen is put
 * back.
 */
export function RefInput(p: InputProps) {
  const to = isRef(p.field) ? p.field.to : ''
  return catalogued(to) ? <Chooser {...p} to={to} /> : <Unseen {...p} />
}

/** A record of a resource that the user may not read: its name, if there is one, and why no other can be chosen. */
function Unseen(p: InputProps) {
  const { t } = useWords()
  const why = `${p.id}-why`
  const describedBy = [p.describedBy, p.locked ? '' : why].filter(Boolean).join(' ')
  return (
    <>
      <Box data-off="true">
        <input
          {...aria(p)}
          aria-describedby={describedBy || undefined}
          type="text"
          value={p.shown ?? ''}
          disabled
          readOnly
        />
      </Box>
      {!p.locked && (
        <span className="help" id={why}>
          {t('forms.notVisible')}
        </span>
      )}
    </>
  )
}

/** Conditions of a list by which a reference offers records. */
export const offeredBy = ({ facts }: Field): Record<string, number | string> =>
  Object.fromEntries(
    Object.entries(facts.offered ?? {}).map(([field, value]) =>
      typeof value === 'number' ? [field, value] : [conditionKey({ field, op: 'in' }), value.join(',')],
    ),
  )

function Chooser(p: InputProps & { readonly to: string }) {
  const { t, language } = useWords()
  const of = useResource(p.to)
  const [typed, setTyped] = useState<string | null>(null)
  const [chosen, setChosen] = useState<{ id: string; name: string } | null>(null)
  const wanted = useDeferredValue(typed?.trim() ?? '')
  const nameOf = (row: WireRow) => (of && calledIn(of, row, language)) || row.id
  const known = chosen?.id === p.value ? chosen.name : (p.shown ?? '')

  // A value without its name: the record is read for it.
  const named = useQuery({ ...recordQuery(p.to, p.value), enabled: p.value !== '' && known === '' })
  const name = p.value === '' ? '' : known || (named.data ? nameOf(named.data) : '')

  const within = { ...offeredBy(p.field), ...useOfCompany(p.name) }
  const among = JSON.stringify(within)
  const found = useQuery({
    queryKey: keyOf(p.to, 'choose', wanted, among),
    enabled: typed !== null && of !== null,
    queryFn: ({ signal }) =>
      list(
        p.to,
        {
          current: 1,
          size: OFFERED,
          ...within,
          ...(of && wanted ? { [conditionKey({ field: of.name, op: 'like' })]: wanted } : {}),
        },
        signal,
      ),
    placeholderData: (before, query) => (query?.queryKey.at(-1) === among ? before : undefined),
  })
  const second = of?.list.columns.find((c) => {
    const field = c === of.name ? undefined : fieldOf(of, c)
    return field && displayOf(field).caption
  })

  const take = (row: WireRow) => {
    setChosen({ id: row.id, name: nameOf(row) })
    p.onChange(row.id)
    setTyped(null)
  }
  const choose = (row: WireRow) => {
    take(row)
    backTo(p)
  }
  const stale = typed !== null && (wanted !== typed.trim() || found.isPlaceholderData || found.isPending)
  const first = () => {
    const [row] = found.data?.records ?? []
    if (row) take(row)
    return row !== undefined
  }
  return (
    <SearchBox
      input={p}
      name={name}
      typed={typed}
      onTyped={setTyped}
      stale={stale}
      onFirst={first}
      count={found.data?.records.length ?? 0}
    >
      {(found.data?.records ?? []).map((row) => (
        <ComboboxItem key={row.id} value={nameOf(row)} setValueOnClick={false} onClick={() => choose(row)}>
          <span>{nameOf(row)}</span>
          {second && <small>{String(row[second] ?? '')}</small>}
        </ComboboxItem>
      ))}
      {found.data?.records.length === 0 && <p>{t('forms.nothingFound')}</p>}
      {found.error && <p role="alert">{found.error.message}</p>}
    </SearchBox>
  )
}
