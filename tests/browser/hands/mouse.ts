import type { Locator, Page } from 'playwright-core'
import en from '../../../src/console/i18n/en/recordPage.ts'
import zh from '../../../src/console/i18n/zh/recordPage.ts'
import type { Language } from '../../../src/model/values/label.ts'
import { type Answers, type Hands, listAddress, listTitle, queueAddress, valueTitle, viewTitle } from './hands.ts'
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
