import type { Locator, Page } from 'playwright-core'
import type { Language } from '../../../src/model/values/label.ts'
import { wait } from '../wait.ts'
import {
  type Answers,
  type ChosenFile,
  commandTitle,
  type Hands,
  listAddress,
  listTitle,
  queueAddress,
  valueTitle,
  viewTitle,
} from './hands.ts'
import {
  answered,
  choosing,
  enabled,
  filesOf,
  handedOut,
  inField,
  onlyRow,
  recordShown,
  refusedSo,
  shown,
  untilDone,
  uploaded,
} from './page.ts'

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
    // the page may not know yet of the step before
    for (let n = 0; n < 100; n++) {
      await open()
      if (await isOpen()) {
        for (let at = 0; (await row.getAttribute('aria-selected')) !== 'true'; at++) {
          if (at > 40) throw new Error(`${id} is not reached in the palette`)
          await press('ArrowDown')
        }
        await press('Enter')
        // the palette is gone, or the command is closed by somebody else's step
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
    // the question is open when its first field has the keyboard
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
