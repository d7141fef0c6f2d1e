import { walkCases } from './walkCases.ts'

walkCases({ walks: 300, whole: false })
