import { differentialWalks } from '../../contract/memory/differentialWalks.ts'

differentialWalks({ walks: 500, whole: true })
