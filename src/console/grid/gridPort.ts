import type { RefObject } from 'react'
import type { GridPort } from '../../../commands/command.ts'
import type { Outcome } from '../../../commands/outcome.ts'
import type { WireRow } from '../../model/wire/wire.ts'
import type { Column } from '../fields/columns.ts'
import { t } from '../i18n/index.ts'
import { copyLink } from '../record/copyRecord.ts'
import { copyText } from '../ui/messages/clipboard.ts'
import { cellsPort, extendCells } from './cellsPort.ts'
import type { GridHandle } from './Grid.tsx'
import type { GridModel } from './gridModel.ts'

const done: Outcome = { is: 'done' }
/** Longest text that a message repeats, characters. */
const QUOTED_CHARACTERS_MAX = 40
const shortened = (text: string): string =>
  text.length > QUOTED_CHARACTERS_MAX ? `${text.slice(0, QUOTED_CHARACTERS_MAX)}…` : text

/** Copies what a column shows of a row, or without a column a link to the record. */
async function copyFrom(resource: string, row: WireRow | undefined, column: Column | undefined): Promise<Outcome> {
  if (!row) return { is: 'nothing', why: t('table.noRow') }
  if (!column) return copyLink(resource, row)
  const text = column.copy(row)
  if (text === '') return { is: 'nothing', why: t('table.nothingToCopy') }
  await copyText(text, () => t('table.copiedCell', { title: column.title, text: shortened(text) }))
  return done
}

/** Commands that every grid answers; a screen adds its own (open, reload, views …). */
export function gridPort(
  resource: string,
  model: GridModel,
  grid: RefObject<GridHandle | null>,
): Pick<
  GridPort,
  | 'move'
  | 'moveColumn'
  | 'columns'
  | 'changeColumn'
  | 'copy'
  | 'toggle'
  | 'clearSelection'
  | 'selectCells'
  | 'extendCells'
  | 'clearCells'
> {
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
    ...cellsPort(model, grid),
    move: (by, extend = false) => {
      if (model.range && (extend || model.range.follows)) return extendCells(model, grid.current, { rows: by })
      model.setRange(null)
      if (model.count <= 0) return { is: 'nothing', why: t('table.noRow') }
      const to = model.cursor < 0 ? 0 : target(by)
      model.moveTo(to, extend)
      return done
    },
    moveColumn: (by) => {
      if (model.range?.follows) return extendCells(model, grid.current, { columns: by })
      model.setRange(null)
      grid.current?.moveColumn(by)
      return done
    },
    columns: () => {
      grid.current?.columns()
      return done
    },
    changeColumn: (what) => grid.current?.changeColumn(what) ?? { is: 'nothing', why: t('table.noRow') },
    copy: (what) => copyFrom(resource, model.row, what === 'cell' ? grid.current?.column() : undefined),
    toggle: () => (model.toggle() ? done : { is: 'nothing', why: t('table.noRow') }),
    clearSelection: () => {
      model.clear()
      return done
    },
  }
}
