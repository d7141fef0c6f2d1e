import { smallDemo } from './smallCases.ts'

smallDemo()
