import { roundingCases } from './roundingCases.ts'

roundingCases(1_000)
