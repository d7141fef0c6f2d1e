import { sha256 } from '@noble/hashes/sha2.js'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { PROOF, proofText, zeroBits } from '../../../src/model/values/proof.ts'

vi.mock('../../../src/console/ui/prefetch.ts', () => ({ loadConsole: async () => ({}) }))

import { tokens } from '../../../src/console/api/tokens.ts'
import { session } from '../../../src/console/data/session.ts'
import { forgetProofs } from '../../../src/console/data/signIn.ts'
import { SignIn } from '../../../src/console/shell/signIn/SignIn.tsx'
import { preferences } from '../../../src/console/state/preferences.ts'
import { answer, ok } from '../server/envelope.ts'
import { server } from '../server/server.ts'

const grant = { access_token: 'A', refresh_token: '', tenant_id: '000000', user_id: '7', expires_in: 3600 }
const box = (name: string) => document.querySelector<HTMLInputElement>(`input[name=${name}]`) as HTMLInputElement

beforeEach(() => {
  tokens.forget()
  forgetProofs()
  Object.assign(session, { userId: '', tenantId: '', notice: '' })
  preferences.language = 'zh'
  server.answer({
    'blade-auth/oauth/captcha': () => answer(200, { key: '', image: '', required: false }),
    'blade-system/tenant/info': () => ok({}),
    'blade-auth/oauth/token': () => answer(200, grant),
  })
})

