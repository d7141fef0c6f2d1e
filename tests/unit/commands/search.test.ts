import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, scopeOf } from '../../../commands/search/fold.ts'
import {
  boost,
  type Frecency,
  frecencyBook,
  HALF_LIFE,
  KEPT,
  parseFrecency,
  visit,
  weigh,
} from '../../../commands/search/frecency.ts'
import { joinReadings, matchInitials, matchPinyin, readReading } from '../../../commands/search/pinyin.ts'
import { matches, ROWS, rank } from '../../../commands/search/rank.ts'
import { buildIndex, KIND, prepare, type Searchable, scoreItem } from '../../../commands/search/score.ts'
import { readings } from '../../../src/server/core/text/pinyin.ts'

const item = (id: string, title: string, alias = '', pinyin: readonly string[] = readings(title)): Searchable => ({
  id,
  title,
  alias,
  pinyin,
})
const ITEMS: readonly Searchable[] = [
  item('queue', '结算单审核', 'Settlement order review'),
  item('orders', '结算单', 'Settlement orders'),
  item('lines', '医生结算', 'Doctor settlement lines'),
  item('add', '新增委托企业', 'Add client company'),
  item('restart', '重启节点', 'Restart node'),
  item('hub', '审核工作台', 'Queue hub'),
  item('bank', '银行经办', 'Bank handling'),
  item('crm', 'CRM 导出', 'Export CRM'),
]
const INDEX = buildIndex(ITEMS)
const ids = (typed: string) => rank(INDEX, typed).items.map((i) => i.id)
const score = (id: string, typed: string): number => {
  const query = prepare(typed)
  return query
    ? scoreItem(
        INDEX,
        ITEMS.findIndex((i) => i.id === id),
        query,
      )
    : 0
}
const kind = (id: string, typed: string) =>
  Object.entries(KIND).find(([, floor]) => score(id, typed) >= floor)?.[0] ?? 'none'

describe('fold and scopes', () => {
  it.each([
    ['ＡＢＣ', 'abc'],
    ['  Settle   ORDER ', 'settle order'],
    ['结算　单', '结算 单'],
    ['ﬁ', 'fi'],
  ])('%j folds to %j', (from, to) => expect(fold(from)).toBe(to))
  it.each([
    ['>主题', 'commands', '主题'],
    ['》主题', 'commands', '主题'],
    ['＞主题', 'commands', '主题'],
    ['／结算', 'menus', '结算'],
    ['、结算', 'menus', '结算'],
    ['＃SO', 'records', 'SO'],
    ['@康泰', 'people', '康泰'],
    ['＠康泰', 'people', '康泰'],
    ['？', 'help', ''],
    ['结算>', 'all', '结算>'],
    ['', 'all', ''],
  ])('%j is %s', (typed, scope, query) => expect(scopeOf(typed)).toEqual({ scope, query }))
})

describe('pinyin', () => {
  const r = readReading('jie suan dan shen he')
  it.each([
    ['jsdsh', 0],
    ['dsh', 2],
    ['jsx', -1],
  ])('initials %s', (typed, at) => expect(matchInitials(r, typed)).toBe(at))
  it.each([
    ['jiesuan', 0],
    ['jiesd', 0],
    ['jsdshenhe', 0],
    ['jsdshh', 0],
    ['shenh', 3],
    ['uan', -1],
    ['jiesuanx', -1],
    ['jdan', -1],
  ])('pinyin %s', (typed, at) => expect(matchPinyin(r, typed)).toBe(at))
  it('every mixture of whole and shortened syllables is found', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(6), { minLength: 5, maxLength: 5 }), (cuts) => {
        const typed = r.syllables.map((s, n) => s.slice(0, 1 + ((cuts[n] ?? 0) % s.length))).join('')
        expect(matchPinyin(r, typed)).toBe(0)
      }),
    )
  })
  it('joined titles keep every reading, four at most', () => {
    expect(joinReadings(['xin zeng'], ['dan', 'shan'])).toEqual(['xin zeng dan', 'xin zeng shan'])
    expect(joinReadings(['a', 'b'], ['c', 'd'], ['e', 'f'])).toHaveLength(4)
    expect(joinReadings([], ['x'])).toEqual(['x'])
  })
  it('both readings of 重 find 重启', () => {
    expect(ids('cqjd')).toContain('restart')
    expect(ids('zqjd')).toContain('restart')
  })
})

