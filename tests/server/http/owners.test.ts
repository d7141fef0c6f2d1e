import { ownerCases } from './ownerCases.ts'

ownerCases({ whole: false })
