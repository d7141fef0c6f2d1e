import { activityWalks } from './activities/walks.ts'

activityWalks({ walks: 12, steps: 40, whole: false })
