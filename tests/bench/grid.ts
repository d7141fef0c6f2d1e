import type { Browser } from 'playwright-core'
import { atMost } from './goals.ts'
import { dropped, framesWhile, median, ms, quantile, scriptSeconds, weight } from './measure.ts'

const OURS = 'Rounds'

/** One grid page: fast scroll, wheel notches, a held arrow, weight. */
async function one(browser: Browser, name: string, url: string): Promise<string[]> {
  const page = await browser.newPage({ viewport: { width: 1900, height: 1008 } })
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  await page.goto('about:blank')
  const empty = await weight(page, cdp)
  await page.goto(url, { timeout: 120_000 })
  await page.waitForSelector('body[data-ready]', { timeout: 120_000 })
  await page.waitForTimeout(500)
  const loaded = await weight(page, cdp)
  const fast = await framesWhile(
    page,
    // The element that really scrolls: grids name theirs differently from one release to the next.
    `const box = [...document.querySelectorAll('*')].find((e) => e.scrollHeight > e.clientHeight * 10 && /auto|scroll/.test(getComputedStyle(e).overflowY)); for (let i = 0; i < 180; i++) { box.scrollTop += 1000; await new Promise((r) => requestAnimationFrame(r)) }`,
  )
  await page.mouse.move(900, 500)
  const before = await scriptSeconds(cdp)
  for (let i = 0; i < 180; i++) {
    await page.mouse.wheel(0, 120)
    await page.waitForTimeout(17)
  }
  const notch = ((await scriptSeconds(cdp)) - before) * (1000 / 180)
  await page.mouse.click(600, 500)
  const frames = framesWhile(page, `await new Promise((r) => setTimeout(r, 3200))`)
  for (let i = 0; i < 120; i++) {
    await page.keyboard.press('ArrowDown')
    await page.waitForTimeout(20)
  }
  const arrow = await frames
  await page.close()
  return [
    name,
    `${ms(median(fast))} / ${ms(quantile(fast, 0.95))}`,
    `${(dropped(fast) * 100).toFixed(1)} %${name === OURS ? ` (${atMost('grid, frames dropped while scrolling fast, %', dropped(fast) * 100, 5)})` : ''}`,
    ms(notch),
    `${ms(quantile(arrow, 0.95))}, ${(dropped(arrow) * 100).toFixed(1)} %`,
    `${(loaded.heap - empty.heap).toFixed(1)} MB`,
    String(loaded.nodes),
  ]
}

/** Ours beside ag-grid at 1,000,000 rows × 20 columns, and ours alone at 10,000,000: its last row. */
export async function grid(browser: Browser, base: string, peers: boolean): Promise<void> {
  console.log('\n## Grid, 1,000,000 rows × 20 columns, 1900 × 1008')
  console.log(
    'Fast scroll: scrollTop += 1000 px in every frame, 180 frames. Wheel: 180 notches of 120 px, script time each. Arrow: ArrowDown every 20 ms, 120 times.',
  )
  console.log(
    '| grid | fast scroll frame median / p95 ms | dropped | script per notch ms | arrow frame p95 ms, dropped | heap over empty | elements |\n| --- | --- | --- | --- | --- | --- | --- |',
  )
  for (let round = 0; round < 2; round++) {
    console.log(`| ${(await one(browser, OURS, `${base}/pages/grid.html`)).join(' | ')} |`)
    console.log(`| ${(await one(browser, 'a bare pool of rows (floor)', `${base}/pages/pool.html`)).join(' | ')} |`)
    if (peers)
      console.log(`| ${(await one(browser, 'ag-grid-community 36.2', `${base}/peers/ag-grid.html`)).join(' | ')} |`)
  }
  const page = await browser.newPage({ viewport: { width: 1900, height: 1008 } })
  await page.goto(`${base}/pages/grid.html?rows=10000000`, { timeout: 120_000 })
  await page.waitForSelector('body[data-ready]', { timeout: 120_000 })
  await page.evaluate(() => {
    const box = document.querySelector('[role=grid]')
    if (box) box.scrollTop = box.scrollHeight
  })
  await page.waitForTimeout(300)
  const last = await page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('[role=row][aria-rowindex]')].map((r) =>
        Number(r.getAttribute('aria-rowindex')),
      ),
    ),
  )
  console.log(`10,000,000 rows: the thumb at the end shows row ${last - 1} of 10,000,000`)
  await page.close()
}
