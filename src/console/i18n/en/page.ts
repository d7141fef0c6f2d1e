import type { PageWords } from '../zh/page.ts'
import session from './session.ts'
import shell from './shell.ts'

/** What is said before somebody is signed in, too, in English. */
export const words: PageWords = { session, shell }
