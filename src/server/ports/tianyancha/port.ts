import type { tianyancha } from '../../../model/people/tianyancha.ts'
import type { AdapterOf } from '../adapter.ts'

/** The business register. */
export type Tianyancha = AdapterOf<typeof tianyancha>
