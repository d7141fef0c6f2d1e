import { outageCases } from './outageCases.ts'

outageCases({ whole: false })
