import { activityWalks } from '../../rules/activities/walks.ts'

activityWalks({ walks: 2000, steps: 40, whole: true })
