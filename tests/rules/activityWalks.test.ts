import { activityWalks } from './activities/walks.ts'

activityWalks({ walks: 8, steps: 40, whole: false })
