import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { changedKeys, conflictsOf } from '../../../../commands/keys/conflicts.ts'
import { formatKeys } from '../../../../commands/keys/format.ts'
import { bind, type Keymap } from '../../../../commands/keys/keymap.ts'
import { printKeymap } from '../../../../commands/keys/keymapJson.ts'
import { PRESET_WORDS, PRESETS } from '../../../../commands/keys/keymapPresets.ts'
import { record, startRecording } from '../../../../commands/keys/record.ts'
import { label } from '../../../model/values/label.ts'
import { settings } from '../../../model/wire/settings/settings.ts'
import { download } from '../../api/download.ts'
import { useCatalogue } from '../../data/catalogue.ts'
import { mySettings } from '../../data/mySettings.ts'
import { useSetting } from '../../data/useSetting.ts'
import { pressOf } from '../../host/keyState.ts'
import { platform } from '../../host/platform.ts'
import { useRegistry } from '../../host/useCommand.ts'
import { useWords } from '../../i18n/index.ts'
import { keymapState, saveKeymap } from '../../state/keymap.ts'
import { Button, Input } from '../../ui/Button.tsx'
import { confirm } from '../../ui/dialog/dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { Screen } from '../../ui/Screen.tsx'
import { COARSE, useMedia } from '../../ui/useMedia.ts'
import { ImportKeys } from './ImportKeys.tsx'
import { KeymapTable } from './KeymapTable.tsx'
import { Bar, Strip, Tools } from './keymap.styles.ts'
import { declaredOf, found, type KeymapLine, linesOf } from './keymapLines.ts'
import { keymapNow, type Owner, proposalOf, tidied } from './proposal.ts'
import { RecordKeys } from './RecordKeys.tsx'
import '../../host/keyWords.ts'
import '../../palette/words.ts'

/** Name of the file that keys are exported to. */
const FILE = 'rounds-keys.json'

