import { idCases } from './idCases.ts'

idCases({ whole: false })
