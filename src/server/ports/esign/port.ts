import type { esign } from '../../../model/people/esign.ts'
import type { AdapterOf } from '../adapter.ts'

/** Whoever keeps e-sign accounts and has files signed. */
export type Esign = AdapterOf<typeof esign>
