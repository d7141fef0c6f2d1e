import { joined } from '../../model/values/label.ts'
import type { Column } from '../fields/columns.ts'
import { languageNow, t } from '../i18n/index.ts'

/** Note on columns without room; "" for none. */
export const leftOut = (left: readonly Column[]): string =>
  left.length === 0
    ? ''
    : t('table.leftOut', {
        count: left.length,
        names: joined(
          left.map((c) => c.title),
          languageNow(),
        ),
      })
