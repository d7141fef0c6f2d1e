import type { Language } from '../../src/model/values/label.ts'
import type { AnyCommand, ColumnChange, GridPort } from '../command.ts'
import { all, any, atLeast, is } from '../context.ts'
import { cells } from './cells.ts'
import { inside, notInWidget, onList, onRows, withRecord } from './places.ts'
import { own, titled } from './title.ts'
import type { Word } from './words.ts'

type Move = Parameters<GridPort['move']>[0]

/** Moving the cursor, by letters and by arrow keys. With Shift the selection is extended. */
const MOVES: readonly (readonly [id: string, word: Word, keys: readonly string[], by: Move, extend: boolean])[] = [
  ['down', 'down', ['j', 'arrowdown'], 1, false],
  ['up', 'up', ['k', 'arrowup'], -1, false],
  ['pageDown', 'pageDown', ['pagedown'], 'pageDown', false],
  ['pageUp', 'pageUp', ['pageup'], 'pageUp', false],
  ['first', 'first', ['home'], 'first', false],
  ['last', 'last', ['end'], 'last', false],
  ['extendDown', 'extendDown', ['shift+j', 'shift+arrowdown'], 1, true],
  ['extendUp', 'extendUp', ['shift+k', 'shift+arrowup'], -1, true],
  ['extendPageDown', 'extendPageDown', ['shift+pagedown'], 'pageDown', true],
  ['extendPageUp', 'extendPageUp', ['shift+pageup'], 'pageUp', true],
  ['extendFirst', 'extendFirst', ['shift+home'], 'first', true],
  ['extendLast', 'extendLast', ['shift+end'], 'last', true],
]

/** Cursor, selection and filter of whichever grid has the stage. */
export function table(language: Language): AnyCommand[] {
  const moves = MOVES.map(
    ([id, word, keys, by, extend]): AnyCommand => ({
      id: `grid.${id}`,
      ...titled(own(word), language),
      category: 'table',
      icon: 'arrow-down-up',
      when: extend ? onList : onRows,
      selection: 'none',
      keys,
      repeatable: true,
      counted: typeof by === 'number',
      hidden: true,
      run: (host) => host.grid.move(typeof by === 'number' ? by * (host.count ?? 1) : by, extend),
    }),
  )
  const across = ([-1, 1] as const).map(
    (by): AnyCommand => ({
      id: by < 0 ? 'grid.columnBefore' : 'grid.columnAfter',
      ...titled(own(by < 0 ? 'columnBefore' : 'columnAfter'), language),
      category: 'table',
      icon: 'arrow-left-right',
      when: all(onList, is('tree', false)),
      selection: 'none',
      keys: [by < 0 ? 'arrowleft' : 'arrowright'],
      repeatable: true,
      hidden: true,
      run: (host) => host.grid.moveColumn(by),
    }),
  )
  return [
    ...moves,
    ...across,
    ...cells(language),
    ...columns(language),
    {
      id: 'grid.toggle',
      ...titled(own('toggleRow'), language),
      category: 'selection',
      icon: 'check-square',
      when: all(onRows, is('hasRow', true)),
      selection: 'one',
      keys: ['x'],
      run: (host) => host.grid.toggle(),
    },
    {
      // Where the record stands beside its list anyway, Space has nothing to show.
      id: 'queue.toggle',
      ...titled(own('toggleRow'), language),
      category: 'selection',
      icon: 'check-square',
      when: all(onList, is('screen', 'queue'), is('hasRow', true)),
      selection: 'one',
      keys: ['space'],
      hidden: true,
      run: (host) => host.grid.toggle(),
    },
    {
      id: 'grid.peek',
      ...titled(own('peek'), language),
      category: 'table',
      icon: 'eye',
      when: all(onList, is('screen', 'table'), is('hasRow', true)),
      selection: 'one',
      keys: ['space'],
      run: (host) => host.grid.togglePreview(),
    },
    {
      id: 'grid.copy',
      ...titled(own('copyCell'), language),
      category: 'table',
      icon: 'copy',
      when: withRecord,
      selection: 'one',
      keys: ['c'],
      run: (host) => host.grid.copy('cell'),
    },
    {
      id: 'grid.copyLink',
      ...titled(own('copyLink'), language),
      category: 'table',
      icon: 'link',
      when: withRecord,
      selection: 'one',
      keys: ['shift+c'],
      run: (host) => host.grid.copy('link'),
    },
    {
      id: 'grid.order',
      ...titled(own('order'), language),
      category: 'table',
      icon: 'arrow-down-up',
      when: all(onRows, is('tree', false)),
      selection: 'none',
      keys: ['alt+s'],
      run: (host) => host.grid.chooseOrder(),
    },
    ...sheet(language),
    {
      id: 'grid.group',
      ...titled(own('group'), language),
      category: 'table',
      icon: 'layers',
      when: all(onRows, is('tree', false)),
      selection: 'none',
      keys: ['alt+g'],
      run: (host) => host.grid.group(),
    },
    {
      id: 'grid.selectAll',
      ...titled(own('selectAll'), language),
      category: 'selection',
      icon: 'list-checks',
      when: onRows,
      selection: 'none',
      keys: ['mod+a'],
      run: (host) => host.grid.selectAllMatching(),
    },
    {
      id: 'grid.clearSelection',
      ...titled(own('clearSelection'), language),
      category: 'selection',
      icon: 'square',
      when: all(onRows, any(atLeast('selected', 1), is('allSelected', true))),
      selection: 'none',
      run: (host) => host.grid.clearSelection(),
    },
    {
      id: 'grid.filter',
      ...titled(own('filter'), language),
      category: 'table',
      icon: 'filter',
      when: onRows,
      selection: 'none',
      keys: ['/'],
      run: (host) => host.grid.focusFilter(),
    },
    {
      id: 'grid.open',
      ...titled(own('open'), language),
      category: 'table',
      icon: 'external-link',
      when: all(onRows, is('hasRow', true)),
      selection: 'one',
      keys: ['o', 'enter'],
      run: (host) => host.grid.open(),
    },
    {
      id: 'grid.reload',
      ...titled(own('reload'), language),
      category: 'table',
      icon: 'refresh-cw',
      when: all(inside, any(is('screen', 'queue'), is('screen', 'table'), is('screen', 'detail'))),
      selection: 'none',
      keys: ['u'],
      run: (host) => host.grid.reload(),
    },
    {
      id: 'page.stepBack',
      ...titled(own('escape'), language),
      category: 'table',
      icon: 'corner-up-left',
      when: all(inside, notInWidget),
      selection: 'none',
      keys: ['escape'],
      global: true,
      hidden: true,
      run: (host) => host.shell.stepBack(),
    },
  ]
}

