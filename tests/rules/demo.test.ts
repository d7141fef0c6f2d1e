import { demoPlays } from './demoPlays.ts'

demoPlays([])
