import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { user } from '../../../src/model/administration/access/user.ts'
import { resourceOf, resources } from '../../../src/model/business.ts'
import { entrustedCompany } from '../../../src/model/people/entrustedCompany.ts'
import { thirdPlatform } from '../../../src/model/people/thirdPlatform.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { taxItemRate } from '../../../src/model/settlement/taxItemRate.ts'
import type { Found } from '../../../src/model/wire/wire.ts'
import { columnOf, isTenant, quoted, tableOf } from '../../../src/server/database/names.ts'
import { soughtAmounts } from '../../../src/server/database/schema/amounts.ts'
import { searchable, searchFill } from '../../../src/server/database/schema/search.ts'
import { type Client, type TestApp, testApp } from '../../server/app.ts'
import { change, load, order, type World, world } from '../../server/decisions/fixture.ts'

let t: TestApp
let w: World
let admin: Client
let tenantId: string
const names: Record<string, string> = {}

/** Adds a company and remembers its id by its name. */
async function company(name: string, code: string): Promise<string> {
  const { id } = await load(w.context, tenantId, (work) =>
    work.insert(entrustedCompany, { name, code, legalPerson: 'Li', socialCreditCode: `credit of ${code}` }),
  )
  names[name] = id
  return id
}

const found = async (who: Client, q: string, limit = 20): Promise<readonly Found[]> =>
  (await who.get<Found[]>('rounds/search', { q, limit })).data
const titles = async (q: string, who = admin) => (await found(who, q)).map((f) => f.title)

beforeAll(async () => {
  t = await testApp()
  tenantId = await t.newTenant({ dictionaries: true })
  w = await world('search', tenantId)
  admin = await t.signIn(tenantId, 'administrator')
  for (const [n, name] of ['南京瑞禾医药有限公司', '重庆长江 Bio 科技', '瑞禾', '北京瑞禾'].entries())
    await company(name, `K00${n}`)
})
afterAll(() => t.app.close())

describe('a record is found', () => {
  it.each([
    ['瑞禾医', '南京瑞禾医药有限公司'],
    ['njrh', '南京瑞禾医药有限公司'],
    ['NJRHYY', '南京瑞禾医药有限公司'],
    ['nj', '南京瑞禾医药有限公司'],
    ['nanjing', '南京瑞禾医药有限公司'],
    ['nan jing rui', '南京瑞禾医药有限公司'],
    ['ruiheyiyao', '南京瑞禾医药有限公司'],
    ['chongqing', '重庆长江 Bio 科技'],
    ['zhongqingchang', '重庆长江 Bio 科技'],
    ['cqcj', '重庆长江 Bio 科技'],
    ['cjbiokj', '重庆长江 Bio 科技'],
    ['长江bio', '重庆长江 Bio 科技'],
    ['k001', '重庆长江 Bio 科技'],
    ['k00', '重庆长江 Bio 科技'],
  ])('by %s: %s', async (q, title) => expect(await titles(q)).toContain(title))

  it('the exact one first, then what begins so, then the rest, the last added before the others', async () => {
    expect((await titles('瑞禾')).slice(0, 3)).toEqual(['瑞禾', '北京瑞禾', '南京瑞禾医药有限公司'])
    await company('瑞禾控股', 'K010')
    expect((await titles('瑞禾')).slice(0, 4)).toEqual(['瑞禾', '瑞禾控股', '北京瑞禾', '南京瑞禾医药有限公司'])
    // a code before names that merely have it
    expect((await titles('K00')).length).toBeGreaterThan(3)
    expect((await titles('k002'))[0]).toBe('瑞禾')
  })

  it('whatever look-alikes stand in its name, and whatever is typed', async () => {
    for (const [name, code, ...typed] of [
      [
        '试测医药（北京）有限公司',
        'K060',
        '试测医药(北京)有限公司',
        '试测医药（北京） 有限',
        '试测医药　（北京',
        'scyybj',
      ],
      ['阿卜杜拉•艾山', 'K061', '阿卜杜拉·艾山', '阿卜杜拉・艾山', '阿卜杜拉‧艾', 'abdlas'],
      ['⽩浪⻓城ＡＢ科技', 'K062', '白浪长城ab', '⽩浪', 'bailang'],
      ['\u200b缪晓', 'K063', '缪晓', 'miaoxiao'],
    ] as const) {
      await company(name, code)
      for (const q of typed) expect(await titles(q), q).toContain(name)
    }
    expect((await titles('Ｋ０６０'))[0]).toBe('试测医药（北京）有限公司')
  })

  it('by surnames and rare characters as they are read in names', async () => {
    for (const [n, [name, q]] of [
      ['缪小雨', 'miaoxiaoyu'],
      ['万俟卨', 'moqixie'],
      ['员半千', 'yunban'],
      ['隗嚣', 'kuixiao'],
      ['隗嚣', 'weixiao'],
      ['秘彭祖', 'bipengzu'],
      ['繁星', 'poxing'],
      ['王䶮', 'wangyan'],
      ['李𠮷', 'liji'],
      ['㛃洁', 'jiejie'],
      ['单雄', 'shanxiong'],
      ['仇英', 'qiuying'],
    ].entries()) {
      await company(name as string, `K07${n}`)
      expect(await titles(q as string), q).toContain(name)
    }
  })

  it('by what is unique of it, where it has no code: a user by the account, for who may list users', async () => {
    const account = 'zhao77'
    await load(w.context, tenantId, (work) => work.insert(user, { account, realName: '赵明' }))
    expect((await found(admin, account))[0]).toMatchObject({ resource: 'user', title: '赵明', note: account })
    expect(await titles('hao7')).toEqual(['赵明'])
    expect(await found(await t.signIn(tenantId, 'finance'), account)).toEqual([])
  })

  it('by a name that others have, too: what makes each unique stands beside it', async () => {
    await load(w.context, tenantId, async (work) => {
      for (const n of [1, 2]) {
        const partner = await work.insert(thirdPlatform, { name: `合作方${n}`, code: `HZ${n}`, thirdType: 1 })
        const of = { fiscalTaxId: partner.id, fiscalTaxName: `合作方${n}` }
        await work.insert(taxItemRate, { taxItemName: '鉴证咨询费', taxItemCode: '30499', ...of })
      }
    })
    expect((await found(admin, '鉴证咨询费')).map((f) => f.note)).toEqual(['合作方2 · 30499', '合作方1 · 30499'])
  })

  it('by nothing, by signs and by anything that is no text of a record: nothing', async () => {
    for (const q of [' ', '%', '_', "'", '\\', '\u0001', '%_%', '100%', '没有这个', 'qqqqqq', 'a'.repeat(500)])
      expect(await found(admin, q), q).toEqual([])
  })

  it('however many of a family match: five of each before the rest, the last added first', async () => {
    await load(w.context, tenantId, (work) =>
      work.insert(thirdPlatform, { name: '泛亚财税', code: 'FT9', thirdType: 1 }),
    )
    for (let n = 0; n < 8; n++) await company(`泛亚${n}`, `K04${n}`)
    const [five, rest] = [await titles('泛亚'), await titles('fanya')].map((all) => [all.slice(0, 6), all.slice(6)])
    expect(five).toEqual([
      ['泛亚7', '泛亚6', '泛亚5', '泛亚4', '泛亚3', '泛亚财税'],
      ['泛亚2', '泛亚1', '泛亚0'],
    ])
    expect(rest).toEqual(five)
  })
})

