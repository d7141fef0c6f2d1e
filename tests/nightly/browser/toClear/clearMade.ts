import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { LOGINS } from '../../../../src/server/seed/scenarios/people.ts'
import type { Client } from '../../../browser/api.ts'
import { strokes } from '../../../browser/firstDay/strokes.ts'
import { historyOf as historyRows } from '../../../browser/queue.ts'
import { wait } from '../../../browser/wait.ts'
import { Clearer, type Clearing, type Row, rowsOf } from '../clearing.ts'
import { Withheld } from '../withheld.ts'
import type { People } from './people.ts'

/** Records that were made to be cleared. */
export interface Made {
  /** Text that all of them have and no other record of the view; "": there are no others. */
  readonly name: string
  /** Whoever clears them may decide on these. */
  readonly ids: readonly string[]
  /** The one that they have had a hand in: it is not theirs to decide. */
  readonly own?: string
}

const nameOf = (account: string): string => LOGINS.find((l) => l.account === account)?.realName ?? account

/** Steps of a record, oldest first, with their persons and the reason of a refusal. */
async function historyOf(c: Client, id: string, rejects = ''): Promise<string[]> {
  return [...(await historyRows(c, id))].map(
    (h) => `${h.action} ${h.operatorName}${h.action === rejects ? ` ${h.remark}` : ''}`,
  )
}

/**
 * Clears records of a view from the keyboard until none is left: an own one is refused with its reason, a reason is asked
 * for, a colleague is faster with one on a page of their own, one is decided and taken back (or nothing leads back), one
 * turned down, the rest passed. What the server counts and keeps of each is what was done, by whose hand.
 */
export async function clearMade(
  open: (account: string) => Promise<Page>,
  p: People,
  of: Clearing,
  { name, ids, own }: Made,
): Promise<void> {
  const c = await p.as(of.who)
  const page = await open(of.who)
  const pressed = strokes()
  pressed.of(page, of.who)
  const withheld = await Withheld.from(page)
  const clearer = new Clearer(page, c, of)
  const { resource } = clearer.view
  const { passes, rejects, hands } = clearer
  clearer.only = new Set(own ? [...ids, own] : ids)
  const before = (await rowsOf(c, clearer.view)).length
  expect((await clearer.left()).length, 'all wait').toBe(clearer.only.size)
  const theirs = new Clearer(await open(of.colleague), await p.as(of.colleague), of)
  theirs.only = clearer.only
  await Promise.all([clearer.begin(name), theirs.begin(name)])
  const opened = pressed.count(of.who)
  const each: string[] = []

  const done = new Map<string, string[]>()
  const did = (id: string, step: string, account = of.who) =>
    done.set(id, [
      ...(done.get(id) ?? []),
      `${step} ${nameOf(account)}${step === rejects ? ` ${clearer.reason(step)}` : ''}`,
    ])
  /** Does something of this person's, and counts what is pressed for it. */
  const counted = async <T>(what: string, does: () => Promise<T>): Promise<T> => {
    const so = pressed.count(of.who)
    const answer = await does()
    each.push(`${what} ${pressed.count(of.who) - so}`)
    return answer
  }
  const decide = async (step: string): Promise<Row> => {
    const row = await counted(step, () => clearer.decide(step))
    did(row.id, step)
    return row
  }

  if (own) {
    await clearer.goTo(own)
    const { version } = await clearer.record(own)
    if (of.partsAreOwn) {
      // their entries are parts of the record, which are checked at the decision
      await hands.refused(`${resource}.${passes}`, /您录入或修改过/)
    } else {
      await page.locator('[data-decisions] [data-own]').waitFor()
      await page.keyboard.press('a')
      await page.locator(`[data-decisions] [data-command="${resource}.${passes}"][aria-disabled=true]`).waitFor()
      expect(await page.getByRole('dialog').count()).toBe(0)
    }
    expect((await clearer.record(own)).version).toBe(version)
    await page.keyboard.press('Home')
  }
  if (rejects) {
    const [asked] = Object.values(clearer.transition(rejects).ask ?? {})
    await clearer.ready(rejects)
    await hands.refused(`${resource}.${rejects}`, new RegExp(String(asked?.facts.required)))
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  const late = await counted('overtaken', () =>
    clearer.isLate(withheld, (row) => theirs.passesThis(row), nameOf(of.colleague)),
  )
  did(late.id, passes, of.colleague)
  withheld.end()
  await page.getByText('在线', { exact: true }).waitFor()

  const first = await decide(passes)
  const { undo } = clearer.transition(passes)
  await counted(undo ?? 'nothing leads back', () => clearer.takeBack(first, passes))
  if (undo) did(first.id, undo)
  if (rejects) await decide(rejects)
  else each.push('nothing turns one down')
  const rest = async () => (await clearer.left()).filter((r) => r.id !== own)
  while ((await rest()).length > 0) await decide(passes)

  // the remaining ones on the page, and in all
  const rows = page.locator('main .g-r')
  await wait.poll(
    () => rows.count(),
    (n) => n === (own ? 1 : 0),
    'the list is not cleared',
  )
  if (!own)
    await page
      .locator('main')
      .getByText(/没有|暂无|已处理完/)
      .first()
      .waitFor()
  // the keyboard is still with the page
  await page.keyboard.press('Control+k')
  await page.locator('[cmdk-input]:focus').waitFor()
  await page.keyboard.press('Escape')
  expect((await rowsOf(c, clearer.view)).length, 'what the view counts').toBe(before - ids.length)
  const admin = await p.as('admin')
  for (const id of ids) {
    const steps = done.get(id) ?? []
    // steps that the system takes afterwards are left out
    const all = (await historyOf(admin, id, rejects)).filter((one) =>
      steps.some((s) => s.split(' ')[0] === one.split(' ')[0]),
    )
    expect(all.slice(-steps.length), id).toEqual(steps)
  }
  expect([...done.keys()].sort()).toEqual([...ids].sort())
  console.log(
    `${of.queue} ${of.view}: ${pressed.count(of.who)} keystrokes for ${ids.length} rows, ${opened} of them to come there; ${each.join(', ')}`,
  )
}
