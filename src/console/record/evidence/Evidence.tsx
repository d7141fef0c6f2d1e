import './words.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { EvidenceAct } from '../../../../commands/command.ts'
import type { Outcome } from '../../../../commands/outcome.ts'
import { isHandedIn } from '../../../model/language/derived/alike.ts'
import type { Resource } from '../../../model/language/resource.ts'
import type { EvidenceFile, Evidence as Found } from '../../../model/wire/evidence.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { download } from '../../api/download.ts'
import { rowText } from '../../fields/cell.ts'
import { providePorts, runCommand } from '../../host/host.ts'
import { shows } from '../../host/shown.ts'
import { t as say, useWords } from '../../i18n/index.ts'
import { IconButton } from '../../ui/Button.tsx'
import { CommandButton } from '../../ui/CommandButton.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Trouble } from '../../ui/messages/Trouble.tsx'
import { Waiting } from '../../ui/messages/Waiting.tsx'
import { onStepBack } from '../../ui/stepBack.ts'
import { closeEvidence, evidenceState } from '../base/evidenceState.ts'
import { useRested } from '../base/useRested.ts'
import { AlikePanel } from './AlikePanel.tsx'
import { Frame } from './evidence.styles.ts'
import { FileView } from './FileView.tsx'
import { keepOnly } from './files.ts'
import { aheadQuery, alikeQuery, evidenceQuery, lookedAt, prepare, shownAs } from './query.ts'
import type { Act } from './view.ts'

const done: Outcome = { is: 'done' }
const nothing: () => Outcome = () => ({ is: 'nothing', why: say('evidence.none') })

const ICONS = {
  picture: 'image',
  pdf: 'receipt-text',
  sound: 'play',
  film: 'play',
  sheet: 'file-spreadsheet',
  other: 'paperclip',
} as const

/** Actions on the file in view. */
const LOOKS = ['smaller', 'larger', 'fit', 'turnLeft', 'turnRight'] as const

/** Keys that an element of the region does not need itself, by the command they are of. */
const KEYS: Readonly<Record<string, EvidenceAct>> = {
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  'shift++': 'larger',
  '+': 'larger',
  'shift+ArrowRight': 'forward',
  'shift+ArrowLeft': 'back',
  'shift+ArrowUp': 'faster',
  'shift+ArrowDown': 'slower',
}

/**
 * Evidence of the current record over its list: files one by one or two side by side, and similar files. It stays open
 * from record to record; decisions are about the record shown.
 */