describe('records found before are found again', () => {
  const again = async (who: Client, ...records: readonly string[]) =>
    (await who.get<Found[]>('rounds/search', { records: records.join(',') })).data.map((f) => `${f.resource}.${f.id}`)
  const of = (name: string) => `entrustedCompany.${names[name]}`

  it('as they are called now, in the order named, each once, with how they are read', async () => {
    expect(await again(admin, of('瑞禾'), of('南京瑞禾医药有限公司'), of('瑞禾'))).toEqual([
      of('瑞禾'),
      of('南京瑞禾医药有限公司'),
    ])
    const [one] = (await admin.get<Found[]>('rounds/search', { records: of('重庆长江 Bio 科技') })).data
    expect(one).toMatchObject({
      title: '重庆长江 Bio 科技',
      note: 'K001',
      pinyin: 'zhong/chong qing chang/zhang jiang ke ji',
    })
    expect((await found(admin, 'njrh'))[0]?.pinyin).toBe('nan jing rui he yi yao you xian gong si')
  })

  it('not what is gone, nor what this person may not see: a family, or a record of somebody else', async () => {
    const id = await company('即将删除', 'K050')
    expect(await again(admin, `entrustedCompany.${id}`)).toHaveLength(1)
    await t.db.scoped(
      { tenantId },
      {
        text: `update "entrusted_company" set is_deleted = 1 where tenant_id = $1 and id = $2`,
        values: [tenantId, id],
      },
    )
    expect(await again(admin, `entrustedCompany.${id}`)).toEqual([])
    const nobody = await t.signIn(tenantId, '')
    expect(await again(nobody, of('瑞禾'))).toEqual([])
    const bound = await t.signIn(tenantId, 'companyAdmin', { company: names.瑞禾 as string })
    expect(await again(bound, of('瑞禾'), of('北京瑞禾'))).toEqual([of('瑞禾')])
    const other = await t.newTenant()
    expect(await again(await t.signIn(other, 'administrator'), of('瑞禾'))).toEqual([])
  })

  it('odd names find nothing, too many are refused', async () => {
    expect(
      await again(
        admin,
        'nosuch.1',
        'entrustedCompany',
        'entrustedCompany.x',
        '.',
        `entrustedCompany.${'9'.repeat(19)}`,
        "'",
      ),
    ).toEqual([])
    const { status } = await admin.get('rounds/search', {
      records: Array.from({ length: 51 }, (_, n) => `entrustedCompany.${n}`).join(','),
    })
    expect(status).toBe(400)
  })
})

