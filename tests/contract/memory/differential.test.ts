import { differentialWalks } from './differentialWalks.ts'

differentialWalks({ walks: 25, whole: false })
