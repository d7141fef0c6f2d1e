import { loadConsoleWords } from '../i18n/index.ts'

/**
 * The chunk behind the sign-in page: router, layout, queries, and what they say. Fetched once, ahead of need by the
 * sign-in page.
 */
export const loadConsole = () => Promise.all([import('../routes.tsx'), loadConsoleWords()]).then(([routes]) => routes)
/** The sign-in page with all it takes to sign in. */
export const loadSignIn = () => import('./signIn/SignIn.tsx')
