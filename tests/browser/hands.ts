import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import en from '../../src/console/i18n/en/recordPage.ts'
import zh from '../../src/console/i18n/zh/recordPage.ts'
import { calls, queues, resources, transitionsOf } from '../../src/model/all.ts'
import { isChoice } from '../../src/model/kernel/field.ts'
import { type Language, label } from '../../src/model/kernel/label.ts'
import { wait } from './wait.ts'

/** A file that is chosen into a field. */
export interface ChosenFile {
  readonly field: string
  readonly name: string
  readonly bytes: Buffer
}

/**
 * What a question asks for, by field or column of its rows: texts as they are typed, the digit of a choice, what a list to
 * choose from says, a blank for a switch that is turned, and files.
 */
export interface Answers {
  readonly texts?: Readonly<Record<string, string>>
  readonly file?: ChosenFile | readonly ChosenFile[]
  /** What happens while the question is open, all in it filled in. */
  readonly meanwhile?: () => Promise<void>
}

/** A person at a page, by keyboard or by mouse. Commands, queues and lists are named as the model names them. */
export interface Hands {
  readonly page: Page
  /** The language of the page. */
  readonly language: Language
  /** Opens a view of a queue. */
  openQueue(queue: string, view: string): Promise<void>
  /** Opens the list of a family. */
  openList(resource: string): Promise<void>
  /** Leaves only the records of this code in the list, the cursor on the first. */
  find(code: string): Promise<void>
  /** Opens the page of the record under the cursor, whose code this is. */
  openRecord(code: string): Promise<void>
  /** Goes along the line of documents of the page to its beginning, and opens that. */
  toTheBeginning(): Promise<void>
  /** Takes a command on the record in hand, answering what it asks, until it is `done`. */
  take(command: string, done: () => Promise<boolean>, answers?: Answers): Promise<void>
  /** Takes a command on the record in hand that is refused, in these words. */
  refused(command: string, words: RegExp): Promise<void>
  /** Adds a part to the record of the open form, whose first column says this. */
  addPart(text: string): Promise<void>
  /** Waits until the record in hand says that a field has this value. */
  sees(resource: string, field: string, value: number): Promise<void>
  /** Adds a row to the record of the page. */
  addRow(done: () => Promise<boolean>, answers: Answers): Promise<void>
  /** Opens the record under the cursor beside its list. */
  openAside(): Promise<void>
  /** Presses a button of the page or of its open question, by its words. */
  press(words: string): Promise<void>
  /** The file that a button of the page hands out. */
  download(words: string): Promise<string>
  /** Types into whatever has the keyboard. */
  type(text: string): Promise<void>
}

/** Files to choose, one or several. */
const filesOf = (file: Answers['file']): readonly ChosenFile[] => (file ? ([file].flat() as ChosenFile[]) : [])

const mimeOf = (name: string): string => (name.endsWith('.png') ? 'image/png' : 'application/pdf')

/** The text of what a press hands out. */
async function handedOut(page: Page, press: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return readFileSync(await download.path(), 'utf8')
}

const queueAddress = (queue: string, view: string) => `/desk/queues/${queue}?view=${view}`
const listAddress = (resource: string) => resources.get(resource)?.routes?.list ?? ''

const viewTitle = (queue: string, view: string, language: Language): string => {
  const found = queues.get(queue)?.views.find((v) => v.code === view)
  if (!found) throw new Error(`no view ${queue}.${view}`)
  return label(found.title, language)
}
const listTitle = (resource: string, language: Language): string =>
  label(resources.get(resource)?.title ?? ['', ''], language)

/** What a value of a choice is called. */
export function valueTitle(resource: string, name: string, value: number, language: Language): string {
  const field = resources.get(resource)?.fields[name]
  if (!field || !isChoice(field)) throw new Error(`no choice ${resource}.${name}`)
  const [zh, en] = field.values[value] ?? ['', '']
  return label([zh, en], language)
}

/** What a decision is called: a transition of a family, or a call. */
export function commandTitle(command: string, language: Language): string {
  const [resource = '', ...name] = command.split('.')
  const title = transitionsOf(resource)[name.join('.')]?.label ?? calls.find((c) => c.id === command)?.title
  if (!title) throw new Error(`no command ${command}`)
  return label(title, language)
}

/** The page shows this screen and the rows of it, and no longer those of the one before. */
async function shown(page: Page, address: string, title: string): Promise<void> {
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
const recordShown = (page: Page, code: string) =>
  page.locator('main[data-ready]').getByRole('heading', { level: 1, name: code }).waitFor()

/** Exactly one row is left, and it is this one's. */
const onlyRow = async (page: Page, code: string) => {
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

/** Whatever comes first: the question of the command, that it is done, or that it was overtaken; whether it is done. */
async function answered(
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
      if (await done()) return 'done'
      return (await page.locator(OVERTAKEN).count()) > 0 ? 'overtaken' : null
    },
    (is) => is !== null,
    'it was not done',
  )
  for (const asked of [dialog, form]) await asked.waitFor({ state: 'detached' })
  return became === 'done'
}

