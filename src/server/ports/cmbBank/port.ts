import type { cmbBank } from '../../../model/funds/cmbBank.ts'
import type { AdapterOf } from '../adapter.ts'

/** The bank that keeps the sub-units. */
export type CmbBank = AdapterOf<typeof cmbBank>
