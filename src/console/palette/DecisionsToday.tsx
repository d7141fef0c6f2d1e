import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { formatKeys } from '../../../commands/keys/format.ts'
import { letterOf, plainCharacter } from '../../../commands/keys/letter.ts'
import type { Outcome } from '../../../commands/outcome.ts'
import { rank } from '../../../commands/search/rank.ts'
import { buildIndex } from '../../../commands/search/score.ts'
import { type RecentDecision, ROUNDS } from '../../model/wire/wire.ts'
import { api } from '../api/client.ts'
import { useCatalogue } from '../data/catalogue.ts'
import { keyOf } from '../data/queries.ts'
import { actionOf } from '../decisions/named.ts'
import { atDesk } from '../decisions/outbox/loadDecisionOutbox.ts'
import { redos } from '../decisions/outbox/pendingDecisions.ts'
import { redo } from '../decisions/outbox/redo.ts'
import type { Redoable } from '../decisions/outbox/redos.ts'
import { nameOf, takeThis } from '../decisions/outbox/takeBack.ts'
import type { Recent } from '../decisions/outbox/takeBacks.ts'
import { openRoute, showOutcome } from '../host/host.ts'
import { platform } from '../host/platform.ts'
import { useWords } from '../i18n/index.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Key } from '../ui/Key.tsx'
import { Look } from './palette.styles.ts'
import { routeOf } from './sources.ts'
import './words.ts'

/** A decision of the list: one to take back, or one to take again. */
interface Line {
  readonly id: string
  readonly title: string
  /** Time, and why it stands. */
  readonly also: string
  readonly redoable: Redoable | null
  readonly recent: Recent | null
  /** Where its record is shown, "" for nowhere. */
  readonly route: string
}

/** Decisions of this person of today, as the server lists them now. */
const fetchToday = async (): Promise<readonly Recent[]> => {
  const found = await api.get<readonly RecentDecision[]>(ROUNDS.decisions, { today: 1 }, { quiet: true })
  return found.map((r) => ({ ...r, expires: null }))
}

/** Where the keys of a list lead from a row: j, k and their neighbours as in every list of the console. */
const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 }

/**
 * Decisions that the person made today: walked by j, k, arrows, Home and End, narrowed by `/` or any other letter and then by typing; Enter
 * takes back the one in hand (or takes again one that was taken back), Ctrl with Enter opens its record. The input takes no text before it
 * narrows, so that an input method leaves j and k alone.
 */
