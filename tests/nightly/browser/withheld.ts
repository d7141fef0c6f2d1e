import type { Page, Route } from 'playwright-core'

/**
 * Requests of a page that are aborted: those for news from its beginning on, later those for changed rows, too. The routes stay to the
 * end, since some requests on their way when the last one is taken off are never answered.
 */
export class Withheld {
  private ended = false
  private toChanges = false

  static async from(page: Page): Promise<Withheld> {
    const withheld = new Withheld()
    const keep = (from: () => boolean) => (r: Route) => (from() ? r.abort() : r.fallback())
    await page.route(
      '**/api/rounds/events**',
      keep(() => !withheld.ended),
    )
    await page.route(
      '**/api/rounds/rows**',
      keep(() => withheld.toChanges),
    )
    return withheld
  }

  changes(): void {
    this.toChanges = true
  }
  end(): void {
    this.ended = true
    this.toChanges = false
  }
}
