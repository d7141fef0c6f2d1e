import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadResource } from '../../../src/console/data/domains.ts'
import { commandHost } from '../../../src/console/host/host.ts'
import { inFront } from '../../../src/console/record/inFront.ts'
import { RecordPane } from '../../../src/console/record/RecordPane.tsx'
import { catalogueOf } from '../server/catalogue.ts'
import { pageOf } from '../server/records.ts'
import { order } from '../server/samples.ts'
import { server } from '../server/server.ts'
import { show } from '../show.tsx'

const answers = {
  'blade-svc/settlementOrder/detail': ({ id }: Record<string, unknown>) => order(String(id)),
  'blade-svc/orderDoctorSettlement/list': () => pageOf([]),
  'blade-svc/settlementOrderTaxItem/list': () => pageOf([]),
  'blade-svc/settlementOrderDoctor/list': () => pageOf([]),
  'rounds/history': () => [],
}

/** Says of sections that they come near the screen, or leave it. */
let sight: (codes: readonly string[], near?: boolean) => void = () => {}
class Sight {
  constructor(run: IntersectionObserverCallback) {
    sight = (codes, near = true) =>
      act(() =>
        run(
          codes.map((code) => ({ target: part(code), isIntersecting: near }) as unknown as IntersectionObserverEntry),
          this as unknown as IntersectionObserver,
        ),
      )
  }
  observe() {}
  disconnect() {}
}
const part = (code: string) => document.querySelector(`[data-section=${code}]`) as HTMLElement
const body = () => document.querySelector('.record-body') as HTMLElement
const marked = () => screen.getByRole('tab', { selected: true }).textContent

beforeEach(async () => {
  vi.stubGlobal('IntersectionObserver', Sight)
  server.granted = catalogueOf()
  await Promise.all(['settlementOrder', 'approvalHistory'].map(loadResource))
})
afterEach(() => vi.unstubAllGlobals())

const lists = (asked: readonly { path: string }[]) =>
  asked.map((a) => a.path).filter((p) => p.endsWith('/list') || p === 'rounds/history')

