import { openBrowser, openContext, enter, watch } from './tests/e2e/browser.ts'
import { client } from './tests/e2e/api.ts'
const base = 'http://127.0.0.1:4171'
const c = await client(base, 'admin')
const first = async (path: string) => ((await c.get<any>(path, { size: 1 })).data?.records?.[0]?.id ?? '')
const ids: Record<string,string> = {}
for (const [k,p] of Object.entries({ company:'blade-csc/entrustedCompany/list', doctor:'blade-csc/authenticationDoctor/list', meeting:'blade-act/meeting/list', plan:'blade-act/activityPlan/list', report:'blade-act/caseCollectionReport/list', order:'blade-svc/settlementOrder/list' })) { try { ids[k] = await first(p) } catch (e) { console.log(k, String(e).slice(0,100)) } }
console.log(ids)
const all: [string,string][] = [
 ['home','/wel/index'],['company','/csc/entrustedCompany'],['companyDetail',`/entrustedcompany/detail/${ids.company}/0`],['companyEdit',`/entrustedcompany/edit/${ids.company}`],
 ['doctorDetail',`/authenticationDoctor/detail/${ids.doctor}/0`],['plans','/act/activityPlan'],['meeting','/act/meeting'],['meetingDetail',`/act/meeting/detail/${ids.meeting}`],
 ['content','/content/contentManagement'],['user','/system/user'],['dict','/dict-vertical/index'],['role','/authority/role'],['queue','/desk/queues/settlementOrder'],['orderDetail',`/svc/settlementOrder/detail/${ids.order}`],['dashboard','/wel/dashboard'],
]
const only = process.argv[2]?.split(',')
const out = process.argv[3] ?? '/tmp/gcshots'
const browser = await openBrowser()
for (const lang of ['zh','en'] as const) {
  const ctx = await openContext(browser, lang, base)
  await enter(ctx, base, 'admin')
  for (const [w,h] of [[1440,900],[390,844]] as const) {
    const wrong: string[] = []
    const page = watch(await ctx.newPage(), wrong)
    await page.setViewportSize({ width: w, height: h })
    for (const [name, path] of all) {
      if (only && !only.includes(name)) continue
      await page.goto(path)
      try { await page.locator('main[data-ready]').first().waitFor({ timeout: 12000 }) } catch { console.log('not ready', lang, w, name, path) }
      await page.waitForTimeout(900)
      await page.screenshot({ path: `${out}/${name}-${lang}-${w}.png` })
      const cut = await page.evaluate(() => [...document.querySelectorAll('header nav a, h1, [role=tab], aside a span, nav a span, label, th')].filter((e) => (e as HTMLElement).scrollWidth > (e as HTMLElement).clientWidth + 1 && (e as HTMLElement).clientWidth > 0).map((e) => `${e.tagName}:${e.textContent}`).slice(0, 8))
      const han = lang === 'en' ? await page.evaluate(() => [...document.querySelectorAll('header nav a, [role=tab], nav a span, main label, main h1, main h2, main dt, .g-h, main button')].map((e) => e.textContent ?? '').filter((s) => /[\u4e00-\u9fff]/.test(s)).slice(0, 8)) : []
      const nav = await page.evaluate(() => { const n = document.querySelector('header nav'); return n ? [n.scrollWidth, n.clientWidth] : [] })
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      if (cut.length || han.length || wide || wrong.length || (nav[0] ?? 0) > (nav[1] ?? 0)) console.log(lang, w, name, JSON.stringify({ cut, han, wide, wrong: wrong.splice(0), nav }))
    }
    await page.close()
  }
  await ctx.close()
}
await browser.close()
