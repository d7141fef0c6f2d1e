import { act, render, screen } from '@testing-library/react'
import { useSyncExternalStore } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { columnsOf } from '../../../src/console/fields/columns.ts'
import { asDeclared } from '../../../src/console/fields/listSetup.ts'
import { Grid } from '../../../src/console/table/Grid.tsx'
import { GridModel } from '../../../src/console/table/gridModel.ts'
import { money, text } from '../../../src/model/kernel/field.ts'
import type { WireRow } from '../../../src/model/kernel/wire.ts'

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
      list={{ shown: all, all, setup: asDeclared, isExtra: () => false, change: () => {} }}
      label="sample"
      sort="code"
    />
  )
}

/** Titles of the columns whose cells a row of those in sight has. */
const drawn = (): string[] => {
  const row = screen.getAllByRole('row').at(-1)
  const numbers = [...(row?.querySelectorAll('[role=gridcell]') ?? [])].map((c) =>
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
  expect(drawn()).toEqual(['code', 'amount'])
  expect(screen.getAllByRole('columnheader'), 'the header stays').toHaveLength(names.length + 1)
  act(() => void vi.advanceTimersByTime(400))
  expect(drawn()).toEqual(names)
})

it('draws whole rows again as soon as a race slows down', () => {
  render(<Shown model={new Many()} />)
  for (let i = 0; i < 5; i++) scrollBy(1_000)
  expect(drawn()).toEqual(['code', 'amount'])
  scrollBy(56)
  expect(drawn()).toEqual(names)
})
