import type { Browser } from 'playwright-core'
import { median, ms, quantile, recordKeys } from './measure.ts'

const WORDS = ['jssh', 'settlement review', '发票审核', 'yisheng', 'export 12', 'zzzz']

/** Types words into an input, erasing each; milliseconds from keydown to the second frame for every keystroke. */
async function typed(browser: Browser, url: string, open: 'palette' | 'input'): Promise<number[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(url, { timeout: 120_000 })
  await page.waitForSelector('body[data-ready]', { timeout: 60_000 })
  if (open === 'palette') {
    await page.keyboard.press('Control+k')
    await page.waitForSelector('[cmdk-item]')
  }
  await page.waitForTimeout(500)
  const take = await recordKeys(page)
  const times: number[] = []
  for (let round = 0; round < 3; round++) {
    for (const word of WORDS) {
      for (const c of word) {
        // Chinese cannot be pressed; it is inserted as an input method would, and not timed.
        if (/[^\x20-\x7e]/.test(c)) await page.keyboard.insertText(c)
        else await page.keyboard.press(c)
        await page.waitForTimeout(60)
      }
      for (let i = 0; i < word.length; i++) {
        await page.keyboard.press('Backspace')
        await page.waitForTimeout(40)
      }
    }
    times.push(...(await take()))
  }
  await page.close()
  return times
}

/** Time from Ctrl+K to the second frame after the first rows are there. */
async function opening(browser: Browser, url: string): Promise<number[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(url, { timeout: 120_000 })
  await page.waitForSelector('body[data-ready]', { timeout: 120_000 })
  const times: number[] = []
  for (let i = 0; i < 12; i++) {
    // A text, not a function: what the loader adds to named functions does not exist in the page.
    const wait = page.evaluate<number>(`new Promise((done) => {
      let from = 0
      addEventListener('keydown', () => (from = performance.now()), { capture: true, once: true })
      const look = () => (from && document.querySelector('[cmdk-item]') ? requestAnimationFrame(() => done(performance.now() - from)) : requestAnimationFrame(look))
      look()
    })`)
    // The listener above must be there before the key.
    await page.waitForTimeout(100)
    await page.keyboard.press('Control+k')
    times.push(await Promise.race([wait, page.waitForTimeout(5000).then(() => Number.NaN)]))
    await page.keyboard.press('Escape')
    await page.waitForTimeout(250)
  }
  await page.close()
  return times.slice(2)
}

/** Our palette beside plain cmdk and beside an input that does nothing, at 10,000 commands with 200 saved views. */
export async function palette(browser: Browser, base: string, peers: boolean): Promise<void> {
  console.log('\n## Palette, 10,000 commands and 200 saved views: keydown → second animation frame')
  console.log('| | median ms | p95 ms | max ms | keystrokes |\n| --- | --- | --- | --- | --- |')
  const row = (name: string, t: readonly number[]) =>
    console.log(`| ${name} | ${ms(median(t))} | ${ms(quantile(t, 0.95))} | ${ms(Math.max(...t))} | ${t.length} |`)
  const floor = await typed(browser, `${base}/pages/palette.html?floor`, 'input')
  row('floor: an input with an empty handler', floor)
  row('Rounds', await typed(browser, `${base}/pages/palette.html`, 'palette'))
  if (peers) row('plain cmdk 1.1.1, every item rendered', await typed(browser, `${base}/peers/cmdk.html`, 'input'))
  row('Rounds, Ctrl+K → first rows', await opening(browser, `${base}/pages/palette.html`))
}
