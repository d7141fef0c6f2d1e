import type { RefObject } from 'react'
import type { GridPort } from '../../../commands/command.ts'
import type { Column } from '../fields/columns.ts'
import { keyName } from '../host/host.ts'
import { t } from '../i18n/index.ts'
import type { FilterLineHandle } from './FilterLine.tsx'

/** Filters of the column under the cursor, for the commands of a list. */
export const filterColumnPort = (
  grid: RefObject<{ column(): Column | undefined } | null>,
  filter: () => FilterLineHandle | null,
): Pick<GridPort, 'filterColumn'> => ({
  filterColumn: () => {
    const column = grid.current?.column()
    if (!column) return { is: 'nothing', why: t('table.noColumn', { keys: keyName('grid.columnAfter') }) }
    return filter()?.begin(column.name)
      ? { is: 'done' }
      : { is: 'nothing', why: t('table.cannotFilter', { title: column.title }) }
  },
})
