import { afterAll } from 'vitest'
import { leave, noteSteps } from '../taken.ts'

// Setup of the rules tier: what each file has taken is left to reached.test.ts, which runs after all others.

const noted = noteSteps()
afterAll(() => leave(noted))
