import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '../../../src/console/data/queries.ts'
import { setLanguage } from '../../../src/console/i18n/index.ts'
import { FirstSteps } from '../../../src/console/screens/FirstSteps.tsx'
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
