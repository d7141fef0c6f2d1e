import { stateCases } from './stateCases.ts'

stateCases({ whole: false })
