import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { loadCatalogue } from '../../../src/console/data/catalogue.ts'
import { queryClient } from '../../../src/console/data/queries.ts'
import { setLanguage } from '../../../src/console/i18n/index.ts'
import { FirstSteps } from '../../../src/console/screens/FirstSteps.tsx'
import { Home } from '../../../src/console/screens/Home.tsx'
import { is } from '../../../src/model/language/conditions/condition.ts'
import { MY_DAY } from '../../../src/model/wire/myDay.ts'
import { URGENCY } from '../../../src/model/wire/urgency.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { server } from '../server/server.ts'
import { stage } from '../stage.tsx'

const step = (n: number, done: 0 | 1) => ({
  code: `s${n}`,
  title: `步骤${n}`,
  needs: `需要${n}`,
  done,
  by: '运营审核员',
  path: `/at/${n}`,
  go: n === 2 ? 'g u' : '',
})
let told: ReturnType<typeof step>[]

beforeEach(async () => {
  queryClient.clear()
  told = [step(1, 1), ...Array.from({ length: 11 }, (_, n) => step(n + 2, 0))]
  server.answer({ 'blade-desk/firstSteps': () => told })
  await setLanguage('zh')
})

const shown = async () => {
  const on = stage(<FirstSteps />, '/desk/firstSteps', 'steps', catalogueOf())
  await screen.findByText('还差 11 项')
  return on
}

it('shows what is missing with its number, key and who does it, above what is there', async () => {
  const on = await shown()
  const [missing, there] = screen.getAllByRole('list').map((list) => within(list).getAllByRole('link'))
  expect(missing?.map((link) => link.getAttribute('href'))).toEqual(told.slice(1).map(({ path }) => path))
  expect(missing?.[0]).toHaveTextContent('1步骤2需要2由运营审核员办理')
  expect(missing?.[0]?.querySelectorAll('kbd')).toHaveLength(2)
  // nine have a digit
  expect(missing?.filter((link) => link.dataset.digit)).toHaveLength(9)
  expect(there).toHaveLength(1)
  expect(there?.[0]).toHaveTextContent('步骤1需要1已就绪')
  on.leave()
})

it('is gone through by j and k, and opened by Enter, by digit and by mouse', async () => {
  const user = userEvent.setup()
  const on = await shown()
  const at = () => on.router.state.location.pathname
  const back = () => act(async () => on.router.navigate('/desk/firstSteps'))
  const focused = () => document.activeElement?.getAttribute('data-step')
  await user.keyboard('k')
  expect(focused()).toBe('s1')
  await user.keyboard('k')
  expect(focused()).toBe('s12')
  await user.keyboard('j')
  expect(focused()).toBe('s1')
  await user.keyboard('kk{ArrowUp}')
  expect(focused()).toBe('s10')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(at()).toBe('/at/10'))
  await back()
  await user.keyboard('3')
  await waitFor(() => expect(at()).toBe('/at/4'))
  await back()
  await user.click(screen.getByRole('link', { name: /步骤12/ }))
  await waitFor(() => expect(at()).toBe('/at/12'))
  on.leave()
})

it('says when all is there, and a refusal with a way to ask again', async () => {
  told = told.map((one) => ({ ...one, done: 1 as const }))
  const on = stage(<FirstSteps />, '/desk/firstSteps', 'steps', catalogueOf())
  expect(await screen.findByText('全部就绪')).toBeInTheDocument()
  expect(screen.getAllByRole('list')).toHaveLength(1)
  on.leave()
})

it('leaves the home to the three most urgent queues and to what came back, each opened by the digit that it shows', async () => {
  const user = userEvent.setup()
  const leaf = { code: 'x', title: 'x', alias: 'x', pinyin: [], path: '', icon: '', resource: '', newWindow: false }
  const steps = { ...leaf, path: '/desk/firstSteps', children: [] }
  const accounts = { ...leaf, code: 'y', path: '/pay/entrustedAccount', resource: 'entrustedAccount', children: [] }
  const granted = { ...catalogueOf(), topMenus: [{ ...leaf, children: [steps, accounts] }] }
  const views = granted.queues.flatMap((q) => q.views.map((v) => ({ queue: q.code, view: v.code })))
  const stands = { exact: true, amount: null, unit: 'money', targetHours: 24, next: '', decided: 0, perHour: 0 }
  // the last ones are the oldest
  server.answer({
    [URGENCY]: () => views.map((at, n) => ({ ...at, ...stands, total: n, minutes: n * 60 })),
    [MY_DAY]: () => ({
      refused: [
        {
          resource: 'settlementOrder',
          id: '5',
          title: 'SO5',
          action: '驳回',
          by: '李四',
          at: '2024-06-15 09:00:00',
          remark: '金额不符',
        },
      ],
      decided: [],
      low: { resource: 'entrustedAccount', conditions: [is('alertStatus', 2)], count: 3 },
    }),
    'rounds/queue-counts': () => [],
  })
  server.granted = granted
  await loadCatalogue()
  const on = stage(<Home />, '/wel/index', 'home', granted)
  await screen.findByRole('link', { name: '开始使用：还差 11 项准备' })
  const refused = await screen.findByRole('link', { name: /SO5.*李四 06-15 09:00 驳回.*金额不符/ })
  // the way to the first steps stands before them, and has no digit
  const lines = [...document.querySelectorAll<HTMLElement>('a[data-digit]')]
  expect(lines.map((line) => line.dataset.digit)).toEqual(['1', '2', '3', '4'])
  const last = views.slice(-3).reverse()
  expect(lines.slice(0, 3).map((line) => line.getAttribute('href'))).toEqual(
    last.map(({ queue, view }) => `/desk/queues/${queue}?view=${view}`),
  )
  expect(lines[3]).toBe(refused)
  expect(screen.getByRole('link', { name: /全部 \d+ 个队列/ })).toHaveAttribute('href', '/desk/queues')
  expect(screen.getByRole('link', { name: '3 个账户的可用余额低于预警额' })).toHaveAttribute(
    'href',
    '/pay/entrustedAccount?alertStatus_equal=2',
  )
  await user.keyboard('2')
  expect(on.router.state.location.pathname + on.router.state.location.search).toBe(lines[1]?.getAttribute('href'))
  on.leave()
})
