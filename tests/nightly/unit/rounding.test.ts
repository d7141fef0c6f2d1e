import { roundingCases } from '../../unit/model/roundingCases.ts'

roundingCases(100_000)
