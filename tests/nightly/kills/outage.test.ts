import { outageCases } from '../../server/store/outageCases.ts'

outageCases({ whole: true })
