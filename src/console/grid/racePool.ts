import type { Placed, Sight } from './GridRow.tsx'
import type { GridModel } from './gridModel.ts'
import { shownOf } from './shownCell.ts'
import { placeOf, type Viewport } from './viewport.ts'

/** A cell of the pool: its element and what was last written into it, so that only what differs is written. */
interface PoolCell {
  readonly placed: Placed
  readonly element: HTMLElement
  readonly text: Text
  shown: string
  kind: string
}
interface PoolRow {
  readonly element: HTMLElement
  readonly cells: readonly PoolCell[]
  kind: string
}

const element = (className: string): HTMLElement => {
  const made = document.createElement('div')
  made.className = className
  return made
}

/**
 * Rows that go by faster than anybody reads: elements whose texts are written directly, without React, in the place of
 * the rows of the grid, which are not displayed until the race is over. They are for the eye only: what assistive
 * technology and keys find are the grid's own rows. Clicks find the number of a row as in those (`data-index`).
 */
export class RacePool {
  private rows: PoolRow[] = []
  private sight: Sight | null = null
  private across = 0

  private readonly host: HTMLElement

  /** `host`: an empty element inside the spacer of the rows. */
  constructor(host: HTMLElement) {
    this.host = host
  }

  /**
   * Shows rows `[first, last)` at their places. `across`: px the grid is scrolled sideways, from which stuck columns are
   * kept.
   */
  draw(model: GridModel, view: Viewport, first: number, last: number, sight: Sight, across: number): void {
    if (this.sight !== sight || this.across !== across || this.rows.length < last - first)
      this.build(sight, across, last - first, view.rowHeight)
    this.host.hidden = false
    this.host.parentElement?.setAttribute('data-race', '')
    this.host.style.transform = `translateY(${placeOf(view, first)}px)`
    for (const [at, row] of this.rows.entries()) this.write(row, model, first + at, last)
  }

  /** The rows of the grid are drawn again, and displayed. */
  hide(): void {
    this.host.hidden = true
    this.host.parentElement?.removeAttribute('data-race')
  }

  private build(sight: Sight, across: number, count: number, height: number): void {
    this.sight = sight
    this.across = across
    this.rows = Array.from({ length: count }, (_, at) => {
      const row = element('g-r')
      row.style.top = `${at * height}px`
      row.style.width = `${sight.width}px`
      const tick = element('g-c stuck tick')
      tick.style.left = `${across}px`
      tick.style.width = `${sight.stuck[0]?.left ?? sight.loose[0]?.left ?? 0}px`
      tick.dataset.tick = ''
      row.append(tick)
      const cells = [...sight.loose, ...sight.stuck].map((placed): PoolCell => {
        const cell = element('g-c')
        const text = document.createTextNode('')
        cell.style.left = `${placed.left + (placed.column.stuck ? across : 0)}px`
        cell.style.width = `${placed.column.width}px`
        cell.setAttribute('aria-colindex', String(placed.at))
        cell.append(text)
        row.append(cell)
        return { placed, element: cell, text, shown: '', kind: '' }
      })
      return { element: row, cells, kind: '' }
    })
    this.host.replaceChildren(...this.rows.map((r) => r.element))
  }

  private write(row: PoolRow, model: GridModel, index: number, last: number): void {
    const found = index < last ? model.rowAt(index) : undefined
    const mark = found ? model.lookAt(index, found).mark : ''
    const ticked = found !== undefined && model.isTicked(index)
    const kind = `g-r ${mark}${index === model.cursor ? ' here' : ''}`
    row.element.dataset.index = String(index)
    if (row.kind !== `${kind}${ticked}`) {
      row.kind = `${kind}${ticked}`
      row.element.className = kind
      row.element.setAttribute('aria-selected', String(ticked))
    }
    for (const cell of row.cells) {
      const { text, kind } = shownOf(cell.placed, found, 0, model.baseAt(index) + 1)
      if (cell.shown !== text) cell.text.data = cell.shown = text
      if (cell.kind !== kind) cell.element.className = cell.kind = kind
    }
  }
}