export function DecisionsToday({ onClose }: { onClose(): void }) {
  const { t } = useWords()
  const catalogue = useCatalogue()
  const [text, setText] = useState('')
  const [value, setValue] = useState('')
  const [narrows, setNarrows] = useState(false)
  const { data, error } = useQuery({ queryKey: keyOf('decisions-today'), queryFn: fetchToday, staleTime: 0, gcTime: 0 })
  const [again] = useState(() => redos().entries)
  const lines = useMemo((): readonly Line[] => {
    const taken = again.map(
      (r): Line => ({
        id: `redo.${r.resource}.${r.id}`,
        title: `${actionOf(r.resource, r.decision)} ${r.title}`,
        also: t('palette.wasTakenBack'),
        ...{ redoable: r, recent: null, route: routeOf(r, catalogue) },
      }),
    )
    const made = (data ?? []).map(
      (r, n): Line => ({
        id: `back.${n}`,
        title: nameOf(r),
        also: [r.at.slice(11, 16), r.why].filter(Boolean).join(' · '),
        ...{ redoable: null, recent: r, route: r.batch === '' ? routeOf(r, catalogue) : '' },
      }),
    )
    return [...taken, ...made]
  }, [again, data, catalogue, t])
  const shown = useMemo(() => {
    if (text.trim() === '') return lines
    const index = buildIndex(lines.map(({ id, title, also }) => ({ id, title, alias: also })))
    const byId = new Map(lines.map((line) => [line.id, line]))
    return rank(index, text).items.flatMap((x) => byId.get(x.id) ?? [])
  }, [lines, text])
  const line = shown.find((l) => l.id === value) ?? shown[0]
  const act = (of: Line | undefined) => {
    if (!of) return
    if (of.recent?.possible === 0) {
      showOutcome({ is: 'nothing', why: of.recent.why }, 'palette')
      return
    }
    onClose()
    const run = (): Promise<Outcome> => (of.redoable ? redo(of.redoable) : takeThis(of.recent as Recent))
    void atDesk(run).then(
      (outcome) => showOutcome(outcome, 'palette'),
      (failure: unknown) =>
        showOutcome(
          { is: 'refused', code: 500, message: failure instanceof Error ? failure.message : String(failure) },
          'palette',
        ),
    )
  }
  const open = (of: Line | undefined) => {
    if (!of?.route) return
    onClose()
    openRoute(of.route, 'palette')
  }
  const walk = (event: KeyboardEvent): boolean => {
    if (narrows || event.ctrlKey || event.metaKey || event.altKey) return false
    const step = event.shiftKey ? undefined : STEPS[letterOf(event.key, event.code)]
    if (step !== undefined) {
      const at = line ? shown.indexOf(line) + step : 0
      setValue(shown[Math.min(Math.max(at, 0), shown.length - 1)]?.id ?? '')
      return true
    }
    const letter = event.key.length === 1 && event.key !== ' ' ? plainCharacter(event.key) : ''
    if (letter === '' && letterOf(event.key, event.code) === '') return false
    setNarrows(true)
    if (letter !== '/') setText(letter)
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (walk(event)) {
      event.preventDefault()
      return
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return
    event.preventDefault()
    if (event.repeat) return
    if (event.ctrlKey || event.metaKey) open(line)
    else act(line)
  }
  const verb = line?.redoable ? 'palette.doRedo' : 'palette.doTakeBack'
  return (
    <Dialog title={t('palette.today')} onClose={onClose} wide outside bare>
      <Look>
        <Command
          label={t('palette.today')}
          shouldFilter={false}
          vimBindings={false}
          disablePointerSelection
          value={line?.id ?? ''}
          onValueChange={setValue}
          onKeyDown={onKeyDown}
        >
          <div className="line">
            <Icon name="history" size={18} />
            <Command.Input
              value={text}
              onValueChange={(next) => {
                setText(next)
                setValue('')
              }}
              readOnly={!narrows}
              onClick={() => setNarrows(true)}
              aria-label={t('palette.today')}
              placeholder={t(narrows ? 'palette.today' : 'palette.todayHint')}
              data-autofocus="true"
            />
            <button type="button" className="leave" tabIndex={-1} onClick={onClose}>
              <Key>Esc</Key>
              <span className="touch">{t('shell.close')}</span>
            </button>
          </div>
          <Command.List label={t('palette.today')} data-none={shown.length === 0 || undefined}>
            {shown.map((l) => (
              <Command.Item
                key={l.id}
                value={l.id}
                onSelect={() => act(l)}
                onMouseMove={(event) => {
                  if (event.movementX !== 0 || event.movementY !== 0) setValue(l.id)
                }}
                data-why={l.recent?.possible === 0 || undefined}
              >
                <Icon name={l.redoable ? 'redo' : l.recent?.possible === 0 ? 'undo-off' : 'undo'} />
                <span className="title">{l.title}</span>
                <span className="also">{l.also}</span>
                <span className="note">
                  {l.redoable ? t('palette.doRedo') : l.recent?.possible === 0 ? '' : t('palette.doTakeBack')}
                </span>
              </Command.Item>
            ))}
          </Command.List>
          {shown.length === 0 ? (
            <p className="empty">
              {error
                ? error.message
                : data
                  ? text
                    ? t('palette.none', { query: text })
                    : t('palette.nothingToday')
                  : t('palette.searching')}
            </p>
          ) : null}
          <div className="foot">
            <span role="status">{t('palette.countToday', { count: lines.length })}</span>
            {shown.length > 1 && !narrows ? (
              <span className="walk">
                <Key>{formatKeys('j', platform)}</Key> <Key>{formatKeys('k', platform)}</Key>
              </span>
            ) : null}
            {line ? (
              <button type="button" tabIndex={-1} onMouseDown={(e) => e.preventDefault()} onClick={() => act(line)}>
                {t(verb)} <Key>{formatKeys('enter', platform)}</Key>
              </button>
            ) : null}
            {line?.route ? (
              <button type="button" tabIndex={-1} onMouseDown={(e) => e.preventDefault()} onClick={() => open(line)}>
                {t('palette.doOpen')} <Key>{formatKeys('mod+enter', platform)}</Key>
              </button>
            ) : null}
          </div>
        </Command>
      </Look>
    </Dialog>
  )
}
