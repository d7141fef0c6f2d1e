import { useState } from 'react'
import styled from 'styled-components'
import type { NewSecondFactor } from '../../../model/administration/access/secondFactorCalls.ts'
import { api } from '../../api/client.ts'
import { md5 } from '../../api/md5.ts'
import { AskForm } from '../../forms/AskForm.tsx'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { copyText } from '../../ui/messages/clipboard.ts'
import { CODE_AGAIN, PASSWORD_AGAIN } from './proofFields.ts'

/** Sets a second factor up: the password again, the secret, its first code. `over` is told whether it is on. */
export function SetUp({ over }: { over(on: boolean): void }) {
  const { t } = useWords()
  const [made, setMade] = useState<NewSecondFactor | null>(null)
  const cancel = () => over(false)
  return (
    <Dialog title={t('secondFactor.setUp')} onClose={cancel} outside={false}>
      {made ? (
        <AskForm
          key="confirm"
          ask={[CODE_AGAIN]}
          action={t('secondFactor.turnOn')}
          cancel={cancel}
          send={async (typed) => {
            await api.post('rounds/second-factor/confirm', { oneTimeCode: typed.oneTimeCode }, { quiet: true })
            over(true)
          }}
        >
          <p>{t('secondFactor.scan', { minutes: made.minutes })}</p>
          <Secret made={made} />
        </AskForm>
      ) : (
        <AskForm
          key="password"
          ask={[PASSWORD_AGAIN]}
          action={t('secondFactor.next')}
          cancel={cancel}
          send={async (typed) => {
            // as at the sign-in: the password itself never leaves the browser
            const password = md5(typed.password ?? '')
            setMade(await api.post<NewSecondFactor>('rounds/second-factor/begin', { password }, { quiet: true }))
          }}
        >
          <p>{t('secondFactor.password')}</p>
        </AskForm>
      )}
    </Dialog>
  )
}

/** The secret to be taken over: as a picture, as a text, as an address. */
function Secret({ made }: { readonly made: NewSecondFactor }) {
  const { t } = useWords()
  return (
    <Way>
      <img alt={t('secondFactor.qr')} src={`data:image/svg+xml,${encodeURIComponent(made.qr)}`} />
      <div>
        <span className="name">{t('secondFactor.secret')}</span>
        <code>{made.secret}</code>
        <Button onClick={() => void copyText(made.secret.replaceAll(' ', ''), () => t('secondFactor.secretCopied'))}>
          {t('secondFactor.copySecret')}
        </Button>
        <a href={made.uri}>{t('secondFactor.openApp')}</a>
      </div>
    </Way>
  )
}

const Way = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 12px 16px;
  align-items: center;
  /* white in every theme: cameras look for dark on light */
  & img { width: 176px; height: 176px; background: #fff; border-radius: var(--radius); }
  & > div { flex: 1; min-width: 180px; display: grid; gap: 6px; justify-items: start; }
  & .name { color: var(--text-3); font-size: 12px; }
  & code { font-family: var(--font-mono); overflow-wrap: anywhere; user-select: all; }
`
