import { fuzzCases } from '../../server/http/fuzzCases.ts'

fuzzCases({ whole: true })