/** Commands that people know from spreadsheets. */
function sheet(language: Language): AnyCommand[] {
  const act = (
    name: string,
    word: Word,
    icon: string,
    run: AnyCommand['run'],
    more: Pick<AnyCommand, 'keys' | 'when'> & { readonly hidden?: boolean } = { when: onRows },
  ): AnyCommand => ({
    id: `grid.${name}`,
    ...titled(own(word), language),
    category: 'table',
    icon,
    selection: 'none',
    ...more,
    run,
  })
  return [
    act('copyRows', 'copyRows', 'copy', (host) => host.grid.copyRows(), { when: onRows, keys: ['alt+shift+c'] }),
    act('pasteRows', 'pasteRows', 'filter', (host) => host.grid.pasteRows()),
    act('find', 'find', 'eye', (host) => host.grid.find(), { when: onList, keys: ['mod+f'] }),
    act('findNext', 'findNext', 'chevron-down', (host) => host.grid.find(1), {
      when: onList,
      keys: ['f3'],
      hidden: true,
    }),
    act('findPrevious', 'findPrevious', 'chevron-up', (host) => host.grid.find(-1), {
      ...{ when: onList, keys: ['shift+f3'], hidden: true },
    }),
    act('print', 'print', 'receipt', (host) => host.grid.print(), { when: onList, keys: ['mod+p'] }),
    act('bulkEdit', 'bulkEdit', 'pencil', (host) => host.grid.bulkEdit(), {
      ...{ when: all(onRows, any(atLeast('selected', 1), is('allSelected', true))), keys: ['alt+e'] },
    }),
  ]
}

const CHANGES: readonly (readonly [what: ColumnChange, icon: string, key?: string])[] = [
  ['wider', 'plus', '='],
  ['narrower', 'minus', '-'],
  ['left', 'arrow-left', 'shift+arrowleft'],
  ['right', 'arrow-right', 'shift+arrowright'],
  ['hide', 'eye-off', 'alt+x'],
  ['pin', 'pin', 'alt+p'],
  ['reset', 'undo'],
  ['numbers', 'list'],
  ['compact', 'minus'],
  ['normal', 'list'],
  ['roomy', 'plus'],
]

/** Which columns a list shows, in which order and how wide. What is changed is the column under the cursor. */
function columns(language: Language): AnyCommand[] {
  return [
    {
      id: 'grid.columns',
      ...titled(own('columns'), language),
      category: 'table',
      icon: 'sliders',
      when: onRows,
      selection: 'none',
      keys: ['alt+c'],
      run: (host) => host.grid.columns(),
    },
    {
      id: 'grid.column.sort',
      ...titled(own('sortColumn'), language),
      category: 'table',
      icon: 'arrow-left-right',
      when: onList,
      selection: 'none',
      keys: ['alt+o'],
      run: (host) => host.grid.sortColumn(),
    },
    {
      id: 'grid.column.filter',
      ...titled(own('filterColumn'), language),
      category: 'table',
      icon: 'filter',
      when: onList,
      selection: 'none',
      keys: ['alt+i'],
      run: (host) => host.grid.filterColumn(),
    },
    ...CHANGES.map(
      ([what, icon, key]): AnyCommand => ({
        id: `grid.column.${what}`,
        ...titled(own(`column.${what}`), language),
        category: 'table',
        icon,
        when: onList,
        selection: 'none',
        ...(key ? { keys: [key] } : {}),
        // of a range of cells the same keys move the corner
        ...(what === 'left' || what === 'right' ? { keysWhen: is('cells', false) } : {}),
        repeatable: what === 'wider' || what === 'narrower',
        run: (host) => host.grid.changeColumn(what),
      }),
    ),
  ]
}
