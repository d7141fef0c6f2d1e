import type { PageWords } from '../zh/page.ts'
import session from './session.ts'
import shell from './shell.ts'

/** Texts that are needed before signing in, too, in English. */
export const words: PageWords = { session, shell }
