import type { contentSafety } from '../../../model/content/contentSafety.ts'
import type { AdapterOf } from '../adapter.ts'

/** Whoever checks texts before they are published. */
export type ContentSafety = AdapterOf<typeof contentSafety>
