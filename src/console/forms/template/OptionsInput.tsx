import type { KeyboardEvent } from 'react'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import type { InputProps } from '../base/input.ts'
import { useLines } from '../base/lines.ts'

/**
 * The options of a choice, side by side: Enter adds the next one, Backspace takes an empty one out, Alt+← and Alt+→ move
 * it. `at`: the place of the attribute.
 */
export function OptionsInput(p: InputProps & { readonly at: number }) {
  const { t } = useWords()
  const { lines, place, full, add, remove, move, change } = useLines(p)
  const locked = p.locked !== ''
  const onKeyDown = (e: KeyboardEvent<HTMLInputElement>, i: number) => {
    if (e.nativeEvent.isComposing || locked) return
    const empty = e.currentTarget.value === ''
    if (e.key === 'Enter' && !e.altKey && !e.ctrlKey && !e.metaKey) add(i + 1)
    else if (e.key === 'Backspace' && empty) remove(i, 'label')
    else if (e.altKey && e.key === 'ArrowLeft') move(i, i - 1, 'label')
    else if (e.altKey && e.key === 'ArrowRight') move(i, i + 1, 'label')
    else return
    e.preventDefault()
    e.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of inputs in a line, no fieldset
    <div ref={place} role="group" aria-label={t('template.options')} data-invalid={p.invalid}>
      <span className="of">{t('template.options')}</span>
      {lines.map((line, i) => (
        <span key={line.key} className="option" data-line={line.key}>
          <span data-cell="label">
            <input
              type="text"
              autoComplete="off"
              aria-label={t('template.ofAttribute', { n: p.at + 1, m: i + 1 })}
              aria-invalid={(p.invalid && !line.typed.label?.trim()) || undefined}
              placeholder={t('template.option', { n: i + 1 })}
              size={Math.max(6, Math.min(24, widthOf(line.typed.label ?? '') + 2))}
              value={line.typed.label ?? ''}
              disabled={locked}
              onChange={(e) => change(line, 'label', e.target.value)}
              onKeyDown={(e) => onKeyDown(e, i)}
            />
          </span>
          {!locked && (
            <button
              type="button"
              tabIndex={-1}
              aria-label={t('template.removeOption', { n: i + 1 })}
              onClick={() => remove(i, 'label')}
            >
              ×
            </button>
          )}
        </span>
      ))}
      {!locked && (
        <Button
          $tone="quiet"
          data-add="true"
          aria-invalid={(p.invalid && lines.length === 0) || undefined}
          disabled={full}
          onClick={() => add(lines.length)}
        >
          + {t('template.addOption')}
        </Button>
      )}
    </div>
  )
}

/** Half-width characters that a text takes. */
const widthOf = (text: string): number => [...text].reduce((n, c) => n + (c.charCodeAt(0) > 0xff ? 2 : 1), 0)
