import { activityWalks } from './walks.ts'

activityWalks({ walks: 8, steps: 40, whole: false })
