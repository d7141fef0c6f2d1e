import { declare } from './declare.ts'
import { meetingRules, meetingsModule } from './meetingFamilies.ts'

export default declare(meetingsModule, meetingRules)
