import type { ColumnChange } from '../../../commands/command.ts'
import type { Outcome } from '../../../commands/outcome.ts'
import { type Column, NUMBER } from '../fields/columns.ts'
import {
  asDeclared,
  COLUMN_WIDTH_MAX_PX,
  COLUMN_WIDTH_MIN_PX,
  withDensity,
  withNumbers,
  withOrder,
  withPinned,
  withShown,
  withWidth,
} from '../fields/listSetup.ts'
import { keyName } from '../host/host.ts'
import { t } from '../i18n/index.ts'
import type { ListColumns } from './useColumns.ts'

/** Step of a width, px. */
const STEP = 16

const nothing = (why: string): Outcome => ({ is: 'nothing', why: t(why) })

const DENSITY = { compact: 'compact', normal: null, roomy: 'roomy' } as const

/** Columns a column may change places with: the others that are shown and do not stay in front. */
const movable = (list: ListColumns): string[] => list.shown.filter((c) => !c.stuck).map((c) => c.name)

/** Column before which `name` stands after a move to the left or right; undefined at either end. */
function placeBeside(list: ListColumns, name: string, by: -1 | 1): string | null | undefined {
  const names = movable(list)
  const at = names.indexOf(name)
  if (at < 0 || !names[at + by]) return undefined
  return by < 0 ? (names[at - 1] as string) : (names[at + 2] ?? null)
}

/** Changes the column under the cursor, or all of them back to what is declared. `at` is as wide as it is seen. */
export function changeColumn(list: ListColumns, at: Column | undefined, what: ColumnChange): Outcome {
  if (what === 'reset') {
    list.change(() => asDeclared)
    return { is: 'done', say: t('table.columnsReset') }
  }
  if (what === 'numbers') {
    list.change((s) => withNumbers(s, !(s.numbers ?? list.numbered), list.numbered))
    return { is: 'done' }
  }
  if (what in DENSITY) {
    list.change((s) => withDensity(s, DENSITY[what as keyof typeof DENSITY]))
    return { is: 'done' }
  }
  if (!at) return nothing('table.noRow')
  const { name, title } = at
  if (what === 'wider' || what === 'narrower') {
    const width = Math.min(
      COLUMN_WIDTH_MAX_PX,
      Math.max(COLUMN_WIDTH_MIN_PX, at.width + (what === 'wider' ? STEP : -STEP)),
    )
    list.change((s) => withWidth(s, name, width))
    return { is: 'done' }
  }
  if (what === 'hide' && name === NUMBER) {
    list.change((s) => withNumbers(s, false, list.numbered))
    return { is: 'done' }
  }
  if (at.stuck && !at.pinned) return nothing('table.columnStays')
  if (what === 'pin') {
    list.change((s) => withPinned(s, name, !at.pinned))
    return { is: 'done', say: t(at.pinned ? 'table.columnUnpinned' : 'table.columnPinned', { title }) }
  }
  if (what === 'hide') {
    list.change((s) => withPinned(withShown(s, name, false, list.isExtra(name)), name, false))
    return { is: 'done', say: t('table.columnHidden', { title, keys: keyName('grid.columns') }) }
  }
  if (at.pinned) return nothing('table.columnStays')
  const before = placeBeside(list, name, what === 'left' ? -1 : 1)
  if (before === undefined) return nothing('table.columnAtEnd')
  const all = list.all.map((c) => c.name)
  list.change((s) => withOrder(s, all, name, before))
  return { is: 'done' }
}
