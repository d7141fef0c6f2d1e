import { useState } from 'react'
import styled from 'styled-components'
import { useSnapshot } from 'valtio'
import { api } from '../api/client.ts'
import { useWords } from '../i18n/index.ts'
import { clearErrors, errors } from '../state/errors.ts'
import { Button } from '../ui/Button.tsx'
import { confirm } from '../ui/dialog/dialog.tsx'
import { Icon } from '../ui/Icon.tsx'
import { toast } from '../ui/messages/toast.ts'
import { Screen } from '../ui/Screen.tsx'

/** Entries that the server takes at a time. */
const AT_ONCE = 20

/** Errors of the interface that this browser keeps: read, sent to the server's log, forgotten (specification §2). */
export function ErrorLog() {
  const { t } = useWords()
  const { list } = useSnapshot(errors)
  const [sending, setSending] = useState(false)
  const upload = async () => {
    if (sending || list.length === 0 || !(await confirm({ title: t('shell.errorsUploadTitle') }))) return
    setSending(true)
    try {
      for (let at = 0; at < list.length; at += AT_ONCE)
        await api.post('blade-log/error/submit', list.slice(at, at + AT_ONCE))
      clearErrors()
      toast.info(() => t('shell.errorsUploaded'))
    } catch (error) {
      toast.error(error)
    } finally {
      setSending(false)
    }
  }
  const clear = async () => {
    if (list.length > 0 && (await confirm({ title: t('shell.errorsClearTitle'), danger: true }))) clearErrors()
  }
  return (
    <Screen title={t('shell.errorLog')} ready>
      <Bar>
        <Button $tone="primary" disabled={list.length === 0 || sending} onClick={() => void upload()}>
          {t('shell.errorsUpload')}
        </Button>
        <Button $tone="danger" disabled={list.length === 0} onClick={() => void clear()}>
          {t('shell.errorsClear')}
        </Button>
      </Bar>
      {list.length === 0 ? (
        <Nothing>{t('shell.errorsNone')}</Nothing>
      ) : (
        <Room>
          <table>
            <thead>
              <tr>
                {(['errorType', 'errorAddress', 'errorContent', 'errorStack', 'errorTime'] as const).map((word) => (
                  <th key={word}>{t(`shell.${word}`)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {list.map((e) => (
                <tr key={`${e.time}${e.message}${e.url}`}>
                  <td title={e.type}>
                    <Icon name="bug" /> {e.type}
                  </td>
                  <td>{e.url}</td>
                  <td>{e.message}</td>
                  <td>
                    {e.stack ? (
                      <details>
                        <summary>{e.stack.split('\n', 1)[0]}</summary>
                        <pre>{e.stack}</pre>
                      </details>
                    ) : null}
                  </td>
                  <td className="time">{e.time}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Room>
      )}
    </Screen>
  )
}

const Bar = styled.div`
  display: flex;
  gap: 8px;
  padding: 8px 16px;
`

const Nothing = styled.p`
  padding: 24px 16px;
  color: var(--text-3);
`

const Room = styled.div`
  overflow-x: auto;
  padding: 0 16px 16px;
  & table { width: 100%; min-width: 720px; border-collapse: collapse; }
  & th, & td { padding: 6px 8px; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere; }
  & th { color: var(--text-3); font-weight: normal; white-space: nowrap; }
  & td:first-child, & .time { white-space: nowrap; }
  & td > svg { color: var(--bad); vertical-align: -2px; }
  & summary { cursor: pointer; }
  & pre { max-width: 60ch; white-space: pre-wrap; font-size: 12px; color: var(--text-2); }
`
