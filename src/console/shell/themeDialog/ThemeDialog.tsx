import { type ChangeEvent, useState } from 'react'
import styled from 'styled-components'
import { useSnapshot } from 'valtio'
import { mountHost, Safe } from '../../forms/dialogs/mount.tsx'
import { question } from '../../forms/dialogs/question.ts'
import { useWords } from '../../i18n/index.ts'
import { preferences, type Theme } from '../../state/preferences.ts'
import {
  COLOUR,
  COLOUR_PRESETS,
  DESIGN_NAMES,
  type Design,
  type DesignName,
  designs,
  isColour,
  isDesign,
} from '../../theme/designs.ts'
import { coloursOf, type Scheme } from '../../theme/palettes.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { HEADER_CONTROLS, headerControls, showControl } from '../headerControls.ts'

const asks = question<null, true>()

/** Opens the choice of theme and colour. What is chosen is in force at once. */
export function openThemes(): void {
  mountHost('themes', <ThemeHost />)
  void asks.ask(null)
}

function ThemeHost() {
  const open = asks.use()
  return (
    open && (
      <Safe key={open.number} onFailure={() => open.answer(null)}>
        <ThemeDialog onClose={() => open.answer(true)} />
      </Safe>
    )
  )
}

const SCHEMES = ['light', 'dark', 'system'] as const satisfies readonly Theme[]
const SCHEME_WORD = { light: 'shell.themeLight', dark: 'shell.themeDark', system: 'shell.themeSystem' } as const

const isDarkNow = (theme: Theme): boolean =>
  theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)

function ThemeDialog({ onClose }: { onClose(): void }) {
  const { t, language } = useWords()
  const { theme, design, colour, hiddenControls } = useSnapshot(preferences)
  const scheme: Scheme = isDarkNow(theme) ? 'dark' : 'light'
  const [typed, setTyped] = useState(colour ?? '')
  const ofDesign = (designs[isDesign(design) ? design : 'default'] as Design).colour ?? COLOUR
  const own = colour ?? ofDesign
  const choose = (value: string | null) => {
    preferences.colour = value
    setTyped(value ?? '')
  }
  const type = (event: ChangeEvent<HTMLInputElement>) => {
    const text = event.target.value.trim()
    setTyped(text)
    const hex = text.startsWith('#') ? text : `#${text}`
    if (isColour(hex)) preferences.colour = hex
    else if (text === '') preferences.colour = null
  }
  const wrong = typed !== '' && !isColour(typed.startsWith('#') ? typed : `#${typed}`)
  const reset = () => {
    preferences.theme = 'system'
    preferences.design = 'default'
    preferences.hiddenControls = []
    choose(null)
  }
  return (
    <Dialog
      title={t('shell.themes')}
      onClose={onClose}
      wide
      outside
      footer={
        <>
          <Button onClick={reset}>{t('shell.themesReset')}</Button>
          <Button data-kind="primary" onClick={onClose}>
            {t('shell.close')}
          </Button>
        </>
      }
    >
      <Choices>
        <legend>{t('shell.scheme')}</legend>
        <div className="row">
          {SCHEMES.map((which) => (
            <label key={which} className="pill">
              <input
                type="radio"
                name="scheme"
                checked={theme === which}
                onChange={() => {
                  preferences.theme = which
                }}
              />
              <span>{t(SCHEME_WORD[which])}</span>
            </label>
          ))}
        </div>
      </Choices>
      <Choices>
        <legend>{t('shell.theme')}</legend>
        <div className="cards">
          {DESIGN_NAMES.map((name) => (
            <label key={name} className="card">
              <input
                type="radio"
                name="design"
                checked={design === name}
                onChange={() => {
                  preferences.design = name
                }}
              />
              <Sample name={name} scheme={scheme} colour={colour} />
              <span>{designs[name].title[language === 'zh' ? 0 : 1]}</span>
            </label>
          ))}
        </div>
      </Choices>
      <Choices>
        <legend>{t('shell.colour')}</legend>
        <div className="row">
          {COLOUR_PRESETS.map((hex) => (
            <label key={hex} className="dot" title={hex === COLOUR ? `${hex} · ${t('shell.colourDefault')}` : hex}>
              <input
                type="radio"
                name="colour"
                aria-label={hex}
                checked={own.toLowerCase() === hex.toLowerCase()}
                onChange={() => choose(hex === ofDesign ? null : hex)}
              />
              <i style={{ background: hex }} />
            </label>
          ))}
          <input
            type="color"
            aria-label={t('shell.colourPick')}
            title={t('shell.colourPick')}
            value={own}
            onChange={(event) => choose(event.target.value)}
          />
          <input
            className="hex"
            aria-label={t('shell.colourHex')}
            aria-invalid={wrong || undefined}
            placeholder={own}
            value={typed}
            maxLength={7}
            spellCheck={false}
            onChange={type}
          />
        </div>
        <p role={wrong ? 'alert' : undefined}>{t(wrong ? 'shell.colourWrong' : 'shell.colourNote')}</p>
      </Choices>
      <Choices>
        <legend>{t('shell.controls')}</legend>
        <div className="row">
          {HEADER_CONTROLS.map((control) => (
            <label key={control} className="check">
              <input
                type="checkbox"
                checked={!hiddenControls.includes(control)}
                onChange={(event) => showControl(control, event.target.checked)}
              />
              {headerControls[control][language === 'zh' ? 0 : 1]}
            </label>
          ))}
        </div>
        <p>{t('shell.controlsNote')}</p>
      </Choices>
    </Dialog>
  )
}

