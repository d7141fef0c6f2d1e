import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  CATALOGUE_FORM,
  catalogueToWire,
  namesToWire,
  type WireCatalogue,
} from '../../../src/model/wire/catalogueWire.ts'
import { spellerFor } from '../../../src/server/core/text/pinyin.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { answer } from '../server/envelope.ts'
import { server } from '../server/server.ts'

const KEY = 'rounds.catalogue'
const whole = { ...catalogueOf(), today: '2024-06-15' }
const [wire, names] = [catalogueToWire(whole), namesToWire(whole, spellerFor)]
/** By which etag the catalogue was asked for, each time. */
const asked = () => server.of('rounds/catalogue').map((a) => a.headers['If-None-Match'])

// the module itself is what is tested
vi.unmock('../../../src/console/data/catalogue.ts')

/** The catalogue's module as a page that was just loaded has it, with a server that has this catalogue. */
async function page(now: object | null = wire) {
  let there = now
  vi.resetModules()
  const [{ setWarning }, catalogue, { RELOADED }, { loadWords }] = await Promise.all([
    import('../../../src/console/api/client.ts'),
    import('../../../src/console/data/catalogue.ts'),
    import('../../../src/console/data/reload.ts'),
    import('../../../src/console/i18n/index.ts'),
  ])
  await loadWords()
  server.answer({
    'rounds/catalogue': (_, { headers }) => {
      const etag = (there as WireCatalogue | null)?.etag ?? ''
      if (headers['If-None-Match'] === etag) return answer(304, '')
      return answer(200, { code: 200, success: true, data: there, msg: '' }, { etag })
    },
  })
  const becomes = (next: object) => {
    there = next
  }
  return { ...catalogue, RELOADED, becomes, setWarning }
}
const kept = () => JSON.parse(localStorage.getItem(KEY) ?? 'null')

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('the catalogue that is kept', () => {
  it('is kept as it came, shown at once by the next page, and asked about by its etag', async () => {
    const first = await page()
    await first.loadCatalogue()
    expect(first.catalogueNow()).toMatchObject({ etag: 'x', language: 'zh', today: '2024-06-15' })
    expect(kept().catalogue).toEqual(JSON.parse(JSON.stringify(wire)))
    const next = await page()
    const loading = next.loadCatalogue()
    expect(next.catalogueNow()?.resources, 'before the server answers').toHaveLength(catalogueOf().resources.length)
    await loading
    expect(asked()).toEqual([undefined, 'x'])
  })

  it('is kept with what its titles are found by once that was asked for, if it is of the same one', async () => {
    const first = await page()
    await first.loadCatalogue()
    const order = () => first.catalogueNow()?.resources.find((r) => r.id === 'settlementOrder')
    expect(order()?.pinyin).toEqual([])
    server.answer({ 'rounds/names': () => ({ ...names, etag: 'of another' }) })
    await first.loadNames()
    expect(order()?.pinyin, 'of another catalogue').toEqual([])
    server.answer({ 'rounds/names': () => names })
    await first.loadNames()
    expect(order()?.pinyin[0]).toBe('jie suan dan')
    await first.loadNames()
    expect(server.of('rounds/names'), 'asked for until they are here').toHaveLength(2)
    const next = await page()
    void next.loadCatalogue()
    expect(next.catalogueNow()?.resources.find((r) => r.id === 'settlementOrder')?.pinyin[0]).toBe('jie suan dan')
  })

  it('is dropped when it is of another form', async () => {
    await (await page()).loadCatalogue()
    for (const catalogue of [
      { ...kept().catalogue, form: CATALOGUE_FORM - 1 },
      catalogueOf(),
      null,
      { form: CATALOGUE_FORM },
    ]) {
      localStorage.setItem(KEY, JSON.stringify({ ...kept(), catalogue }))
      const next = await page()
      const loading = next.loadCatalogue()
      expect(next.catalogueNow()).toBeNull()
      await loading
      expect(asked().at(-1), 'nothing is known').toBeUndefined()
      expect(next.catalogueNow()?.today).toBe('2024-06-15')
    }
  })

  it('is not read from a server of another version: the page is loaded anew, once, and then says so', async () => {
    const other = await page({ ...wire, form: CATALOGUE_FORM + 1 })
    sessionStorage.setItem(other.RELOADED, '1')
    await other.loadCatalogue()
    expect(other.catalogueNow()).toBeNull()
    expect(kept()).toBeNull()
  })

  it('stays in force in a page that the server outgrew: what is on the screen goes on, and a message says so once', async () => {
    const open = await page()
    await open.loadCatalogue()
    sessionStorage.setItem(open.RELOADED, '1')
    open.becomes({ ...wire, etag: 'y', form: CATALOGUE_FORM + 1 })
    const said: string[] = []
    open.setWarning((text) => said.push(text))
    await open.loadCatalogue()
    await open.loadCatalogue()
    expect(said).toEqual(['系统已更新，请刷新页面'])
    expect(open.catalogueNow()?.etag).toBe('x')
    expect(kept().catalogue.form).toBe(CATALOGUE_FORM)
  })
})
