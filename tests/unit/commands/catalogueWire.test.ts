import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { roles } from '../../../src/model/roles/roles.ts'
import { namesIn, otherNames } from '../../../src/model/values/label.ts'
import {
  absoluteFrom,
  mapTexts,
  numbersOf,
  pack,
  packColumn,
  relativeTo,
  stepsOf,
  unpack,
  unpackColumn,
} from '../../../src/model/values/packing.ts'
import { spellerOf, spellWith } from '../../../src/model/values/readings.ts'
import type { Findable } from '../../../src/model/wire/catalogue.ts'
import { CATALOGUE_FORM, packCatalogue, unpackCatalogue } from '../../../src/model/wire/catalogueWire.ts'
import { readings, spellerFor } from '../../../src/server/core/text/pinyin.ts'
import { admin, catalogueOf } from './catalogue.ts'

const LANGUAGES = ['zh', 'en'] as const
const overTheWire = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

/**
 * The most that the catalogue of the administrator may be, gzipped, bytes: 15 kB for the business of 204 families, 150
 * bytes for one that came since, 450 for two queues of fifteen views and forty decisions by which activities move, 300 for admission, certification and tenants, and 400 for
 * the invitations to eight kinds of activities and to works, the review of budgets and of the platform's unit, links of doctors and clients of partners, and
 * 150 for three families of points that are issued and awarded, and readers of content, and 100 for the queues of failed messages and
 * of the platform's unit, and 100 for the names of steps that make the records of twelve families. What titles are
 * found by, mostly Chinese characters, each once, is sent apart with the palette.
 */
const MOST = 16_750
const MOST_NAMES = 6_100
/** As the server packs it (src/server/domains/administration/access/catalogue.ts). */
const sizeOf = (sent: unknown): number => gzipSync(JSON.stringify(sent), { level: 9 }).length

describe('the catalogue on the wire', () => {
  it.each(LANGUAGES)('fits into its share of 15 kB (%s)', (language) => {
    const c = admin(language)
    const { names, ...sent } = packCatalogue(c, spellerFor)
    const families = c.resources.length
    expect(sizeOf(sent), `catalogue of ${families} families`).toBeLessThanOrEqual(MOST)
    expect(sizeOf(names), `names of ${families} families`).toBeLessThanOrEqual(MOST_NAMES)
  })

  it.each(roles.flatMap((r) => LANGUAGES.map((language) => [r.alias, language] as const)))(
    'is the whole catalogue again for %s in %s',
    (alias, language) => {
      const c = catalogueOf(alias, language)
      const sent = overTheWire(packCatalogue(c, spellerFor))
      expect(sent.form).toBe(CATALOGUE_FORM)
      expect(unpackCatalogue(sent)).toEqual(c)
      const { names: _, ...titles } = sent
      expect(unpackCatalogue(titles)).toEqual(nameless(c))
    },
  )

  it('has another number whenever its form is another one', () => {
    // Where this differs, an open page of the version before may read it wrongly: raise CATALOGUE_FORM with it.
    const sent = packCatalogue(admin(), spellerFor)
    const formOf = (name: 'menus' | 'resources' | 'decisions' | 'queues' | 'views') => {
      const list = sent[name]
      return Object.entries(list.columns)
        .map(([column, values]) => {
          const kinds = unpackColumn(values, list.rows).filter((value) => value !== null)
          const named = kinds.map((value) => (Array.isArray(value) ? 'list' : typeof value))
          return `${column}: ${[...new Set(named)].sort().join('|')}`
        })
        .sort()
        .join(', ')
    }
    expect({
      form: CATALOGUE_FORM,
      keys: Object.keys(sent).sort().join(' '),
      menus: formOf('menus'),
      resources: formOf('resources'),
      decisions: formOf('decisions'),
      queues: formOf('queues'),
      views: formOf('views'),
    }).toMatchInlineSnapshot(`
      {
        "decisions": "asks: number, by: string, closed: string, danger: boolean, from: object, id: string, key: string, kind: string, makers: object, match: object, method: string, money: boolean, path: string, result: string, select: string, takesBack: list, title: string, undo: string",
        "form": 13,
        "keys": "decisions etag form granted language menus names permissions queues resources today user views",
        "menus": "alias: string, code: string, depth: number, go: string, icon: string, path: string, resource: number|string, title: string",
        "queues": "alias: string, code: string, go: string, icon: string, module: string, title: string, views: number",
        "resources": "alias: string, archives: list, call: string, created: string, decisions: number, editable: object, id: string, idle: boolean, listMethod: string, listedWhole: boolean, module: string, open: boolean, operations: list, routes: object, title: string",
        "views": "alias: string, code: string, decisions: list, resource: number, sort: string, title: string, where: list",
      }
    `)
  })

  it('is so whatever resources are called and whatever stands in titles', () => {
    const c = admin()
    for (const name of ['code', 'title', 'a', '!', '*', 'x*y', '!*', '$&', 'path'])
      for (const at of [0, 13]) {
        const renamed = {
          ...c,
          resources: c.resources.map((r, n) =>
            n === at ? { ...r, id: name, title: `${name}!`, call: `blade/${name}`, routes: { list: `/${name}/*` } } : r,
          ),
          topMenus: c.topMenus.map((top) => ({ ...top, title: `${name}*`, path: '!', resource: name })),
          permissions: [`${name}_view`, `${name}_x_y`, 'nobody_view', 'plain'].sort(),
        }
        const spelled = mapPinyin(renamed)
        expect(unpackCatalogue(overTheWire(packCatalogue(spelled, spellerFor))), name).toEqual(spelled)
      }
  })
})

