import './words.ts'
import { useRef, useState } from 'react'
import { macroId } from '../../../../commands/catalog/macros.ts'
import { bind } from '../../../../commands/keys/keymap.ts'
import { settings } from '../../../model/wire/settings/settings.ts'
import { MACRO_NAME_LENGTH_MAX } from '../../../model/wire/settings/shapes.ts'
import { keepMacro, removeMacro } from '../../data/macros.ts'
import { useSetting } from '../../data/useSetting.ts'
import { openRoute } from '../../host/host.ts'
import { useWords } from '../../i18n/index.ts'
import { keymapState, saveKeymap } from '../../state/keymap.ts'
import { Button } from '../../ui/Button.tsx'
import { confirm, Dialog } from '../../ui/dialog/dialog.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { MacroLook } from './macro.styles.ts'
import { problemsOf } from './plan.ts'

/** Where keys are bound, with what is looked for there. */
const keysOf = (name: string): string => `/info/keys?find=${encodeURIComponent(name)}`

/**
 * The macros of the person as texts: chosen above, edited below, saved only where every line can be read. `begins`: a recorded one
 * that has no name yet.
 */
export function MacrosEditor({ begins, onClose }: { readonly begins: string; onClose(): void }) {
  const { t } = useWords()
  const macros = useSetting(settings.macros.key, settings.macros)
  const first = Object.keys(macros)[0] ?? null
  const [id, setId] = useState<string | null>(begins ? null : first)
  const [name, setName] = useState(begins ? '' : ((first && macros[first]?.name) ?? ''))
  const [text, setText] = useState(begins || ((first && macros[first]?.text) ?? ''))
  const [problems, setProblems] = useState<readonly string[]>([])
  const input = useRef<HTMLInputElement>(null)
  const kept = id === null ? undefined : macros[id]
  const changed = kept ? kept.name !== name || kept.text !== text : name !== '' || text !== ''

  const choose = (next: string | null) => {
    setId(next)
    setName(next === null ? '' : (macros[next]?.name ?? ''))
    setText(next === null ? '' : (macros[next]?.text ?? ''))
    setProblems([])
    input.current?.focus()
  }
  const save = (): string | null => {
    const wrong = [...(name.trim() === '' ? [t('macros.needsName')] : []), ...problemsOf(text)]
    setProblems(wrong)
    if (wrong.length > 0) return null
    const as = keepMacro(id, { name: name.trim(), text })
    if (as === null) {
      setProblems([t('macros.notKept')])
      return null
    }
    setId(as)
    toast.good(() => t('macros.kept', { name: name.trim() }))
    return as
  }
  const remove = async () => {
    if (id === null || !(await confirm({ title: t('macros.sureRemove', { name }), danger: true }))) return
    removeMacro(id)
    saveKeymap(bind(keymapState.map, macroId(id), null))
    choose(Object.keys(macros).find((other) => other !== id) ?? null)
  }
  const bindKeys = () => {
    const as = changed ? save() : id
    if (as === null) return
    onClose()
    openRoute(keysOf(name.trim()), 'button')
  }
  return (
    <Dialog title={t('macros.title')} onClose={onClose} outside={!changed}>
      <MacroLook
        as="form"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          save()
        }}
      >
        <div className="list">
          {Object.entries(macros).map(([of, macro]) => (
            <Button key={of} aria-pressed={of === id} onClick={() => choose(of)}>
              {macro.name}
            </Button>
          ))}
          <Button aria-pressed={id === null} onClick={() => choose(null)}>
            + {t('macros.newMacro')}
          </Button>
        </div>
        {Object.keys(macros).length === 0 && !begins ? <p className="hint">{t('macros.none')}</p> : null}
        <label className="field">
          {t('macros.name')}
          <input
            ref={input}
            value={name}
            maxLength={MACRO_NAME_LENGTH_MAX}
            data-autofocus="true"
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <label className="field">
          {t('macros.text')}
          <textarea value={text} spellCheck={false} onChange={(event) => setText(event.target.value)} />
        </label>
        <p className="hint">{t('macros.help')}</p>
        {problems.length > 0 ? (
          <ul className="problems" role="alert">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        ) : null}
        <div className="foot">
          {id !== null ? (
            <Button $tone="danger" onClick={() => void remove()}>
              {t('macros.remove')}
            </Button>
          ) : null}
          <i />
          <Button onClick={bindKeys}>{t('macros.bind')}</Button>
          <Button onClick={onClose}>
            {t('macros.close')} <kbd aria-hidden>Esc</kbd>
          </Button>
          <Button type="submit" $tone="primary">
            {t('macros.save')} <kbd aria-hidden>Ctrl ⏎</kbd>
          </Button>
        </div>
      </MacroLook>
    </Dialog>
  )
}
