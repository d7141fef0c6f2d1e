import { enter, home, openBrowser, openContext, watch } from './browser/browser.ts'
import { client } from './browser/api.ts'
const URL = 'http://localhost:8291'
const out = '/tmp/h/shots/inbox/'
const browser = await openBrowser()
const fin2 = await client(URL, 'fin2')
const fin = await client(URL, 'fin')
const me = async (c: any) => c
const list: any = await (fin as any).get('rounds/window', { resource: 'settlementOrder', size: 5, columns: 'id,code' }).catch((e: unknown) => e)
console.log(JSON.stringify(list).slice(0, 300))
const wrong: string[] = []
for (const language of ['zh', 'en'] as const)
  for (const width of [1440, 390]) {
    const context = await openContext(browser, language, URL, { viewport: { width, height: width === 390 ? 844 : 900 }, hasTouch: width === 390 })
    await enter(context, URL, 'fin')
    const page = watch(await context.newPage(), wrong)
    const shot = (name: string) => page.screenshot({ path: `${out}${name}.${language}.${width}.png` })
    await page.goto(`${URL}/desk/queues/settlementOrder`)
    await page.waitForTimeout(4000)
    if (width === 1440) {
      await page.keyboard.press('q')
      await page.waitForTimeout(1500)
      await page.keyboard.type(language === 'zh' ? '请核对税率 @' : 'Please check @fin')
      await page.waitForTimeout(1500)
      await shot('comment-typing')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Control+Enter')
      await page.waitForTimeout(1500)
      await shot('comment-sent')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
    }
    await page.goto(`${URL}/desk/inbox`)
    await page.waitForTimeout(2500)
    await shot('inbox')
    await page.goto(`${URL}/info/index#notifications`)
    await page.waitForTimeout(2500)
    await page.evaluate(() => document.getElementById('notifications')?.scrollIntoView())
    await shot('settings')
    // the other person
    const other = await openContext(browser, language, URL, { viewport: { width, height: width === 390 ? 844 : 900 }, hasTouch: width === 390 })
    await enter(other, URL, process.env.OTHER ?? 'fin2')
    const second = watch(await other.newPage(), wrong)
    await second.goto(`${URL}/wel/index`)
    await second.waitForTimeout(3500)
    if (width === 1440) {
      await second.keyboard.press('g')
      await second.keyboard.press('i')
    } else await second.click('[data-inbox-bell]')
    await second.waitForTimeout(1500)
    await second.screenshot({ path: `${out}panel.${language}.${width}.png` })
    if (width === 1440) {
      await second.keyboard.press('j')
      await second.waitForTimeout(300)
      await second.screenshot({ path: `${out}panel-front.${language}.${width}.png` })
      await second.keyboard.press('Enter')
      await second.waitForTimeout(3500)
    } else {
      await second.click('[data-line]').catch(() => {})
      await second.waitForTimeout(3500)
    }
    await second.screenshot({ path: `${out}opened.${language}.${width}.png` })
    await context.close()
    await other.close()
  }
console.log('wrong', wrong)
await browser.close()
