import { walkCases } from '../../rules/walkCases.ts'

walkCases({ walks: 2_000, whole: true })
