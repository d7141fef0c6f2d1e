import type { BrowserContext, Page } from 'playwright-core'

/** Path that tokens are asked at. */
export const TOKEN = '/api/blade-auth/oauth/token'

/** Cookies of the browser by name, with those that no script sees. */
export const cookiesOf = async (context: BrowserContext) => new Map((await context.cookies()).map((c) => [c.name, c]))
/** Everything a script of the page could get hold of. */
export const inReach = (page: Page): Promise<string> =>
  page.evaluate(
    () => `${document.cookie} ${JSON.stringify({ ...localStorage })} ${JSON.stringify({ ...sessionStorage })}`,
  )
/** Addresses and bodies of the token calls of a page, from now on. */
export function tokenCalls(page: Page) {
  const calls: { url: string; body: Record<string, string> }[] = []
  page.on('request', (r) => {
    if (r.url().includes(TOKEN)) calls.push({ url: r.url(), body: r.postDataJSON() as Record<string, string> })
  })
  return calls
}
/** Has the access token of a browser run out. */
export const lapse = (context: BrowserContext) => context.clearCookies({ name: 'rounds-access-token' })
/** Fills in the form and sends it, by mouse. */
export const byMouse = async (page: Page, tenantId: string, account: string, password: string) => {
  await page.locator('input[name=tenantId]').fill(tenantId)
  await page.locator('input[name=account]').click()
  await page.locator('input[name=account]').fill(account)
  await page.locator('input[name=password]').click()
  await page.locator('input[name=password]').fill(password)
  await page.locator('button[type=submit]').click()
}
