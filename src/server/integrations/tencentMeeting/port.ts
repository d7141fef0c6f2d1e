import type { tencentMeeting } from '../../../model/meetings/tencentPort.ts'
import type { AdapterOf } from '../adapter.ts'

/** The service of online meetings. */
export type TencentMeeting = AdapterOf<typeof tencentMeeting>
