import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadResource } from '../../../src/console/data/domains.ts'
import { queryClient } from '../../../src/console/data/queries.ts'
import { DecisionsToday } from '../../../src/console/palette/DecisionsToday.tsx'
import { type RecentDecision, ROUNDS } from '../../../src/model/wire/wire.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { server } from '../server/server.ts'

const user = userEvent.setup({ delay: null })
const made = (n: number): RecentDecision => ({
  ...{ batch: '', resource: 'settlementOrder', transition: 'audit.pass', at: `2024-06-15 10:0${n}:00` },
  ...{ id: String(n), title: `SO${n}`, version: 1, count: 1, possible: 0, undo: '', left: null, why: `不可撤回 ${n}` },
})
const chosen = () => document.querySelector('[cmdk-item][aria-selected=true] .title')?.textContent
const input = () => screen.getByRole('combobox', { name: '今天办理的' })

beforeEach(async () => {
  server.granted = catalogueOf()
  await loadResource('settlementOrder')
})
const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <DecisionsToday onClose={() => {}} />
    </QueryClientProvider>,
  )
afterEach(() => {
  cleanup()
  queryClient.clear()
})

it('the decisions of today are walked by j and k, with an input method on too, and narrowed after /', async () => {
  server.answer({ [ROUNDS.decisions]: () => [made(1), made(2), made(3)] })
  show()
  await waitFor(() => expect(chosen()).toBe('审核通过 SO1'))
  await waitFor(() => expect(input()).toHaveFocus())
  await user.keyboard('jj')
  expect(chosen()).toBe('审核通过 SO3')
  await user.keyboard('j')
  expect(chosen(), 'the list ends there').toBe('审核通过 SO3')
  await user.keyboard('k')
  expect(chosen()).toBe('审核通过 SO2')
  // an input method reports no letter, but the key
  fireEvent.keyDown(input(), { key: 'Process', code: 'KeyK', keyCode: 229 })
  expect(chosen()).toBe('审核通过 SO1')
  await user.keyboard('{End}')
  expect(chosen()).toBe('审核通过 SO3')
  await user.keyboard('{Home}')
  expect(chosen()).toBe('审核通过 SO1')
  expect(input()).toHaveValue('')
  await user.keyboard('/')
  expect(input()).toHaveValue('')
  await user.keyboard('so2')
  expect(input()).toHaveValue('so2')
  expect(chosen()).toBe('审核通过 SO2')
})

it('any other letter begins to narrow them, and a click does', async () => {
  server.answer({ [ROUNDS.decisions]: () => [made(1), made(2)] })
  show()
  await waitFor(() => expect(chosen()).toBe('审核通过 SO1'))
  await waitFor(() => expect(input()).toHaveFocus())
  await user.keyboard('so2')
  expect(input()).toHaveValue('so2')
  cleanup()
  show()
  await waitFor(() => expect(chosen()).toBe('审核通过 SO1'))
  await user.click(input())
  await user.keyboard('k')
  expect(input()).toHaveValue('k')
})