/** A person's own keys: every command with its keys, found by name or by pressing, changed by pressing or choosing. */
export function KeymapScreen() {
  const { t, language } = useWords()
  const catalogue = useCatalogue()
  const registry = useRegistry()
  const { map, problems, unread } = useSnapshot(keymapState)
  const teaches = useSetting(settings.teachKeys.key, settings.teachKeys)
  const [text, setText] = useState(() => new URLSearchParams(location.search).get('find') ?? '')
  const [onlyChanged, setOnlyChanged] = useState(false)
  const [onlyClashes, setOnlyClashes] = useState(false)
  const [open, setOpen] = useState<{ readonly line: KeymapLine; readonly adds: boolean } | null>(null)
  const [importing, setImporting] = useState<string | null>(null)
  const find = useRef<HTMLInputElement>(null)
  const keys = useKeysSought()
  const touch = useMedia(COARSE)
  // a person comes here to look for a command; on a touch screen the keyboard would cover the list
  useEffect(() => {
    if (!touch) find.current?.focus()
  }, [touch])
  const owner = useMemo<Owner>(() => ({ catalogue, language }), [catalogue, language])
  const declared = useMemo(() => declaredOf(catalogue, language, map), [catalogue, language, map])
  const lines = useMemo(
    () => linesOf(registry, declared, map, t, catalogue?.resources),
    [registry, declared, map, t, catalogue],
  )
  const clashing = useMemo(() => {
    const found = conflictsOf(registry.commands, changedKeys(declared.base.commands, registry.commands))
    return new Set(found.flatMap(({ a, b }) => [a, b]))
  }, [registry, declared])
  const typed = useDeferredValue(text)
  const only = onlyClashes && clashing.size > 0 ? clashing : null
  const shown = useMemo(
    () => found(lines, { text: typed, strokes: keys.strokes, onlyChanged, only }),
    [lines, typed, keys.strokes, onlyChanged, only],
  )
  const changes = Object.keys(map.bindings).length

  const save = (next: Keymap) => saveKeymap(tidied(next, declaredOf(catalogue, language, next)))
  /** Saves at once where nothing conflicts, else asks whether the others give up their keys. */
  const apply = async (next: Keymap): Promise<boolean> => {
    const { clashes, freed } = proposalOf(next, owner)
    const [first] = clashes
    if (first) {
      const title = t(first.prefix ? 'keys.clashPrefix' : 'keys.clash', {
        mine: first.mine.title,
        other: first.other.title,
        keys: formatKeys(first.keys, platform),
      })
      const body = clashes.length > 1 ? t('keys.moreClashes', { count: clashes.length - 1 }) : undefined
      if (!freed) {
        toast.bad(title)
        return false
      }
      if (!(await confirm({ title, body, ok: t('keys.takeAndAccept') }))) return false
    }
    save(freed ?? next)
    return true
  }
  const remove = (line: KeymapLine, one?: string) => {
    const kept = one === undefined ? [] : line.keys.filter((k) => k !== one)
    if (line.keys.some((k) => !line.fixed.includes(k))) void apply(bind(keymapNow(), line.id, kept))
  }
  const reset = (line: KeymapLine) => {
    if (line.changed) void apply(bind(keymapNow(), line.id, null))
  }
  /** Puts keys back that were reset, but for commands that have others by now; asks where another command has one of them by now. */
  const restore = (bindings: Keymap['bindings']) => {
    const now = keymapNow()
    void apply({ ...now, bindings: { ...bindings, ...now.bindings } })
  }
  const resetAll = async () => {
    const yes = await confirm({
      title: t('keys.resetAllTitle', { count: changes }),
      body: t('keys.resetAllBody'),
    })
    const before = keymapNow()
    if (yes && (await apply({ ...before, bindings: {} })))
      toast.good(() => t('keys.wasReset'), { label: () => t('keys.undoReset'), run: () => restore(before.bindings) })
  }
  const exportKeys = () => {
    const link = URL.createObjectURL(new Blob([printKeymap(keymapNow())], { type: 'application/json' }))
    download(link, FILE)
    setTimeout(() => URL.revokeObjectURL(link), 1000)
    toast.good(() => t('keys.exported', { name: FILE }))
  }
  return (
    <Screen
      title={t('shell.keymap')}
      ready={registry.commands.length > 0}
      scrolls={false}
      note={t('keys.count', { count: shown.length })}
      tools={
        <Tools>
          <Button onClick={exportKeys}>
            <Icon name="download" /> <span>{t('keys.export')}</span>
          </Button>
          <Button onClick={() => setImporting('')}>
            <Icon name="import" /> <span>{t('keys.import')}</span>
          </Button>
          <Button $tone="danger" disabled={changes === 0} onClick={() => void resetAll()}>
            <Icon name="undo" /> <span>{t('keys.resetAll')}</span>
          </Button>
        </Tools>
      }
    >
      <Bar>
        <fieldset>
          <legend>{t('keys.preset')}</legend>
          {PRESETS.map((name) => (
            <Button
              key={name}
              aria-pressed={map.preset === name}
              title={label(PRESET_WORDS[name].about, language)}
              onClick={() => void apply({ ...keymapNow(), preset: name })}
            >
              {label(PRESET_WORDS[name].title, language)}
            </Button>
          ))}
        </fieldset>
        <label title={t('keys.charactersAbout')}>
          <input
            type="checkbox"
            checked={map.characters}
            onChange={() => void apply({ ...keymapNow(), characters: !map.characters })}
          />
          {t('keys.characters')}
        </label>
        <label title={t('keys.teachAbout')}>
          <input
            type="checkbox"
            checked={teaches}
            onChange={() => mySettings().write(settings.teachKeys.key, !teaches)}
          />
          {t('keys.teach')}
        </label>
        <label>
          <input type="checkbox" checked={onlyChanged} onChange={() => setOnlyChanged(!onlyChanged)} />
          {t('keys.onlyChanged')}
        </label>
        <div className="find">
          <Input
            ref={find}
            value={keys.on ? keys.text : text}
            readOnly={keys.on}
            placeholder={t(keys.on ? 'keys.findingByKeys' : 'keys.find')}
            aria-label={t(keys.on ? 'keys.findingByKeys' : 'keys.find')}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return
              const first = shown[0]
              if (event.key === 'Enter' && first) {
                event.preventDefault()
                setOpen({ line: first, adds: false })
              }
              if (event.key !== 'ArrowDown') return
              event.preventDefault()
              document.querySelector<HTMLElement>('[role=grid]')?.focus()
            }}
          />
          <Button aria-pressed={keys.on} onClick={() => keys.turn(!keys.on)}>
            <Icon name="keyboard" /> {t('keys.findByKeys')}
          </Button>
        </div>
        <p>
          {map.characters ? t('keys.about') : t('keys.charactersAbout')}{' '}
          {label(PRESET_WORDS[map.preset].about, language)}
        </p>
      </Bar>
      {unread ? (
        <Strip role="status">
          <Icon name="alert-triangle" />
          <span>{t('keys.kept', { count: problems.length })}</span>
          <Button onClick={() => setImporting(unread)}>{t('keys.keptShow')}</Button>
        </Strip>
      ) : null}
      {clashing.size > 0 ? (
        <Strip role="status">
          <Icon name="alert-triangle" />
          <span>{t('keys.conflictsNow', { count: clashing.size })}</span>
          <Button aria-pressed={onlyClashes} onClick={() => setOnlyClashes(!onlyClashes)}>
            {t('keys.showConflicts')}
          </Button>
        </Strip>
      ) : null}
      {shown.length === 0 ? (
        <Strip as="p" role="status">
          {t('keys.noneFound')}
        </Strip>
      ) : (
        <KeymapTable
          lines={shown}
          onFind={() => find.current?.focus()}
          change={(line) => setOpen({ line, adds: false })}
          add={(line) => setOpen({ line, adds: true })}
          remove={remove}
          reset={reset}
        />
      )}
      {open ? (
        <RecordKeys
          line={open.line}
          adds={open.adds}
          owner={owner}
          onClose={() => setOpen(null)}
          onSave={(next) => {
            save(next)
            setOpen(null)
          }}
        />
      ) : null}
      {importing === null ? null : (
        <ImportKeys
          lines={lines}
          owner={owner}
          begins={importing}
          onClose={() => setImporting(null)}
          onSave={(next) => {
            save(next)
            setImporting(null)
            toast.good(() => t('keys.applied'))
          }}
        />
      )}
    </Screen>
  )
}

/** Keys that lines are looked for by: pressed while the mode is on, until Escape, a click on its button or Tab. */
function useKeysSought() {
  const [on, setOn] = useState(false)
  const [recording, setRecording] = useState(startRecording)
  const turn = (to: boolean) => {
    setOn(to)
    setRecording(startRecording)
  }
  useEffect(() => {
    if (!on) return
    const listen = (event: KeyboardEvent) => {
      // Tab leaves to what was found, whose own keys count again
      if (event.key === 'Tab' || (event.target instanceof Element && event.target.closest('[role=grid],[role=dialog]')))
        return
      event.preventDefault()
      event.stopImmediatePropagation()
      setRecording((now) => {
        const next = record(now, pressOf(event, null), platform.mac, event.timeStamp)
        return next.state === 'done' ? now : next
      })
    }
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [on])
  useEffect(() => {
    if (recording.state !== 'cancelled') return
    setOn(false)
    setRecording(startRecording)
  }, [recording.state])
  const strokes = recording.strokes
  return { on, turn, strokes, text: strokes.length > 0 ? formatKeys(strokes.join(' '), platform) : '' }
}
