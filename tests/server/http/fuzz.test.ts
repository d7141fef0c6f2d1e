import { fuzzCases } from './fuzzCases.ts'

fuzzCases({ whole: false })