describe('the search table follows its records', () => {
  it('renamed, removed and brought back', async () => {
    const id = await company('成都旧名', 'K020')
    expect(await titles('旧名')).toEqual(['成都旧名'])
    await change(w.context, tenantId, entrustedCompany, id, { name: '成都新名' })
    expect([await titles('旧名'), await titles('cdxm'), await titles('chengduxin')]).toEqual([
      [],
      ['成都新名'],
      ['成都新名'],
    ])
    const deleted = (is: number) =>
      t.db.scoped(
        { tenantId },
        {
          text: `update "entrusted_company" set is_deleted = ${is} where tenant_id = $1 and id = $2`,
          values: [tenantId, id],
        },
      )
    await deleted(1)
    expect(await titles('新名')).toEqual([])
    await deleted(0)
    expect(await titles('新名')).toEqual(['成都新名'])
  })

  it('with the transaction that writes: what is rolled back was never there', async () => {
    const failed = load(w.context, tenantId, async (work) => {
      await work.insert(entrustedCompany, {
        name: '武汉回滚',
        code: 'K030',
        legalPerson: 'Li',
        socialCreditCode: 'credit of K030',
      })
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await titles('回滚')).toEqual([])
  })

  it('in every family: what a load by SQL leaves is what a fill anew makes, and what the records say', async () => {
    const rows = () =>
      t.db.owner((tx) =>
        tx.query(`select * from "record_search" where tenant_id = $1 order by resource, id`, [tenantId]),
      )
    const before = await rows()
    await t.db.owner(async (tx) => {
      for (const text of searchFill()) await tx.query(text, [[tenantId]])
    })
    expect(await rows()).toEqual(before)
    expect(before.length).toBeGreaterThan(30)
    const kept = new Set(before.map((r) => String((r as { resource: string }).resource)))
    for (const id of kept) expect(searchable()).toContain(resourceOf(id))
    for (const r of searchable()) {
      const [row] = await t.db.owner((tx) =>
        tx.query<{ n: number }>(
          `select count(*)::int n from ${quoted(tableOf(r))} t where tenant_id = $1 and is_deleted = 0
            and not exists (select 1 from "record_search" s where s.tenant_id = t.tenant_id and s.resource = $2 and s.id = t.id)`,
          [tenantId, r.id],
        ),
      )
      if (!r.variantOf && !r.where) expect(row?.n, r.id).toBe(0)
    }
  })

  it('by its triggers alone: the application may only read it', async () => {
    for (const text of [
      'delete from "record_search"',
      `update "record_search" set title = ''`,
      'truncate "record_search"',
      `insert into "record_search" (tenant_id, resource, id, title, terms, reach) values ($1, 'param', 1, '', '', '{}')`,
    ])
      await expect(
        t.db.scoped({ tenantId }, { text, values: text.includes('$1') ? [tenantId] : [] }),
      ).rejects.toMatchObject({
        code: '42501',
      })
  })

  it('holds no personal data and no secret', async () => {
    // of this tenant: values that other tests fill in are found in each other by chance
    for (const r of [...resources.values()].filter((one) => isTenant(one) && one.view === undefined))
      for (const [name, f] of Object.entries(r.fields)) {
        if (!f.facts.masked && f.kind !== 'secret') continue
        const [row] = await t.db.owner((tx) =>
          tx.query<{ n: number }>(
            `select count(*)::int n from "record_search" s join ${quoted(tableOf(r))} t on t.tenant_id = s.tenant_id and t.id = s.id
              where s.tenant_id = $1 and length(t.${quoted(columnOf(name))}::text) > 3
                and position(rounds_folded(t.${quoted(columnOf(name))}::text) in s.terms || coalesce(s.note, '')) > 0`,
            [tenantId],
          ),
        )
        expect(row?.n, `${r.id}.${name}`).toBe(0)
      }
  })
})

describe('nobody finds what they may not see', () => {
  it('another tenant finds nothing', async () => {
    const other = await t.newTenant()
    const stranger = await t.signIn(other, 'administrator')
    expect(await found(stranger, '瑞禾')).toEqual([])
    expect(await found(stranger, 'njrh')).toEqual([])
  })

  it('who is bound finds what is theirs, and follows it when it changes hands', async () => {
    const own = await t.signIn(tenantId, 'companyAdmin', { userType: 2, company: w.companyId })
    const other = await t.signIn(tenantId, 'companyAdmin', { userType: 2, company: names.瑞禾 as string })
    const { id, code } = await order(w, { fees: ['900.00'] })
    const ids = async (who: Client) => (await found(who, String(code))).map((f) => f.id)
    expect([await ids(own), await ids(other)]).toEqual([[id], []])
    expect(await titles('杭州康泰', own)).toContain('杭州康泰医药有限公司')
    for (const q of ['杭州康泰', 'hzkt', 'SO', '202']) {
      const theirs = (await found(other, q)).filter((f) => f.resource === 'settlementOrder' || f.id === w.companyId)
      expect(theirs, q).toEqual([])
    }
    await change(w.context, tenantId, settlementOrder, id, { entrustedCompanyId: names.瑞禾 as string })
    expect([await ids(own), await ids(other)]).toEqual([[], [id]])
  })

  it('who reaches little finds it however much was added since: any piece of a code, a name or how it is read', async () => {
    const own = await t.signIn(tenantId, 'companyAdmin', { userType: 2, company: w.companyId })
    const { code } = await order(w, { fees: ['900.00'] })
    // more than are looked at one by one, all of which begin alike, and of nobody's whom the person is
    await t.db.owner((tx) =>
      tx.query(
        `insert into "record_search" (tenant_id, resource, id, title, code_key, terms, reach)
         select $1::text, 'settlementOrder', 9000000000000000000 + n, 'many', 'so9999' || n, e'\nso9999' || n || e'\n', array[$1 || ':settlementOrder', 'company:1']
         from generate_series(1, 1100) n`,
        [tenantId],
      ),
    )
    try {
      for (const q of ['s', 'so', 'SO2', '202', String(code), String(code).slice(3), String(code).slice(5, 9)])
        expect(await titles(q, own), q).toContain(code)
      for (const q of ['康', '州康', '康泰医', '泰医药有', 'h', 'hz', 'zkt', 'gzhouk'])
        expect(await titles(q, own), q).toContain('杭州康泰医药有限公司')
      for (const q of ['o b', '江B', '江 bi', 'BIO', 'bio科', '科', 'K00', '001'])
        expect((await titles(q)).includes('重庆长江 Bio 科技'), q).toBe(q !== 'o b')
      for (const q of ['康泰', 'zkt', '杭'])
        expect(await titles(q, await t.signIn(await t.newTenant(), 'administrator')), q).toEqual([])
    } finally {
      await t.db.owner((tx) =>
        tx.query(`delete from "record_search" where tenant_id = $1 and title = 'many'`, [tenantId]),
      )
    }
  })

  it('a person finds the families they may see', async () => {
    const alias = await t.newRole(tenantId, ['settlementOrder_view'])
    const few = await t.signIn(tenantId, alias)
    expect(await titles('瑞禾', few)).toEqual([])
    // a dictionary is open to everybody, and found by who keeps it
    expect((await found(admin, '通用')).map((f) => f.resource)).toContain('dictBiz')
    expect(await found(few, '通用')).toEqual([])
    expect((await found(few, 'SO')).length).toBeGreaterThan(0)
    expect(new Set((await found(few, '202')).map((f) => f.resource))).toEqual(new Set(['settlementOrder']))
  })
})

describe('by an amount', () => {
  it('a record is found however many are newer', async () => {
    await t.db.owner((tx) =>
      tx.query(
        `insert into "settlement_order" (tenant_id, id, code, entrusted_company_id, platform_amount, total_amount)
         select $1, 7000000000000 + n, 'SOA' || n, $2, a, a
         from generate_series(1, 2100) n, lateral (select case when n = 1 then 765432.10 else n end as a) amount`,
        [tenantId, names.瑞禾],
      ),
    )
    expect((await found(admin, '765,432.1')).map((f) => f.title)).toEqual(['SOA1'])
    // of a round amount the latest of each kind, no more
    expect((await found(admin, '2100')).filter((f) => f.resource === 'settlementOrder').map((f) => f.title)).toContain(
      'SOA2100',
    )
  })

  it('every amount has an index that has its living rows by it', async () => {
    const indexes = await t.db.owner((tx) =>
      tx.query<{ tablename: string; indexdef: string }>(`select tablename, indexdef from pg_indexes`),
    )
    const missing = searchable().flatMap((r) =>
      soughtAmounts(r)
        .map(columnOf)
        .filter(
          (column) =>
            !indexes.some(
              (i) =>
                i.tablename === tableOf(r) &&
                new RegExp(`[ "]${column}"?, id\\) WHERE \\(is_deleted = 0`).test(i.indexdef),
            ),
        )
        .map((column) => `${tableOf(r)}.${column}`),
    )
    expect(missing).toEqual([])
  })
})
