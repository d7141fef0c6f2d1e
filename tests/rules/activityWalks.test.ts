import { activityWalks } from './activities/walks.ts'

activityWalks({ walks: 120, steps: 40, whole: false, seed: 11 })
