import { Command } from 'cmdk'
import { type KeyboardEvent, type MouseEvent, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { AFTER_COMPOSITION } from '../../../commands/keys/resolve.ts'
import { closePalette, registryNow } from '../host/host.ts'
import { useWords } from '../i18n/index.ts'
import { paletteState } from '../state/palette.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Key } from '../ui/Key.tsx'
import { actOn, openAside } from './chosen.ts'
import { Empty } from './Empty.tsx'
import { Foot, hasActions } from './Foot.tsx'
import { Mounted } from './Mounted.tsx'
import { PaletteRow } from './PaletteRow.tsx'
import { Look } from './palette.styles.ts'
import type { RowFacts, RowGroup } from './rows.ts'
import { Scopes } from './Scopes.tsx'
import { indexOf } from './sources.ts'
import { useActions } from './useActions.ts'
import { useResults } from './useResults.ts'
import './words.ts'

/** Rows that are seen without scrolling: painted with the keystroke; the others follow when there is time. */
const FIRST = 14
const NOTHING = { text: '', value: '' }
const NO_GROUPS: readonly RowGroup[] = []

export { learnNames } from '../../../commands/catalog/spoken.ts'

/** Builds the search index of the registry in force, so that the first opening need not. */
export const warmIndex = (): void => void indexOf(registryNow())

/**
 * Everything a person can do or go to, at one key. Results are ranked elsewhere; the widget only moves a choice through
 * them. Above them stands what is to be done with one of them, and is left to where one was.
 */
export function Palette() {
  const { t } = useWords()
  const [outer, setOuter] = useState(() => ({ text: paletteState.prefix + paletteState.typed, value: '' }))
  /** The result whose actions are shown. */
  const [opened, setOpened] = useState<RowFacts | null>(null)
  const [inner, setInner] = useState(NOTHING)
  const [composing, setComposing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const composed = useRef(Number.NEGATIVE_INFINITY)
  /** The row to be in hand again after its actions were left, until a key or the mouse moves on. */
  const kept = useRef('')
  const { text, value } = opened ? inner : outer
  const set = opened ? setInner : setOuter
  const setText = (next: string) => {
    kept.current = ''
    set((now) => ({ ...now, text: next }))
  }
  const setValue = useCallback(
    (next: string) => set((now) => (now.value === next ? now : { ...now, value: next })),
    [set],
  )

  const point = useCallback(
    (id: string) => {
      kept.current = ''
      setValue(id)
    },
    [setValue],
  )

  const results = useResults(outer.text, composing)
  const actions = useActions(opened, inner.text)
  const groups = opened ? actions.groups : results.groups
  const busy = opened ? actions.busy : results.busy
  const failed = opened ? actions.failed : results.failed
  const rows = groups.flatMap((g) => g.rows)
  const settled = useDeferredValue(groups, NO_GROUPS) === groups

  // the best row, also where it cannot be had now: Enter says why, and does nothing else in its place
  const first = rows[0]?.id ?? ''
  const row = rows.find((r) => r.id === value)
  const shown = row !== undefined
  // Another query, or the actions of a row, begins at its best row and at the top, whatever was chosen or scrolled to before.
  const begun = useRef(`0 ${text}`)
  const beginning = `${opened ? 1 : 0} ${text}`
  useEffect(() => {
    if (begun.current === beginning) return
    // Going back finds the results as they were.
    const back = Number.parseInt(beginning, 10) < Number.parseInt(begun.current, 10)
    begun.current = beginning
    if (back) return
    setValue(first)
    if (list.current) list.current.scrollTop = 0
  }, [beginning, first, setValue])
  useEffect(() => {
    if (!shown) setValue(first)
  }, [shown, first, setValue])
  // The widget scrolls to the first row while the list grows: its heading belongs to what is seen of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that come later scroll again
  useEffect(() => {
    if (value !== first) return
    const frame = requestAnimationFrame(() => {
      if (list.current) list.current.scrollTop = 0
    })
    return () => cancelAnimationFrame(frame)
  }, [value, first, groups])
  // Keys typed ahead are in the text by now; from here on keys reach the input by themselves.
  const begin = useCallback(() => {
    setOuter((now) => (now.text.length > 0 ? now : { ...now, text: paletteState.prefix + paletteState.typed }))
    input.current?.focus()
    if (paletteState.again > 0) input.current?.select()
    paletteState.ready = true
  }, [])
  // Its key once more: what is typed next is another query.
  const { again } = useSnapshot(paletteState)
  useEffect(() => {
    if (again === 0) return
    input.current?.focus()
    input.current?.select()
  }, [again])
  useEffect(() => {
    paletteState.settled = settled && !busy && (shown || rows.length === 0)
  }, [settled, busy, shown, rows.length])

  const back = () => {
    kept.current = opened ? outer.value : ''
    setInner(NOTHING)
    setOpened(null)
    input.current?.focus()
  }
  // The widget chooses its first row whenever the text in its line is another one.
  useEffect(() => {
    if (!opened && kept.current && value !== kept.current) setValue(kept.current)
  }, [opened, value, setValue])

  const act = (chosen: RowFacts | undefined) => actOn(chosen, setText)
  const chooses = useRef((_id: string) => {})
  chooses.current = (id) => act(rows.find((r) => r.id === id))
  // stable function for all renders: rows that did not change are not drawn again
  const choose = useCallback((id: string) => chooses.current(id), [])
  const aside = () => openAside(row)
  const showActions = (of: RowFacts | undefined) => {
    if (!of || !hasActions(of.subject)) return
    setInner(NOTHING)
    setOpened(of)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    kept.current = ''
    // Safari ends the composition before the Enter that ended it arrives: that Enter chose a word, not a command. Told
    // by when the keys were pressed: drawing the list in between may take longer than the keys were apart.
    const word =
      event.nativeEvent.isComposing || event.keyCode === 229 || event.timeStamp - composed.current < AFTER_COMPOSITION
    if (event.key === 'Enter') {
      if (word) event.preventDefault()
      else if (event.ctrlKey || event.metaKey) {
        event.preventDefault()
        aside()
      }
      return
    }
    if (word) return
    const leaves = event.key === 'Escape' || (event.key === 'Backspace' && inner.text === '' && !event.repeat)
    if (event.key === 'Tab') {
      event.preventDefault()
      if (event.shiftKey) back()
      else if (!event.repeat) showActions(row)
    } else if (opened && leaves) {
      event.preventDefault()
      back()
    }
  }
  // The three dots of a row: for who has no Tab key at hand.
  const onMore = (event: MouseEvent) => {
    const more = event.target instanceof Element ? event.target.closest('[data-more]') : null
    if (!more) return
    event.stopPropagation()
    const id = more.getAttribute('data-more')
    showActions(rows.find((r) => r.id === id))
    input.current?.focus()
  }

  const { scope, query } = results
  const drawn = (g: RowGroup) => (settled ? g.rows : g.rows.slice(0, FIRST))
  return (
    <Dialog title={t('palette.title')} onClose={closePalette} wide outside bare escapes={!opened}>
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
          <div className="line">
            {opened ? (
              <>
                <button type="button" className="back" tabIndex={-1} aria-label={t('palette.toResults')} onClick={back}>
                  <Icon name="arrow-left" />
                </button>
                <span className="crumb">{opened.title}</span>
              </>
            ) : (
              <Icon name="search" size={18} />
            )}
            <Command.Input
              ref={input}
              value={text}
              onValueChange={setText}
              placeholder={t(opened ? 'palette.placeholderInner' : 'palette.placeholder')}
              data-autofocus="true"
              onCompositionStart={() => setComposing(true)}
              onCompositionEnd={(event) => {
                composed.current = event.timeStamp
                setComposing(false)
              }}
            />
            <button type="button" className="leave" tabIndex={-1} onClick={opened ? back : closePalette}>
              <Key>Esc</Key>
              {opened ? null : <span className="touch">{t('shell.close')}</span>}
            </button>
          </div>
          {opened ? null : <Scopes scope={scope} query={query} onText={setText} />}
          <Mounted run={begin} />
          <Command.List
            ref={list}
            label={t('palette.title')}
            data-none={rows.length === 0 || undefined}
            onClickCapture={onMore}
          >
            {groups.map((g) =>
              g.id ? (
                <Command.Group key={g.id} heading={g.title || undefined} data-line={g.title ? undefined : true}>
                  {drawn(g).map((r) => (
                    <PaletteRow key={r.id} row={r} onChoose={choose} onPoint={point} />
                  ))}
                </Command.Group>
              ) : (
                drawn(g).map((r) => <PaletteRow key={r.id} row={r} onChoose={choose} onPoint={point} />)
              ),
            )}
          </Command.List>
          {rows.length === 0 ? (
            <p className="empty">
              {busy ? (
                t('palette.searching')
              ) : opened ? (
                t('palette.none', { query: text })
              ) : (
                <Empty
                  scope={scope}
                  query={query}
                  {...(scope === 'all' ? {} : { onEverywhere: () => setText(query) })}
                />
              )}
            </p>
          ) : null}
          <Foot row={row} onEnter={() => act(row)} onActions={() => showActions(row)} onAside={aside}>
            {failed
              ? t('palette.searchFailed', { why: failed })
              : busy && rows.length === 0
                ? t('palette.searching')
                : opened || (!query && scope === 'all')
                  ? ''
                  : t('palette.results', { count: results.total })}
          </Foot>
        </Command>
      </Look>
    </Dialog>
  )
}
