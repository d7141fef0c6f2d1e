import { useEffect, useMemo, useRef, useState } from 'react'
import { formatKeys } from '../../../../commands/keys/format.ts'
import { bind, type Keymap } from '../../../../commands/keys/keymap.ts'
import { problemOfKeys } from '../../../../commands/keys/keymapProblems.ts'
import { addStroke, record, startRecording } from '../../../../commands/keys/record.ts'
import { reservedFor } from '../../../../commands/keys/reserved.ts'
import { pressOf } from '../../host/keyState.ts'
import { platform } from '../../host/platform.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Cap } from './Cap.tsx'
import { KeyPicker } from './KeyPicker.tsx'
import { Recorder } from './keymap.styles.ts'
import type { KeymapLine } from './keymapLines.ts'
import { keymapNow, type Owner, proposalOf } from './proposal.ts'

/** Conflicts that are named one by one. */
const NAMED = 4

interface RecordKeysProps {
  readonly line: KeymapLine
  /** Another key beside those there are, instead of in their place. */
  readonly adds: boolean
  readonly owner: Owner
  onSave(next: Keymap): void
  onClose(): void
}

/** Hears the new keys of a command: as they are pressed, or chosen with the mouse. Says what speaks against them. */
export function RecordKeys({ line, adds, owner, onSave, onClose }: RecordKeysProps) {
  const { t } = useWords()
  const [recording, setRecording] = useState(startRecording)
  const box = useRef<HTMLDivElement>(null)
  const take = useRef<HTMLButtonElement>(null)
  const keys = recording.strokes.join(' ')
  const problem = useMemo(() => (keys ? problemOfKeys(line.command, keys, keymapNow()) : null), [keys, line])
  const proposal = useMemo(() => {
    if (!keys || problem) return null
    const kept = adds ? line.keys.filter((k) => k !== keys) : line.fixed
    return proposalOf(bind(keymapNow(), line.id, [...kept, keys]), owner)
  }, [keys, problem, line, adds, owner])
  const clashes = proposal?.clashes ?? []
  const ready = proposal && clashes.length === 0 ? proposal.next : (proposal?.freed ?? null)
  const accept = (withOthers: boolean) => {
    if (!ready) return
    if (clashes.length > 0 && !withOthers) take.current?.focus()
    else onSave(ready)
  }

  const hear = useRef((_event: KeyboardEvent) => {})
  hear.current = (event) => {
    const { target } = event
    // Tab goes on to the buttons, and what stands below the box has its own keys
    if (event.key === 'Tab' || (target instanceof Element && target.closest('[data-picker]') && event.key !== 'Escape'))
      return
    const pressed = (event.key === 'Enter' || event.key === ' ') && target instanceof HTMLButtonElement
    if (pressed) return
    event.preventDefault()
    event.stopImmediatePropagation()
    const next = record(recording, pressOf(event, null), platform.mac, event.timeStamp)
    if (next.state === 'cancelled') onClose()
    else if (next.state === 'done') accept(false)
    else setRecording(next)
  }
  useEffect(() => {
    const listen = (event: KeyboardEvent) => hear.current(event)
    // before everybody, the dialog's own Escape included
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [])
  const refused = problem?.is === 'reserved' ? problem.stroke : recording.refused
  const against = refused
    ? t('keys.refused', { keys: formatKeys(refused, platform), why: t(`keys.reserved_${reservedFor(refused)}`) })
    : problem
      ? t(`keys.${problem.is}`)
      : ''
  return (
    <Dialog
      title={t(adds ? 'keys.addTitle' : 'keys.recordTitle', { title: line.title })}
      onClose={onClose}
      escapes={false}
      outside={false}
      footer={
        <>
          <Button onClick={onClose}>
            {t('keys.cancel')} <kbd aria-hidden>Esc</kbd>
          </Button>
          <Button
            ref={take}
            $tone={clashes.length > 0 ? 'danger' : 'primary'}
            aria-disabled={!ready || undefined}
            onClick={() => accept(true)}
          >
            {t(clashes.length > 0 ? 'keys.takeAndAccept' : 'keys.accept')} <kbd aria-hidden>⏎</kbd>
          </Button>
        </>
      }
    >
      <Recorder>
        {/* biome-ignore lint/a11y/useSemanticElements: a box that hears keys is no field of text */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it hears keys */}
        <div ref={box} className="box" role="group" aria-label={t('keys.pressKeys')} tabIndex={0} data-autofocus="true">
          {keys ? (
            <div aria-live="assertive">
              {recording.strokes.map((stroke, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: one stroke after the other, and two may be alike
                <Cap key={n} keys={stroke} />
              ))}
            </div>
          ) : (
            t('keys.pressKeys')
          )}
        </div>
        <p>{t('keys.pressAbout')}</p>
        {against || clashes.length > 0 || recording.soft ? (
          <ul role="alert">
            {against ? (
              <li>
                <Icon name="ban" size={14} /> {against}
              </li>
            ) : null}
            {clashes.slice(0, NAMED).map((c) => (
              <li key={`${c.a} ${c.b} ${c.keys}`}>
                <Icon name="alert-triangle" size={14} />{' '}
                {t(c.prefix ? 'keys.clashPrefix' : 'keys.clash', {
                  mine: c.mine.title,
                  other: c.other.title,
                  keys: formatKeys(c.keys, platform),
                })}
              </li>
            ))}
            {clashes.length > NAMED ? <li>{t('keys.moreClashes', { count: clashes.length - NAMED })}</li> : null}
            {recording.soft && !against ? (
              <li className="soft">
                <Icon name="info" size={14} /> {t('keys.soft')}
              </li>
            ) : null}
          </ul>
        ) : null}
        <KeyPicker
          empty={keys === ''}
          onStroke={(stroke) =>
            // chosen strokes follow each other however long the choosing takes
            setRecording((now) => addStroke({ ...now, at: 0 }, stroke, 0))
          }
          onStartOver={() => {
            setRecording(startRecording)
            box.current?.focus()
          }}
        />
      </Recorder>
    </Dialog>
  )
}
