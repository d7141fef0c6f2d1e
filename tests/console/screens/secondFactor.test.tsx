import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { md5 } from '../../../src/console/api/md5.ts'
import { queryClient } from '../../../src/console/data/queries.ts'
import { setLanguage } from '../../../src/console/i18n/index.ts'
import { SecondFactor } from '../../../src/console/screens/secondFactor/SecondFactor.tsx'
import { Refusal } from '../server/envelope.ts'
import { server } from '../server/server.ts'

const BEGIN = 'rounds/second-factor/begin'
const CONFIRM = 'rounds/second-factor/confirm'
const REMOVE = 'rounds/second-factor/remove'
const bodies = (path: string) => server.of(path).map((a) => a.body)
const refuses = (refusal: Refusal) => () => {
  throw refusal
}

const made = {
  secret: 'ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567',
  uri: 'otpauth://totp/Rounds:me?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  qr: '<svg viewBox="0 0 1 1"/>',
  minutes: 10,
}
let on: boolean
beforeEach(async () => {
  queryClient.clear()
  on = false
  server.answer({ 'rounds/second-factor': () => ({ on, since: on ? '2024-06-15 12:00:00' : '' }) })
  await setLanguage('zh')
})
const shown = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <SecondFactor />
    </QueryClientProvider>,
  )
const bad = (field: string, why: string) => new Refusal(400, why, { [field]: why })

describe('the second factor on the profile', () => {
  it('is set up by keyboard: password, secret, first code; what is refused stands beside its field', async () => {
    const user = userEvent.setup()
    shown()
    await screen.findByText('未开启')
    ;(await screen.findByRole('button', { name: '设置两步验证' })).focus()
    await user.keyboard('{Enter}')
    const password = await screen.findByLabelText(/当前密码/)
    await waitFor(() => expect(password).toHaveFocus())
    expect(password).toHaveAttribute('autocomplete', 'current-password')
    await user.keyboard('{Enter}')
    expect(await screen.findByText('请输入当前密码')).toBeInTheDocument()
    expect(bodies(BEGIN)).toEqual([])
    server.answers[BEGIN] = refuses(bad('password', '密码不正确'))
    await user.keyboard('wrong{Enter}')
    expect(await screen.findByText('密码不正确')).toBeInTheDocument()
    expect(password).toHaveFocus()
    server.answers[BEGIN] = () => made
    // the refused code is selected
    await user.keyboard('right{Enter}')
    expect(await screen.findByText(made.secret)).toBeInTheDocument()
    expect(bodies(BEGIN)).toEqual([{ password: md5('wrong') }, { password: md5('right') }])
    expect(screen.getByRole('img', { name: '两步验证二维码' })).toHaveAttribute(
      'src',
      `data:image/svg+xml,${encodeURIComponent(made.qr)}`,
    )
    expect(screen.getByRole('link', { name: /验证器应用/ })).toHaveAttribute('href', made.uri)
    const code = screen.getByLabelText(/动态验证码/)
    await waitFor(() => expect(code).toHaveFocus())
    server.answers[CONFIRM] = refuses(bad('oneTimeCode', '动态验证码不正确'))
    await user.keyboard('111111{Enter}')
    expect(await screen.findByText('动态验证码不正确')).toBeInTheDocument()
    // the secret stays, to be looked at again
    expect(screen.getByText(made.secret)).toBeInTheDocument()
    server.answers[CONFIRM] = () => {
      on = true
      return null
    }
    await user.keyboard('222222{Enter}')
    expect(await screen.findByText('已开启，自 2024-06-15 12:00:00')).toBeInTheDocument()
    expect(bodies(CONFIRM).at(-1)).toEqual({ oneTimeCode: '222222' })
    // the secret is nowhere any more
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.body.innerHTML).not.toContain('ABCD EFGH')
    expect(
      JSON.stringify(
        queryClient
          .getQueryCache()
          .getAll()
          .map((q) => q.state.data),
      ),
    ).not.toContain('ABCD')
  })

  it('is turned off by password and code; turning away changes nothing', async () => {
    on = true
    const user = userEvent.setup()
    await setLanguage('en')
    shown()
    const open = await screen.findByRole('button', { name: 'Turn the second factor off' })
    await user.click(open)
    await screen.findByRole('dialog')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bodies(REMOVE)).toEqual([])
    await user.click(open)
    await user.type(await screen.findByLabelText(/Current password/), 'mine')
    await user.type(screen.getByLabelText(/One-time code/), '123456')
    server.answers[REMOVE] = refuses(new Refusal(429, 'please try again in 8 seconds'))
    await user.keyboard('{Enter}')
    expect(await screen.findByText('please try again in 8 seconds')).toBeInTheDocument()
    server.answers[REMOVE] = () => {
      on = false
      return null
    }
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Off')).toBeInTheDocument()
    expect(bodies(REMOVE).at(-1)).toEqual({ password: md5('mine'), oneTimeCode: '123456' })
  })
})
