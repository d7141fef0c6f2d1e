import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { md5 } from '../../../src/console/api/md5.ts'
import { askPassword, PasswordHost, passwordProblems } from '../../../src/console/forms/dialogs/PasswordDialog.tsx'
import { Refusal } from '../server/envelope.ts'
import { server } from '../server/server.ts'

const UPDATE = 'blade-system/user/update-password'
vi.mock('../../../src/console/forms/dialogs/mount.tsx', async (original) => ({
  ...(await original<object>()),
  mountHost: () => {},
}))

const typed = (oldPassword: string, newPassword: string, newPassword1 = newPassword) => ({
  oldPassword,
  newPassword,
  newPassword1,
})

describe('what is wrong with a new password', () => {
  it.each<[string, ReturnType<typeof typed>, Record<string, string>]>([
    ['nothing', typed('old', 'long enough'), {}],
    ['empty', typed('', ''), { oldPassword: '请填写', newPassword: '请填写', newPassword1: '请填写' }],
    ['short', typed('old', '1234567'), { newPassword: '新密码至少 8 位' }],
    ['the old one', typed('long enough', 'long enough'), { newPassword: '新密码不能与旧密码相同' }],
    ['the account', typed('old', 'accountname'), { newPassword: '新密码不能与账号相同' }],
    ['two', typed('old', 'long enough', 'long enougn'), { newPassword1: '两次密码输入不一致' }],
  ])('%s', (_what, given, wanted) => {
    const found = passwordProblems(given, 'accountname')
    expect(Object.fromEntries(Object.entries(found).map(([name, text]) => [name, text[0]]))).toEqual(wanted)
  })
})

describe('the dialog', () => {
  const fill = (name: string, value: string) =>
    fireEvent.change(document.querySelector(`input[name=${name}]`) as Element, { target: { value } })
  const submit = () => fireEvent.submit(document.querySelector('form') as Element)
  const opened = async () => {
    render(<PasswordHost />)
    const answer = askPassword()
    await screen.findByRole('dialog')
    return answer
  }

  it('sends hashes only, shows what the server refuses beside its field, and keeps what was typed', async () => {
    server.answer({
      [UPDATE]: () => {
        throw new Refusal(400, '旧密码不正确', { oldPassword: '旧密码不正确' })
      },
    })
    const answer = opened()
    await screen.findByRole('dialog')
    for (const [name, value] of Object.entries(typed('wrong', 'long enough'))) fill(name, value)
    submit()
    await screen.findByText('旧密码不正确')
    expect(document.querySelector('input[name=oldPassword]')).toHaveFocus()
    expect(document.querySelector('input[name=newPassword]')).toHaveValue('long enough')
    fill('oldPassword', 'right')
    server.answers[UPDATE] = () => null
    submit()
    await expect(answer).resolves.toBe(true)
    expect(server.of(UPDATE).at(-1)?.body).toEqual({
      oldPassword: md5('right'),
      newPassword: md5('long enough'),
      newPassword1: md5('long enough'),
    })
  })

  it('nothing is sent while something is missing, and turning away changes nothing', async () => {
    const answer = opened()
    await screen.findByRole('dialog')
    submit()
    await waitFor(() => expect(screen.getAllByText('请填写')).toHaveLength(3))
    expect(server.asked).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: /取消/ }))
    await expect(answer).resolves.toBeNull()
  })
})
