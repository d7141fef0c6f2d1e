import { openBrowser } from '../e2e/browser.ts'
import { grid } from './grid.ts'
import { ms } from './measure.ts'
import { servePages } from './pages.ts'
import { palette } from './palette.ts'
import { measure } from './rank.ts'

/** `npm run bench [part …]`: parts rank, palette, grid, start, server, queue, size. Ratios side by side in one run; machines are noisy. */
const wanted = process.argv.slice(2)
const wants = (part: string) => wanted.length === 0 || wanted.includes(part)

console.log(`# Rounds, measured ${new Date().toISOString()} on Node ${process.version}`)
if (wants('rank')) {
  const r = measure()
  console.log(
    `\n## Ranking ${r.items} titles (Chinese, pinyin initials, pinyin, English)\nmedian ${ms(r.median)} ms, p95 ${ms(r.p95)} ms, max ${ms(r.max)} ms; index built in ${ms(r.build)} ms`,
  )
}
if (wants('palette') || wants('grid')) {
  const pages = await servePages()
  const browser = await openBrowser()
  if (wants('palette')) await palette(browser, pages.url)
  if (wants('grid')) await grid(browser, pages.url)
  await browser.close()
  pages.close()
}
