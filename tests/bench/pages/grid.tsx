import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { columnsOf } from '../../../src/console/fields/columns.ts'
import { asDeclared } from '../../../src/console/fields/listSetup.ts'
import { Grid } from '../../../src/console/grid/Grid.tsx'
import { GridModel } from '../../../src/console/grid/gridModel.ts'
import type { ListColumns } from '../../../src/console/grid/useColumns.ts'
import { GlobalStyle } from '../../../src/console/theme/global.ts'
import { screenReady } from '../../../src/console/ui/prefetch.ts'
import { text } from '../../../src/model/language/fields/field.ts'
import type { WireRow } from '../../../src/model/wire/wire.ts'
import { columns as names, ROWS, rowAt } from '../rows.ts'

const rows = Number(new URLSearchParams(location.search).get('rows') ?? ROWS)

/** The product's grid over rows that are there at once: what drawing costs, without a server. */
class BenchModel extends GridModel {
  override get count() {
    return rows
  }
  override get exact() {
    return true
  }
  override rowAt(index: number): WireRow {
    return { version: 0, ...rowAt(index) }
  }
  override need() {}
}
const model = new BenchModel()
const of = {
  id: 'bench',
  name: 'column0',
  owner: 'open' as const,
  fields: Object.fromEntries(names.map((n) => [n, text(n, n, { width: 120 })])),
  list: { columns: names, sort: 'column0' },
}
const all = columnsOf(of, names, { language: 'en' })
const list: ListColumns = {
  shown: all,
  all,
  setup: asDeclared,
  numbered: false,
  isExtra: () => false,
  change: () => {},
}

function Page() {
  useSyncExternalStore(model.subscribe, model.version)
  return (
    <>
      <GlobalStyle />
      <Grid model={model} list={list} label="bench" sort="column0" />
    </>
  )
}
addEventListener('keydown', (e) => {
  if (e.key === 'ArrowDown') {
    e.preventDefault()
    model.moveTo(model.cursor + 1)
  }
  if (e.key === 'End') model.moveTo(rows - 1)
})
// what finds the columns in sight comes after the first screen
screenReady()
createRoot(document.getElementById('root') as HTMLElement).render(<Page />)
requestAnimationFrame(() =>
  requestAnimationFrame(() => document.body.setAttribute('data-ready', String(performance.now()))),
)
