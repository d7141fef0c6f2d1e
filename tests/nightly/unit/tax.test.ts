import { taxCases } from '../../unit/model/taxCases.ts'

taxCases(100_000)
