import type { Language } from '../../src/model/values/label.ts'
import type { AnyCommand, CellsTo } from '../command.ts'
import { all, is } from '../context.ts'
import { onList } from './places.ts'
import { own, titled } from './title.ts'
import type { Word } from './words.ts'

/** Movements of the corner of a range of cells: to the ends, as spreadsheets have them, and one column, where a range is. */
const CORNERS: readonly (readonly [id: string, word: Word, key: string, to: CellsTo, begins: boolean])[] = [
  ['cells.toFirst', 'cellsToFirst', 'mod+shift+arrowup', { rows: 'first' }, true],
  ['cells.toLast', 'cellsToLast', 'mod+shift+arrowdown', { rows: 'last' }, true],
  ['cells.toFirstColumn', 'cellsToFirstColumn', 'mod+shift+arrowleft', { columns: 'first' }, true],
  ['cells.toLastColumn', 'cellsToLastColumn', 'mod+shift+arrowright', { columns: 'last' }, true],
  ['cells.left', 'cellsLeft', 'shift+arrowleft', { columns: -1 }, false],
  ['cells.right', 'cellsRight', 'shift+arrowright', { columns: 1 }, false],
]

/** Commands on a range of cells: marked, extended, filled, pasted into, cleared. */
export function cells(language: Language): AnyCommand[] {
  const flat = all(onList, is('tree', false))
  return [
    {
      id: 'grid.cells',
      ...titled(own('cells'), language),
      category: 'table',
      icon: 'columns',
      when: flat,
      selection: 'none',
      keys: ['f8'],
      run: (host) => host.grid.selectCells(),
    },
    ...CORNERS.map(
      ([id, word, key, to, begins]): AnyCommand => ({
        id: `grid.${id}`,
        ...titled(own(word), language),
        category: 'table',
        icon: 'arrow-left-right',
        when: begins ? flat : all(flat, is('cells', true)),
        selection: 'none',
        keys: [key],
        repeatable: !begins,
        hidden: true,
        run: (host) => host.grid.extendCells(to),
      }),
    ),
    {
      id: 'grid.cells.fill',
      ...titled(own('cellsFill'), language),
      category: 'table',
      icon: 'arrow-down',
      when: all(flat, is('cells', true)),
      selection: 'none',
      keys: ['mod+d'],
      run: (host) => host.grid.fillCells(),
    },
    {
      id: 'grid.cells.paste',
      ...titled(own('cellsPaste'), language),
      category: 'table',
      icon: 'clipboard-list',
      when: all(flat, is('cells', true)),
      selection: 'none',
      run: (host) => host.grid.pasteCells(),
    },
    {
      id: 'grid.cells.clear',
      ...titled(own('cellsClear'), language),
      category: 'table',
      icon: 'x',
      when: all(flat, is('cells', true)),
      selection: 'none',
      run: (host) => host.grid.clearCells(),
    },
  ]
}