describe('kinds of match, best first', () => {
  it.each([
    ['queue', '结算单审核', 'title'],
    ['orders', 'settlement orders', 'alias'],
    ['queue', '结算', 'prefix'],
    ['queue', 'settle', 'prefix'],
    ['lines', '结算', 'contiguous'],
    ['lines', 'settlement', 'contiguous'],
    ['queue', 'jsdsh', 'initials'],
    ['queue', 'jiesuand', 'pinyin'],
    ['queue', 'dshenhe', 'pinyin'],
    ['queue', '结核', 'fuzzy'],
    ['queue', 'sor', 'fuzzy'],
    ['queue', 'xyz', 'none'],
    ['crm', 'crm', 'prefix'],
    ['crm', 'ｃｒｍ', 'prefix'],
    ['queue', 'jie suan', 'pinyin'],
    ['queue', 'settlement review', 'contiguous'],
    ['queue', 'settlement nothing', 'none'],
  ])('%s for %j is %s', (id, typed, expected) => {
    expect(kind(id, typed)).toBe(expected)
  })
  it('the kinds are 1,000 apart, and nothing within one reaches the next', () => {
    const floors = Object.values(KIND)
    expect(floors).toEqual([...floors].sort((a, b) => b - a))
    for (const [n, floor] of floors.entries()) if (n > 0) expect((floors[n - 1] as number) - floor).toBe(1000)
    for (const i of ITEMS)
      for (const typed of ['结', '结算', 'js', 'se', 'a', 'jiesuan', '结核'])
        expect(score(i.id, typed) % 1000).toBeLessThan(500)
    expect(boost(1e9)).toBeLessThan(500)
  })
  it('jsdsh finds the audit queue first; the plain title beats the longer one', () => {
    expect(ids('jsdsh')[0]).toBe('queue')
    expect(ids('结算单').slice(0, 2)).toEqual(['orders', 'queue'])
    expect(ids('cqjd')).toEqual(['restart'])
  })
  it('use reorders equals and never lifts a worse kind', () => {
    const heavy = (id: string) => Int32Array.from(ITEMS, (i) => (i.id === id ? 499 : 0))
    expect(rank(INDEX, '审核', { boosts: heavy('queue') }).items[0]?.id).toBe('hub')
    expect(rank(INDEX, '结算', { boosts: heavy('queue') }).items[0]?.id).toBe('queue')
    expect(rank(INDEX, '结算', { boosts: heavy('lines') }).items[0]?.id).not.toBe('lines')
  })
  it('leaves out what is not included, and counts the rest', () => {
    const include = Uint8Array.from(ITEMS, (i) => (i.id === 'orders' ? 0 : 1))
    const found = rank(INDEX, '结算', { include })
    expect(found.items.map((i) => i.id)).toEqual(['queue', 'lines'])
    expect(found.total).toBe(2)
  })
})

