import { matchRoute } from '../../model/values/matchRoute.ts'

/**
 * Addresses of public pages (`Domain.pages`), each with the domain that declares it. They are met before anybody is signed in,
 * when nothing of the model is loaded; a test holds the list against the model.
 */
export const publicPaths: Readonly<Record<string, string>> = {
  '/bdface/:code': 'people',
  '/faceverify/:status': 'people',
  '/detailSfe/:id/:tabindex': 'tender',
  '/getSummaryInvoiceDetail/:id': 'tax',
  '/transfer': 'funds',
}

/** Parts of a public page's address. */
export interface PublicAddress {
  readonly domain: string
  readonly path: string
  readonly params: Readonly<Record<string, string>>
}

/** The public page that an address leads to; null for all other addresses. */
export function publicAddressOf(pathname: string): PublicAddress | null {
  for (const [path, domain] of Object.entries(publicPaths)) {
    const params = matchRoute(path, pathname)
    if (params) return { domain, path, params }
  }
  return null
}
