import { useState } from 'react'
import styled from 'styled-components'
import { text } from '../../../model/language/fields/field.ts'
import { api } from '../../api/client.ts'
import { ApiError } from '../../api/error.ts'
import { md5 } from '../../api/md5.ts'
import { settle } from '../../data/session.ts'
import { AskForm, type FormField } from '../../forms/AskForm.tsx'
import { mountHost, Safe } from '../../forms/dialogs/mount.tsx'
import { type Open, question } from '../../forms/dialogs/question.ts'
import { PasswordInput } from '../../forms/inputs/PasswordInput.tsx'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { toast } from '../../ui/messages/toast.ts'

/** Password that opens the lock: one of its own, or that of the sign-in. */
export type LockedWith = 'own' | 'signIn'

const questions = question<null, LockedWith>()

/** Asks for the lock password of this sign-in and locks the session on the server. Null when the person turns away. */
export function askLockPassword(): Promise<LockedWith | null> {
  mountHost('lock', <LockHost />)
  return questions.ask(null)
}

/** The dialog of `askLockPassword`; mounted by itself on first use. */
export function LockHost() {
  const open = questions.use()
  return (
    open && (
      <Safe key={open.number} onFailure={() => open.answer(null)}>
        <LockDialog open={open} />
      </Safe>
    )
  )
}

// named like a new password, so that password managers offer none that exists
const FIELDS: readonly FormField[] = [
  {
    name: 'newLockPassword',
    field: text('锁屏密码', 'Lock password', {
      required: '锁屏密码不能为空',
      requiredEn: 'Please enter a lock password',
      length: 100,
    }),
    input: PasswordInput,
  },
]

const Plain = styled(Button)`
  align-self: flex-start;
  margin: -6px 0 0 -10px;
`

/** Locks on the server; a server that is not reached keeps nobody from locking, with the sign-in password. */
async function lock(body: Readonly<Record<string, unknown>>, way: LockedWith): Promise<LockedWith> {
  await settle()
  try {
    await api.post('rounds/session/lock', body, { quiet: true })
    return way
  } catch (error) {
    if (error instanceof ApiError && error.network) return 'signIn'
    throw error
  }
}

function LockDialog({ open }: { readonly open: Open<null, LockedWith> }) {
  const { t } = useWords()
  const [sending, setSending] = useState(false)
  const plain = () => {
    if (sending) return
    setSending(true)
    lock({ signInPassword: 1 }, 'signIn').then(open.answer, (error: unknown) => {
      setSending(false)
      toast.error(error)
    })
  }
  return (
    <Dialog title={t('session.lock')} onClose={() => open.answer(null)} outside={false}>
      <AskForm
        ask={FIELDS}
        action={t('session.lock')}
        cancel={() => open.answer(null)}
        send={async (typed) => {
          open.answer(await lock({ password: md5(typed.newLockPassword ?? '') }, 'own'))
        }}
      >
        <p>{t('session.lockSet')}</p>
        <Plain $tone="quiet" onClick={plain} aria-disabled={sending || undefined}>
          {t('session.lockPlain')}
        </Plain>
      </AskForm>
    </Dialog>
  )
}
