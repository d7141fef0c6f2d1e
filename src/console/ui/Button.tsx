import styled, { css } from 'styled-components'

export type ButtonTone = 'plain' | 'primary' | 'danger' | 'quiet'

const tones = {
  plain: css`background: var(--surface); border-color: var(--line-strong); color: var(--text);
    &:hover:not(:disabled, [aria-disabled='true']) { background: var(--surface-3); }`,
  primary: css`background: var(--accent); border-color: var(--accent); color: var(--on-accent);
    &:hover:not(:disabled, [aria-disabled='true']) { background: var(--accent-2); border-color: var(--accent-2); }`,
  danger: css`background: var(--surface); border-color: var(--bad); color: var(--bad);
    &:hover:not(:disabled, [aria-disabled='true']) { background: var(--bad-soft); }`,
  quiet: css`background: transparent; border-color: transparent; color: var(--text-2);
    &:hover:not(:disabled, [aria-disabled='true']) { background: var(--surface-3); color: var(--text); }`,
} as const

/** The one button: 28 px high, four tones. `$tone` never carries unbounded values (one class a tone). */
export const Button = styled.button.attrs((p) => ({ type: p.type ?? 'button' }))<{ $tone?: ButtonTone }>`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 6px;
  height: 28px;
  min-height: var(--press);
  padding: 0 10px;
  border: 1px solid;
  border-radius: var(--radius);
  white-space: nowrap;
  cursor: pointer;
  user-select: none;
  transition: background-color 0.1s;
  &:disabled, &[aria-disabled='true'] { opacity: 0.55; cursor: not-allowed; }
  &&[aria-pressed='true'] { background: var(--accent-soft); border-color: var(--accent); color: var(--accent); }
  ${(p) => tones[p.$tone ?? 'plain']}
`

/** A square button with an icon alone; it must be given an `aria-label`. */
export const IconButton = styled(Button).attrs({ $tone: 'quiet' })`
  width: 28px;
  min-width: var(--press);
  padding: 0;
  flex: none;
`

/** A one-line input. */
export const Input = styled.input`
  width: 100%;
  height: 30px;
  min-height: var(--press);
  padding: 0 9px;
  border: 1px solid var(--line-strong);
  border-radius: var(--radius);
  background: var(--surface);
  color: var(--text);
  &:hover { border-color: var(--text-3); }
  &:focus-visible { outline: 2px solid var(--focus); outline-offset: -1px; border-color: transparent; }
  &[aria-invalid='true'] { border-color: var(--bad); }
  &:disabled { background: var(--surface-3); color: var(--text-2); }
`
