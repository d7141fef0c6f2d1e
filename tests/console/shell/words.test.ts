import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import enAnswers from '../../../src/console/i18n/en/answers.ts'
import enComments from '../../../src/console/i18n/en/comments.ts'
import { words as enConsole } from '../../../src/console/i18n/en/console.ts'
import enEvidence from '../../../src/console/i18n/en/evidence.ts'
import enForms from '../../../src/console/i18n/en/forms.ts'
import enInbox from '../../../src/console/i18n/en/inbox.ts'
import enKeys from '../../../src/console/i18n/en/keys.ts'
import enMacros from '../../../src/console/i18n/en/macros.ts'
import enMySettings from '../../../src/console/i18n/en/mySettings.ts'
import { words as enPage } from '../../../src/console/i18n/en/page.ts'
import enPalette from '../../../src/console/i18n/en/palette.ts'
import enQueueScreen from '../../../src/console/i18n/en/queueScreen.ts'
import enRecordPage from '../../../src/console/i18n/en/recordPage.ts'
import enSavedViews from '../../../src/console/i18n/en/savedViews.ts'
import enSecondFactor from '../../../src/console/i18n/en/secondFactor.ts'
import enStatement from '../../../src/console/i18n/en/statement.ts'
import enTables from '../../../src/console/i18n/en/tables.ts'
import enTemplate from '../../../src/console/i18n/en/template.ts'
import enViewDefaults from '../../../src/console/i18n/en/viewDefaults.ts'
import enViewSchedules from '../../../src/console/i18n/en/viewSchedules.ts'
import enWhyNot from '../../../src/console/i18n/en/whyNot.ts'
import zhAnswers from '../../../src/console/i18n/zh/answers.ts'
import zhComments from '../../../src/console/i18n/zh/comments.ts'
import { words as zhConsole } from '../../../src/console/i18n/zh/console.ts'
import zhEvidence from '../../../src/console/i18n/zh/evidence.ts'
import zhForms from '../../../src/console/i18n/zh/forms.ts'
import zhInbox from '../../../src/console/i18n/zh/inbox.ts'
import zhKeys from '../../../src/console/i18n/zh/keys.ts'
import zhMacros from '../../../src/console/i18n/zh/macros.ts'
import zhMySettings from '../../../src/console/i18n/zh/mySettings.ts'
import { words as zhPage } from '../../../src/console/i18n/zh/page.ts'
import zhPalette from '../../../src/console/i18n/zh/palette.ts'
import zhQueueScreen from '../../../src/console/i18n/zh/queueScreen.ts'
import zhRecordPage from '../../../src/console/i18n/zh/recordPage.ts'
import zhSavedViews from '../../../src/console/i18n/zh/savedViews.ts'
import zhSecondFactor from '../../../src/console/i18n/zh/secondFactor.ts'
import zhStatement from '../../../src/console/i18n/zh/statement.ts'
import zhTables from '../../../src/console/i18n/zh/tables.ts'
import zhTemplate from '../../../src/console/i18n/zh/template.ts'
import zhViewDefaults from '../../../src/console/i18n/zh/viewDefaults.ts'
import zhViewSchedules from '../../../src/console/i18n/zh/viewSchedules.ts'
import zhWhyNot from '../../../src/console/i18n/zh/whyNot.ts'
import { HOLD_CHOICES } from '../../../src/model/wire/settings/holdTimes.ts'
import type { UrgencyLevel } from '../../../src/model/wire/urgency.ts'

const zh = {
  ...zhPage,
  ...zhConsole,
  shell: { ...zhPage.shell, ...zhConsole.shell },
  comments: zhComments,
  inbox: zhInbox,
  macros: zhMacros,
  tables: zhTables,
  evidence: zhEvidence,
  forms: zhForms,
  mySettings: zhMySettings,
  keys: zhKeys,
  palette: zhPalette,
  recordPage: zhRecordPage,
  queueScreen: zhQueueScreen,
  savedViews: zhSavedViews,
  viewDefaults: zhViewDefaults,
  viewSchedules: zhViewSchedules,
  secondFactor: zhSecondFactor,
  statement: zhStatement,
  template: zhTemplate,
  answers: zhAnswers,
  whyNot: zhWhyNot,
}
const en = {
  ...enPage,
  ...enConsole,
  shell: { ...enPage.shell, ...enConsole.shell },
  comments: enComments,
  inbox: enInbox,
  macros: enMacros,
  tables: enTables,
  evidence: enEvidence,
  forms: enForms,
  mySettings: enMySettings,
  keys: enKeys,
  palette: enPalette,
  recordPage: enRecordPage,
  queueScreen: enQueueScreen,
  savedViews: enSavedViews,
  viewDefaults: enViewDefaults,
  viewSchedules: enViewSchedules,
  secondFactor: enSecondFactor,
  statement: enStatement,
  template: enTemplate,
  answers: enAnswers,
  whyNot: enWhyNot,
}

