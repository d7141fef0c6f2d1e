import { type FormEvent, useRef, useState } from 'react'
import { type Field, text } from '../../model/kernel/field.ts'
import type { Label } from '../../model/kernel/label.ts'
import { label } from '../../model/kernel/label.ts'
import { api } from '../api/client.ts'
import { ApiError } from '../api/error.ts'
import { md5 } from '../api/md5.ts'
import { catalogueNow } from '../data/catalogue.ts'
import { useWords } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FieldRow } from './FieldRow.tsx'
import { Box, Decision, Foot } from './forms.styles.ts'
import { aria, type InputProps } from './inputs/input.ts'
import { mountHost, Safe } from './mount.tsx'
import { type Open, question } from './question.ts'
import './words.ts'

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

/** What is wrong, field by field; empty for nothing. Pure. */
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

const PasswordInput = (p: InputProps) => (
  <Box data-invalid={p.invalid}>
    <input
      {...aria(p)}
      type="password"
      autoComplete={p.name === 'oldPassword' ? 'current-password' : 'new-password'}
      value={p.value}
      onChange={(e) => p.onChange(e.target.value)}
    />
  </Box>
)

function PasswordDialog({ open }: { readonly open: Open<null, true> }) {
  const { t, language } = useWords()
  const account = catalogueNow()?.user.account ?? ''
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<Typed>({ oldPassword: '', newPassword: '', newPassword1: '' })
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [failed, setFailed] = useState('')
  const [sending, setSending] = useState(false)
  const refuse = (found: Readonly<Record<string, string>>) => {
    setProblems(found)
    const first = NAMES.find((name) => found[name])
    form.current?.querySelector<HTMLElement>(`[data-field="${first}"] input`)?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending) return
    const found = Object.entries(passwordProblems(typed, account))
    if (found.length > 0) return refuse(Object.fromEntries(found.map(([name, text]) => [name, label(text, language)])))
    setSending(true)
    setFailed('')
    try {
      // As at the sign-in: the password itself never leaves the browser.
      const hashed = Object.fromEntries(NAMES.map((name) => [name, md5(typed[name])]))
      await api.post('blade-system/user/update-password', hashed, { quiet: true })
      open.answer(true)
    } catch (error) {
      const fields = error instanceof ApiError && typeof error.data === 'object' ? (error.data ?? {}) : {}
      const told = Object.entries(fields).filter(([name]) => name in FIELDS)
      if (told.length > 0) refuse(Object.fromEntries(told.map(([name, why]) => [name, String(why)])))
      else setFailed(error instanceof Error ? error.message : String(error))
      setSending(false)
    }
  }
  return (
    <Dialog title={t('shell.password')} onClose={() => open.answer(null)} outside={false}>
      <Decision>
        <form ref={form} noValidate onSubmit={submit}>
          {/* Password keepers ask whose it is. */}
          <input hidden readOnly name="username" autoComplete="username" value={account} />
          {NAMES.map((name, i) => (
            <FieldRow
              key={name}
              name={name}
              field={FIELDS[name] as Field}
              value={typed[name]}
              onChange={(value) => {
                setTyped((now) => ({ ...now, [name]: value }))
                setProblems((now) => (now[name] ? { ...now, [name]: '' } : now))
              }}
              problem={problems[name] ?? ''}
              first={i === 0}
              input={PasswordInput}
            />
          ))}
          <p role="alert">{failed}</p>
          <p className="hint">{t('forms.passwordEnds')}</p>
          <Foot>
            <Button onClick={() => open.answer(null)}>
              {t('forms.cancel')} <kbd>Esc</kbd>
            </Button>
            <Button type="submit" $tone="primary" aria-disabled={sending || undefined}>
              {t('shell.password')} <kbd>⏎</kbd>
            </Button>
          </Foot>
        </form>
      </Decision>
    </Dialog>
  )
}
