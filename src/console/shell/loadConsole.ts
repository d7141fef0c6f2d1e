/** The chunk behind the sign-in page: router, layout, queries. Fetched once, ahead of need by the sign-in page. */
export const loadConsole = () => import('../routes.tsx')
/** The sign-in page with all it takes to sign in. */
export const loadSignIn = () => import('./SignIn.tsx')
