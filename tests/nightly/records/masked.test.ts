import { maskedCases } from '../../server/records/maskedCases.ts'

maskedCases({ whole: true })