export function Evidence({ of, id, row }: { readonly of: Resource; readonly id: string; readonly row?: WireRow }) {
  const { t, language } = useWords()
  const client = useQueryClient()
  const box = useRef<HTMLElement>(null)
  const { wanted } = useSnapshot(evidenceState)
  const { data, error, refetch } = useQuery({
    ...evidenceQuery(of.id, id),
    placeholderData: () => client.getQueryData<Found>(aheadQuery(of.id, id).queryKey),
  })
  const rested = useRested(id)
  const others = useQuery({
    ...alikeQuery(of.id, id, row?.version ?? 0),
    enabled: rested && isHandedIn(of),
  })
  const alike = others.data?.alike.length ?? 0
  const files = useMemo(() => data?.files ?? [], [data])
  /** Which file of which record stands first; another record begins with its first one. */
  const [stands, setStands] = useState({ of: id, file: '', alike: false })
  const here = stands.of === id ? stands : { of: id, file: '', alike: false }
  const chosen = files.some((f) => f.id === wanted) ? wanted : here.file
  const at = Math.max(
    0,
    files.findIndex((f) => f.id === chosen),
  )
  const [two, setTwo] = useState(false)
  const pair = two && files.length > 1
  // the last one stands beside the one before it, in the order of the files
  const from = pair ? Math.min(at, files.length - 2) : at
  const shown = files.slice(from, from + (pair ? 2 : 1))
  const handles = [useRef<Act>(null), useRef<Act>(null)] as const
  const [touched, touch] = useState('')
  /** The side that commands are about: the one that was touched, else the file that was gone to. */
  const side = Math.max(
    0,
    shown.findIndex((f) => f.id === (shown.some((g) => g.id === touched) ? touched : files[at]?.id)),
  )

  const show = (file: EvidenceFile | undefined) => {
    if (!file) return
    evidenceState.wanted = ''
    touch('')
    setStands({ of: id, file: file.id, alike: false })
  }
  const toView = (what: EvidenceAct | 'up' | 'down'): boolean => (handles[side] ?? handles[0]).current?.(what) ?? false
  const act = (what: EvidenceAct): Outcome => {
    if (what === 'next' || what === 'previous') show(files[at + (what === 'next' ? 1 : -1)])
    else if (what === 'two') {
      setTwo(!two)
      setStands({ ...here, alike: false })
    } else if (what === 'alike') setStands({ ...here, alike: !here.alike })
    else if (what === 'download') {
      const file = shown[side]
      if (!file) return nothing()
      download(file.link, file.name)
    } else if (!toView(what)) return files.length === 0 ? nothing() : done
    return done
  }
  const acts = useRef(act)
  acts.current = act
  useEffect(() => providePorts({ evidence: { act: (what) => acts.current(what) } }), [])

  // a decision is about the record whose evidence stands in the page, or there is none
  useEffect(() => shows({ isRight: (decided) => box.current?.dataset.evidence === decided.id, redraw: () => {} }), [])
  useReturn(box)
  useEffect(
    () =>
      onStepBack(() => {
        closeEvidence()
        return true
      }),
    [],
  )
  const ids = shown.map((f) => f.id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: by value
  useEffect(() => lookedAt(shown.map((f) => f.id)), [ids])

  const next = rested ? files[from + shown.length] : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: by its id: its link changes
  useEffect(() => {
    if (next) void prepare(next)
  }, [next?.id])

  const onKeyDown = (e: KeyboardEvent) => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented) return
    if (e.target instanceof Element && e.target.closest('audio,video,input,[role=tablist]')) return
    if (e.key === 'Escape') {
      e.preventDefault()
      closeEvidence()
      return
    }
    if (!e.shiftKey && (e.key === 'ArrowUp' || e.key === 'ArrowDown')) {
      if (!here.alike && toView(e.key === 'ArrowUp' ? 'up' : 'down')) e.preventDefault()
      return
    }
    const command = KEYS[`${e.shiftKey ? 'shift+' : ''}${e.key}`]
    if (!command) return
    e.preventDefault()
    void runCommand(`evidence.${command}`, 'key')
  }
  const name = row ? rowText(of, of.name, row, language) : ''
  return (
    <Frame
      ref={box}
      tabIndex={-1}
      aria-label={name ? t('evidence.of', { name }) : t('evidence.title')}
      data-evidence={id}
      data-focus="detail"
      onKeyDown={onKeyDown}
    >
      <header>
        <h2 title={name}>
          {t('evidence.title')} <small>{name}</small>
        </h2>
        {files.length > 0 && !here.alike && (
          <span className="at" aria-live="polite">
            {t('evidence.at', { at: pair ? `${from + 1}–${from + 2}` : from + 1, of: files.length })}
          </span>
        )}
        <span className="room" />
        {alike > 0 && !here.alike && (
          <button type="button" className="warn" onClick={() => act('alike')}>
            <Icon name="alert-triangle" /> {t('evidence.alike', { n: alike })}
          </button>
        )}
        <span className="tools">
          {files.length > 1 && <CommandButton id="evidence.previous" compact tone="quiet" />}
          {files.length > 1 && <CommandButton id="evidence.next" compact tone="quiet" />}
          {/* its target is not there beside the similar record */}
          {!here.alike &&
            LOOKS.map((look) => <CommandButton key={look} id={`evidence.${look}`} compact tone="quiet" />)}
          {files.length > 1 && <CommandButton id="evidence.two" compact tone="quiet" pressed={pair && !here.alike} />}
          {isHandedIn(of) && <CommandButton id="evidence.alike" compact tone="quiet" pressed={here.alike} />}
          {files.length > 0 && !here.alike && <CommandButton id="evidence.download" compact tone="quiet" />}
        </span>
        <IconButton aria-label={t('evidence.close')} title={`${t('evidence.close')} (Esc)`} onClick={closeEvidence}>
          <Icon name="x" />
        </IconButton>
      </header>
      {files.length > 1 && <Strip files={files} shown={here.alike ? [] : shown} show={show} />}
      {data?.more === 1 && <p className="cut">{t('evidence.more', { n: files.length })}</p>}
      <div className="stage" data-pair={pair || undefined}>
        {here.alike ? (
          others.data ? (
            <AlikePanel key={id} of={of} id={id} found={others.data} />
          ) : others.error ? (
            <div className="centre">
              <Trouble error={others.error} again={() => void others.refetch()} />
            </div>
          ) : (
            <Waiting />
          )
        ) : error && !data ? (
          <div className="centre">
            <Trouble error={error} again={() => void refetch()} />
          </div>
        ) : !data ? (
          <Waiting />
        ) : shown.length === 0 ? (
          <p className="centre empty">{t('evidence.none')}</p>
        ) : (
          shown.map((file, n) => (
            <div
              key={`${id} ${file.id}`}
              className="view"
              data-file={file.id}
              data-acted={(pair && n === side) || undefined}
              onPointerDown={() => touch(file.id)}
            >
              {pair && <p className="caption">{captionOf(file)}</p>}
              <FileView file={file} handle={handles[n] as RefObject<Act | null>} />
            </div>
          ))
        )}
      </div>
    </Frame>
  )
}

const captionOf = (file: EvidenceFile): string => [file.of, file.title, file.name].filter(Boolean).join(' · ')

/** All files by name, those that are shown marked. */
function Strip(p: {
  readonly files: readonly EvidenceFile[]
  readonly shown: readonly EvidenceFile[]
  show(file: EvidenceFile): void
}) {
  const { t } = useWords()
  const list = useRef<HTMLUListElement>(null)
  const ids = p.shown.map((f) => f.id).join()
  useLayoutEffect(() => {
    for (const id of ids.split(',')) {
      const chip = list.current?.querySelector<HTMLElement>(`[data-chip="${id}"]`)
      chip?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
    }
  }, [ids])
  return (
    <ul ref={list} className="strip" aria-label={t('evidence.files')}>
      {p.files.map((file) => (
        <li key={file.id}>
          <button
            type="button"
            data-chip={file.id}
            aria-current={p.shown.some((f) => f.id === file.id) || undefined}
            title={captionOf(file)}
            // the keyboard stays where it is
            onMouseDown={(e) => e.preventDefault()}
            onClick={() => p.show(file)}
          >
            <Icon name={ICONS[shownAs(file)]} />
            <span>{file.of || file.title}</span> <small>{file.name}</small>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Takes the keyboard while the evidence is open, and gives it back to where it was. */
function useReturn(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement
    box.current?.focus({ preventScroll: true })
    return () => {
      keepOnly(new Set())
      const now = document.activeElement
      const lost = !now || now === document.body || !now.isConnected || now.closest('[data-evidence]') !== null
      if (lost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [box])
}
