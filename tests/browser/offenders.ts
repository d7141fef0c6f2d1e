import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import type { Stage } from './stage.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const THEMES = ['light', 'dark'] as const

/** The rules that judge colours. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/** Room for a few rows of each list: they are judged alike. */
const SIZE = { width: 1440, height: 560 }

/** A page with little room, of somebody who is signed in. */
export async function openLow(d: Stage, language: 'zh' | 'en', account?: string): Promise<Page> {
  const page = await d.open(language, account)
  await page.setViewportSize(SIZE)
  return page
}

/**
 * Serious and critical violations on the present page, one line per element: where, what, and why. `rules`: those
 * only.
 */
async function offenders(page: Page, where: string, rules: RunOptions = {}): Promise<string[]> {
  // Elements that fade in are judged at the end of their animation.
  await page.evaluate(() => Promise.all(document.getAnimations().map((a) => a.finished.catch(() => undefined))))
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const { violations } = await page.evaluate(
    (options) => (window as unknown as { axe: { run(o: RunOptions): Promise<AxeResults> } }).axe.run(options),
    { resultTypes: ['violations'], ...rules } satisfies RunOptions,
  )
  return violations
    .filter((v) => v.impact === 'serious' || v.impact === 'critical')
    .flatMap((v) =>
      v.nodes.map(
        (n) =>
          `${where}: ${v.id} (${v.impact}) at ${n.target.join(' ')}: ${n.failureSummary?.replace(/\s+/g, ' ') ?? ''}`,
      ),
    )
}

/** All rules but those of colours. */
const NO_COLOURS: RunOptions = { rules: Object.fromEntries(COLOURS.map((rule) => [rule, { enabled: false }])) }

/**
 * Goes through a screen in both themes, as the theme commands dress the page; in English once and without colours, which
 * are those of the Chinese screen.
 */
export async function inBothThemes(page: Page, where: string): Promise<string[]> {
  if ((await page.locator('html').getAttribute('lang')) === 'en') return offenders(page, where, NO_COLOURS)
  const found: string[] = []
  for (const theme of THEMES) {
    await page.evaluate((t) => {
      document.documentElement.dataset.theme = t
    }, theme)
    // Content being fetched is dimmed for a moment, possibly during the check: its full colours are judged.
    await page.addStyleTag({ content: '[aria-busy=true] { opacity: 1 !important }' })
    // a theme is other colours and nothing else: in the second one they are all there is to judge
    const rules: RunOptions = theme === THEMES[0] ? {} : { runOnly: COLOURS }
    found.push(...(await offenders(page, `${where}, ${theme}`, rules)))
  }
  return found
}

/** The same of one theme and scheme, colours alone. `css`: sheet of the theme; it is put in the place of the one before. */
export async function inColours(page: Page, where: string, scheme: 'light' | 'dark', css: string): Promise<string[]> {
  await page.evaluate(
    ([chosen, sheet]) => {
      document.documentElement.dataset.theme = chosen
      const style = document.getElementById('theme') ?? document.createElement('style')
      style.id = 'theme'
      style.textContent = `${sheet}[aria-busy=true] { opacity: 1 !important }`
      document.head.append(style)
    },
    [scheme, css] as const,
  )
  return offenders(page, where, { runOnly: COLOURS })
}

/** Elements that reach beyond the right edge where the page scrolls sideways; none where it does not. */
export const scrollsSideways = (page: Page, where: string): Promise<string[]> =>
  page.evaluate((said) => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll('body *')]
      .filter((e) => e.getBoundingClientRect().right > clientWidth + 1)
      .slice(0, 3)
      .map((e) => `${e.tagName.toLowerCase()}.${e.className || e.getAttribute('role') || ''}`)
    return [`${said}: ${scrollWidth} px wide at ${clientWidth}: ${wide.join(', ')}`]
  }, where)

/** Closes the dialog by Escape. */
export const closed = async (page: Page) => {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}
