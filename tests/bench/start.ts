import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { signIn } from '../browser/browser.ts'
import { BUDGET, kbOf, noteRows, rowsAt, scriptsUntil } from '../browser/scripts.ts'
import { startServer } from '../browser/server.ts'
import { median, ms } from './measure.ts'

const ROW = '[role=row][aria-rowindex="2"] [role=gridcell]:not([data-tick])'
const root = fileURLToPath(new URL('../..', import.meta.url))

/** Build, cold and warm starts, and how much script the first screens take. */
export async function start(browser: Browser): Promise<void> {
  console.log('\n## Starting, and what the browser loads')
  rmSync(join(root, '.parcel-cache'), { recursive: true, force: true })
  const seconds = (run: () => void): number => {
    const from = performance.now()
    run()
    return (performance.now() - from) / 1000
  }
  const build = () => spawnSync('npm', ['run', 'build'], { cwd: root, stdio: 'ignore' })
  console.log(`console built cold in ${seconds(build).toFixed(1)} s, again in ${seconds(build).toFixed(1)} s`)
  const home = mkdtempSync(join(tmpdir(), 'rounds-bench-'))
  try {
    const env = { DATA_DIR: join(home, 'data') }
    let from = performance.now()
    let server = await startServer(env)
    console.log(
      `cold: database made, migrated, seeded, listening in ${((performance.now() - from) / 1000).toFixed(1)} s (goal with the build: 60)`,
    )
    await server.stop()
    const warm: number[] = []
    for (let i = 0; i < 3; i++) {
      from = performance.now()
      server = await startServer(env)
      warm.push((performance.now() - from) / 1000)
      if (i < 2) await server.stop()
    }
    console.log(`warm: ${median(warm).toFixed(1)} s, median of 3 (goal: 5)`)
    const page = await (
      await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: server.url })
    ).newPage()
    await page.goto('/login')
    await page.locator('input[name=account]').waitFor()
    await page.waitForLoadState('load')
    console.log(
      `script up to the sign-in page: ${kbOf(await scriptsUntil(page)).toFixed(1)} kB gzip (goal ${BUDGET.signIn})`,
    )
    await signIn(page, 'fin')
    // Chunks that are not needed yet are fetched when the screen is ready: what is asked for before that is what a
    // table takes.
    await noteRows(page)
    await page.goto('/svc/settlementOrder')
    await page.locator(ROW).first().waitFor()
    await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => {}) // the event stream stays open
    const rows = await rowsAt(page)
    console.log(
      `script up to the shell with a first table: ${kbOf(await scriptsUntil(page, rows)).toFixed(1)} kB gzip (goal ${BUDGET.table}); with what is fetched ahead after it: ${kbOf(await scriptsUntil(page)).toFixed(1)} kB`,
    )
    const reloads: number[] = []
    for (let i = 0; i < 5; i++) {
      await page.reload()
      await page.locator(ROW).first().waitFor()
      reloads.push(await rowsAt(page))
    }
    console.log(`reload → rows: ${ms(median(reloads))} ms, median of 5 (goal 700)`)
    await page.goto('/desk/queues/settlementOrder')
    await page.locator('main[data-ready]').waitFor()
    await page.context().close()
    const fresh = await (
      await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: server.url })
    ).newPage()
    await noteRows(fresh)
    await fresh.goto('/desk/queues/settlementOrder')
    await fresh.locator('input[name=account]').fill('fin')
    await fresh.locator('input[name=password]').fill('fin')
    await fresh.waitForLoadState('networkidle') // a person types longer than what is fetched meanwhile takes
    const enter = await fresh.evaluate(() => performance.now())
    await fresh.keyboard.press('Enter')
    await fresh.locator(ROW).first().waitFor()
    console.log(`Enter on the sign-in form → first queue rows: ${ms((await rowsAt(fresh)) - enter)} ms (goal 800)`)
    await fresh.context().close()
    await server.stop()
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
