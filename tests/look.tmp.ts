import { enter, openBrowser, openContext } from '/work/wt-evidence/tests/browser/browser.ts'
const base = 'http://localhost:4220'
const out = '/tmp/h/shots'
import { mkdirSync } from 'node:fs'
mkdirSync(out, { recursive: true })
const browser = await openBrowser('machine')
const which = process.argv.slice(2)
async function ctx(lang: 'zh' | 'en', width: number, account: string) {
  const c = await openContext(browser, lang, base, { viewport: { width, height: width > 500 ? 900 : 844 }, ...(width < 500 ? { hasTouch: true, isMobile: true } : {}) })
  await enter(c, base, account)
  const page = await c.newPage()
  page.on('pageerror', (e) => console.log('ERR', e.message))
  page.on('console', (m) => (m.type() === 'error' || m.type()==='warning') && console.log('CON', m.text().slice(0, 300)))
  page.on('response', (r) => r.status() >= 400 && console.log('HTTP', r.status(), r.url().slice(0, 160)))
  return { c, page }
}
export const shot = (page: any, name: string) => page.screenshot({ path: `${out}/${name}.png` })
if (which.includes('queue')) {
  const { page } = await ctx('zh', 1440, 'ops')
  await page.goto('/desk/queues')
  await page.locator('main[data-ready]').first().waitFor()
  await shot(page, 'queues')
  console.log(await page.locator('main a').evaluateAll((a: any[]) => a.map((x) => x.getAttribute('href')).join(' ')))
}
if (which.includes('cases')) {
  const [lang, w] = [process.argv[3] as 'zh', Number(process.argv[4])]
  const { page } = await ctx(lang, w, 'ops')
  await page.goto('/desk/queues/reports?view=case')
  await page.locator('main[data-ready]').first().waitFor()
  await page.waitForTimeout(2500)
  if (w < 500) { await page.locator('[role=row]').nth(1).tap().catch(() => {}); await page.waitForTimeout(800) }
  for (let n = 0; n < 40; n++) {
    if (n) { await page.keyboard.press('j'); await page.waitForTimeout(250) }
    else { await page.keyboard.press('e'); await page.waitForTimeout(1500) }
    if (await page.locator('[data-evidence] .strip').count()) break
  }
  await page.waitForTimeout(800)
  await shot(page, `case-${lang}-${w}-1`)
  for (let k = 2; k < 8; k++) {
    await page.keyboard.press('ArrowRight')
    await page.waitForTimeout(2500)
    await shot(page, `case-${lang}-${w}-${k}`)
    console.log(k, await page.locator('[data-evidence] [data-file]').count(), await page.locator('[data-evidence] .at').innerText().catch(() => ''))
  }
  await page.keyboard.press('|'); await page.waitForTimeout(800); await shot(page, `case-${lang}-${w}-two`)
  await page.keyboard.press('|'); await page.waitForTimeout(300)
  await page.keyboard.press("'"); await page.waitForTimeout(1500); await shot(page, `case-${lang}-${w}-alike`)
  const cmp = page.locator('[data-evidence] .alike button').first()
  if (await cmp.count()) { await cmp.click(); await page.waitForTimeout(1200); await shot(page, `case-${lang}-${w}-compare`) }
  await page.keyboard.press('Escape'); await page.waitForTimeout(400); await shot(page, `case-${lang}-${w}-closed`)
  console.log('focus', await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120)))
}
await browser.close()
