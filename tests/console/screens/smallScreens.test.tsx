import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadWords } from '../../../src/console/i18n/index.ts'
import { Dashboard } from '../../../src/console/screens/Dashboard.tsx'
import { Embedded } from '../../../src/console/screens/Embedded.tsx'
import { ErrorLog } from '../../../src/console/screens/ErrorLog.tsx'
import { Lost } from '../../../src/console/screens/Lost.tsx'
import { Profile } from '../../../src/console/screens/Profile.tsx'
import { errors, keepError } from '../../../src/console/state/errors.ts'
import desk from '../../../src/model/desk/index.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { server } from '../server/server.ts'
import { show } from '../show.tsx'

beforeAll(() => loadWords())

const at = (address: string) => (
  <MemoryRouter>
    <Embedded address={address} />
  </MemoryRouter>
)
const refuse = (effectiveDirective: string) =>
  act(() => {
    document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), { effectiveDirective }))
  })

describe('a page of another site', () => {
  it('stands in a frame, without the rights of ours', () => {
    render(at('https://help.example.com/a?b=1'))
    const frame = screen.getByTitle('help.example.com')
    expect(frame.getAttribute('src')).toBe('https://help.example.com/a?b=1')
    expect(frame.getAttribute('sandbox')).not.toContain('allow-same-origin')
  })

  it('is named with the remedy where the policy of the page refuses it, and forgotten with another address', () => {
    const { rerender } = render(at('https://help.example.com/'))
    refuse('img-src')
    expect(screen.queryByRole('alert')).toBeNull()
    refuse('frame-src')
    expect(screen.getByRole('alert').textContent).toContain('FRAME_HOSTS')
    expect(screen.queryByTitle('help.example.com')).toBeNull()
    rerender(at('https://other.example.com/'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://help.example.com'])('%s is refused', (address) => {
    render(at(address))
    expect(screen.getByRole('alert')).toBeTruthy()
    expect(document.querySelector('iframe')).toBeNull()
  })
})

describe('the error log of this browser', () => {
  const error = (message: string) => ({
    ...{ type: 'render', message, stack: `Error: ${message}\n at a.ts`, info: '' },
    ...{ url: '/svc/settlementOrder', time: '2026-07-01 09:30:00' },
  })
  const answer = async (name: string, question: string, yes: boolean) => {
    fireEvent.click(screen.getByRole('button', { name }))
    const dialog = await screen.findByRole('dialog', { name: question })
    fireEvent.click(
      within(dialog)
        .getAllByRole('button')
        .at(yes ? -1 : -2) as HTMLElement,
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }

  it('shows type, address, content, stack and time, and is uploaded and cleared once that was confirmed', async () => {
    errors.list = []
    keepError(error('第一个'))
    keepError(error('第二个'))
    const asked = server.answer({ 'blade-log/error/submit': () => true })
    show(<ErrorLog />)
    expect(screen.getAllByRole('columnheader').map((h) => h.textContent)).toEqual([
      '类型',
      '地址',
      '内容',
      '堆栈',
      '时间',
    ])
    const [, first] = screen.getAllByRole('row')
    const cells = within(first as HTMLElement).getAllByRole('cell')
    expect(cells.map((c) => c.textContent)).toEqual([
      ...[' render', '/svc/settlementOrder', '第二个', 'Error: 第二个Error: 第二个\n at a.ts', '2026-07-01 09:30:00'],
    ])
    // the bug of the badge
    expect(cells[0]?.querySelector('svg')).not.toBeNull()
    await answer('清空本地日志', '确定清空本地错误日志？', false)
    expect(errors.list).toHaveLength(2)
    await answer('上传到服务器', '确定将本地错误日志上传到服务器？', true)
    await waitFor(() => expect(errors.list).toEqual([]))
    expect(asked.map((a) => [a.path, (a.body as unknown[]).length])).toEqual([['blade-log/error/submit', 2]])
    await act(async () => keepError(error('第三个')))
    await answer('清空本地日志', '确定清空本地错误日志？', true)
    expect(errors.list).toEqual([])
    expect(JSON.parse(localStorage.getItem('rounds.errors') ?? '')).toEqual([])
  })
})

describe('the profile', () => {
  it('has a picture, nickname, mobile and e-mail to change, and the real name to read', async () => {
    server.granted = catalogueOf()
    server.answer({
      'blade-system/user/info': () => ({
        account: 'fin',
        name: '小方',
        realName: '方静',
        phone: '',
        email: 'f@example.com',
      }),
      'rounds/second-factor': () => ({ on: false }),
    })
    show(<Profile />)
    const form = within(await screen.findByRole('form', { name: '个人信息' }))
    expect(form.getAllByRole('textbox').map((i) => i.getAttribute('name'))).toEqual(['name', 'phone', 'email'])
    expect(form.getByLabelText('邮箱')).toHaveValue('f@example.com')
    expect(screen.getByText('方静')).toBeInTheDocument()
    const picker = screen.getByLabelText('头像', { selector: 'input' })
    expect(picker).toHaveAttribute('accept', '.jpg,.png')
    const large = new File([new Uint8Array(500 * 1024 + 1)], 'face.png', { type: 'image/png' })
    fireEvent.change(picker, { target: { files: [large] } })
    expect(await screen.findByText('文件不能超过 500 kB')).toBeInTheDocument()
  })
})

describe('the dashboard', () => {
  it('shows each figure of the desk as its call declares it', async () => {
    const calls = desk.calls.filter((c) => c.id.startsWith('desk.get'))
    const many = (c: (typeof calls)[number]) => c.answer.shape !== 'one'
    const [one] = calls.filter((c) => !many(c))
    const [name = ''] = Object.keys(one?.answer.fields ?? {})
    const asked = server.answer(
      Object.fromEntries(calls.map((c) => [c.paths[0] ?? '', () => (many(c) ? [] : c === one ? { [name]: 7 } : {})])),
    )
    show(<Dashboard />)
    await waitFor(() => expect(document.querySelector('main[data-ready]')).not.toBeNull())
    expect(new Set(asked.map((a) => a.path))).toEqual(new Set(calls.map((c) => c.paths[0])))
    expect(screen.getAllByText(/^7/)).toHaveLength(1)
    for (const c of calls.filter(many)) expect(screen.getByRole('heading', { name: c.title[0] })).toBeInTheDocument()
  })
})

describe('pages of errors', () => {
  it.each(['notFound', 'forbidden', 'broken'] as const)('%s needs no session', (what) => {
    show(<Lost what={what} alone />)
    expect(screen.getByRole('heading', { level: 1 }).textContent).not.toBe('')
    expect(screen.getByRole('link').getAttribute('href')).toBe('/login')
  })
})
