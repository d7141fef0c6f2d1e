import type { messagePush } from '../../../model/administration/system/messagePush.ts'
import type { AdapterOf } from '../adapter.ts'

/** Whoever takes the messages of client companies. */
export type MessagePush = AdapterOf<typeof messagePush>
