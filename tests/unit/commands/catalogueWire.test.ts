import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { roles } from '../../../src/model/roles/roles.ts'
import { spellerOf, spellWith } from '../../../src/model/values/readings.ts'
import {
  CATALOGUE_FORM,
  catalogueFromWire,
  catalogueToWire,
  namesToWire,
} from '../../../src/model/wire/catalogueWire.ts'
import { readings, spellerFor } from '../../../src/server/core/text/pinyin.ts'
import { admin, catalogueOf } from './catalogue.ts'

const LANGUAGES = ['zh', 'en'] as const
const overTheWire = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

/**
 * The most that the catalogue of the administrator (207 families) may be, gzipped, bytes. What titles are found by, mostly
 * Chinese characters, each once, is sent apart with the palette.
 */
const CATALOGUE_BYTES_MAX = 31_500
const NAMES_BYTES_MAX = 7_000
/** As the server packs it (src/server/domains/administration/access/catalogue.ts). */
const sizeOf = (sent: unknown): number => gzipSync(JSON.stringify(sent), { level: 9 }).length

/** Names of the properties that items of a list have, each with the types of its values. */
function formOf(items: readonly object[]): string {
  const types = new Map<string, Set<string>>()
  for (const [name, value] of items.flatMap((item) => Object.entries(item)))
    types.set(name, (types.get(name) ?? new Set()).add(Array.isArray(value) ? 'list' : typeof value))
  return [...types]
    .map(([name, of]) => `${name}: ${[...of].sort().join('|')}`)
    .sort()
    .join(', ')
}

describe('the catalogue on the wire', () => {
  it.each(LANGUAGES)('fits into its share of what is fetched at sign-in (%s)', (language) => {
    const c = admin(language)
    const families = c.resources.length
    expect(sizeOf(catalogueToWire(c)), `catalogue of ${families} families`).toBeLessThanOrEqual(CATALOGUE_BYTES_MAX)
    expect(sizeOf(namesToWire(c, spellerFor)), `names of ${families} families`).toBeLessThanOrEqual(NAMES_BYTES_MAX)
  })

  it.each(roles.flatMap((r) => LANGUAGES.map((language) => [r.alias, language] as const)))(
    'is the whole catalogue again for %s in %s',
    (alias, language) => {
      const c = catalogueOf(alias, language)
      const sent = overTheWire(catalogueToWire(c))
      expect(sent.form).toBe(CATALOGUE_FORM)
      expect(JSON.stringify(sent)).not.toMatch(/"(pinyin|words)":/)
      expect(catalogueFromWire({ ...sent, names: overTheWire(namesToWire(c, spellerFor)) })).toEqual(c)
      expect(catalogueFromWire(sent)).toEqual(nameless(c))
    },
  )

  it('has another number whenever its form is another one', () => {
    // Where this differs, an open page of the version before may read it wrongly: raise CATALOGUE_FORM with it.
    const { form, resources, queues, topMenus, ...rest } = catalogueToWire(admin())
    expect({
      form,
      keys: Object.keys(rest).sort().join(' '),
      menus: formOf(topMenus.flatMap((top) => [top, ...top.children, ...top.children.flatMap((of) => of.children)])),
      resources: formOf(resources),
      decisions: formOf(resources.flatMap((r) => r.decisions)),
      queues: formOf(queues),
      views: formOf(queues.flatMap((q) => q.views)),
    }).toMatchInlineSnapshot(`
      {
        "decisions": "alias: string, asks: boolean, by: string, closed: string, danger: boolean, from: object, id: string, key: string, kind: string, makers: object, match: object, method: string, money: boolean, mustAsk: boolean, path: string, result: string, select: string, takesBack: list, title: string, undo: string",
        "form": 15,
        "keys": "etag language permissions today user",
        "menus": "alias: string, children: list, code: string, go: string, icon: string, newWindow: boolean, path: string, resource: string, title: string",
        "queues": "alias: string, code: string, domain: string, go: string, icon: string, title: string, views: list",
        "resources": "alias: string, archives: list, call: string, created: object, decisions: list, domain: string, editable: object, id: string, idle: boolean, listMethod: string, listedWhole: boolean, open: boolean, operations: list, routes: object, title: string",
        "views": "alias: string, code: string, decisions: list, resource: string, sort: string, title: string, where: list",
      }
    `)
  })
})

/** Without what titles are found by. */
const nameless = <T>(value: T): T => {
  if (Array.isArray(value)) return value.map(nameless) as T
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => name !== 'words')
  return Object.fromEntries(kept.map(([name, one]) => [name, name === 'pinyin' ? [] : nameless(one)])) as T
}

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