/** Without what titles are found by; a decision is called the same in both languages then. */
const nameless = <T>(value: T): T => {
  if (Array.isArray(value)) return value.map(nameless) as T
  if (typeof value !== 'object' || value === null) return value
  const said = 'takesBack' in value && 'title' in value ? { ...value, alias: value.title } : value
  const kept = Object.entries(said).filter(([name]) => name !== 'words')
  const untold = (name: string, one: unknown) =>
    name === 'created' ? { ...(one as Findable), alias: (one as Findable).title } : one
  return Object.fromEntries(
    kept.map(([name, one]) => [name, name === 'pinyin' ? [] : nameless(untold(name, one))]),
  ) as T
}

/** Titles that were changed are read anew. */
const mapPinyin = <T>(value: T): T => {
  if (Array.isArray(value)) return value.map(mapPinyin) as T
  if (typeof value !== 'object' || value === null) return value
  const made = Object.fromEntries(Object.entries(value).map(([k, v]) => [k, mapPinyin(v)]))
  return ('pinyin' in made ? { ...made, pinyin: readings(String(made.title)) } : made) as T
}

describe('other names', () => {
  const readings = (text: string): readonly string[] =>
    text === '单' ? ['dan', 'shan'] : text === '税' ? ['shui'] : []
  it.each(['tax, 税, 单, bill', '单', 'bill', '税, shui, dan', ''])('of %j are told from their readings', (said) => {
    expect(namesIn(otherNames(said, readings), readings)).toBe(said)
  })
})

describe('packing', () => {
  it.each<[string, readonly unknown[], unknown]>([
    ['all the same', ['a', 'a', 'a'], { words: ['a'] }],
    ['few different ones', ['a', 'b', 'a', 'b', 'b'], { words: ['a', 'b'], at: '01011' }],
    ['mostly different ones', ['a', 'b', 'c'], ['a', 'b', 'c']],
    ['none at all', [], []],
    [
      'objects, and what is absent',
      [{ x: 1 }, undefined, { x: 1 }, undefined],
      { words: [{ x: 1 }, null], at: '0101' },
    ],
  ])('says a column of %s', (_, values, column) => {
    expect(packColumn(values)).toEqual(column)
    expect(unpackColumn(packColumn(values), values.length)).toEqual(values.map((v) => v ?? null))
  })
  it('says many words by their places', () => {
    const values = Array.from({ length: 100 }, (_, n) => `w${n % 40}`)
    expect(packColumn(values)).toMatchObject({ at: expect.stringMatching(/^000102/) })
    expect(unpackColumn(packColumn(values), 100)).toEqual(values)
    // more than two digits say
    const more = Array.from({ length: 4000 }, (_, n) => n % 1500)
    expect(unpackColumn(packColumn(more), 4000)).toEqual(more)
  })
  it('says numbers by how far they are from the one before', () => {
    const values = [3, 4, '', 4, null, 0, 12]
    expect(stepsOf(values)).toEqual([3, 1, '', 0, null, -4, 12])
    expect(numbersOf(stepsOf(values))).toEqual(values)
  })
  it('leaves out of a record what is absent', () => {
    const records = [{ a: 1 }, { b: '' }, { a: 0, b: false }, {}]
    expect(unpack(overTheWire(pack(records)))).toEqual(records)
  })
  it.each(['order', '', '*', '!', '$1', 'a'])('texts relative to %j come back', (name) => {
    for (const text of ['/svc/order/:id', '*', '!', '!*order', '', 'a*b', `x${name}y${name}`]) {
      const value = { [text]: [text, 1, null, { deep: text }] }
      expect(mapTexts(mapTexts(value, relativeTo(name)), absoluteFrom(name)), text).toEqual(value)
    }
  })
})

describe('what spells titles', () => {
  it('says each character once, and whole texts only where they are read in another way', () => {
    const texts = ['结算单', '结算', '重发', 'AI 结算', '银行', '执行', 'App审核']
    const speller = spellerFor(texts)
    const spell = spellWith(overTheWire(speller))
    for (const text of texts) expect(spell(text), text).toEqual(readings(text))
    expect(speller.syllables).toContain('jie结')
    expect(Object.keys(speller.exceptions).length, '行 is read in two ways').toBe(1)
  })
  it('lets a character that it never heard of be itself', () => {
    const spell = spellWith(
      spellerOf(
        [],
        () => [],
        () => [],
      ),
    )
    expect(spell('Ab 中')).toEqual(['ab 中'])
  })
})
