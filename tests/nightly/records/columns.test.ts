import { columnCases } from '../../server/records/columnCases.ts'

columnCases({ whole: true })
