import { activityWalks } from './activities/walks.ts'

activityWalks({ walks: 500, steps: 40 })
