import { type FormEvent, useState } from 'react'
import styled from 'styled-components'
import { type Field, phone, text } from '../../model/language/fields/field.ts'
import { ApiError, api } from '../api/client.ts'
import { keyOf, queryClient } from '../data/queries.ts'
import { fieldMessages } from '../forms/conflict.ts'
import { draftOf, dropDraft, keepDraft } from '../forms/drafts.ts'
import { FieldRow } from '../forms/FieldRow.tsx'
import { runCommand } from '../host/host.ts'
import { useWords } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/messages/toast.ts'
import type { Me } from './Profile.tsx'

/** Fields that people may change of themselves (`update-info`). */
const FIELDS = {
  name: text('昵称', 'Nickname', { length: 50 }),
  phone: phone('手机号', 'Mobile'),
  email: text('邮箱', 'Email', { length: 100, means: 'email' }),
} as const satisfies Readonly<Record<string, Field>>
type Name = keyof typeof FIELDS
/** Draft key of this form. */
const DRAFT = 'profile'
const NAMES = Object.keys(FIELDS) as Name[]

/**
 * Form of one's own nickname, phone and e-mail, and the way to another password. An emptied field stays as it is: the
 * server says so.
 */
export function ProfileForm({ me }: { readonly me: Me }) {
  const { t } = useWords()
  const first = Object.fromEntries(NAMES.map((name) => [name, me[name] ?? ''])) as Readonly<Record<Name, string>>
  const [typed, setTyped] = useState(() => ({ ...first, ...draftOf(DRAFT) }))
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [sending, setSending] = useState(false)
  const changed = NAMES.filter((name) => typed[name].trim() !== first[name])
  const set = (name: Name, value: string) => {
    const next = { ...typed, [name]: value }
    setTyped(next)
    keepDraft(DRAFT, FIELDS, next, first)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending || changed.length === 0) return
    setSending(true)
    setProblems({})
    try {
      await api.post(
        'blade-system/user/update-info',
        Object.fromEntries(changed.map((name) => [name, typed[name].trim()])),
        { quiet: true },
      )
      dropDraft(DRAFT)
      toast.info(() => t('shell.profileSaved'))
      await queryClient.invalidateQueries({ queryKey: keyOf('user', 'me') })
    } catch (error) {
      const found = error instanceof ApiError ? fieldMessages(error.data) : {}
      setProblems(found)
      if (!NAMES.some((name) => found[name])) toast.error(error)
    } finally {
      setSending(false)
    }
  }
  return (
    <Form onSubmit={(event) => void submit(event)} aria-label={t('shell.profileTitle')}>
      {NAMES.map((name) => (
        <FieldRow
          key={name}
          name={name}
          field={FIELDS[name]}
          value={typed[name]}
          problem={problems[name] ?? ''}
          onChange={(value) => set(name, value)}
        />
      ))}
      <div className="foot">
        <Button type="submit" $tone="primary" disabled={sending || changed.length === 0}>
          {t('shell.profileSave')}
        </Button>
        <Button onClick={() => void runCommand('session.password', 'button')}>{t('shell.password')}</Button>
      </div>
    </Form>
  )
}

const Form = styled.form`
  max-width: 560px;
  display: grid;
  gap: 10px;
  padding: 12px 16px 20px;
  & .foot { display: flex; gap: 8px; margin-top: 4px; }
`
