import type { RefObject } from 'react'
import type { GridPort } from '../../../commands/command.ts'
import type { Outcome } from '../../../commands/outcome.ts'
import { t } from '../i18n/index.ts'
import type { GridHandle } from './Grid.tsx'
import type { GridModel } from './gridModel.ts'

const done: Outcome = { is: 'done' }

/** What every grid answers to the commands; a screen adds what only it has (open, reload, views …). */
export function gridPort(
  model: GridModel,
  grid: RefObject<GridHandle | null>,
): Pick<GridPort, 'move' | 'moveColumn' | 'columns' | 'changeColumn' | 'toggle' | 'clearSelection'> {
  const target = (by: Parameters<GridPort['move']>[0]): number => {
    const page = grid.current?.page() ?? 10
    switch (by) {
      case 'first':
        return 0
      case 'last':
        return model.count - 1
      case 'pageUp':
        return model.cursor - page
      case 'pageDown':
        return model.cursor + page
      default:
        return model.cursor + by
    }
  }
  return {
    move: (by, extend = false) => {
      if (model.count <= 0) return { is: 'nothing', why: t('table.noRow') }
      const to = model.cursor < 0 ? 0 : target(by)
      model.moveTo(to, extend)
      return done
    },
    moveColumn: (by) => {
      grid.current?.moveColumn(by)
      return done
    },
    columns: () => {
      grid.current?.columns()
      return done
    },
    changeColumn: (what) => grid.current?.changeColumn(what) ?? { is: 'nothing', why: t('table.noRow') },
    toggle: () => (model.toggle() ? done : { is: 'nothing', why: t('table.noRow') }),
    clearSelection: () => {
      model.clear()
      return done
    },
  }
}
