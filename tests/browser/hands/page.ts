import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { wait } from '../wait.ts'
import type { Answers, ChosenFile } from './hands.ts'

// Pages as hands of both kinds meet them: waiting for what they show, answering what they ask.

/** Files to choose, one or several. */
export const filesOf = (file: Answers['file']): readonly ChosenFile[] => (file ? ([file].flat() as ChosenFile[]) : [])

const mimeOf = (name: string): string => (name.endsWith('.png') ? 'image/png' : 'application/pdf')

/** The text of what a press hands out. */
export async function handedOut(page: Page, press: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return readFileSync(await download.path(), 'utf8')
}

/** The page shows this screen and the rows of it, and no longer those of the one before. */
export async function shown(page: Page, address: string, title: string): Promise<void> {
  const { pathname, searchParams } = new URL(address, 'http://x')
  await page.waitForURL(
    (u) => u.pathname === pathname && [...searchParams].every(([k, v]) => u.searchParams.get(k) === v),
  )
  const main = page.locator('main[data-ready]', {
    has: page.getByRole('heading', { level: 1, name: title, exact: true }),
  })
  await main.locator('[role=grid][aria-activedescendant], [role=grid][aria-rowcount="1"]').first().waitFor()
}

/** The page of the record stands alone, no longer beside its list. */
export const recordShown = (page: Page, code: string) =>
  page.locator('main[data-ready]').getByRole('heading', { level: 1, name: code }).waitFor()

/** Exactly one row is left, and it is this one's. */
export const onlyRow = async (page: Page, code: string) => {
  await wait.poll(
    async () => {
      const rows = page.locator('.g-r')
      return [await rows.count(), await rows.filter({ hasText: code }).count()]
    },
    ([all = 0, those = 0]) => all > 0 && all === those,
    `the list has other rows than those of ${code}`,
  )
  await page.locator('[role=grid][aria-activedescendant]').waitFor()
}

/** A dialog that asks something: the palette, which may not be gone yet, is none. */
const QUESTION = '[role=dialog]:not(:has([cmdk-input]))'

/** The page says that the record was changed meanwhile: by another operator, the clock or a partner's answer. */
const OVERTAKEN = 'main [data-conflict]'

/** The outcome of a command that was pressed: true once it is done, its question answered on the way; false where it was overtaken. */
export async function answered(
  page: Page,
  done: () => Promise<boolean>,
  answer: (dialog: Locator) => Promise<void>,
): Promise<boolean> {
  const dialog = page.locator(QUESTION)
  // a form has a page of its own
  const form = page.locator('main form:has([data-field])')
  let given = false
  const became = await wait.poll(
    async () => {
      const asks = (await dialog.count()) > 0 ? dialog : (await form.count()) > 0 ? form : null
      if (asks && !given) {
        given = true
        await answer(asks)
      }
      // in this order: a note that comes meanwhile may be what is waited for
      const overtaken = (await page.locator(OVERTAKEN).count()) > 0
      if (await done()) return 'done'
      return overtaken ? 'overtaken' : null
    },
    (is) => is !== null,
    'it was not done',
  )
  for (const asked of [dialog, form]) await asked.waitFor({ state: 'detached' })
  return became === 'done'
}

/** Attempts of a command until one is done: an overtaken one leaves its note and is made again, at most six times. */
export async function untilDone(
  page: Page,
  attempt: () => Promise<boolean>,
  leaveNote: () => Promise<void>,
): Promise<void> {
  const note = page.locator(OVERTAKEN)
  const leave = async () => {
    await leaveNote()
    await note.waitFor({ state: 'detached' })
  }
  if ((await note.count()) > 0) await leave()
  for (let n = 0; !(await attempt()); n++) {
    if (n > 5) throw new Error('it was overtaken again and again')
    await leave()
  }
}

/** True once a command is open on the record in hand; false once somebody else did what it does. */
export async function enabled(page: Page, command: string, done?: () => Promise<boolean>): Promise<boolean> {
  const open = page.locator(`button[data-command="${command}"]:not([aria-disabled=true])`)
  await wait.poll(
    async () => (await open.count()) > 0 || (await done?.()) === true,
    (is) => is,
    `${command} is not open`,
  )
  return (await open.count()) > 0
}

/** The refusal of a command, in these words: at once, or after its question is sent empty. */
export async function refusedSo(page: Page, words: RegExp, send: () => Promise<void>): Promise<void> {
  const said = page.locator('main, [role=dialog], [role=status], [role=alert]').getByText(words).first()
  const dialog = page.locator(QUESTION)
  await Promise.race([said.waitFor(), dialog.waitFor()])
  if ((await dialog.count()) > 0) await send()
  await said.waitFor()
}

export const inField = (within: Locator | Page, name: string): Locator =>
  within.locator(`[data-field="${name}"], [data-cell="${name}"]`).first()

/**
 * Answers the next file window of a page. The listener is added once, ahead: added together with the key that opens the window, it
 * could miss it.
 */
export function choosing(page: Page): (file: ChosenFile) => void {
  let next: ChosenFile | null = null
  page.on('filechooser', async (chooser) => {
    if (next) await chooser.setFiles({ name: next.name, mimeType: mimeOf(next.name), buffer: next.bytes })
    next = null
  })
  return (file) => {
    next = file
  }
}

/** Waits until the file that was chosen is with the server and named in its field. */
export async function uploaded(field: Locator, name: string, choose: () => Promise<void>): Promise<void> {
  await Promise.all([field.page().waitForResponse((r) => r.url().includes('/put-file')), choose()])
  await field.locator('a', { hasText: name }).waitFor()
}
