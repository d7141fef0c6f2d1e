import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { server } from './server.ts'

vi.mock('../../../src/console/api/transport.ts', async (original) => (await import('./server.ts')).fakeTransport(original as never))
vi.mock('../../../src/console/shell/warm.ts', () => ({ loadConsole: async () => ({}) }))

import { tokens } from '../../../src/console/api/tokens.ts'
import { SignIn } from '../../../src/console/shell/SignIn.tsx'
import { session } from '../../../src/console/state/session.ts'
import { ui } from '../../../src/console/state/ui.ts'
import { answer, no, ok } from '../api/fakes.ts'

const grant = { access_token: 'A', refresh_token: 'R', tenant_id: '000000', user_id: '7', expires_in: 3600 }
const box = (name: string) => document.querySelector<HTMLInputElement>(`input[name=${name}]`) as HTMLInputElement

beforeEach(() => {
  tokens.forget()
  Object.assign(session, { userId: '', tenantId: '', notice: '' })
  ui.language = 'zh'
  server.asked = []
  server.answers = {
    'GET blade-auth/oauth/captcha': () => answer(200, { key: '', image: '' }),
    'GET blade-system/tenant/info': () => ok({}),
    'POST blade-auth/oauth/token': () => answer(200, grant),
  }
})

describe('signing in', () => {
  it('by keyboard alone: account has the focus, the password goes as md5, Enter submits', async () => {
    render(<SignIn />)
    expect(box('tenantId').value).toBe('000000')
    expect(document.activeElement).toBe(box('account'))
    const user = userEvent.setup()
    await user.keyboard('fin')
    await user.tab()
    await user.keyboard('fin{Enter}')
    await waitFor(() => expect(session.userId).toBe('7'))
    const [asked] = server.of('blade-auth/oauth/token')
    expect(asked?.params).toEqual({
      tenantId: '000000',
      username: 'fin',
      password: 'd79695776a5b40f7cadbee1f91a85c82',
      grant_type: 'password',
      scope: 'all',
      type: 'account',
    })
    expect(tokens.token()).toBe('A')
    expect(document.cookie).toContain('rounds-access-token=A')
  })

  it('says what the server says, and keeps what was typed', async () => {
    server.answers['POST blade-auth/oauth/token'] = () =>
      answer(400, { code: 400, success: false, msg: '用户名或密码错误', error_description: '用户名或密码错误' })
    render(<SignIn />)
    const user = userEvent.setup()
    await user.keyboard('fin')
    await user.tab()
    await user.keyboard('wrong{Enter}')
    expect(await screen.findByText('用户名或密码错误')).toBeInTheDocument()
    expect(session.userId).toBe('')
    expect(box('account').value).toBe('fin')
    expect(document.activeElement).toBe(box('password'))
  })

  it('says what is missing, one after the other, without asking the server', async () => {
    render(<SignIn />)
    const user = userEvent.setup()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('alert')).toHaveTextContent('请输入账号')
    await user.keyboard('fin{Enter}')
    expect(screen.getByRole('alert')).toHaveTextContent('请输入密码')
    expect(document.activeElement).toBe(box('password'))
    expect(server.of('blade-auth/oauth/token')).toEqual([])
  })

  it('asks for a captcha where the server wants one, and for a new one after a failure', async () => {
    let n = 0
    server.answers['GET blade-auth/oauth/captcha'] = () => answer(200, { key: `k${++n}`, image: 'data:image/png;base64,AAAA' })
    server.answers['POST blade-auth/oauth/token'] = () => answer(400, { code: 400, success: false, msg: '验证码不正确' })
    render(<SignIn />)
    const user = userEvent.setup()
    await screen.findByAltText('验证码')
    await user.type(box('account'), 'fin')
    await user.type(box('password'), 'fin')
    await user.type(box('captcha'), 'ab1cd{Enter}')
    expect(await screen.findByText('验证码不正确')).toBeInTheDocument()
    const [asked] = server.of('blade-auth/oauth/token')
    expect(asked?.headers).toMatchObject({ 'Captcha-Key': 'k1', 'Captcha-Code': 'ab1cd' })
    expect(asked?.params).toMatchObject({ grant_type: 'captcha' })
    await waitFor(() => expect(server.of('blade-auth/oauth/captcha').length).toBe(2))
    await waitFor(() => expect(box('captcha').value).toBe(''))
    await user.click(screen.getByRole('button', { name: '换一张验证码' }))
    await waitFor(() => expect(server.of('blade-auth/oauth/captcha').length).toBe(3))
  })

  it('hides the tenant where the host tells it', async () => {
    server.answers['GET blade-system/tenant/info'] = () => ok({ tenantId: '000001' })
    render(<SignIn />)
    await waitFor(() => expect(box('tenantId').type).toBe('hidden'))
    expect(box('tenantId').value).toBe('000001')
  })

  it('warns of Caps Lock, switches the language by Alt+L, tells why one is here', async () => {
    session.notice = 'expired'
    render(<SignIn />)
    expect(screen.getByRole('alert')).toHaveTextContent('登录已过期')
    fireEvent.keyDown(box('password'), { key: 'A', modifierCapsLock: true })
    expect(screen.getByText('大写锁定已打开')).toBeInTheDocument()
    fireEvent.keyDown(window, { altKey: true, code: 'KeyL', key: 'l' })
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeInTheDocument()
    expect(screen.getByText('Caps Lock is on')).toBeInTheDocument()
  })

  it('an unreachable server says so', async () => {
    server.answers['POST blade-auth/oauth/token'] = () => no(502, 'x')
    server.answers['POST blade-auth/oauth/token'] = async () => {
      const { Unreached } = await import('../../../src/console/api/transport.ts')
      throw new Unreached('network')
    }
    render(<SignIn />)
    const user = userEvent.setup()
    await user.keyboard('fin')
    await user.tab()
    await user.keyboard('fin{Enter}')
    expect(await screen.findByText('连不上服务器，请检查网络')).toBeInTheDocument()
  })
})
