import { useEffect, useLayoutEffect, useRef } from 'react'
import styled from 'styled-components'
import { subscribe, useSnapshot } from 'valtio'
import { useCatalogue } from '../../data/catalogue.ts'
import { t as say, useWords } from '../../i18n/index.ts'
import { status } from '../../state/status.ts'
import { Button, IconButton } from '../Button.tsx'
import { Icon } from '../Icon.tsx'
import { Sentence } from '../Sentence.tsx'
import { SidePanel } from '../sidePanel.styles.ts'
import {
  dismiss,
  frontOf,
  hold,
  type MessageAction,
  type MessageTone,
  messages,
  release,
  showTranslated,
  toast,
  wordOf,
} from './toast.ts'

const ICON: Readonly<Record<MessageTone, string>> = {
  good: 'check-circle',
  bad: 'alert-triangle',
  info: 'info',
  warn: 'alert-triangle',
}

/** Shows one message when the server is lost and one when it is back, which replaces the first. Returns how to stop. */
export function showOnline(): () => void {
  let was = status.online
  let gone = 0
  return subscribe(status, () => {
    if (status.online === was) return
    was = status.online
    if (was) {
      dismiss(gone)
      toast.good(() => say('shell.backOnline'))
    } else gone = toast.bad(() => say('shell.offline'))
  })
}

/** Messages on the screen, read aloud as they come, and the log in which they can be read again. */
export function Toasts() {
  const { t, language } = useWords()
  const catalogue = useCatalogue()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language, and the words of its catalogue
  useLayoutEffect(showTranslated, [language, catalogue])
  const { list, open } = useSnapshot(messages)
  const waiting = list.filter((m) => m.shown)
  // Toasts are shown singly: in the line of the status bar nothing is covered that anybody clicks or reads off.
  const front = frontOf(list)
  return (
    <div data-host="toasts">
      <Stack data-floating="" aria-live="polite" aria-relevant="additions">
        {(front ? [front] : []).map((m) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: its buttons have the focus; it is told of it
          <div
            key={m.id}
            className="toast"
            data-tone={m.tone}
            role={m.tone === 'bad' || m.tone === 'warn' ? 'alert' : undefined}
            onPointerEnter={() => hold(m.id)}
            onPointerLeave={() => release(m.id)}
            // a focused toast stays: the next key would be the page's, and may decide
            onFocus={() => hold(m.id)}
            onBlur={() => release(m.id)}
          >
            <Icon name={ICON[m.tone]} />
            <span title={m.text}>
              <Sentence text={m.text} />
            </span>
            {m.times > 1 ? <small>×{m.times}</small> : null}
            {m.action ? <Act message={m} /> : null}
            {waiting.length > 1 ? (
              <Button $tone="quiet" className="act" onClick={() => (messages.open = true)}>
                +{waiting.length - 1}
              </Button>
            ) : null}
            <button type="button" aria-label={t('shell.close')} onClick={() => dismiss(m.id)}>
              <Icon name="x" size={12} />
            </button>
          </div>
        ))}
      </Stack>
      {open ? <Log /> : null}
    </div>
  )
}

/** The button of a message; having done it, the message goes. */
function Act({ message }: { message: { readonly id: number; readonly action?: MessageAction } }) {
  const { action } = message
  if (!action) return null
  return (
    <Button
      $tone="quiet"
      className="act"
      onClick={() => {
        dismiss(message.id)
        action.run()
      }}
    >
      {wordOf(action)}
    </Button>
  )
}

function Log() {
  const { t } = useWords()
  const { list } = useSnapshot(messages)
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement
    box.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  const close = () => {
    messages.open = false
  }
  return (
    <Panel
      ref={box}
      tabIndex={-1}
      data-floating=""
      aria-label={t('shell.messages')}
      onKeyDown={(e) => {
        if (e.key !== 'Escape') return
        e.stopPropagation()
        close()
      }}
    >
      <header>
        <h2>{t('shell.messages')}</h2>
        <Button $tone="quiet" disabled={list.length === 0} onClick={() => (messages.list = [])}>
          {t('shell.clearMessages')}
        </Button>
        <IconButton aria-label={t('shell.close')} onClick={close}>
          <Icon name="x" />
        </IconButton>
      </header>
      {list.length === 0 ? (
        <p className="none">{t('shell.noMessages')}</p>
      ) : (
        <ol>
          {list.map((m) => (
            <li key={m.id} data-tone={m.tone}>
              <Icon name={ICON[m.tone]} size={14} />
              <span>
                <Sentence text={m.text} />
                {m.times > 1 ? <em> · {t('shell.times', { count: m.times })}</em> : null}
                {m.action ? <Act message={m} /> : null}
              </span>
              <time>{m.at.slice(11)}</time>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

/* The line of the status bar: pager, buttons and amounts are never under a message. */
const Stack = styled.div`
  position: fixed;
  z-index: 70;
  right: 0;
  bottom: 0;
  width: min(760px, 60vw);
  height: var(--status-h, 26px);
  pointer-events: none;
  & .toast {
    display: flex; align-items: center; gap: 8px; height: 100%; width: fit-content; max-width: 100%; margin-left: auto; padding: 0 6px 0 10px;
    border-left: 3px solid var(--busy); background: var(--busy-soft, var(--surface-2)); color: var(--text); font-size: 12px; pointer-events: auto;
  }
  & .toast > svg { flex: none; color: var(--busy); }
  & .toast > span { flex: 1; min-width: 0; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; line-height: 12px; overflow-wrap: anywhere; }
  & .toast > .act { flex: none; height: 20px; padding: 0 6px; color: var(--accent); font-size: 12px; }
  & .toast[data-tone='good'] { border-left-color: var(--good); background: var(--good-soft, var(--surface-2)); }
  & .toast[data-tone='good'] > svg { color: var(--good); }
  & .toast[data-tone='bad'] { border-left-color: var(--bad); background: var(--bad-soft); }
  & .toast[data-tone='bad'] > svg { color: var(--bad); }
  & .toast[data-tone='warn'] { border-left-color: var(--wait); background: var(--wait-soft); }
  & .toast[data-tone='warn'] > svg { color: var(--wait); }
  & small { flex: none; color: var(--text-3); }
  & button:not(.act) { flex: none; display: grid; place-content: center; width: 20px; height: 20px; padding: 0; border: 0; border-radius: 4px; background: transparent; color: var(--text-3); cursor: pointer; }
  & button:not(.act):hover { background: var(--surface-3); color: var(--text); }
  @media (max-width: 767px) { width: 100%; & .toast { width: 100%; } & .toast > span { line-height: 16px; } }
`

const Panel = styled(SidePanel)`
  & .none { padding: 24px 14px; color: var(--text-3); text-align: center; }
  & ol { flex: 1; overflow: auto; padding: 4px 0; }
  & li { display: grid; grid-template-columns: auto 1fr auto; gap: 8px; padding: 7px 14px; align-items: start; }
  & li + li { border-top: 1px solid var(--line); }
  & li > svg { margin-top: 3px; color: var(--busy); }
  & li[data-tone='good'] > svg { color: var(--good); }
  & li[data-tone='bad'] > svg { color: var(--bad); }
  & li > span { overflow-wrap: anywhere; }
  & em { font-style: normal; color: var(--text-3); }
  & time { color: var(--text-3); font-size: 12px; }
`
