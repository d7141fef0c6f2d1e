import { act, render, screen } from '@testing-library/react'
import { useSyncExternalStore } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { columnsOf } from '../../../src/console/fields/columns.ts'
import { asDeclared } from '../../../src/console/fields/listSetup.ts'
import { Grid } from '../../../src/console/grid/Grid.tsx'
import { GridModel } from '../../../src/console/grid/gridModel.ts'
import { money, text } from '../../../src/model/language/fields/field.ts'
import type { WireRow } from '../../../src/model/wire/wire.ts'

class Many extends GridModel {
  override get count() {
    return 100_000
  }
  override get exact() {
    return true
  }
  override rowAt(index: number): WireRow {
    return { id: String(index), version: 0, code: `C${index}`, amount: '12.00' }
  }
  override need() {}
}

const of = {
  id: 'sample',
  name: 'code',
  owner: 'open' as const,
  fields: {
    code: text('编号', 'Code'),
    ...Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`note${i}`, text(`注${i}`, `Note ${i}`)])),
    amount: money('金额', 'Amount'),
  },
  list: { columns: [] as string[], sort: 'code', amount: 'amount' },
}
const names = Object.keys(of.fields)
const all = columnsOf({ ...of, list: { ...of.list, columns: names } }, names, { language: 'en' })

function Shown({ model }: { readonly model: Many }) {
  useSyncExternalStore(model.subscribe, model.version)
  return (
    <Grid
      model={model}
      list={{ shown: all, all, setup: asDeclared, numbered: false, isExtra: () => false, change: () => {} }}
      label="sample"
      sort="code"
    />
  )
}

/** Rows of a race, that stand in the place of the grid's own. */
const raced = () => [...document.querySelectorAll<HTMLElement>('.g-race:not([hidden]) .g-r')]
/** Titles of the columns whose cells a row of those in sight has. */
/** Ids of the grid's own rows, displayed or not. */
const kept = () => screen.getAllByRole('row', { hidden: true }).map((r) => r.id)
const drawn = (): string[] => {
  const row = raced().at(-1) ?? screen.getAllByRole('row').at(-1)
  const numbers = [...(row?.querySelectorAll('.g-c[aria-colindex]') ?? [])].map((c) =>
    Number(c.getAttribute('aria-colindex')),
  )
  return numbers.filter((n) => n > 1).map((n) => all[n - 2]?.name ?? '?')
}
const scrollBy = (px: number) => {
  const grid = screen.getByRole('grid')
  grid.scrollTop += px
  act(() => void grid.dispatchEvent(new Event('scroll')))
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('draws whole rows at rest, after a jump and while they can be read', () => {
  render(<Shown model={new Many()} />)
  expect(drawn()).toEqual(names)
  scrollBy(20_000)
  expect(drawn(), 'one jump is not a race').toEqual(names)
  for (let i = 0; i < 5; i++) scrollBy(60)
  expect(drawn()).toEqual(names)
})

it('draws of rows that race by which record and what it is worth, and the rest when they stand', () => {
  render(<Shown model={new Many()} />)
  for (let i = 0; i < 5; i++) {
    act(() => void vi.advanceTimersByTime(17))
    scrollBy(1_000)
  }
  expect(drawn().sort()).toEqual(['amount', 'code'])
  expect(screen.getAllByRole('columnheader'), 'the header stays').toHaveLength(names.length + 1)
  act(() => void vi.advanceTimersByTime(400))
  expect(drawn()).toEqual(names)
})

it('draws whole rows again as soon as a race slows down', () => {
  render(<Shown model={new Many()} />)
  for (let i = 0; i < 5; i++) scrollBy(1_000)
  expect(drawn().sort()).toEqual(['amount', 'code'])
  scrollBy(56)
  expect(drawn()).toEqual(names)
})

it('writes racing rows without rendering: each by its number, ticked and marked; what is clicked is what stands there', () => {
  const model = new Many()
  render(<Shown model={model} />)
  // a single jump is no fast scroll
  scrollBy(1_000)
  const own = kept()
  for (let i = 0; i < 4; i++) scrollBy(1_000)
  expect(raced().length).toBeGreaterThan(20)
  expect(kept(), 'the rows of the grid wait').toEqual(own)
  expect(screen.getAllByRole('row'), 'and are not displayed').toHaveLength(1)
  const [row] = raced()
  const index = Number(row?.dataset.index)
  expect(index).toBeGreaterThan(100)
  expect(row).toHaveTextContent(`C${index}`)
  expect(row).toHaveAttribute('aria-selected', 'false')
  act(() => void model.toggle(index))
  expect(raced()[0]).toHaveAttribute('aria-selected', 'true')
  scrollBy(1_000)
  expect(raced()[0], 'a row is written anew').toHaveAttribute('aria-selected', 'false')
  const next = raced()[0] as HTMLElement
  act(() => next.click())
  expect(model.cursor).toBe(Number(next.dataset.index))
  expect(raced(), 'the cursor ends a race').toEqual([])
  expect(drawn()).toEqual(names)
  expect(screen.getAllByRole('row').some((r) => r.dataset.index === String(model.cursor))).toBe(true)
})
