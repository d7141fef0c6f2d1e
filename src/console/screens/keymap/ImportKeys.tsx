import { useMemo, useRef, useState } from 'react'
import { formatKeys } from '../../../../commands/keys/format.ts'
import type { Keymap } from '../../../../commands/keys/keymap.ts'
import { type JsonProblem, readKeymap } from '../../../../commands/keys/keymapJson.ts'
import { PRESET_WORDS } from '../../../../commands/keys/keymapPresets.ts'
import { label } from '../../../model/values/label.ts'
import { registryNow } from '../../host/host.ts'
import { platform } from '../../host/platform.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Cap } from './Cap.tsx'
import { Imported } from './keymap.styles.ts'
import type { KeymapLine } from './keymapLines.ts'
import { keymapNow, type Owner, proposalOf } from './proposal.ts'

/** Changes, problems and conflicts that are named one by one. */
const NAMED = 40

/** Commands that work in text fields. */
const inText = (): ReadonlySet<string> => new Set(registryNow().commands.flatMap((c) => (c.global ? [c.id] : [])))

interface ImportKeysProps {
  readonly lines: readonly KeymapLine[]
  readonly owner: Owner
  /** Text to begin with: one that could not be read. */
  readonly begins: string
  onSave(next: Keymap): void
  onClose(): void
}

/** A keymap as text: what of it can be read, what it would change and where it would conflict, before it is used. */
export function ImportKeys({ lines, owner, begins, onSave, onClose }: ImportKeysProps) {
  const { t, language } = useWords()
  const [text, setText] = useState(begins)
  const file = useRef<HTMLInputElement>(null)
  const read = useMemo(() => (text.trim() ? readKeymap(text, inText()) : null), [text])
  const isWhole = read?.problems.some((p) => p.is === 'syntax' || (p.is === 'shape' && p.at === '')) === false
  const proposal = useMemo(() => (read && isWhole ? proposalOf(read.keymap, owner) : null), [read, isWhole, owner])
  const now = keymapNow()
  const next = read?.keymap
  const titles = useMemo(() => new Map(lines.map((line) => [line.id, line])), [lines])
  const ids = next ? [...new Set([...Object.keys(next.bindings), ...Object.keys(now.bindings)])] : []
  const own = (of: Keymap, id: string) => of.bindings[id] ?? titles.get(id)?.declared ?? []
  const changes = ids.filter((id) => titles.has(id) && next && own(next, id).join('\n') !== own(now, id).join('\n'))
  const unknown = next ? Object.keys(next.bindings).filter((id) => !titles.has(id) && !registryNow().get(id)) : []
  const clashes = proposal?.clashes ?? []
  const ready = proposal && clashes.length === 0 ? proposal.next : (proposal?.freed ?? null)
  const say = ({ at, is, what }: JsonProblem) => t(`keys.bad_${is}`, { at: at || '1:1', what })
  const same = next && changes.length === 0 && next.preset === now.preset && next.characters === now.characters
  const preset = (of: Keymap) => label(PRESET_WORDS[of.preset].title, language)
  const caps = (keys: readonly string[]) =>
    keys.length > 0 ? keys.map((k) => <Cap key={k} keys={k} />) : <i>{t('keys.noKeys')}</i>
  return (
    <Dialog
      title={t('keys.importTitle')}
      onClose={onClose}
      wide
      footer={
        <>
          <Button onClick={onClose}>
            {t('keys.cancel')} <kbd aria-hidden>Esc</kbd>
          </Button>
          <Button
            $tone={clashes.length > 0 ? 'danger' : 'primary'}
            aria-disabled={!ready || undefined}
            title={ready ? undefined : t('keys.nothingToApply')}
            onClick={() => ready && onSave(ready)}
          >
            {t(clashes.length > 0 ? 'keys.takeAndAccept' : 'keys.apply')}
          </Button>
        </>
      }
    >
      <Imported>
        <p>{t('keys.importAbout')}</p>
        <textarea
          value={text}
          spellCheck={false}
          aria-label={t('keys.importText')}
          data-autofocus="true"
          onChange={(event) => setText(event.target.value)}
        />
        <div className="files">
          <Button onClick={() => file.current?.click()}>{t('keys.chooseFile')}</Button>
          <input
            ref={file}
            type="file"
            accept="application/json,.json"
            hidden
            onChange={(event) => void event.target.files?.[0]?.text().then(setText)}
          />
        </div>
        {read && read.problems.length > 0 ? (
          <>
            <h3 className="bad">{t('keys.badText', { count: read.problems.length })}</h3>
            <ul className="bad" role="alert">
              {read.problems.slice(0, NAMED).map((p) => (
                <li key={`${p.at} ${p.is}`}>{say(p)}</li>
              ))}
            </ul>
          </>
        ) : null}
        {clashes.length > 0 ? (
          <ul className="bad" role="alert">
            {clashes.slice(0, NAMED).map((c) => (
              <li key={`${c.a} ${c.b} ${c.keys}`}>
                {t(c.prefix ? 'keys.clashPrefix' : 'keys.clash', {
                  mine: c.mine.title,
                  other: c.other.title,
                  keys: formatKeys(c.keys, platform),
                })}
              </li>
            ))}
          </ul>
        ) : null}
        {next && isWhole ? (
          <>
            <h3>{same ? t('keys.noChange') : t('keys.willChange', { count: changes.length })}</h3>
            {next.preset === now.preset ? null : (
              <p>{t('keys.presetBecomes', { before: preset(now), after: preset(next) })}</p>
            )}
            {next.characters === now.characters ? null : (
              <p>
                {t('keys.charactersBecome', {
                  before: t(now.characters ? 'keys.on' : 'keys.off'),
                  after: t(next.characters ? 'keys.on' : 'keys.off'),
                })}
              </p>
            )}
            <ul>
              {changes.slice(0, NAMED).map((id) => (
                <li key={id}>
                  <b>{titles.get(id)?.title}</b> {caps(own(now, id))} → {caps(own(next, id))}
                </li>
              ))}
              {changes.length > NAMED ? <li>{t('keys.moreClashes', { count: changes.length - NAMED })}</li> : null}
            </ul>
            {unknown.length > 0 ? <p>{t('keys.notYours', { count: unknown.length })}</p> : null}
          </>
        ) : null}
      </Imported>
    </Dialog>
  )
}