/** Takes a command until it is done: where it was overtaken, the note is read, left, and the command taken again. */
async function untilDone(page: Page, attempt: () => Promise<boolean>, leaveNote: () => Promise<void>): Promise<void> {
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

/** Waits until a command is open on the record in hand, or until what it does was done by somebody else; whether it is open. */
async function enabled(page: Page, command: string, done?: () => Promise<boolean>): Promise<boolean> {
  const open = page.locator(`button[data-command="${command}"]:not([aria-disabled=true])`)
  await wait.poll(
    async () => (await open.count()) > 0 || (await done?.()) === true,
    (is) => is,
    `${command} is not open`,
  )
  return (await open.count()) > 0
}

/** Answers a question that is open with nothing, and waits for the words in which that is refused. */
async function refusedSo(page: Page, words: RegExp, send: () => Promise<void>): Promise<void> {
  const said = page.locator('main, [role=dialog], [role=status], [role=alert]').getByText(words).first()
  const dialog = page.locator(QUESTION)
  await Promise.race([said.waitFor(), dialog.waitFor()])
  if ((await dialog.count()) > 0) await send()
  await said.waitFor()
}

const inField = (within: Locator | Page, name: string): Locator =>
  within.locator(`[data-field="${name}"], [data-cell="${name}"]`).first()

/**
 * What answers the next window that asks for a file. The page is told so once: told with the key that opens the window, it
 * may open before.
 */
function choosing(page: Page): (file: ChosenFile) => void {
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
async function uploaded(field: Locator, name: string, choose: () => Promise<void>): Promise<void> {
  await Promise.all([field.page().waitForResponse((r) => r.url().includes('/put-file')), choose()])
  await field.locator('a', { hasText: name }).waitFor()
}

/** By keyboard alone. */
export function keyboard(page: Page, language: Language): Hands {
  const press = (key: string) => page.keyboard.press(key)
  const leaveNote = () => press('Escape')
  const choose = choosing(page)
  /** Goes on by Tab until something in there has the focus. */
  const tabTo = async (field: Locator) => {
    const inside = () =>
      field.evaluate(
        (el) =>
          el.contains(document.activeElement) && document.activeElement?.matches('input, textarea, select, button'),
      )
    for (let n = 0; !(await inside()); n++) {
      if (n > 200) throw new Error('Tab does not come there')
      await press('Tab')
    }
  }
  const tabToButton = async (words: string) => {
    const button = page.locator('[role=dialog], main').getByRole('button', { name: words }).first()
    await button.waitFor()
    for (let n = 0; !(await button.evaluate((el) => el === document.activeElement)); n++) {
      if (n > 200) throw new Error(`Tab does not come to ${words}`)
      await press('Tab')
    }
  }
  const chosen = async (id: string, words: string, done?: () => Promise<boolean>) => {
    const input = page.locator('[cmdk-input]')
    const row = page.locator(`[data-row="${id}"]`)
    const open = async () => {
      await press('Control+k')
      await input.waitFor()
      await page.keyboard.type(words)
      await row.waitFor()
    }
    const isOpen = async () => (await page.locator(`[data-row="${id}"][data-why]`).count()) === 0
    // the page may not have heard yet of what was done before
    for (let n = 0; n < 100; n++) {
      await open()
      if (await isOpen()) {
        for (let at = 0; (await row.getAttribute('aria-selected')) !== 'true'; at++) {
          if (at > 40) throw new Error(`${id} is not reached in the palette`)
          await press('ArrowDown')
        }
        await press('Enter')
        // it is gone, or the command cannot be had any more, by what somebody else did meanwhile
        const gone = () => input.count().then((count) => count === 0)
        const late = async () => !(await isOpen()) || (await done?.()) === true
        await wait.poll(async () => (await gone()) || (await late()), Boolean, 'the palette stays open')
        if (await gone()) return
      }
      await press('Escape')
      await input.waitFor({ state: 'detached' })
      if (await done?.()) return
    }
    throw new Error(`${id} stays closed in the palette`)
  }
  const begin = async (command: string, done?: () => Promise<boolean>) => {
    const button = page.locator(`button[data-command="${command}"]`).first()
    if ((await button.count()) > 0 && !(await enabled(page, command, done))) return
    const key = (await button.count()) > 0 ? button.locator('kbd') : null
    if (key && (await key.count()) > 0) await press((await key.innerText()).trim())
    else await chosen(command, `>${commandTitle(command, language)}`, done)
  }
  /** Chooses the file of the field that has the keyboard. */
  const attach = async (field: Locator, one: ChosenFile) => {
    choose(one)
    await uploaded(field, one.name, () => press('Enter'))
  }
  /** Answers the field that has the keyboard. */
  const answer = async (field: Locator, name: string, value: string) => {
    const list = field.locator('select:focus')
    if (await list.count()) {
      const said = () => list.evaluate((el) => (el as HTMLSelectElement).selectedOptions[0]?.label.trim())
      for (let n = 0; (await said()) !== value; n++) {
        if (n > 20) throw new Error(`${name} does not offer ${value}`)
        await press('ArrowDown')
      }
      return
    }
    await press('Control+a')
    await page.keyboard.type(value)
    if ((await field.locator('[role=combobox]:focus').count()) === 0) return
    await page.getByRole('option', { name: value }).first().waitFor()
    await press('Enter')
  }
  const fill = async (within: Locator | Page, { texts = {}, file }: Answers) => {
    // in the order of the form, so that Tab leads from one to the next
    const order = await within
      .locator('[data-field], [data-cell]')
      .evaluateAll((all) => all.map((el) => el.getAttribute('data-field') ?? el.getAttribute('data-cell')))
    const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
    const asked: readonly (readonly [name: string, value: string | ChosenFile])[] = [
      ...Object.entries(texts),
      ...filesOf(file).map((one) => [one.field, one] as const),
    ]
    for (const [name, value] of [...asked].sort(([a], [b]) => placeOf(a) - placeOf(b))) {
      const field = inField(within, name)
      await tabTo(field)
      await (typeof value === 'string' ? answer(field, name, value) : attach(field, value))
    }
  }
  const sent = async (question: Locator, answers: Answers) => {
    // it has come when its first field has the keyboard
    await question.locator(':focus').waitFor()
    await fill(question, answers)
    await answers.meanwhile?.()
    await press('Control+Enter')
  }
  return {
    page,
    language,
    openQueue: async (queue, view) => {
      await chosen(`queue.${queue}.${view}`, viewTitle(queue, view, language))
      await shown(page, queueAddress(queue, view), viewTitle(queue, view, language))
    },
    openList: async (resource) => {
      await chosen(`nav.${listAddress(resource)}`, listTitle(resource, language))
      await shown(page, listAddress(resource), listTitle(resource, language))
    },
    find: async (code) => {
      await press('/')
      await page.locator('input[name=filter]:focus').waitFor()
      await page.keyboard.type(code)
      await press('Enter')
      await onlyRow(page, code)
    },
    openRecord: async (code) => {
      await press('o')
      await recordShown(page, code)
    },
    toTheBeginning: async () => {
      // the section in hand is in the address too: another record is another path
      const here = new URL(page.url()).pathname
      await press('l')
      await page.locator('[data-takes=trace] a:focus').waitFor()
      await press('h')
      await press('Home')
      // several of a family without a list of its own are counted, and lead nowhere
      while ((await page.locator('[data-takes=trace] a:focus').count()) === 0) await press('l')
      await press('Enter')
      await page.waitForURL((u) => u.pathname !== here)
    },
    take: (command, done, answers = {}) =>
      untilDone(
        page,
        async () => {
          await begin(command, done)
          return answered(page, done, (dialog) => sent(dialog, answers))
        },
        leaveNote,
      ),
    refused: async (command, words) => {
      await begin(command)
      await refusedSo(page, words, () => press('Control+Enter'))
      await press('Escape')
    },
    addPart: async (text) => {
      await press('Alt+Enter')
      await page.locator('main form [data-cell] :focus').waitFor()
      await page.keyboard.type(text)
    },
    sees: (resource, field, value) =>
      page
        .locator(`.g-r .g-c`)
        .getByText(valueTitle(resource, field, value, language))
        .first()
        .waitFor(),
    openAside: async () => {
      await press('o')
      await page.locator('main [data-section]').first().waitFor()
    },
    press: async (words) => {
      await tabToButton(words)
      await press('Enter')
    },
    download: async (words) => {
      await tabToButton(words)
      return handedOut(page, () => press('Enter'))
    },
    type: (text) => page.keyboard.type(text),
    addRow: (done, answers) =>
      untilDone(
        page,
        async () => {
          await page.locator('button.more').first().waitFor()
          await press('Alt+n')
          return answered(page, done, (dialog) => sent(dialog, answers))
        },
        leaveNote,
      ),
  }
}

/** By mouse alone: what is typed is typed into fields. */
export function mouse(page: Page, language: Language): Hands {
  const choose = choosing(page)
  const leaveNote = () =>
    page
      .getByRole('alert')
      .getByRole('button', { name: (language === 'zh' ? zh : en).dismiss })
      .click()
  /** A link of the sidebar, whichever of the top menus it stands under. */
  const follow = async (address: string, title: string) => {
    const link = page.locator(`nav a[href="${address}"]`).first()
    const tops = page.locator('header nav a')
    const count = await tops.count()
    for (let n = 0; n < count && !(await link.isVisible()); n++) {
      const top = tops.nth(n)
      await top.click()
      await page.locator('header nav a[aria-current]', { hasText: await top.innerText() }).waitFor()
      await page.locator('main[data-ready]').first().waitFor()
    }
    await link.click()
    await shown(page, address, title)
  }
  const fill = async (within: Locator, { texts = {}, file }: Answers) => {
    for (const one of filesOf(file)) {
      const field = inField(within, one.field)
      choose(one)
      await uploaded(field, one.name, () => field.locator('button[data-choose]').click())
    }
    for (const [name, value] of Object.entries(texts)) {
      const field = inField(within, name)
      const list = field.locator('select')
      if ((await list.count()) > 0) {
        await list.selectOption({ label: value })
        continue
      }
      if (value === ' ') {
        await field.locator('[role=switch], input[type=checkbox]').first().click()
        continue
      }
      const choice = field.locator(`input[type=radio][value="${value}"]`)
      if ((await choice.count()) > 0) {
        await choice.check()
        continue
      }
      const input = field.locator('input, textarea').first()
      await input.click()
      await input.fill(value)
      if ((await input.getAttribute('role')) === 'combobox')
        await page.getByRole('option', { name: value }).first().click()
    }
  }
  const sent = async (question: Locator, answers: Answers) => {
    await question.locator(':focus').waitFor()
    await fill(question, answers)
    await answers.meanwhile?.()
    await question.locator('button[type=submit]').click()
  }
  return {
    page,
    language,
    openQueue: (queue, view) => follow(queueAddress(queue, view), viewTitle(queue, view, language)),
    openList: (resource) => follow(listAddress(resource), listTitle(resource, language)),
    find: async (code) => {
      await page.locator('[role=search] .box').click()
      await page.locator('input[name=filter]').fill(code)
      await page.locator('h1').first().click()
      await onlyRow(page, code)
      await page.locator('.g-r .g-c:not(.tick)').first().click()
    },
    openRecord: async (code) => {
      const beside = page.getByRole('button', { name: (language === 'zh' ? zh : en).open })
      const own = page.locator('button[data-command="grid.open"]')
      await beside.or(own).first().waitFor()
      // beside its list, or from the list itself
      await ((await beside.count()) > 0 ? beside : own).click()
      await recordShown(page, code)
    },
    toTheBeginning: async () => {
      const here = new URL(page.url()).pathname
      await page.locator('[data-takes=trace] a').first().click()
      await page.waitForURL((u) => u.pathname !== here)
    },
    take: (command, done, answers = {}) =>
      untilDone(
        page,
        async () => {
          const button = page.locator(`button[data-command="${command}"]`).first()
          // in a list a record is opened to be decided on
          const open = page.locator('button[data-command="grid.open"]')
          if ((await button.count()) === 0 && (await open.count()) > 0) await open.click()
          if (await enabled(page, command, done)) await button.click()
          return answered(page, done, (dialog) => sent(dialog, answers))
        },
        leaveNote,
      ),
    refused: async (command, words) => {
      await enabled(page, command)
      await page.locator(`button[data-command="${command}"]`).first().click()
      await refusedSo(page, words, () => page.getByRole('dialog').locator('button[type=submit]').click())
    },
    addPart: async (text) => {
      await page.locator('[data-add=true]').click()
      await page.locator('main form [data-cell] :focus').waitFor()
      await page.keyboard.type(text)
    },
    sees: (resource, field, value) =>
      page
        .locator('.g-r .g-c')
        .getByText(valueTitle(resource, field, value, language))
        .first()
        .waitFor(),
    openAside: async () => {
      await page.locator('button[data-command="grid.open"]').click()
      await page.locator('main [data-section]').first().waitFor()
    },
    press: (words) => page.locator('[role=dialog], main').getByRole('button', { name: words }).first().click(),
    download: (words) =>
      handedOut(page, () => page.locator('main').getByRole('button', { name: words }).first().click()),
    type: (text) => page.keyboard.type(text),
    addRow: (done, answers) =>
      untilDone(
        page,
        async () => {
          await page.locator('button.more').first().click()
          return answered(page, done, (dialog) => sent(dialog, answers))
        },
        leaveNote,
      ),
  }
}
