import { activityWalks } from '../../rules/activities/walks.ts'

activityWalks({ walks: 500, steps: 40, whole: true })
