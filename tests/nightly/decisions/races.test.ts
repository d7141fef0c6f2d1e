import { raceCases } from '../../server/decisions/raceCases.ts'

raceCases(1_000)
