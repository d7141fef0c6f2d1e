import { familyCases } from './familyCases.ts'

familyCases({ whole: false })
