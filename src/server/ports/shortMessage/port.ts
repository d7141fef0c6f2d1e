import type { shortMessage } from '../../../model/administration/system/shortMessage.ts'
import type { AdapterOf } from '../adapter.ts'

/** Whoever sends short messages. */
export type ShortMessage = AdapterOf<typeof shortMessage>
