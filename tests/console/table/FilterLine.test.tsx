import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../../src/console/data/queries.ts'
import { FilterLine } from '../../../src/console/filter/FilterLine.tsx'
import { filterableOf } from '../../../src/console/filter/filterFields.ts'
import type { Condition } from '../../../src/model/language/conditions/condition.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { server } from '../server/server.ts'

const of = filterableOf(settlementOrder, [])
const user = userEvent.setup({ delay: null })

interface ListProps {
  readonly before: readonly Condition[]
  readonly applied: (readonly Condition[])[]
}

/** A list with its filter line above it: Enter and Escape give the keyboard back to the list. */
function List({ before, applied }: ListProps) {
  const [conditions, setConditions] = useState(before)
  const rows = useRef<HTMLButtonElement>(null)
  return (
    <>
      <FilterLine
        of={of}
        conditions={conditions}
        language="zh"
        today="2024-06-15"
        onApply={(next) => {
          applied.push(next)
          setConditions(next)
        }}
        onLeave={() => rows.current?.focus()}
      />
      <button type="button" ref={rows}>
        rows
      </button>
    </>
  )
}

function setup(before: readonly Condition[] = []) {
  const applied: (readonly Condition[])[] = []
  render(
    <QueryClientProvider client={queryClient}>
      <List before={before} applied={applied} />
    </QueryClientProvider>,
  )
  return { applied, input: screen.getByRole('combobox') as HTMLInputElement }
}

beforeEach(() => {
  server.answer({ 'rounds/value-counts': () => ({ counts: {}, most: 100 }) })
})
afterEach(() => {
  queryClient.clear()
})

const PENDING: Condition = { field: 'settlementStatus', op: 'equal', value: '0' }

it('calls a record that is meant by its id by its name, and shows no id while that is asked for', async () => {
  let answer = (_: object) => {}
  const asked = new Promise<object>((resolve) => {
    answer = resolve
  })
  server.answer({ 'blade-csc/entrustedCompany/detail': () => asked })
  server.granted = catalogueOf()
  setup([{ field: 'entrustedCompanyId', op: 'equal', value: '12' }])
  expect(screen.getByRole('button', { name: /:…$/ })).toBeInTheDocument()
  answer({ id: '12', name: '康泰' })
  expect(await screen.findByRole('button', { name: /康泰$/ })).toBeInTheDocument()
})

it('takes a pasted column as one filter that finds any of its lines', async () => {
  const { applied, input } = setup()
  await user.click(input)
  await user.paste('SO1\nSO2\nSO3\n')
  expect(input.value).toBe('SO1|SO2|SO3 ')
  await user.keyboard('{Enter}')
  expect(applied).toEqual([[{ field: 'q', op: 'like', value: 'SO1|SO2|SO3' }]])
})

describe('the keys of the line', () => {
  it('Escape puts the old filter back and applies nothing, whatever was typed', async () => {
    const { applied, input } = setup([PENDING])
    await user.click(input)
    await user.keyboard('公司:康泰')
    await user.keyboard('{Escape}')
    expect(applied).toEqual([])
    expect(screen.getByText('rows')).toHaveFocus()
    expect(screen.getByRole('button', { name: '移除条件 状态:待审核' })).toBeInTheDocument()
    await user.click(input)
    expect(input.value).toBe('状态:待审核 ')
  })

  it('Enter applies once; leaving in any other way applies once', async () => {
    const { applied, input } = setup()
    await user.click(input)
    await user.keyboard('状态:待审核{Enter}')
    expect(applied).toEqual([[PENDING]])
    await user.click(input)
    await user.clear(input)
    await user.click(screen.getByText('rows'))
    expect(applied).toEqual([[PENDING], []])
  })
})

describe('a filter that took the place of another', () => {
  const restore = () => screen.queryByRole('button', { name: /^恢复原来的筛选/ })

  it('says what is gone, and gives it back', async () => {
    const { applied, input } = setup([PENDING])
    await user.click(input)
    await user.clear(input)
    await user.keyboard('>1万{Enter}')
    expect(restore()).toHaveTextContent('状态:待审核')
    await user.click(restore() as HTMLElement)
    expect(applied.at(-1)).toEqual([PENDING])
    expect(restore()).toHaveTextContent('金额:>10000')
  })

  it('says nothing where all of it is still asked, or nothing was', async () => {
    const { input } = setup([PENDING])
    await user.click(input)
    await user.keyboard('>1万{Enter}')
    expect(restore()).toBeNull()
  })

  it('is gone once another filter is in force', async () => {
    const { input } = setup([PENDING])
    await user.click(input)
    await user.clear(input)
    await user.keyboard('>1万{Enter}')
    await user.click(screen.getByRole('button', { name: '移除条件 金额:>10000' }))
    expect(restore()).toBeNull()
  })
})

