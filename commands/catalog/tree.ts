import type { Language } from '../../src/model/values/label.ts'
import type { AnyCommand, GridPort } from '../command.ts'
import { all, is } from '../context.ts'
import { onList } from './places.ts'
import { own, titled } from './title.ts'
import type { Word } from './words.ts'

const onTree = all(onList, is('tree', true), is('hasRow', true))

const MOVES: readonly (readonly [word: Word, key: string, way: Parameters<GridPort['moveRow']>[0], icon: string])[] = [
  ['moveUp', 'alt+arrowup', 'up', 'arrow-up'],
  ['moveDown', 'alt+arrowdown', 'down', 'arrow-down'],
  ['moveIn', 'alt+arrowright', 'in', 'arrow-right'],
  ['moveOut', 'alt+arrowleft', 'out', 'arrow-left'],
]

/** Commands of a tree besides those of every grid: opening, closing and moving the row under the cursor. */
export function tree(language: Language): AnyCommand[] {
  return [
    ...[true, false].map(
      (open): AnyCommand => ({
        id: open ? 'tree.open' : 'tree.close',
        ...titled(own(open ? 'unfold' : 'fold'), language),
        category: 'table',
        icon: open ? 'chevron-down' : 'chevron-right',
        when: onTree,
        selection: 'one',
        keys: [open ? 'arrowright' : 'arrowleft'],
        repeatable: true,
        run: (host) => host.grid.unfold(open),
      }),
    ),
    ...MOVES.map(
      ([word, key, way, icon]): AnyCommand => ({
        id: `tree.${word}`,
        ...titled(own(word), language),
        category: 'record',
        icon,
        when: onTree,
        selection: 'one',
        keys: [key],
        run: (host) => host.grid.moveRow(way),
      }),
    ),
  ]
}
