import { ComboboxItem } from '@ariakit/react'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { conditionKey } from '../../../model/language/conditions/condition.ts'
import { pathOfNode } from '../../../model/language/derived/nodes.ts'
import type { Resource } from '../../../model/language/resource.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { api } from '../../api/client.ts'
import { useResource } from '../../data/domains.ts'
import { keyOf } from '../../data/queries.ts'
import { catalogued, list } from '../../data/records.ts'
import { useWords } from '../../i18n/index.ts'
import type { InputProps } from '../base/input.ts'
import { SearchBox } from './SearchBox.tsx'
import '../base/words.ts'

type Node = WireRow & { readonly hasChildren?: boolean }

/** How many records are offered to what is typed. */
const OFFERED = 20

/**
 * A record of a tree, named by its key: typed by name or key, or opened level by level. A level is read when it is opened; one
 * with a single record at the top is passed over.
 */
export function NodeInput(p: InputProps) {
  const of = useResource(catalogued(p.field.facts.nodeOf ?? '') ? (p.field.facts.nodeOf ?? '') : '')
  return of ? (
    <Chooser {...p} of={of} />
  ) : (
    <SearchBox
      input={{ ...p, locked: p.locked || '…' }}
      name={p.shown ?? ''}
      typed={null}
      onTyped={() => {}}
      stale={false}
      onFirst={() => false}
      count={0}
    >
      {null}
    </SearchBox>
  )
}

function Chooser({ of, ...p }: InputProps & { readonly of: Resource }) {
  const { t } = useWords()
  const [typed, setTyped] = useState<string | null>(null)
  const [chosen, setChosen] = useState({ key: '', path: '' })
  // The records that were opened, from the top.
  const [opened, setOpened] = useState<readonly Node[]>([])
  const sought = useDeferredValue(typed?.trim() ?? '')
  const { key = 'id', parent = '' } = of.tree ?? {}
  const keyIn = (row: Node | undefined) => String(row?.[key] ?? '')
  const levelOf = (under: string, signal?: AbortSignal) =>
    api.get<readonly Node[]>(`${catalogued(of.id)?.call}/lazy-tree`, { [parent]: under }, { signal })
  const here = opened.at(-1)

  const known = chosen.key === p.value ? chosen.path : (p.shown ?? '')
  const named = useQuery({
    queryKey: keyOf(of.id, 'node', p.value),
    enabled: p.value !== '' && known === '',
    queryFn: async ({ signal }) =>
      (await list(of.id, { current: 1, size: 1, [conditionKey({ field: key, op: 'equal' })]: p.value }, signal))
        .records[0] ?? null,
  })
  const path = p.value === '' ? '' : known || (named.data ? pathOfNode(of, named.data) : p.value)

  const found = useQuery({
    queryKey: keyOf(of.id, 'nodes', sought, keyIn(here)),
    enabled: typed !== null,
    queryFn: async ({ signal }): Promise<readonly Node[]> => {
      if (sought !== '') {
        // whoever knows the key types it whole
        const by = conditionKey(/^\d+$/.test(sought) ? { field: key, op: 'equal' } : { field: of.name, op: 'like' })
        return (await list(of.id, { current: 1, size: OFFERED, [by]: sought }, signal)).records
      }
      const level = await levelOf(keyIn(here), signal)
      const [only] = level
      return !here && level.length === 1 && only?.hasChildren ? levelOf(keyIn(only), signal) : level
    },
    placeholderData: (before) => before,
  })

  const type = (text: string | null) => {
    if (text === null) setOpened([])
    setTyped(text)
  }
  const choose = (row: Node) => {
    setChosen({ key: keyIn(row), path: pathOfNode(of, row) })
    type(null)
    p.onChange(keyIn(row))
  }
  const option = (id: string, text: string, small: string, act: () => void, stays = false) => (
    <ComboboxItem key={id} value={text} setValueOnClick={false} hideOnClick={!stays} onClick={act}>
      <span>{text}</span>
      {small && <small>{small}</small>}
    </ComboboxItem>
  )
  const name = (row: Node) => String(row[of.name] ?? '')
  const stale = typed !== null && (sought !== typed.trim() || found.isPlaceholderData || found.isPending)
  const first = () => {
    const [row] = sought === '' ? [] : (found.data ?? [])
    if (row) choose(row)
    return row !== undefined
  }
  return (
    <SearchBox
      input={p}
      name={path}
      typed={typed}
      onTyped={type}
      stale={stale}
      onFirst={first}
      count={sought === '' ? 0 : (found.data?.length ?? 0)}
      browsed
    >
      {sought === '' && here && option('up', t('forms.levelUp'), '', () => setOpened(opened.slice(0, -1)), true)}
      {sought === '' && here && option('this', t('forms.chooseThis', { name: name(here) }), '', () => choose(here))}
      {(found.data ?? []).map((row) =>
        sought === '' && row.hasChildren
          ? option(row.id, name(row), '›', () => setOpened([...opened, row]), true)
          : option(row.id, name(row), sought === '' ? '' : pathOfNode(of, row), () => choose(row)),
      )}
      {found.data?.length === 0 && <p>{t('forms.nothingFound')}</p>}
      {found.error && <p role="alert">{found.error.message}</p>}
    </SearchBox>
  )
}
