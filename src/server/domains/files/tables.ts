import { BANDS } from '../../../model/language/derived/alike.ts'
import type { FactsByResource } from '../../database/tableFacts.ts'

export const filesTables: FactsByResource = {
  // a text is looked for by any of its numbers, the newest first
  textPrint: {
    indexes: Object.fromEntries(
      BANDS.map((band) => [band, `("tenant_id", "${band}", "create_time", "id") where is_deleted = 0`]),
    ),
  },
}
