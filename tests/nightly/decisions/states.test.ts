import { stateCases } from '../../server/decisions/stateCases.ts'

stateCases({ whole: true })
