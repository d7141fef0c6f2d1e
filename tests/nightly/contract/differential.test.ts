import { differentialWalks } from '../../contract/differentialWalks.ts'

differentialWalks({ walks: 500, whole: true })
