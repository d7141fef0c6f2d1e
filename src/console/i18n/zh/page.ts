import session from './session.ts'
import shell from './shell.ts'

/**
 * The console's own words by area, in Chinese; what the model names, the model says. Used as `t('<area>.<key>')`. These
 * are said before somebody is signed in, too.
 */
export const words = { session, shell }

/** The same keys in every language. */
export type PageWords = typeof words