describe('signing in', () => {
  it('by keyboard alone: account has the focus, the password is sent as md5, Enter submits', async () => {
    render(<SignIn />)
    expect(box('tenantId').value).toBe('000000')
    expect(document.activeElement).toBe(box('account'))
    const user = userEvent.setup()
    await user.keyboard('fin')
    await user.tab()
    await user.keyboard('fin{Enter}')
    await waitFor(() => expect(session.userId).toBe('7'))
    const [asked] = server.of('blade-auth/oauth/token')
    // secrets are in the body, since addresses are kept by logs and histories
    expect(asked?.params).toEqual({})
    expect(asked?.body).toEqual({
      tenantId: '000000',
      username: 'fin',
      password: 'd79695776a5b40f7cadbee1f91a85c82',
      grant_type: 'password',
      scope: 'all',
      type: 'account',
    })
    expect(tokens.token()).toBe('A')
    expect(document.cookie).toContain('rounds-access-token=A')
    expect(document.cookie).not.toContain('refresh')
    expect(JSON.stringify(localStorage)).not.toContain('refresh')
  })

  it('says what the server says, and keeps what was typed', async () => {
    server.answers['blade-auth/oauth/token'] = () =>
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

  it('asks for a password of one’s own in the place of a first one, and sends both', async () => {
    server.answers['blade-auth/oauth/token'] = ({ newPassword }: { newPassword?: string } = {}) =>
      newPassword
        ? answer(200, grant)
        : answer(400, {
            code: 400,
            success: false,
            error_description: '请设置新密码后登录',
            new_password_required: true,
          })
    render(<SignIn />)
    const user = userEvent.setup()
    await user.keyboard('fin')
    await user.tab()
    await user.keyboard('first-given{Enter}')
    expect(await screen.findByText('请设置新密码后登录')).toBeInTheDocument()
    expect(document.activeElement).toBe(box('newPassword'))
    for (const [typed, again, said] of [
      ['short', 'short', '新密码至少 8 位'],
      ['first-given', 'first-given', '新密码不能与初始密码或账号相同'],
      ['my own one', 'another one', '两次密码输入不一致'],
    ] as const) {
      await user.clear(box('newPassword'))
      await user.type(box('newPassword'), typed)
      await user.clear(box('newPassword1'))
      await user.type(box('newPassword1'), `${again}{Enter}`)
      expect(screen.getByRole('alert')).toHaveTextContent(said)
    }
    expect(server.of('blade-auth/oauth/token')).toHaveLength(1)
    await user.clear(box('newPassword1'))
    await user.type(box('newPassword1'), 'my own one{Enter}')
    await waitFor(() => expect(session.userId).toBe('7'))
    const [, sent] = server.of('blade-auth/oauth/token')
    expect(sent?.body).toMatchObject({
      password: 'fa3e6f00a985b01a06b857d6626ed992',
      newPassword: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
  })

  describe('where the server wants work done first', () => {
    /** Few bits: what is tested is the order of things. */
    const challenge = { salt: 's', bits: 6 }
    let n: number
    beforeEach(() => {
      n = 0
      server.answers['blade-auth/oauth/captcha'] = () =>
        answer(200, { key: `k${++n}`, image: '', required: true, challenge })
    })
    const type = async (password: string) => {
      const user = userEvent.setup()
      await user.keyboard('fin')
      await user.tab()
      await user.keyboard(`${password}{Enter}`)
      return user
    }
    const sent = () =>
      server
        .of('blade-auth/oauth/token')
        .map((e) => ({ key: e.headers['Captcha-Key'], code: e.headers['Captcha-Code'] }))
    const isSolved = ({ key = '', code = '' }: { key?: string | undefined; code?: string | undefined }) =>
      zeroBits(sha256(new TextEncoder().encode(proofText({ key, salt: 's' }, code.replace(PROOF, ''))))) >=
      challenge.bits

    it('it is done while one types, and sent along; there is nothing to read', async () => {
      render(<SignIn />)
      expect(server.of('blade-auth/oauth/captcha').map((e) => e.params)).toEqual([{ type: 'pow' }])
      await type('fin')
      await waitFor(() => expect(session.userId).toBe('7'))
      expect(sent().map((s) => s.key)).toEqual(['k1'])
      expect(sent().every(isSolved)).toBe(true)
      expect(document.querySelector('img')).toBeNull()
      expect(server.of('blade-auth/oauth/token')[0]?.body).toMatchObject({ grant_type: 'captcha' })
    })

    it('an Enter that comes before it is done waits, says so, and is not lost', async () => {
      let give: () => void = () => {}
      const held = new Promise<void>((done) => {
        give = done
      })
      server.answers['blade-auth/oauth/captcha'] = async () => {
        await held
        return answer(200, { key: 'k1', image: '', required: true, challenge })
      }
      render(<SignIn />)
      const user = await type('fin')
      expect(await screen.findByRole('button', { name: /安全校验中/ })).toHaveAttribute('aria-busy', 'true')
      await user.keyboard('{Enter}{Enter}')
      expect(server.of('blade-auth/oauth/token')).toEqual([])
      give()
      await waitFor(() => expect(session.userId).toBe('7'))
      expect(sent()).toHaveLength(1)
    })

    it('after a wrong password the next work is done at once, each is sent once', async () => {
      server.answers['blade-auth/oauth/token'] = () =>
        answer(400, { code: 400, success: false, msg: '用户名或密码错误' })
      render(<SignIn />)
      const user = await type('wrong')
      await screen.findByText('用户名或密码错误')
      server.answers['blade-auth/oauth/token'] = () => answer(200, grant)
      await user.keyboard('fin{Enter}')
      await waitFor(() => expect(session.userId).toBe('7'))
      expect(sent().map((s) => s.key)).toEqual(['k1', 'k2'])
      expect(sent().every(isSolved)).toBe(true)
    })

    it('when it wants more of it for this account, it is done and sent without asking the person', async () => {
      server.answers['blade-auth/oauth/token'] = (_, e) =>
        e.headers['Captcha-Key'] === 'k2'
          ? answer(200, grant)
          : answer(400, { code: 400, success: false, msg: '近期登录失败次数过多', captcha_required: true })
      render(<SignIn />)
      await type('fin')
      await waitFor(() => expect(session.userId).toBe('7'))
      expect(server.of('blade-auth/oauth/captcha').map((e) => e.params)).toEqual([
        { type: 'pow' },
        { type: 'pow', tenantId: '000000', account: 'fin' },
      ])
      expect(screen.getByRole('alert')).toHaveTextContent('')
    })

    it('a server that is never content is believed in the end', async () => {
      server.answers['blade-auth/oauth/token'] = () =>
        answer(400, { code: 400, success: false, msg: '验证码不正确', captcha_required: true })
      render(<SignIn />)
      await type('fin')
      expect(await screen.findByText('验证码不正确')).toBeInTheDocument()
      expect(sent()).toHaveLength(3)
      expect(session.userId).toBe('')
    })
  })

  it('shows how long to wait after too many attempts, and allows the next attempt after it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      server.answers['blade-auth/oauth/token'] = () =>
        answer(
          429,
          { code: 429, success: false, msg: '用户登录失败次数过多，请稍后再试（64 秒）' },
          { 'retry-after': '64' },
        )
      render(<SignIn />)
      const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
      await user.keyboard('fin')
      await user.tab()
      await user.keyboard('wrong{Enter}')
      expect(await screen.findByText('用户登录失败次数过多，请稍后再试（64 秒）')).toBeInTheDocument()
      const button = screen.getByRole('button', { name: /后可重试/ })
      expect(button).toHaveTextContent(/^1:0[0-4] 后可重试$/)
      expect(button).toHaveAttribute('aria-disabled', 'true')
      await user.keyboard('{Enter}')
      expect(server.of('blade-auth/oauth/token')).toHaveLength(1)
      server.answers['blade-auth/oauth/token'] = () => answer(200, grant)
      await act(async () => vi.advanceTimersByTime(65_000))
      expect(screen.getByRole('alert')).toHaveTextContent('')
      await user.keyboard('{Enter}')
      await waitFor(() => expect(session.userId).toBe('7'))
    } finally {
      vi.useRealTimers()
    }
  })

  it('shows and counts down a short wait too, without retrying by itself', async () => {
    server.answers['blade-auth/oauth/token'] = () =>
      answer(429, { code: 429, msg: '请稍后再试（8 秒）' }, { 'retry-after': '8' })
    render(<SignIn />)
    const user = userEvent.setup()
    await user.keyboard('fin')
    await user.tab()
    await user.keyboard('wrong{Enter}')
    expect(await screen.findByRole('button', { name: /后可重试/ })).toHaveAttribute('aria-busy', 'false')
    expect(screen.getByRole('alert')).toHaveTextContent('请稍后再试（8 秒）')
    expect(server.of('blade-auth/oauth/token')).toHaveLength(1)
  })

  it("the wait is one account's: another may sign in meanwhile", async () => {
    server.answers['blade-auth/oauth/token'] = (_, e) =>
      (e.body as { username: string }).username === 'fin'
        ? answer(429, { code: 429, msg: '请稍后再试' }, { 'retry-after': '900' })
        : answer(200, grant)
    render(<SignIn />)
    const user = userEvent.setup()
    await user.keyboard('fin')
    await user.tab()
    await user.keyboard('wrong{Enter}')
    await screen.findByRole('button', { name: /后可重试/ })
    await user.type(box('account'), '2')
    await user.click(screen.getByRole('button', { name: /^登录/ }))
    await waitFor(() => expect(session.userId).toBe('7'))
  })

  it('hides the tenant field where the host name determines it', async () => {
    server.answers['blade-system/tenant/info'] = () => ok({ tenantId: '000001' })
    render(<SignIn />)
    await waitFor(() => expect(box('tenantId').type).toBe('hidden'))
    expect(box('tenantId').value).toBe('000001')
  })

  it('warns of Caps Lock, switches the language by Alt+L, says why sign-in is needed', async () => {
    session.notice = 'expired'
    render(<SignIn />)
    expect(screen.getByRole('alert')).toHaveTextContent('登录已过期')
    fireEvent.keyDown(box('password'), { key: 'A', modifierCapsLock: true })
    expect(screen.getByText('大写锁定已打开')).toBeInTheDocument()
    fireEvent.keyDown(window, { altKey: true, code: 'KeyL', key: 'l' })
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeInTheDocument()
    expect(screen.getByText('Caps Lock is on')).toBeInTheDocument()
  })

  it('says that the server cannot be reached', async () => {
    // the server is probed again and again while it is away
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    onTestFinished(() => void vi.unstubAllGlobals())
    server.answers['blade-auth/oauth/token'] = async () => {
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
