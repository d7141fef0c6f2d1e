import { openBrowser } from '../browser/browser.ts'
import { bundle } from './bundle.ts'
import { demo } from './demo.ts'
import { grid } from './grid.ts'
import { onLarge } from './large.ts'
import { lists } from './lists.ts'
import { ms } from './measure.ts'
import { money } from './money.ts'
import { servePages } from './pages.ts'
import { palette } from './palette.ts'
import { pay } from './pay.ts'
import { queue } from './queue.ts'
import { measure } from './rank.ts'
import { server } from './server.ts'
import { start } from './start.ts'

/**
 * `npm run bench [-- part …]`: parts rank, palette, grid, start, queue, demo, money (with pay, which may be named alone),
 * lists, server; only when named: bundle. Ratios side by side in one run;
 * machines are noisy.
 */
const wanted = process.argv.slice(2)
const wants = (part: string) => wanted.length === 0 || wanted.includes(part)

console.log(`# Rounds, measured ${new Date().toISOString()} on Node ${process.version}`)
if (wants('rank')) {
  const r = measure()
  console.log(`\n## Ranking ${r.items} titles (Chinese, pinyin initials, pinyin, English)`)
  console.log(
    `median ${ms(r.median)} ms, p95 ${ms(r.p95)} ms, max ${ms(r.max)} ms (goal 0.6 / 1.2); index built in ${ms(r.build)} ms`,
  )
}
if (['palette', 'grid', 'start', 'queue'].some(wants)) {
  const browser = await openBrowser()
  if (wants('palette') || wants('grid')) {
    const pages = await servePages()
    if (wants('palette')) await palette(browser, pages.url)
    if (wants('grid')) await grid(browser, pages.url)
    pages.close()
  }
  if (wants('start')) await start(browser)
  if (wants('queue')) await queue(browser)
  await browser.close()
}
if (wants('demo')) demo()
if (wants('money')) await money()
if (wants('money') || wants('pay')) await pay()
if (wanted.includes('bundle')) bundle(wanted.includes('all'))
if (wants('lists') || wants('server'))
  await onLarge(async (name, env) => {
    if (wants('lists')) await lists(name, env)
    if (wants('server')) await server(name, env)
  })
