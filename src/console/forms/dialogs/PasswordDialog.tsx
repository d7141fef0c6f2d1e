import { text } from '../../../model/language/fields/field.ts'
import type { Label } from '../../../model/values/label.ts'
import { api } from '../../api/client.ts'
import { md5 } from '../../api/md5.ts'
import { catalogueNow } from '../../data/catalogue.ts'
import { useWords } from '../../i18n/index.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { AskForm, type FormField } from '../AskForm.tsx'
import { PasswordInput } from '../inputs/PasswordInput.tsx'
import { mountHost, Safe } from './mount.tsx'
import { type Open, question } from './question.ts'
import '../base/words.ts'

/** Characters that a password has at least; the server sees its hash only and cannot count them. */
const SHORTEST = 8

const FIELDS = {
  oldPassword: text('旧密码', 'Old password', { required: '请输入旧密码' }),
  newPassword: text('新密码', 'New password', { required: '请输入新密码' }),
  newPassword1: text('确认密码', 'New password again', { required: '请再次输入新密码' }),
} as const
type Name = keyof typeof FIELDS
type Typed = Readonly<Record<Name, string>>
const NAMES = Object.keys(FIELDS) as Name[]

const MISSING: Label = ['请填写', 'Please fill this in']
const SHORT: Label = [`新密码至少 ${SHORTEST} 位`, `The new password needs at least ${SHORTEST} characters`]
const ACCOUNT: Label = ['新密码不能与账号相同', 'The new password may not be the account name']
const SAME: Label = ['新密码不能与旧密码相同', 'The new password is the old one']
const OTHER: Label = ['两次密码输入不一致', 'The two passwords are not the same']

/** Problems field by field; empty for nothing. Pure. */
export function passwordProblems(typed: Typed, account: string): Partial<Record<Name, Label>> {
  const { oldPassword, newPassword, newPassword1 } = typed
  const found: Partial<Record<Name, Label>> = {}
  for (const name of NAMES) if (!typed[name]) found[name] = MISSING
  if (newPassword === oldPassword && newPassword) found.newPassword = SAME
  else if (newPassword && newPassword === account) found.newPassword = ACCOUNT
  else if (newPassword && newPassword.length < SHORTEST) found.newPassword = SHORT
  if (newPassword1 && newPassword1 !== newPassword) found.newPassword1 = OTHER
  return found
}

const asks = question<null, true>()

/** Asks for the old and a new password and sets it. Null when the person turns away. */
export function askPassword(): Promise<true | null> {
  mountHost('password', <PasswordHost />)
  return asks.ask(null)
}

/** The dialog of `askPassword`; mounted by itself on first use. */
export function PasswordHost() {
  const open = asks.use()
  return (
    open && (
      <Safe key={open.number} onFailure={() => open.answer(null)}>
        <PasswordDialog open={open} />
      </Safe>
    )
  )
}

const ASKED: readonly FormField[] = NAMES.map((name) => ({ name, field: FIELDS[name], input: PasswordInput }))

function PasswordDialog({ open }: { readonly open: Open<null, true> }) {
  const { t } = useWords()
  const account = catalogueNow()?.user.account ?? ''
  return (
    <Dialog title={t('shell.password')} onClose={() => open.answer(null)} outside={false}>
      <AskForm
        ask={ASKED}
        action={t('shell.password')}
        check={(typed) => passwordProblems(typed as Typed, account)}
        cancel={() => open.answer(null)}
        hint={t('forms.passwordEnds')}
        send={async (typed) => {
          // As at the sign-in: the password itself never leaves the browser.
          const hashed = Object.fromEntries(NAMES.map((name) => [name, md5(typed[name] ?? '')]))
          await api.post('blade-system/user/update-password', hashed, { quiet: true })
          open.answer(true)
        }}
      >
        {/* Password keepers ask whose it is. */}
        <input hidden readOnly name="username" autoComplete="username" value={account} />
      </AskForm>
    </Dialog>
  )
}
