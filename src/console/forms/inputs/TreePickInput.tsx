import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pathsOf } from '../../../model/language/address.ts'
import { isRefs } from '../../../model/language/fields/field.ts'
import { treePaths } from '../../../model/language/lists.ts'
import type { Resource } from '../../../model/language/resource.ts'
import { label } from '../../../model/values/label.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { api } from '../../api/client.ts'
import { useResource } from '../../data/domains.ts'
import { keyOf } from '../../data/queries.ts'
import { catalogued } from '../../data/records.ts'
import { rowText } from '../../fields/cell.ts'
import { useWords } from '../../i18n/index.ts'
import { Trouble } from '../../ui/messages/Trouble.tsx'
import { Box } from '../base/forms.styles.ts'
import { aria, type InputProps } from '../base/input.ts'
import { leavesOf, matching, type Pickable, stateOf, toggled } from './pickable.ts'
import { Picks } from './picks.styles.ts'
import '../base/words.ts'

type Node = WireRow & { readonly children?: readonly Node[] }

/**
 * Several records of a tree, chosen by ticks: those with nothing below them count, a tick above stands for all of them.
 * Where the field says so, a record above others counts as well, as the first of them (`itself`). Branches are closed until they are opened or what is typed is found in them.
 */
export function TreePickInput(p: InputProps) {
  const { t, language } = useWords()
  const to = isRefs(p.field) ? p.field.to : ''
  const of = useResource(catalogued(to) ? to : '')
  const [sought, setSought] = useState('')
  const path = of && pathOf(of, p.field.facts.tree ?? '')
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(to, 'pick', path ?? ''),
    enabled: path !== null,
    queryFn: ({ signal }) => api.get<readonly Node[]>(path ?? '', {}, { signal }),
  })
  const { itself } = p.field.facts
  const named = (nodes: readonly Node[]): Pickable[] =>
    nodes.map((n) => {
      const below = named(n.children ?? [])
      const own = itself && below.length > 0 && n[itself.field]
      return {
        id: n.id,
        title: of ? rowText(of, of.name, n, language) : n.id,
        children: own ? [{ id: n.id, title: label(itself.words, language), children: [] }, ...below] : below,
      }
    })
  const all = named(data ?? [])
  const leaves = leavesOf(all)
  const ids = new Set(p.value === '' ? [] : p.value.split(','))
  const locked = p.locked !== ''
  const pick = (of: Pickable) => {
    const now = toggled(ids, of)
    // in the order of the tree, so that the same choice is the same value
    p.onChange(leaves.flatMap((leaf) => (now.has(leaf.id) ? [leaf.id] : [])).join())
  }
  const row = (n: Pickable) => (
    <label>
      <input
        type="checkbox"
        checked={stateOf(ids, n) === 'all'}
        ref={(box) => {
          if (box) box.indeterminate = stateOf(ids, n) === 'some'
        }}
        disabled={locked}
        onChange={() => pick(n)}
      />
      {n.title}
    </label>
  )
  const branch = (n: Pickable) =>
    n.children.length === 0 ? (
      <li key={n.id}>{row(n)}</li>
    ) : (
      <li key={n.id}>
        <details key={sought === '' ? 'closed' : 'found'} open={sought !== ''}>
          <summary>
            {row(n)}
            <small>
              {leavesOf([n]).filter((leaf) => ids.has(leaf.id)).length}/{leavesOf([n]).length}
            </small>
          </summary>
          <ul>{n.children.map(branch)}</ul>
        </details>
      </li>
    )
  const shown = matching(all, sought.trim())
  return (
    <Picks>
      <Box data-invalid={p.invalid}>
        <input
          {...aria(p)}
          type="text"
          value={sought}
          placeholder={t('forms.search')}
          onChange={(e) => setSought(e.target.value)}
          onBlur={() => p.onLeave?.()}
        />
        <span className="unit">
          {t('forms.picked', { count: leaves.filter((leaf) => ids.has(leaf.id)).length, of: leaves.length })}
        </span>
      </Box>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame of its own */}
      <div role="group" aria-labelledby={`${p.id}-label`}>
        <ul>{shown.map(branch)}</ul>
        {data && shown.length === 0 && <p>{t('forms.nothingFound')}</p>}
        {error && !data && <Trouble error={error} again={() => void refetch()} />}
      </div>
    </Picks>
  )
}

/** The address of a named list of a resource, or of its whole tree. */
const pathOf = (of: Resource, name: string): string | null => pathsOf(of.calls, treePaths(of, name))[0] ?? null
