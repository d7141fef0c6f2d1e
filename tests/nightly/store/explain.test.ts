import { explainCases } from '../../server/store/explainCases.ts'

explainCases({ whole: true })
