import { activityWalks } from './activities/walks.ts'

activityWalks({ walks: 10, steps: 40, whole: false })