describe('offers', () => {
  it('and problems stand below the line, over nothing else', async () => {
    const { input } = setup()
    await user.click(input)
    expect(screen.getByRole('listbox')).not.toHaveStyle({ position: 'absolute' })
    await user.keyboard('状太:1{Enter}')
    expect(screen.getByRole('alert')).not.toHaveStyle({ position: 'absolute' })
    expect(input.form).not.toContainElement(screen.getByRole('alert'))
  })

  const options = () => screen.queryAllByRole('option').map((o) => o.textContent)
  const active = () => screen.queryByRole('option', { selected: true })?.textContent ?? null

  it('are gone through by arrows and taken by Enter or Tab; Enter in the line itself applies', async () => {
    const { applied, input } = setup()
    await user.click(input)
    await user.keyboard('状')
    expect(options()[0]).toBe('状态:')
    expect(active()).toBeNull()
    await user.keyboard('{Tab}')
    expect(input.value).toBe('状态:')
    expect(input).toHaveFocus()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(active()).toBe(options()[1])
    expect(input).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { selected: true }).id)
    await user.keyboard('{ArrowUp}{Enter}')
    expect(input.value).toBe('状态:待审核 ')
    expect(applied).toEqual([])
    await user.keyboard('{Enter}')
    expect(applied).toEqual([[PENDING]])
  })

  it('are one layer of Escape: the offer first, then the line', async () => {
    const { applied, input } = setup([PENDING])
    await user.click(input)
    await user.keyboard('{ArrowDown}{Escape}')
    expect(active()).toBeNull()
    expect(input).toHaveFocus()
    await user.keyboard('{Escape}')
    expect(screen.getByText('rows')).toHaveFocus()
    expect(applied).toEqual([])
  })

  it('leave Tab alone where nothing was begun', async () => {
    const { input } = setup()
    await user.click(input)
    await user.keyboard('{Tab}')
    expect(screen.getByText('rows')).toHaveFocus()
  })

  describe('of names', () => {
    const records = Array.from({ length: 20 }, (_, n) => ({ id: String(n + 1), name: n % 2 ? '康泰' : `瑞禾${n}` }))
    const names = () =>
      options().filter((text) => text?.startsWith('瑞禾') || text?.startsWith('康泰') || text?.startsWith('南京'))

    it('those that rows have come first, as the server counts them, before anything is typed', async () => {
      server.granted = catalogueOf()
      // most rows name a company that the first page of companies does not have
      const counts: Record<string, number> = { 77: 12, 5: 3 }
      server.answer({
        'blade-csc/entrustedCompany/list': () => ({ records, total: 40 }),
        'rounds/rows': () => ({
          columns: ['id', 'version', 'name'],
          values: [
            ['77', '5'],
            [0, 0],
            ['南京瑞禾', '瑞禾4'],
          ],
        }),
        'rounds/value-counts': ({ values }) => ({ counts: values === undefined ? counts : {}, most: 10_000 }),
      })
      const { input } = setup()
      await user.click(input)
      await user.keyboard('公司:')
      await screen.findByText('12', { selector: 'small' })
      await waitFor(() => expect(names().slice(0, 3)).toEqual(['南京瑞禾12', '瑞禾43', '瑞禾00']))
    })

    it.each([
      [20, '10'],
      [21, '10+'],
    ])('of %i records are counted over all that have the name, or at least so many', async (total, said) => {
      server.granted = catalogueOf()
      server.answer({
        'blade-csc/entrustedCompany/list': () => ({ records, total }),
        'rounds/value-counts': ({ values }) => ({
          counts: Object.fromEntries(
            String(values)
              .split(',')
              .map((id) => [id, id === '1' ? 0 : 1]),
          ),
          most: 100,
        }),
      })
      const { input } = setup()
      await user.click(input)
      await user.keyboard('公司:k')
      await screen.findByText(said, { selector: 'small' })
      expect(names()).toHaveLength(8)
      expect(names()[0]).toBe(`康泰${said}`)
    })

    it('months are those that rows have, never numbers of cycles', async () => {
      server.granted = catalogueOf()
      const asked = server.answer({
        'rounds/value-counts': ({ of }) => ({
          counts: of === 'cycleMonth' ? { 202405: 3, 202406: 2 } : {},
          most: 10_000,
        }),
      })
      const { input } = setup()
      await user.click(input)
      await user.keyboard('月份:')
      await waitFor(() => expect(options().slice(0, 2)).toEqual(['2024-062', '2024-053']))
      expect(options()).toContain('上月3')
      await user.keyboard('2024-05')
      await waitFor(() => expect(options()).toEqual(['2024-053']))
      expect(asked.filter((a) => a.path === 'rounds/value-counts' && a.params.values !== undefined)).toEqual([])
    })
  })
})

describe('by mouse', () => {
  it('a value that is chosen is in force at once; a name waits for its value', async () => {
    const { applied, input } = setup()
    await user.click(input)
    await user.click(screen.getByRole('option', { name: '状态:' }))
    expect(applied).toEqual([])
    await user.click(screen.getByRole('option', { name: /^待审核/ }))
    expect(applied).toEqual([[PENDING]])
    expect(document.activeElement).toHaveTextContent('rows')
  })

  it('a day is picked from a calendar, by mouse and by keys', async () => {
    const { applied, input } = setup()
    await user.click(input)
    await user.type(input, '创建时间:')
    await user.click(screen.getByRole('button', { name: '选择日期' }))
    await user.click(await screen.findByRole('button', { name: '2024-06-05' }))
    const whole = [
      { field: 'createTime', op: 'ge', value: '2024-06-05 00:00:00' },
      { field: 'createTime', op: 'le', value: '2024-06-05 23:59:59' },
    ]
    expect(applied.at(-1)).toEqual(whole)
    await user.click(input)
    await user.clear(input)
    await user.type(input, '创建时间:')
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await screen.findByRole('dialog', { name: '选择日期' })
    // from today, 15 June: two days and a week back
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowUp}{PageUp}{PageDown}{Enter}')
    expect(applied.at(-1)?.[0]).toMatchObject({ value: '2024-06-06 00:00:00' })
    await user.click(input)
    await user.type(input, ' 创建时间:')
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await screen.findByRole('dialog', { name: '选择日期' })
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(input)
  })
})
