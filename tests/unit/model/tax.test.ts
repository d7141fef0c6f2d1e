import { taxCases } from './taxCases.ts'

taxCases(2_000)
