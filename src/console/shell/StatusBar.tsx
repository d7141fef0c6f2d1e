import styled from 'styled-components'
import { useSnapshot } from 'valtio'
import { actionOf } from '../decisions/named.ts'
import { context } from '../host/context.ts'
import { runCommand } from '../host/host.ts'
import { useKeyOf, usePendingKeys } from '../host/useCommand.ts'
import { useWords } from '../i18n/index.ts'
import { status } from '../state/status.ts'
import { Icon } from '../ui/Icon.tsx'

const grouped = (n: number) => n.toLocaleString('en-US')

/**
 * The line at the foot: how far one has got, what can be taken back, which key is awaited, whether the server is there.
 */
export function StatusBar() {
  const { t } = useWords()
  const { queue, pending, undo, recording, online, events } = useSnapshot(status)
  const { signedIn } = useSnapshot(context)
  const { pending: waiting } = usePendingKeys()
  /** Message about live updates: none while they arrive, or while the server is not reachable at all. */
  const news = !online || events === 'live' ? null : (`${events}` as const)
  const recordKey = useKeyOf('macros.record')
  const undoKey = useKeyOf('decision.takeBack')
  return (
    <Bar aria-label={t('shell.statusBar')} data-undo={undo ? '' : undefined}>
      {queue ? (
        <>
          <span>{t('shell.doneCount', { count: queue.done })}</span>
          <span className="left">
            {t(queue.leftExact ? 'shell.leftCount' : 'shell.leftAbout', {
              // shown as a text with separators; the words have no plural
              count: grouped(queue.left) as unknown as number,
            })}
          </span>
          {queue.perMinute === null ? null : (
            <span className="wide">{t('shell.rate', { count: queue.perMinute })}</span>
          )}
          {queue.held > 0 ? <span className="wide">{t('shell.held', { count: queue.held })}</span> : null}
          {queue.failed > 0 ? <span className="bad">{t('shell.failed', { count: queue.failed })}</span> : null}
        </>
      ) : null}
      {pending > 0 ? <span className="busy">{t('shell.pending', { count: pending })}</span> : null}
      {undo ? (
        <span className="undo">
          <em>
            {t('shell.undoable', {
              title: `${actionOf(undo.resource, undo.decision)} ${undo.title || `× ${undo.count}`}`,
            })}
          </em>{' '}
          {undoKey ? <kbd>{undoKey}</kbd> : null}
        </span>
      ) : null}
      {recording === null ? null : (
        <button type="button" className="recording" onClick={() => void runCommand('macros.record', 'button')}>
          ● {t('shell.recordingMacro', { count: recording })} {recordKey ? <kbd>{recordKey}</kbd> : null}
        </button>
      )}
      <i />
      {waiting ? <span className="waiting">{t('shell.waitingKey', { keys: waiting })}</span> : null}
      <span
        role="status"
        className={!online ? 'bad' : news ? 'wait' : 'good'}
        title={news ? t(`shell.${news}Why`) : undefined}
      >
        <Icon name={online ? 'wifi' : 'wifi-off'} size={13} />
        {t(!signedIn || (online && !news) ? 'shell.online' : news ? `shell.${news}` : 'shell.offlineShort')}
      </span>
    </Bar>
  )
}

// On a telephone what was decided last (`data-undo`) is said before how much is left, which the list says, too.
const Bar = styled.footer`
  grid-area: status;
  display: flex;
  align-items: center;
  gap: 16px;
  min-width: 0;
  padding: 0 12px;
  overflow: hidden;
  white-space: nowrap;
  border-top: 1px solid var(--line);
  background: var(--surface-2);
  color: var(--text-2);
  font-size: 12px;
  & > i { flex: 1; }
  & > span { display: inline-flex; align-items: center; gap: 5px; }
  & .good > svg { color: var(--good); }
  & .bad { color: var(--bad); }
  & .wait, & .wait > svg { color: var(--wait); }
  & .busy { color: var(--busy); }
  & .waiting { color: var(--accent); font-weight: 600; }
  & kbd { height: 16px; line-height: 15px; }
  & .recording { flex: none; padding: 0 6px; border: 0; border-radius: 4px; background: var(--bad); color: var(--on-accent, #fff); font-size: 12px; cursor: pointer; }
  & .undo { min-width: 0; }
  & .undo > em { overflow: hidden; text-overflow: ellipsis; font-style: normal; }
  @media (max-width: 767px) { & .wide, & kbd, &[data-undo] .left { display: none; } gap: 12px; }
`
