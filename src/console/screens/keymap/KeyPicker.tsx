import { useState } from 'react'
import { formatKeys } from '../../../../commands/keys/format.ts'
import { type Modifier, NAMED, stroke } from '../../../../commands/keys/parse.ts'
import { platform } from '../../host/platform.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('')
const DIGITS = '0123456789'.split('')
const SIGNS = [...'/\\.,;:\'"?!@#-=[]{}|<>~`']
const OFFERED: readonly Modifier[] = ['mod', 'alt', 'shift']
const CAPS = platform.mac ? { mod: '⌘', alt: '⌥', shift: '⇧' } : { mod: 'Ctrl', alt: 'Alt', shift: 'Shift' }
/** Keys that are always something else. */
const OTHERS = NAMED.filter((name) => name !== 'escape' && name !== 'tab')

interface KeyPickerProps {
  /** Nothing was chosen yet. */
  readonly empty: boolean
  onStroke(stroke: string): void
  onStartOver(): void
}

/** Keys chosen with the mouse or a finger, stroke by stroke, where there is no keyboard or one without the key. */
export function KeyPicker({ empty, onStroke, onStartOver }: KeyPickerProps) {
  const { t } = useWords()
  const [held, setHeld] = useState<readonly Modifier[]>([])
  const [key, setKey] = useState('')
  // Shift makes another character of a sign: that is chosen by itself
  const shifts = key === '' || key.length > 1 || /[a-z0-9]/.test(key)
  const modifiers = held.filter((m) => m !== 'shift' || shifts)
  const alt = held.includes('alt') && held.includes('mod')
  const add = () => {
    if (!key || alt) return
    onStroke(stroke(modifiers, key))
    setKey('')
  }
  const option = (name: string) => (
    <option key={name} value={name}>
      {formatKeys(name, platform)}
    </option>
  )
  return (
    <fieldset data-picker="">
      <legend>{t('keys.orChoose')}</legend>
      {OFFERED.map((m) => (
        <label key={m}>
          <input
            type="checkbox"
            checked={held.includes(m)}
            disabled={m === 'shift' && !shifts}
            onChange={() => setHeld(held.includes(m) ? held.filter((x) => x !== m) : [...held, m])}
          />
          {CAPS[m as keyof typeof CAPS]}
        </label>
      ))}
      <select aria-label={t('keys.chooseKey')} value={key} onChange={(event) => setKey(event.target.value)}>
        <option value="">{t('keys.chooseNone')}</option>
        {[...LETTERS, ...DIGITS, ...SIGNS, ...OTHERS].map(option)}
      </select>
      <Button disabled={!key || alt} onClick={add}>
        {t('keys.addStroke')}
      </Button>
      <Button $tone="quiet" disabled={empty} onClick={onStartOver}>
        {t('keys.startOver')}
      </Button>
    </fieldset>
  )
}
