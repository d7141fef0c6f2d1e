import { declare } from './declare.ts'
import { meetingRules, meetingsPart } from './meetingFamilies.ts'

export default declare('shapes', meetingsPart, meetingRules)
