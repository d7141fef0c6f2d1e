import type { tencentMeeting } from '../../../model/activities/meetings/tencentPort.ts'
import type { AdapterOf } from '../adapter.ts'

/** The service of online meetings. */
export type TencentMeeting = AdapterOf<typeof tencentMeeting>
