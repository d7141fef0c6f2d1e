import { Dialog as AriakitDialog, DialogDismiss, DialogHeading } from '@ariakit/react'
import styled from 'styled-components'
import { useWords } from '../../i18n/index.ts'
import { Icon } from '../Icon.tsx'
import type { DialogProps } from './dialog.tsx'

/** Panel of a dialog; a chunk of its own, because nothing needs it before the first question. */
export function DialogPanel({
  title,
  onClose,
  children,
  footer,
  wide = false,
  width,
  bare = false,
  full = false,
  outside = !wide,
  escapes = true,
  stuck = false,
  veil = false,
  ownReturn = false,
}: DialogProps) {
  const { t } = useWords()
  return (
    <Panel
      open
      modal
      portal
      unmountOnHide
      data-wide={wide || undefined}
      style={width === undefined ? undefined : { width, maxWidth: 'calc(100vw - 24px)' }}
      data-bare={bare || undefined}
      data-full={full || undefined}
      aria-label={bare ? title : undefined}
      // An input method's Escape gives up a word, that of an open list closes the list.
      hideOnEscape={(event) =>
        escapes && !stuck && !(event instanceof KeyboardEvent && event.isComposing) && !isOfList(event.target)
      }
      hideOnInteractOutside={outside && !stuck}
      // By itself it would go to what opened the dialog, after the focus was moved.
      autoFocusOnHide={!ownReturn}
      // Open as long as it is rendered. Left to itself it would close and open again, and take the focus to its first
      // field.
      onClose={(event) => {
        event.preventDefault()
        onClose()
      }}
      backdrop={<Backdrop data-veil={veil || undefined} />}
      getPersistentElements={() => document.querySelectorAll('[data-host="toasts"]')}
    >
      {bare ? (
        children
      ) : (
        <>
          <header>
            <DialogHeading>{title}</DialogHeading>
            {stuck ? null : (
              <DialogDismiss aria-label={t('shell.close')}>
                <Icon name="x" />
              </DialogDismiss>
            )}
          </header>
          {children === undefined || children === null ? null : <div className="body">{children}</div>}
        </>
      )}
      {footer ? <footer>{footer}</footer> : null}
    </Panel>
  )
}

/**
 * Whether an element is an input with an open list beside the dialog, or an option of that list; a key reaches both in
 * turn.
 */
function isOfList(at: EventTarget | null): boolean {
  if (!(at instanceof Element)) return false
  const open = at.getAttribute('aria-expanded') === 'true'
  const list =
    at.closest('[role=listbox]') ?? (open ? document.getElementById(at.getAttribute('aria-controls') ?? '') : null)
  return list !== null && list.closest('[role=dialog]') === null
}

const Backdrop = styled.div`
  background: rgb(8 20 24 / 42%);
  z-index: 50;
  &[data-veil] { background: rgb(8 20 24 / 60%); backdrop-filter: blur(14px); }
`

const Panel = styled(AriakitDialog)`
  position: fixed;
  z-index: 51;
  inset: 12px;
  margin: auto;
  width: min(440px, calc(100vw - 24px));
  height: fit-content;
  max-height: calc(100dvh - 24px);
  display: flex;
  flex-direction: column;
  overflow: hidden;
  border: 1px solid var(--line);
  border-radius: 10px;
  background: var(--surface);
  color: var(--text);
  box-shadow: var(--shadow);
  /* Anchored at the top: a list that shortens while one types must not move the input. */
  &[data-wide] { width: min(760px, calc(100vw - 24px)); top: max(12px, 9vh); margin-top: 0; max-height: calc(100dvh - max(12px, 9vh) - 12px); }
  &[data-bare] { width: min(720px, calc(100vw - 24px)); border-radius: 12px; }
  &[data-full] { width: calc(100vw - 24px); height: calc(100dvh - 24px); }
  @media (max-width: 640px) {
    &[data-bare] { inset: 0; width: 100vw; height: 100dvh; max-height: 100dvh; margin: 0; border: 0; border-radius: 0; }
  }
  &:focus-visible { outline: none; }
  & > header { flex: none; display: flex; align-items: center; gap: 8px; padding: 12px 10px 8px 18px; min-height: 48px; }
  @media (pointer: coarse) { & > header { padding: 4px 6px 4px 18px; } }
  & > header > h1, & > header > h2 { flex: 1; font-size: 15px; line-height: 22px; font-weight: 600; }
  & > header > button {
    display: grid; place-content: center; width: 28px; height: 28px; min-width: var(--press); min-height: var(--press); padding: 0; border: 0; border-radius: var(--radius);
    background: transparent; color: var(--text-2); cursor: pointer;
  }
  & > header > button:hover { background: var(--surface-3); color: var(--text); }
  & > .body { flex: 1; min-height: 0; overflow: auto; padding: 2px 18px 14px; color: var(--text-2); }
  & > footer { flex: none; display: flex; justify-content: flex-end; gap: 8px; padding: 10px 18px 14px; }
`