describe('the sections of a record, one below the other', () => {
  it('all have their title and place; what is far is not asked for', async () => {
    const asked = server.answer(answers)
    show(<RecordPane resource="settlementOrder" id="1" row={order('1')} compact />)
    expect([...document.querySelectorAll('[data-section]')].map((x) => x.querySelector('h3')?.textContent)).toEqual([
      '概要',
      '明细',
      '税项',
      '医生',
      '资金守恒',
      '单据链路',
      '历史',
      '相关单据',
      '评论',
    ])
    await waitFor(() =>
      expect(asked.map((a) => a.path).filter((path) => path !== 'rounds/comments')).toEqual([
        'blade-svc/settlementOrder/detail',
      ]),
    )
    sight(['orderDoctorSettlement'])
    await waitFor(() => expect(lists(asked)).toEqual(['blade-svc/orderDoctorSettlement/list']))
    sight(['history'])
    await waitFor(() => expect(lists(asked)).toHaveLength(2))
    sight(['history'], false)
    sight(['history'])
    expect(lists(asked)).toEqual(['blade-svc/orderDoctorSettlement/list', 'rounds/history'])
  })

  it('what is printed is all of it: the key waits for it, the browser’s own menu draws what is here', async () => {
    const asked = server.answer({
      ...answers,
      'blade-svc/orderDoctorSettlement/list': ({ current }: Record<string, unknown>) => ({
        ...pageOf([{ id: String(current ?? 1), version: 1, code: `DS${current ?? 1}` }]),
        total: 2,
        current: Number(current ?? 1),
        pages: 2,
      }),
    })
    show(<RecordPane resource="settlementOrder" id="1" row={order('1')} compact />)
    await waitFor(() =>
      expect(asked.map((a) => a.path).filter((path) => path !== 'rounds/comments')).toEqual([
        'blade-svc/settlementOrder/detail',
      ]),
    )
    const drawn = () =>
      [...document.querySelectorAll<HTMLElement>('[data-section] > div')].filter((x) => x.style.height === '').length
    const all = document.querySelectorAll('[data-section]').length
    expect(drawn()).toBeLessThan(all)
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    expect(drawn()).toBe(all)
    act(() => void window.dispatchEvent(new Event('afterprint')))
    await waitFor(() => expect(lists(asked).length).toBeGreaterThan(3))
    const print = vi.fn(() => expect(screen.getByText('DS2')).toBeInTheDocument())
    vi.stubGlobal('print', print)
    await userEvent.keyboard('{Control>}p{/Control}')
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1))
  })

  it('of rows the cursor runs over nothing is asked; of the one it rests on, what is in sight, once', async () => {
    const asked = server.answer(answers)
    const at = (id: string) => <RecordPane resource="settlementOrder" id={id} row={order(id)} compact />
    const { again } = show(at('1'))
    sight(['orderDoctorSettlement', 'settlementOrderTaxItem'])
    await waitFor(() => expect(lists(asked)).toHaveLength(2))
    for (let i = 2; i <= 9; i++) again(at(String(i)))
    await waitFor(() => expect(lists(asked)).toHaveLength(4))
    const of = asked.flatMap((a) => a.params.settlementOrderId_equal ?? [])
    expect(of).toEqual(['1', '1', '9', '9'])
  })

  it('draws nothing of the record before in a section that is far', async () => {
    server.answer({
      ...answers,
      'rounds/history': ({ id }: Record<string, unknown>) => [
        { id: '1', version: 0, action: 'submit', remark: `of ${id}` },
      ],
    })
    const at = (id: string) => <RecordPane resource="settlementOrder" id={id} row={order(id)} compact />
    const { again } = show(at('1'))
    sight(['history'])
    expect(await screen.findByText('of 1')).toBeInTheDocument()
    sight(['history'], false)
    expect(screen.getByText('of 1')).toBeInTheDocument()
    again(at('2'))
    expect(screen.queryByText('of 1')).toBeNull()
    sight(['history'])
    expect(await screen.findByText('of 2')).toBeInTheDocument()
  })

  it('keys and clicks go to a section, where the next records begin too', async () => {
    server.answer(answers)
    const onSection = vi.fn()
    const at = (id: string) => (
      <RecordPane resource="settlementOrder" id={id} row={order(id)} compact onSection={onSection} />
    )
    const { again } = show(at('1'))
    for (const [i, code] of ['facts', 'orderDoctorSettlement', 'settlementOrderTaxItem'].entries())
      Object.defineProperty(part(code), 'offsetTop', { value: i * 300, configurable: true })
    expect(marked()).toBe('概要')
    await act(async () => commandHost('key').grid.nextSection(1))
    expect(marked()).toBe('明细')
    expect(body().scrollTop).toBe(300)
    await act(async () => commandHost('key').grid.section(3))
    expect(marked()).toBe('税项')
    expect(body().scrollTop).toBe(600)
    expect(onSection).toHaveBeenLastCalledWith('settlementOrderTaxItem')
    body().scrollTop = 10
    again(at('2'))
    expect(body().scrollTop).toBe(600)
    expect(await act(async () => commandHost('key').grid.section(10))).toMatchObject({ is: 'nothing' })
    await userEvent.click(screen.getByRole('tab', { name: '概要' }))
    expect(body().scrollTop).toBe(0)
  })

  it('marks what is being read while a person scrolls; back at the top, records begin there again', async () => {
    server.answer(answers)
    const at = (id: string) => <RecordPane resource="settlementOrder" id={id} row={order(id)} compact />
    const { again } = show(at('1'))
    const tops = { facts: 0, orderDoctorSettlement: 300, settlementOrderTaxItem: 600 }
    for (const x of document.querySelectorAll<HTMLElement>('[data-section]'))
      Object.defineProperty(x, 'offsetTop', {
        value: tops[x.dataset.section as keyof typeof tops] ?? 900,
        configurable: true,
      })
    Object.defineProperties(body(), { clientHeight: { value: 400 }, scrollHeight: { value: 2000 } })
    const scroll = (to: number) =>
      act(() => {
        body().dispatchEvent(new Event('wheel'))
        body().scrollTop = to
        body().dispatchEvent(new Event('scroll'))
      })
    await act(async () => commandHost('key').grid.nextSection(1))
    scroll(620)
    expect(marked()).toBe('税项')
    again(at('2'))
    expect([marked(), body().scrollTop]).toEqual(['明细', 300])
    scroll(0)
    expect(marked()).toBe('概要')
    again(at('3'))
    expect([marked(), body().scrollTop]).toEqual(['概要', 0])
  })

  it('stand one at a time where there is no room', () => {
    server.answer(answers)
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(366)
    show(<RecordPane resource="settlementOrder" id="1" row={order('1')} compact section="history" />)
    expect(document.querySelector('[data-section]')).toBeNull()
    expect(screen.getByRole('tabpanel')).toHaveAccessibleName('历史')
  })
})

describe('the section being read', () => {
  const tops = [
    { code: 'a', top: 0 },
    { code: 'b', top: 300 },
    { code: 'c', top: 900 },
  ]
  const at = (scrollTop: number) => inFront(tops, { scrollTop, clientHeight: 400, scrollHeight: 1000 })
  it.each([
    [0, 'a'],
    [251, 'a'],
    [252, 'b'],
    [500, 'b'],
    [600, 'c'],
  ])('at %i is %s', (scrollTop, code) => expect(at(scrollTop)).toBe(code))
  it('of a record that needs no scrolling is the first', () =>
    expect(inFront(tops, { scrollTop: 0, clientHeight: 400, scrollHeight: 400 })).toBe('a'))
})
