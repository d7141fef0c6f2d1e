import type { Page } from 'playwright-core'
import type { Client } from './api.ts'
import { wait } from './wait.ts'

/** Actions and readings of the queue's screen that scripts need: rows by code, cursor, counts. */
export const queueOf = (page: Page) => {
  const grid = page.locator('[role=grid]').first()
  /** Code of the row under the cursor, found as a screen reader finds it. */
  const cursor = async (): Promise<string> => {
    const id = await grid.getAttribute('aria-activedescendant')
    if (!id) return ''
    const name = page.locator(`[id="${id}"] .g-c.name`)
    // a name shortened on the screen has its full text in the label
    const told = (await name.getAttribute('aria-label')) ?? (await name.innerText())
    return told.match(/SO\d+/)?.[0] ?? ''
  }
  return {
    grid,
    cursor,
    /** Rows in the list, as the grid reports to assistive software (without its header row). */
    count: async () => Number(await grid.getAttribute('aria-rowcount')) - 1,
    row: (code: string) => grid.locator('[role=row]', { hasText: code }),
    /** Waits until another row is under the cursor; answers its code. */
    cursorLeaves: async (code: string): Promise<string> => {
      await wait.poll(cursor, (now) => now !== '' && now !== code, `the cursor stays on ${code}`)
      return cursor()
    },
    /** Waits until the grid has the keyboard and a row. */
    ready: async () => {
      await page.locator('main[data-ready]').waitFor()
      await grid.waitFor()
      await wait.poll(cursor, (now) => now !== '', 'no row under the cursor')
    },
  }
}

/** Opens a list or a queue (an address with a question mark) with one record in it and the cursor on that. */
export async function only(page: Page, address: string, code: string): Promise<void> {
  await page.goto(`${address}&code_like=${code}`)
  await page.locator('main[data-ready]').waitFor()
  await page.locator('.g-r', { hasText: code }).first().waitFor()
}

/** Decides by a key the row under the cursor or the record of the page, and says yes where that is asked. */
export async function press(page: Page, key: string): Promise<void> {
  const row = page.locator('.g-r').first()
  const listed = (await row.count()) > 0
  const within = { timeout: 5000 }
  // a row that stays without a question by then had none
  const came = (seen: Promise<void>, what: 'asked' | 'gone') =>
    seen.then(
      () => what,
      () => 'neither' as const,
    )
  await page.keyboard.press(key)
  const first = await Promise.race([
    came(page.getByRole('dialog').waitFor(within), 'asked'),
    ...(listed ? [came(row.waitFor({ ...within, state: 'detached' }), 'gone')] : []),
  ])
  if (first === 'asked') await page.keyboard.press('Control+Enter')
}

/** Types the total where the open question of a batch asks for it, once it is known whether it does. */
export async function typeTotal(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.locator('[data-acted]:not([data-acted=""])').waitFor()
  const total = dialog.locator('[data-count]')
  if ((await total.count()) > 0) await total.fill(await dialog.locator('[data-acted] .num').innerText())
}

export interface Order {
  readonly id: string
  readonly code: string
  readonly version: number
  readonly settlementStatus: number
  readonly approvalRemark: string
  readonly entrustedCompanyName: string
}

/** A settlement order as the server keeps it. */
export async function orderOf(c: Client, code: string): Promise<Order> {
  const answer = await c.get<{ records: Order[] }>('blade-svc/settlementOrder/list', { code_equal: code })
  const found = answer.data.records[0]
  if (!found) throw new Error(`no order ${code}`)
  return found
}

export interface HistoryRow {
  readonly action: string
  readonly fromStatus: string
  readonly toStatus: string
  readonly remark: string
  readonly operatorName: string
}
/** Its history, oldest first. */
export async function historyOf(c: Client, id: string): Promise<HistoryRow[]> {
  const answer = await c.get<{ records: HistoryRow[] }>('blade-approvalHistory/list', { bizId_equal: id, size: 100 })
  return [...answer.data.records].reverse()
}