/** Small picture of a theme: header, sidebar, page. */
function Sample({ name, scheme, colour }: { name: DesignName; scheme: Scheme; colour: string | null }) {
  const { page, header, side, headerEnd } = coloursOf(designs[name], scheme, colour)
  const { radius } = designs[name]
  return (
    <svg viewBox="0 0 96 60" aria-hidden="true">
      <defs>
        <linearGradient id={`run-${name}`}>
          <stop offset="0" stopColor={header.surface} />
          <stop offset="1" stopColor={headerEnd} />
        </linearGradient>
      </defs>
      <rect width="96" height="60" fill={page.surface} />
      <rect width="96" height="14" fill={`url(#run-${name})`} />
      <rect x="6" y="5" width="16" height="4" rx="2" fill={header.text} />
      <rect x="78" y="5" width="12" height="4" rx="2" fill={header['text-2']} />
      <rect y="14" width="24" height="46" fill={side.bg} />
      <rect x="3" y="19" width="18" height="7" rx={Math.min(3, radius / 2)} fill={side['accent-soft']} />
      <rect x="6" y="21" width="11" height="3" fill={side.accent} />
      <rect x="6" y="31" width="12" height="3" fill={side['text-2']} />
      <rect x="6" y="39" width="9" height="3" fill={side['text-2']} />
      <rect x="30" y="20" width="26" height="8" rx={Math.min(4, radius / 2)} fill={page.accent} />
      {[34, 42, 50].map((y) => (
        <rect key={y} x="30" y={y} width="58" height="3" fill={page['text-3']} opacity="0.5" />
      ))}
      <path d="M0 14h96M24 14v46" stroke={page.line} />
    </svg>
  )
}

const Choices = styled.fieldset`
  margin: 0 0 16px; padding: 0; border: 0; min-width: 0;
  & > legend { padding: 0 0 6px; font-weight: 600; color: var(--text); }
  & > p { margin-top: 6px; color: var(--text-3); font-size: 12px; }
  & > p[role='alert'] { color: var(--bad); }
  & input[type='radio'] { position: absolute; opacity: 0; width: 1px; height: 1px; }
  & label { position: relative; cursor: pointer; }
  & .row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
  & .pill > span { display: grid; place-content: center; min-height: max(30px, var(--press)); padding: 0 14px; border: 1px solid var(--line-strong); border-radius: var(--radius); color: var(--text-2); }
  & .pill > input:checked + span { border-color: var(--accent); background: var(--accent-soft); color: var(--accent); font-weight: 600; }
  & .check { display: flex; align-items: center; gap: 6px; width: 124px; min-height: max(24px, var(--press)); color: var(--text-2); }
  & .cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(96px, 1fr)); gap: 10px; }
  & .card { display: grid; gap: 4px; text-align: center; color: var(--text-2); font-size: 12px; }
  & .card > svg { width: 100%; border: 1px solid var(--line-strong); border-radius: 6px; }
  & .card > input:checked ~ svg { border-color: var(--accent); box-shadow: 0 0 0 2px var(--accent); }
  & .card > input:checked ~ span { color: var(--accent); font-weight: 600; }
  & .dot > i { display: block; width: 28px; height: 28px; min-width: var(--press); min-height: var(--press); border-radius: 50%; border: 2px solid var(--surface); box-shadow: 0 0 0 1px var(--line-strong); }
  & .dot > input:checked + i { box-shadow: 0 0 0 2px var(--accent); }
  & input:focus-visible + span, & input:focus-visible + i, & .card > input:focus-visible ~ svg { outline: 2px solid var(--focus); outline-offset: 3px; }
  & input[type='color'] { width: 44px; height: 30px; min-height: var(--press); padding: 2px; border: 1px solid var(--line-strong); border-radius: var(--radius); background: var(--surface); cursor: pointer; }
  & .hex { width: 96px; height: 30px; min-height: var(--press); padding: 0 8px; border: 1px solid var(--line-strong); border-radius: var(--radius); background: var(--surface); font-family: var(--font-mono); }
  & .hex[aria-invalid] { border-color: var(--bad); }
`
