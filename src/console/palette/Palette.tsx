import { Command } from 'cmdk'
import { type KeyboardEvent, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { AnyCommand } from '../../../commands/command.ts'
import { AFTER_COMPOSITION } from '../../../commands/keys/resolve.ts'
import { PREFIX, type Scope, scopeOf } from '../../../commands/search/fold.ts'
import { marked, ROWS } from '../../../commands/search/rank.ts'
import type { Found } from '../../model/kernel/wire.ts'
import { useCatalogue } from '../data/catalogue.ts'
import { closePalette, commandHost, commandState, registryNow } from '../host/host.ts'
import { useRegistry } from '../host/useCommand.ts'
import { t, useWords } from '../i18n/index.ts'
import { paletteState } from '../state/palette.ts'
import { Dialog } from '../ui/dialog.tsx'
import { memory } from './memory.ts'
import { PaletteRow, type RowFacts } from './PaletteRow.tsx'
import { Look } from './palette.styles.ts'
import { boosts, indexOf, listed, ofScope, reachable, routeOf } from './sources.ts'
import { useFound } from './useFound.ts'

/** Rows kept for records when commands match too. */
const RECORDS = 8
/** Rows that are seen without scrolling: painted with the keystroke; the others follow when there is time. */
const FIRST = 14
const HELP: readonly (readonly [Exclude<Scope, 'all'>, string])[] = [
  ['commands', 'palette.scopeCommands'],
  ['menus', 'palette.scopeMenus'],
  ['records', 'palette.scopeRecords'],
  ['people', 'palette.scopePeople'],
]
const NO_ROWS: readonly RowFacts[] = []
const RECORD = 'open.'
const SCOPE = 'scope.'

const recordRow = (f: Found, kind: string): RowFacts => ({
  id: `${RECORD}${f.resource}.${f.id}`,
  title: f.title,
  icon: 'clipboard-list',
  mark: null,
  note: [f.note, kind].filter(Boolean).join(' · '),
  keys: '',
  why: '',
})

/** Builds the search index of the registry in force, so that the first opening need not. */
export const warmIndex = (): void => void indexOf(registryNow())

/**
 * Everything a person can do or go to, at one key. The list is ranked here; the widget only moves a choice through it.
 */
export function Palette() {
  const { language } = useWords()
  const registry = useRegistry()
  const catalogue = useCatalogue()
  const [text, setText] = useState(() => paletteState.prefix + paletteState.typed)
  const [value, setValue] = useState('')
  const [composing, setComposing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const composed = useRef(Number.NEGATIVE_INFINITY)
  const { scope, query } = scopeOf(text)
  const book = memory()

  // Where the person was does not change while the palette is open: the context is read once a scope.
  const include = useMemo(() => reachable(registry, commandHost('palette').context, scope), [registry, scope])
  const boost = useMemo(() => boosts(registry, book), [registry, book])
  const asksRecords = scope === 'all' || scope === 'records' || scope === 'people'
  const found = useFound(query, asksRecords && !composing)
  const records = useMemo(() => ofScope(found.records, scope, catalogue), [found.records, scope, catalogue])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the words of `t` change with the language
  const { rows, total } = useMemo(() => {
    if (scope === 'help') return helpRows()
    const ranked = listed(
      registry,
      query,
      include,
      boost,
      book,
      records.length > 0 ? ROWS - Math.min(RECORDS, records.length) : ROWS,
    )
    const index = indexOf(registry)
    const at = new Map(registry.commands.map((c, n) => [c.id, n]))
    const commands = ranked.commands.map((c) =>
      commandRow(c, marked(index, at.get(c.id) ?? -1, query), t(`palette.${c.category}`)),
    )
    const titleOf = (resource: string) => catalogue?.resources.find((r) => r.id === resource)?.title ?? resource
    const room = Math.max(0, ROWS - commands.length)
    return {
      rows: [...commands, ...records.slice(0, room).map((f) => recordRow(f, titleOf(f.resource)))],
      total: ranked.total + records.length,
    }
  }, [registry, query, scope, include, boost, book, records, catalogue, language])
  const settled = useDeferredValue(rows, NO_ROWS) === rows

  const first = rows.find((r) => !r.why)?.id ?? ''
  const shown = rows.some((r) => r.id === value && !r.why)
  // Another query begins at its best row and at the top, whatever was chosen or scrolled to before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another text starts anew
  useEffect(() => {
    setValue(first)
    if (list.current) list.current.scrollTop = 0
  }, [text])
  useEffect(() => {
    if (!shown) setValue(first)
  }, [shown, first])
  // What was typed ahead is in `text` by now; from here on keys reach the input by themselves.
  const begin = useCallback(() => {
    setText((now) => (now.length > 0 ? now : paletteState.prefix + paletteState.typed))
    input.current?.focus()
    paletteState.ready = true
  }, [])

  useEffect(() => {
    paletteState.settled = settled && !found.busy && (shown || rows.length === 0)
  }, [settled, found.busy, shown, rows])

  const choose = (id: string) => {
    if (id.startsWith(SCOPE)) {
      setText(id.slice(SCOPE.length))
      return
    }
    if (id.startsWith(RECORD)) {
      const record = records.find((f) => `${RECORD}${f.resource}.${f.id}` === id)
      const route = record ? routeOf(record, catalogue) : ''
      if (!route) return
      paletteState.chosen = { route }
    } else {
      if (!commandState(id, 'palette').enabled) return
      book.visit(id)
      paletteState.chosen = { command: id }
    }
    closePalette()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Safari ends the composition before the Enter that ended it arrives: that Enter chose a word, not a command. Told
    // by when the keys were pressed: drawing the list in between may take longer than the keys were apart.
    if (
      event.nativeEvent.isComposing ||
      event.keyCode === 229 ||
      event.timeStamp - composed.current < AFTER_COMPOSITION
    )
      event.preventDefault()
  }

  const say = found.busy && rows.length === 0 ? t('palette.searching') : t('palette.results', { count: total })
  return (
    <Dialog title={t('palette.title')} onClose={closePalette} wide outside>
      <Look>
        <Command
          label={t('palette.title')}
          shouldFilter={false}
          vimBindings={false}
          disablePointerSelection
          value={value}
          onValueChange={setValue}
          onKeyDown={onKeyDown}
        >
          <Command.Input
            ref={input}
            value={text}
            onValueChange={setText}
            placeholder={t('palette.placeholder')}
            data-autofocus="true"
            onCompositionStart={() => setComposing(true)}
            onCompositionEnd={(event) => {
              composed.current = event.timeStamp
              setComposing(false)
            }}
          />
          <Mounted run={begin} />
          <Command.List ref={list} label={t('palette.title')}>
            {(settled ? rows : rows.slice(0, FIRST)).map((row) => (
              <PaletteRow key={row.id} row={row} onChoose={choose} onPoint={setValue} />
            ))}
          </Command.List>
          {rows.length === 0 && !found.busy ? (
            <p className="empty">{query ? t('palette.none', { query }) : t('palette.noneTyped')}</p>
          ) : null}
          <p className="foot">
            <span role="status" aria-live="polite">
              {found.failed ? t('palette.searchFailed', { why: found.failed }) : say}
            </span>
            <span>{t('palette.foot')}</span>
          </p>
        </Command>
      </Look>
    </Dialog>
  )
}

/** Inside the dialog, whose chunk may come after the palette's: tells when its content is on the page. */
function Mounted({ run }: { run(): void }) {
  useEffect(run, [run])
  return null
}

function commandRow(c: AnyCommand, mark: RowFacts['mark'], note: string): RowFacts {
  return {
    id: c.id,
    title: c.title,
    icon: c.icon,
    mark,
    note,
    keys: c.keys?.[0] ?? '',
    why: commandState(c.id, 'palette').why,
  }
}

function helpRows(): { readonly rows: readonly RowFacts[]; readonly total: number } {
  const rows: RowFacts[] = HELP.map(([scope, word]) => ({
    id: `${SCOPE}${PREFIX[scope]}`,
    title: t(word),
    icon: 'search',
    mark: null,
    note: PREFIX[scope],
    keys: '',
    why: '',
  }))
  for (const id of ['help.keys', 'help.messages']) {
    const command = registryNow().get(id)
    if (command) rows.push(commandRow(command, null, t('palette.help')))
  }
  return { rows, total: rows.length }
}
