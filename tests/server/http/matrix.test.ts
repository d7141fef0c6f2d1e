import { accessMatrix } from './accessMatrix.ts'

accessMatrix({ whole: false })
