import { columnCases } from './columnCases.ts'

columnCases({ whole: false })