const flat = (of: unknown, at = ''): [string, unknown][] =>
  of !== null && typeof of === 'object'
    ? Object.entries(of).flatMap(([k, v]) => flat(v, at ? `${at}.${k}` : k))
    : [[at, of]]
const slots = (text: string) => [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map((m) => m[1]).sort()

/** Said in the other language on purpose: the button that leads there. */
const FOREIGN = new Set(['session.otherLanguage'])

it('no word stands in both parts of an area', () => {
  const later = Object.keys(zhConsole.shell)
  expect(Object.keys(zhPage.shell).filter((key) => later.includes(key))).toEqual([])
})

const areas = Object.keys(zh) as (keyof typeof zh)[]

describe.each(areas)('words of %s', (area) => {
  const inZh = new Map(flat(zh[area]))
  const inEn = new Map(flat(en[area]))

  it('are the same keys in both languages, none empty', () => {
    expect([...inEn.keys()].sort()).toEqual([...inZh.keys()].sort())
    for (const [key, text] of [...inZh, ...inEn]) {
      expect(typeof text, key).toBe('string')
      expect(String(text).trim(), key).not.toBe('')
    }
  })

  it('have the same places to fill', () => {
    for (const [key, text] of inZh) expect(slots(String(inEn.get(key))), key).toEqual(slots(String(text)))
  })

  it('have no Chinese in English', () => {
    for (const [key, text] of inEn)
      if (!FOREIGN.has(`${area}.${key}`))
        expect(String(text), key).not.toMatch(/\p{Script=Han}|[，。；：？！、「」（）]/u)
  })
})

describe('words and the code that says them', () => {
  const root = join(import.meta.dirname, '../../..')
  const files = ['src/console', 'commands'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('i18n/'))
      .map((name) => ({ name, text: readFileSync(join(root, folder, name), 'utf8') })),
  )
  const code = files.map(({ text }) => text).join('\n')
  const keys = flat(zh).map(([key]) => key.replace(/_(one|other)$/, ''))
  /** Keys that are put together: `palette.group${…}` begins those of `palette.group`. */
  const begun = [...new Set([...code.matchAll(/`([a-z]\w*\.[\w.]*)\$\{/g)].map((m) => m[1] as string))]
  const quoted = new Set([
    ...[...code.matchAll(/['"`]([\w.]+)['"`]|\b(\w+)(?=:)/g)].map((m) => m[1] ?? (m[2] as string)),
    // words of values that the model lists
    ...HOLD_CHOICES,
    'calm' satisfies UrgencyLevel,
    // a permission, as browsers name it
    'denied' satisfies NotificationPermission,
  ])
  const ends = (key: string, from: string): readonly string[] => {
    const rest = key.slice(from.length)
    return [rest, `${rest.charAt(0).toLowerCase()}${rest.slice(1)}`].flatMap((end) => [
      end,
      end.replace(/(Why|Hint)$/, ''),
    ])
  }

  it('each word is said somewhere', () => {
    const isSaid = (key: string) =>
      quoted.has(key) || begun.some((from) => key.startsWith(from) && ends(key, from).some((end) => quoted.has(end)))
    expect(keys.filter((key) => !isSaid(key))).toEqual([])
  })

  it.each(['forms', 'recordPage', 'queueScreen'])('each file that says words of %s has them', (area) => {
    const uses = files.filter(({ text }) => new RegExp(`['\`]${area}\\.`).test(text))
    expect(uses.length).toBeGreaterThan(5)
    // panels of domains are drawn by the record page, which has its words (record/Sections.tsx)
    const lacks = uses.filter(
      ({ name, text }) =>
        !(area === 'recordPage' && name.startsWith('domains/')) &&
        !/^import '\.{1,2}\/(?:[\w.]+\/)*words\.ts'$/m.test(text),
    )
    expect(lacks.map(({ name }) => name)).toEqual([])
  })

  it('each that is asked for by its whole name is there', () => {
    const asked = [...code.matchAll(/\bt\(\s*'([\w.]+)'/g)].map((m) => m[1] as string)
    expect(asked.length).toBeGreaterThan(200)
    expect(asked.filter((key) => !keys.includes(key))).toEqual([])
  })
})
