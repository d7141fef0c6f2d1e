import type { RefObject } from 'react'
import type { GridPort } from '../../../commands/command.ts'
import type { Outcome } from '../../../commands/outcome.ts'
import type { Condition } from '../../model/language/conditions/condition.ts'
import type { Resource } from '../../model/language/resource.ts'
import type { WireRow } from '../../model/wire/wire.ts'
import { whileHere } from '../data/session.ts'
import { BATCH_ROWS_MAX } from '../decisions/matching.ts'
import type { Filterable } from '../filter/filterFields.ts'
import type { GridHandle } from '../grid/Grid.tsx'
import type { GridModel } from '../grid/gridModel.ts'
import { deadUntil } from '../host/deadUntil.ts'
import { toast } from '../ui/messages/toast.ts'
import type { ListQuery } from './rows/listQuery.ts'

/** The list that has the stage, as far as copying, pasting and printing ask. */
export interface SheetList {
  readonly of: Resource
  readonly title: string
  readonly model: GridModel
  readonly grid: RefObject<GridHandle | null>
  readonly query: ListQuery
  readonly filterable: Filterable
  /** The person's own conditions. */
  readonly conditions: readonly Condition[]
  ticked(most: number): Promise<readonly WireRow[] | null>
  apply(conditions: readonly Condition[]): void
  /** Rows were edited here; absent where the list is read again by itself. */
  changed?(): void
}

const cancelled: Outcome = { is: 'cancelled' }

/** Copying, pasting and printing of whichever list has the stage, as people know them from spreadsheets. */
export const sheetPort = (
  list: () => SheetList,
): Pick<GridPort, 'copyRows' | 'pasteRows' | 'print' | 'fillCells' | 'pasteCells'> => ({
  copyRows: async () => {
    const here = await whileHere(deadUntil(import('./copyRows.ts')))
    return here ? here.copyRows(list(), BATCH_ROWS_MAX) : cancelled
  },
  pasteRows: async () => {
    const here = await whileHere(deadUntil(import('./pasteRows.ts')))
    return here ? here.pasteFromClipboard(list()) : cancelled
  },
  fillCells: async () => {
    const here = await whileHere(deadUntil(import('./cells/fillCells.ts')))
    return here ? here.fillCells(list()) : cancelled
  },
  pasteCells: async () => {
    const here = await whileHere(deadUntil(import('./cells/fillCells.ts')))
    return here ? here.pasteCellsFromClipboard(list()) : cancelled
  },
  print: async () => {
    const here = await whileHere(deadUntil(import('./printing/printList.tsx')))
    return here ? here.printList(list()) : cancelled
  },
})

/** A text was pasted into the list: into its range of cells, else its lines are looked for; failures are reported. */
export function pastedInto(list: SheetList, lines: readonly string[], text: string): void {
  const pasting = list.model.range ? pastedIntoCells(list, text) : pastedAsFilter(list, lines)
  pasting.catch((error: unknown) => toast.error(error))
}

async function pastedIntoCells(list: SheetList, text: string): Promise<void> {
  const here = await whileHere(deadUntil(import('./cells/fillCells.ts')))
  const outcome = await here?.pasteCells(list, text)
  if (outcome?.is === 'nothing') toast.info(() => outcome.why)
}

async function pastedAsFilter(list: SheetList, lines: readonly string[]): Promise<void> {
  const here = await whileHere(deadUntil(import('./pasteRows.ts')))
  await here?.filterByLines(list, lines)
}
