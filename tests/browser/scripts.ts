import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'

const dist = fileURLToPath(new URL('../../dist/console', import.meta.url))

/**
 * kB of script, gzip, before the sign-in form, before the first table and before the rows of a queue; and as it is sent, of the first list after signing in, with what is
 * fetched ahead while a password is typed. Not a measure of speed but a promise: who needs more says why, and what could come later instead
 * (`npm run bench -- bundle` tells what is in each chunk).
 */
export const BUDGET = { signIn: 130, table: 315, queue: 386, sentUntilRows: 400 }

/** A script as the browser asked for it: kB gzip, ms of the page's clock. */
export interface Asked {
  readonly name: string
  readonly kb: number
  readonly at: number
}

/** The first row of a list. */
const ROW = '[role=row][aria-rowindex="2"] [role=gridcell]:not([data-tick])'

/** Has each page that is loaded from now on note when the first of these elements is shown. */
export const note = (page: Page, selector: string): Promise<unknown> =>
  page.addInitScript((wanted) => {
    const look = new MutationObserver(() => {
      if (!document.querySelector(wanted)) return
      performance.mark(wanted)
      look.disconnect()
    })
    look.observe(document, { childList: true, subtree: true })
  }, selector)

/** When it was shown, ms of the page's clock. */
export const notedAt = (page: Page, selector: string): Promise<number> =>
  page.evaluate((wanted) => performance.getEntriesByName(wanted)[0]?.startTime ?? Number.NaN, selector)

export const noteRows = (page: Page): Promise<unknown> => note(page, ROW)
export const rowsAt = (page: Page): Promise<number> => notedAt(page, ROW)

/** Scripts of the console that the page has asked for until a moment of its clock, largest first. */
export async function scriptsUntil(page: Page, until = Number.POSITIVE_INFINITY): Promise<Asked[]> {
  const entries = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((e) => ({ path: new URL(e.name).pathname, at: e.startTime })),
  )
  const built = new Set(readdirSync(dist).filter((name) => name.endsWith('.js')))
  const names = new Map(entries.map((e) => [e.path.slice(1), e.at]))
  return [...names]
    .filter(([name, at]) => at <= until && built.has(name))
    .map(([name, at]) => ({ name, at, kb: gzipSync(readFileSync(join(dist, name)), { level: 9 }).length / 1000 }))
    .sort((a, b) => b.kb - a.kb)
}

/** kB of script that a server sent to the page until a moment of its clock, with the headers of each file as browsers count them. */
export async function scriptKbSent(page: Page, until: number): Promise<number> {
  const bytes = await page.evaluate(
    (last) =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter((e) => e.startTime <= last && new URL(e.name).pathname.endsWith('.js'))
        .reduce((sum, e) => sum + e.transferSize, 0),
    until,
  )
  return bytes / 1000
}

export const kbOf = (scripts: readonly Asked[]): number => scripts.reduce((n, s) => n + s.kb, 0)

/** Scripts, data and pages that went over the line, not those that the browser had: on a line on which each takes `latency` ms. */
interface Trip {
  readonly name: string
  readonly from: number
  readonly to: number
}

/**
 * The longest row of questions between two moments of the page's clock in which each was asked after the answer to the one
 * before: what no faster machine can take away. For a line with a latency, by which what was asked at once is told apart.
 */
export async function roundsBetween(
  page: Page,
  from: number,
  until: number,
  latency: number,
): Promise<readonly string[]> {
  const trips: Trip[] = (
    await page.evaluate(() =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map((e) => {
        const { name, startTime, responseEnd } = e as PerformanceResourceTiming
        return { name: new URL(name).pathname, from: startTime, to: responseEnd }
      }),
    )
  )
    .filter((t) => t.from >= from && t.to <= until && t.to - t.from >= latency * 0.8)
    .sort((a, b) => a.to - b.to)
  const rows: (readonly string[])[] = []
  for (const [i, trip] of trips.entries()) {
    const before = rows.filter((_, j) => j < i && (trips[j] as Trip).to <= trip.from)
    const longest = before.reduce((a, b) => (b.length > a.length ? b : a), [] as readonly string[])
    rows.push([...longest, trip.name])
  }
  return rows.reduce((a, b) => (b.length > a.length ? b : a), [] as readonly string[])
}
