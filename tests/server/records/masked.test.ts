import { maskedCases } from './maskedCases.ts'

maskedCases({ whole: false })
