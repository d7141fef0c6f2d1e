import { raceCases } from './raceCases.ts'

raceCases(4)
