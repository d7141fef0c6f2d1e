import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { TeamBacklog } from '../../../src/console/screens/TeamBacklog.tsx'
import { placesIn, TrendOfToday } from '../../../src/console/screens/Trend.tsx'
import type { QueueBacklog } from '../../../src/model/wire/backlog.ts'

afterEach(cleanup)

const day = (n: number, waiting: number, came = 0, left = 0) => ({ day: `2024-06-0${n}`, waiting, came, left })
const days = [day(1, 10), day(2, 40, 30), day(3, 5, 1, 36)]
const view = (code: string, exact = true): QueueBacklog => ({ queue: 'q', view: code, exact, days })

it('the line goes from nothing to the highest day, and is said in words', () => {
  expect(placesIn(days, 26, 26)).toEqual([
    [3, 18],
    [13, 3],
    [23, 20.5],
  ])
  expect(placesIn([day(1, 0)], 26, 26)).toEqual([[3, 23]])
  render(<TrendOfToday days={days} exact />)
  expect(screen.getByRole('img')).toHaveAccessibleName('06-01 等待 10，最多 40（06-02），现在 5；今天进入 1，离开 36')
  expect(screen.getByText('+1 −36')).toBeInTheDocument()
})

it('all queues together are a figure, a line and a table; an estimate says so', () => {
  render(<TeamBacklog views={[view('a'), view('b')]} />)
  const card = screen.getByRole('region', { name: '团队积压' })
  expect(within(card).getByText('今天进入 2，离开 72')).toBeInTheDocument()
  expect(
    within(card)
      .getAllByRole('row', { hidden: true })
      .map((row) => row.textContent),
  ).toEqual(['日期日终等待进入离开', '现在10272', '2024-06-0280600', '2024-06-012000'])
  cleanup()
  render(<TeamBacklog views={[view('a', false)]} />)
  expect(screen.getAllByText('约 5').length).toBeGreaterThan(0)
  cleanup()
  const { container } = render(<TeamBacklog views={[]} />)
  expect(container).toBeEmptyDOMElement()
})
