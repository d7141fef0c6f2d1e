import { explainCases } from './explainCases.ts'

explainCases({ whole: false })