describe('laws of ranking', () => {
  const word = fc.constantFrom('结算', '审核', '企业', '医生', '单', '新增', 'CRM', '导出', '审')
  const english = fc.constantFrom('settle', 'review', 'order', 'company', 'doctor', 'add')
  const one = fc.tuple(
    fc.array(word, { minLength: 1, maxLength: 4 }),
    fc.array(english, { minLength: 1, maxLength: 3 }),
  )
  const list = fc
    .array(one, { minLength: 1, maxLength: 80 })
    .map((all) => all.map(([zh, en], n) => item(`c${n}`, zh.join(''), en.join(' '))))
  const query = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'jsdhqyxz结算审单核 ersto'), minLength: 1, maxLength: 6 }),
    word,
    english,
  )

  it('an exact title is always first', () => {
    fc.assert(
      fc.property(list, fc.nat(), fc.array(fc.nat(499), { minLength: 80, maxLength: 80 }), (items, pick, use) => {
        const wanted = items[pick % items.length] as Searchable
        const boosts = Int32Array.from(items, (_i, n) => use[n] ?? 0)
        const [first] = rank(buildIndex(items), wanted.title, { boosts }).items
        expect(fold(first?.title ?? '')).toBe(fold(wanted.title))
      }),
    )
  })
  it('the order of the list given does not matter', () => {
    fc.assert(
      fc.property(list, query, fc.infiniteStream(fc.nat()), (items, typed, random) => {
        const shuffled = items
          .map((i) => ({ i, n: random.next().value as number }))
          .sort((a, b) => a.n - b.n)
          .map((x) => x.i)
        const a = rank(buildIndex(items), typed)
        const b = rank(buildIndex(shuffled), typed)
        expect(b.items.map((i) => i.id)).toEqual(a.items.map((i) => i.id))
        expect(b.total).toBe(a.total)
      }),
    )
  })
  it('typing more only ever narrows', () => {
    fc.assert(
      fc.property(list, query, fc.constantFrom(...'jsd结算e o'), (items, typed, more) => {
        if (!fold(typed)) return
        const index = buildIndex(items)
        for (let n = 0; n < items.length; n++)
          if (matches(index, n, typed + more)) expect(matches(index, n, typed), items[n]?.title).toBe(true)
      }),
    )
  })
  it('what is shown matches, is best first, is at most 50, and is all there is when fewer', () => {
    fc.assert(
      fc.property(list, query, (items, typed) => {
        const index = buildIndex(items)
        const prepared = prepare(typed)
        const found = rank(index, typed)
        if (!prepared) {
          expect(found).toEqual({ items: [], scored: [], total: 0 })
          return
        }
        const all = items.map((_i, n) => scoreItem(index, n, prepared))
        expect(found.total).toBe(all.filter((s) => s > 0).length)
        expect(found.items).toHaveLength(Math.min(ROWS, found.total))
        const scores = found.items.map((i) => all[items.indexOf(i)] as number)
        expect(scores).toEqual([...scores].sort((a, b) => b - a))
        const worst = scores.at(-1) ?? 0
        const shown = new Set(found.items)
        for (const [n, i] of items.entries()) if (!shown.has(i)) expect(all[n]).toBeLessThanOrEqual(worst)
      }),
    )
  })
  it('of a pasted page only the beginning is looked at', () => {
    expect(rank(INDEX, 'x'.repeat(100_000)).total).toBe(0)
    expect(rank(INDEX, `${'jie'.repeat(5_000)} ${'算'.repeat(5_000)}`).total).toBe(0)
    expect(rank(INDEX, `结算单审核${' '.repeat(100_000)}`).total).toBe(1)
  })
})

describe('frecency', () => {
  const DAY = 24 * 3_600_000
  it('halves in a week, adds up, forgets the lightest', () => {
    const once = visit({}, 'a', 0)
    expect(weigh(once, 'a', 0)).toBe(1)
    expect(weigh(once, 'a', HALF_LIFE)).toBe(0.5)
    expect(weigh(visit(once, 'a', HALF_LIFE), 'a', HALF_LIFE)).toBe(1.5)
    expect(weigh(once, 'toString', 0)).toBe(0)
    let many = once
    for (let n = 0; n < KEPT + 20; n++) many = visit(many, `x${n}`, DAY + n)
    expect(Object.keys(many)).toHaveLength(KEPT)
    expect(many.a).toBeUndefined()
  })
  it('is kept, read again, and can be reset', () => {
    let kept: Frecency = {}
    const store = {
      read: () => kept,
      write: (book: Frecency) => {
        kept = book
      },
    }
    const book = frecencyBook(store, () => DAY)
    book.visit('a')
    book.visit('b')
    book.visit('b')
    expect(frecencyBook(store, () => DAY).recent(5)).toEqual(['b', 'a'])
    book.forget('b')
    expect(book.recent(5)).toEqual(['a'])
    book.reset()
    expect(frecencyBook(store, () => DAY).recent(5)).toEqual([])
  })
  it.each([[null], ['nonsense'], ['[]'], ['{"a":[1]}'], ['{"a":["x",1]}'], ['{"a":[null,1]}'], ['null']])(
    'damaged storage %j counts as none',
    (text) => {
      expect(parseFrecency(text)).toEqual({})
    },
  )
  it('a boost grows with use and stays below the distance of kinds', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e6, noNaN: true }),
        fc.double({ min: 0, max: 1e6, noNaN: true }),
        (a, b) => a > b || boost(a) <= boost(b),
      ),
    )
    expect(boost(0)).toBe(0)
  })
})

it("the readings of the commands' own titles are up to date", () => {
  execFileSync(process.execPath, ['--import', 'tsx', 'commands/catalog/readings.gen.mjs', '--check'], {
    cwd: new URL('../../..', import.meta.url),
    stdio: 'pipe',
  })
})
