import { api } from '../../api/client.ts'
import { md5 } from '../../api/md5.ts'
import { AskForm } from '../../forms/AskForm.tsx'
import { useWords } from '../../i18n/index.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { CODE_AGAIN, PASSWORD_AGAIN } from './proofFields.ts'

/** Turns the second factor off: the password again, and a code. `over` is told whether it is off. */
export function TurnOff({ over }: { over(off: boolean): void }) {
  const { t } = useWords()
  const cancel = () => over(false)
  return (
    <Dialog title={t('secondFactor.turnOff')} onClose={cancel} outside={false}>
      <AskForm
        ask={[PASSWORD_AGAIN, CODE_AGAIN]}
        action={t('secondFactor.turnOff')}
        danger
        cancel={cancel}
        send={async ({ password = '', oneTimeCode }) => {
          await api.post('rounds/second-factor/remove', { password: md5(password), oneTimeCode }, { quiet: true })
          over(true)
        }}
      />
    </Dialog>
  )
}
