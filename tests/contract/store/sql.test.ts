import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { inheritedOf, resourceOf, resources } from '../../../src/model/business.ts'
import type { Condition } from '../../../src/model/language/conditions/condition.ts'
import { OPERATORS } from '../../../src/model/language/conditions/condition.ts'
import { filtersOf } from '../../../src/model/language/listing.ts'
import { auditFields } from '../../../src/model/language/resource.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { permissionCodes } from '../../../src/model/roles/grants.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { columnNames } from '../../../src/model/wire/columns.ts'
import type { Database, Statement } from '../../../src/server/core/database.ts'
import { AppError } from '../../../src/server/core/errors.ts'
import { columnsFrom, toWire } from '../../../src/server/database/codec.ts'
import { snake } from '../../../src/server/database/names.ts'
import { loadRecords } from '../../../src/server/database/records.ts'
import { nameOfRef } from '../../../src/server/database/schema/indexes.ts'
import { gramsOf } from '../../../src/server/database/sqlText.ts'
import { business } from '../../../src/server/domains/domains.ts'
import { resolveNames } from '../../../src/server/lists/resolve.ts'
import { filterOf, operatorsOf, parseConditions } from '../../../src/server/lists/sql/conditions.ts'
import {
  countsQuery,
  detailQuery,
  groupedQuery,
  idsQuery,
  listQuery,
  parseSort,
  type Query,
  rowsQuery,
  totalQuery,
} from '../../../src/server/lists/sql/query.ts'
import { rowsTable, windowTable } from '../../../src/server/lists/sql/table.ts'
import { newTenantId, testDatabase } from '../../server/harness.ts'

const { settlementStatus } = statesOf(settlementOrder)

const order = resourceOf('settlementOrder')
/** Who may ask of everything. */
const somebody = { permissions: permissionCodes }
const refusal = (fn: () => unknown): AppError => {
  try {
    fn()
  } catch (e) {
    if (e instanceof AppError) return e
    throw e
  }
  throw new Error('was not refused')
}

describe('conditions', () => {
  it.each<[string, Record<string, unknown>, Condition[]]>([
    ['a bare text is contained', { code: ' SO2024 ' }, [{ field: 'code', op: 'like', value: 'SO2024' }]],
    ['a bare month is equal', { cycleMonth: '202404' }, [{ field: 'cycleMonth', op: 'equal', value: '202404' }]],
    [
      'a bare status is equal',
      { settlementStatus: settlementStatus.pending },
      [{ field: 'settlementStatus', op: 'equal', value: '0' }],
    ],
    [
      'operators are spelt behind the name',
      { totalAmount_ge: '100', totalAmount_lt: '200.50' },
      [
        { field: 'totalAmount', op: 'ge', value: '100' },
        { field: 'totalAmount', op: 'lt', value: '200.50' },
      ],
    ],
    [
      'spellings of the wire for dates',
      { createTime_datege: '2024-06-01', createTime_le: '2024-06-30 12:00:00' },
      [
        { field: 'createTime', op: 'ge', value: '2024-06-01' },
        { field: 'createTime', op: 'le', value: '2024-06-30 12:00:00' },
      ],
    ],
    ['empty ones are dropped', { code: '', settlementStatus: null, cycleMonth: '  ' }, []],
    ['reserved ones are none', { current: '2', size: '10', sort: 'createTime', ascs: 'x', 'blade-auth': 't' }, []],
    [
      'unknown ones are ignored',
      { nosuch: '1', code_between: '1', settlementStatus_like: '1', cycleMonth_like: '24', netAmount_ge: '1' },
      [],
    ],
    ['several values', { settlementStatus_in: '0,2' }, [{ field: 'settlementStatus', op: 'in', value: '0,2' }]],
    ['by id', { id_in: '1,2' }, [{ field: 'id', op: 'in', value: '1,2' }]],
  ])('%s', (_, params, wanted) => expect(parseConditions(somebody, order, params)).toEqual(wanted))

  it.each([
    [{ nosuch: '1' }, 'nosuch'],
    [{ code_between: '1' }, 'code_between'],
    [{ settlementStatu: '0' }, 'settlementStatu'],
  ])('unknown ones are refused where rows are changed: %o', (params, name) => {
    const e = refusal(() => parseConditions(somebody, order, params, { strict: true }))
    expect(e.code).toBe(400)
    expect(e.text[0]).toContain(name)
    expect(e.text[1]).toContain(name)
    expect(e.data).toHaveProperty(name)
  })

  it.each([
    [{ totalAmount_ge: 'abc' }, '结算总额须为最多2位小数的数字'],
    [{ settlementStatus: '7' }, '结算状态不是可选的值'],
    [{ settlementStatus_in: '0,x' }, '结算状态不是可选的值'],
    [{ createTime_ge: '2024-13-01' }, '创建时间须为日期'],
    [{ entrustedCompanyId: "1' or '1'='1" }, '委托企业须为有效的编号'],
  ])('a value that cannot be meant is 400 and says what is wanted: %o', (params, words) => {
    const e = refusal(() => parseConditions(somebody, order, params as Record<string, unknown>))
    expect(e.code).toBe(400)
    expect(e.text[0]).toContain(words)
  })
})

describe('sort', () => {
  it('is one of the declared ones, in the wire spelling too', () => {
    expect(parseSort(order, {})).toBeUndefined()
    expect(parseSort(order, { sort: '+totalAmount' })).toBe('+totalAmount')
    expect(parseSort(order, { ascs: 'total_amount' })).toBe('+totalAmount')
    expect(parseSort(order, { descs: 'createTime' })).toBe('createTime')
    for (const params of [{ sort: 'doctorCount' }, { ascs: 'id;drop table x' }, { descs: 'code,createTime' }])
      expect(refusal(() => parseSort(order, params)).code).toBe(400)
  })

  it('always ends in the id, in the same direction', () => {
    const q: Query = { resource: order, reach: { tenantId: 't', domains: business }, conditions: [] }
    expect(listQuery(q, { current: 1, size: 10 }).text).toContain('order by "create_time" desc, id desc limit')
    expect(listQuery({ ...q, sort: '+totalAmount' }, { current: 1, size: 10 }).text).toContain(
      'order by "total_amount", id limit',
    )
  })
})

describe('grams', () => {
  it('are few, behind the tenant, folded', () => {
    expect(gramsOf('t', '')).toEqual([])
    expect(gramsOf('t', '康')).toEqual(['t:康'])
    expect(gramsOf('t', '康泰')).toEqual(['t:康泰'])
    expect(gramsOf('t', 'SO𠮷')).toEqual(['t:so𠮷'])
    expect(gramsOf('t', 'NO2024061500000123').length).toBeLessThanOrEqual(6)
  })
})

describe('statements', () => {
  const names = new Set<string>()
  for (const r of resources.values()) {
    names.add(snake(r.id))
    for (const name of [r.fields, auditFields, inheritedOf(r)].flatMap(Object.keys)) names.add(snake(name)).add(name)
  }
  /** Of the question who made a record: its words, and the parameter that switches the separation of duties off. */
  const MAKERS = `array madebyme string_agg k how resource user_id record_id record_maker param param_key param_value is_deleted min true exists 'sod enabled' 'false' '`
  /** Of the question whose name is read so. */
  const READ = `record_search plain rounds_pieces terms replace e'\\n' code_key`
  const KNOWN = new Set(
    `${MAKERS} ${READ} select from where and or not in any is false distinct like ilike order by desc limit offset as count int sum coalesce text numeric bigint timestamptz tenant_id tenantid id version n k amount x rounds_grams rounds_folded null char varchar array_position`.split(
      ' ',
    ),
  )

  /** The rows of a table; which columns are arrays follows from its columns alone, without a query. */
  const inside = ({ text, values }: Statement): Statement => ({
    text: text.slice(text.indexOf(' from (select ')),
    ...(values ? { values } : {}),
  })

  it('arrays are made the same way whatever is asked', () => {
    for (const r of resources.values()) {
      const head = (conditions: readonly Condition[]) =>
        windowTable({ resource: r, reach: { tenantId: 't', domains: business }, conditions }, columnNames(r), {
          skip: 0,
          limit: 1,
        }).statement.text.split(' from (select ')[0]
      expect(head([{ field: 'id', op: 'in', value: '1,2' }])).toBe(head([]))
    }
  })

  /** Whatever is asked, SQL holds identifiers of the model and places of values, nothing else. */
  it('hold nothing a person typed', () => {
    // a view is a subselect of its own words
    const anyResource = fc.constantFrom(...[...resources.values()].filter((r) => r.view === undefined))
    const anyText = fc.oneof(
      fc.string(),
      fc.constantFrom(`' or 1=1 --`, '康泰,同仁', '"; drop table x', '%_\\', '$1', '康泰'),
    )
    fc.assert(
      fc.property(
        anyResource,
        fc.dictionary(
          fc.oneof(fc.string(), fc.constantFrom('code', 'code_like', 'paramName_in', 'createTime', 'q', 'decidable')),
          anyText,
        ),
        anyText,
        (r, params, typed) => {
          const name = filtersOf(r).find((n) => n !== 'id' && operatorsOf(filterOf(r, n) as never).includes('like'))
          let conditions: Condition[] = []
          try {
            conditions = parseConditions(somebody, r, {
              ...params,
              ...(name ? { [`${name}_like`]: typed, [name]: typed, [`${name}_in`]: typed } : {}),
            })
          } catch (e) {
            if (!(e instanceof AppError)) throw e
          }
          const q: Query = {
            resource: r,
            reach: { tenantId: 'tt', domains: business, company: typed || null, fiscalTax: typed || null },
            conditions,
          }
          for (const s of [
            listQuery(q, { current: 1, size: 10 }),
            totalQuery(q),
            idsQuery(q, 10),
            rowsQuery(r, q.reach, [typed]),
            detailQuery(r, q.reach, typed),
            inside(windowTable(q, columnNames(r), { skip: 0, limit: 10 }).statement),
            inside(rowsTable(r, q.reach, [typed], [r.name]).statement),
          ]) {
            const words =
              s.text.replace(/"[A-Za-z_0-9]+"/g, (w) => w.slice(1, -1)).match(/[^\s(),.:=<>@&*[\]$;]+/g) ?? []
            for (const w of words)
              if (
                !/^\d+$/.test(w) &&
                !KNOWN.has(w.toLowerCase()) &&
                !names.has(w) &&
                w !== "''" &&
                w !== '||' &&
                w !== `'${r.id}'`
              )
                throw new Error(`${w} in ${s.text}`)
            const places = new Set(s.text.match(/\$\d+/g))
            expect(places.size).toBe(s.values?.length ?? 0)
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('rows found', () => {
  let db: Database
  let tenantId: string
  const company = resourceOf('entrustedCompany')
  const words = ['康泰医药', '华康制药', 'ABC康药', 'abc Pharma', '百分%药', '下_线', '反\\斜', '泰康', '药', 'NFKC']

  beforeAll(async () => {
    db = await testDatabase()
    tenantId = newTenantId()
    await db.transaction({ tenantId }, async (tx) => {
      await loadRecords(
        tx,
        company,
        words.map((name, n) => ({
          id: String(n + 1),
          name,
          socialCreditCode: `C${n}`,
          legalPerson: '王',
          code: `K${n}`,
        })),
      )
      await loadRecords(
        tx,
        order,
        words.map((name, n) => ({
          id: String(100 + n),
          code: `SO${n}`,
          entrustedCompanyId: String(n + 1),
          entrustedCompanyName: name,
          fiscalTaxId: String(1 + (n % 2)),
          doctorAmount: `${n}.10`,
          netAmount: `${n}.10`,
          totalAmount: `${n}.10`,
          settlementStatus: n % 3,
          cycleMonth: `20240${1 + (n % 3)}`,
          createTime: `2024-06-0${1 + (n % 9)} 23:59:59`,
        })),
      )
    })
  })

  const found = async (r: typeof order, params: Record<string, string>, reach: Partial<Query['reach']> = {}) => {
    const q: Query = {
      resource: r,
      reach: { tenantId, domains: business, ...reach },
      conditions: parseConditions(somebody, r, params),
      sort: undefined,
    }
    const idsOf = async (x: Query) =>
      (await db.scoped<{ id: string }>({ tenantId }, listQuery(x, { current: 1, size: 100 })))
        .map((row) => Number(row.id))
        .sort((a, b) => a - b)
    const ids = await idsOf(q)
    // names looked up beforehand mean the same rows
    expect(await idsOf(await resolveNames(db, q))).toEqual(ids)
    return ids
  }
  it('are counted alike value by value and all together', async () => {
    const q: Query = {
      resource: order,
      reach: { tenantId, domains: business },
      conditions: [{ field: 'totalAmount', op: 'ge', value: '2' }],
    }
    const states = ['0', '1', '2', '5']
    const counted = async (s: Statement) =>
      (await db.scoped<{ value: string; n: number }>({ tenantId }, s))
        .filter(({ n }) => n > 0)
        .sort((a, b) => Number(a.value) - Number(b.value))
    const all = [
      { value: '0', n: 3 },
      { value: '1', n: 2 },
      { value: '2', n: 3 },
    ]
    expect(await counted(countsQuery(q, 'settlementStatus', states, 100))).toEqual(all)
    expect(await counted(groupedQuery(q, 'settlementStatus', states))).toEqual(all)
    expect(await counted(groupedQuery(q, 'settlementStatus', ['2', '5']))).toEqual([{ value: '2', n: 3 }])
    // one beyond the most says that there are more
    expect((await counted(countsQuery(q, 'settlementStatus', states, 1))).map(({ n }) => n)).toEqual([2, 2, 2])
  })

  const saying = (test: (name: string) => boolean, from: number) => words.flatMap((w, n) => (test(w) ? [n + from] : []))

  it.each(['康', '康泰', '泰', 'abc', 'ABC', 'c康', '%', '_', '\\', '医药', 'Pharma', ' ', '不存在', '百分%药'])(
    'contain %s, own and copied names alike',
    async (word) => {
      const test = (w: string) => w.toLowerCase().includes(word.toLowerCase())
      if (word.trim()) {
        expect(await found(company, { name: word })).toEqual(saying(test, 1))
        expect(await found(order, { entrustedCompanyName: word })).toEqual(saying(test, 100))
        expect(await found(company, { name_likeright: word })).toEqual(
          saying((w) => w.toLowerCase().startsWith(word.toLowerCase()), 1),
        )
        expect(await found(company, { name_equal: word })).toEqual(saying((w) => w === word, 1))
      }
    },
  )

  it('of a copied name are asked for by id', async () => {
    const q: Query = {
      resource: order,
      reach: { tenantId, domains: business },
      conditions: parseConditions(somebody, order, { entrustedCompanyName: '康泰', code: 'SO' }),
    }
    expect((await resolveNames(db, q)).conditions).toEqual([
      { field: 'entrustedCompanyId', op: 'in', value: '1' },
      { field: 'code', op: 'like', value: 'SO' },
    ])
    const none = { ...q, conditions: parseConditions(somebody, order, { entrustedCompanyName: '不存在' }) }
    expect((await resolveNames(db, none)).conditions).toEqual([{ field: 'entrustedCompanyId', op: 'in', value: '' }])
  })

  it('of every copied name can be asked for', async () => {
    const asked = [...resources.values()].flatMap((r) =>
      filtersOf(r).flatMap((name) => (nameOfRef(r, name) ? [{ r, name }] : [])),
    )
    expect(asked.length).toBeGreaterThan(8)
    for (const { r, name } of asked)
      expect(await found(r, { [name]: '不存在', [`${name}_likeright`]: '不' }), `${r.id}.${name}`).toEqual([])
  })

  it('are those of the ranges and days asked for', async () => {
    expect(await found(order, { totalAmount_ge: '7.10' })).toEqual([107, 108, 109])
    expect(await found(order, { totalAmount_gt: '7.10', totalAmount_le: '8.1' })).toEqual([108])
    expect(await found(order, { createTime_ge: '2024-06-09' })).toEqual([108])
    expect(await found(order, { createTime_le: '2024-06-01' })).toEqual([100, 109])
    expect(await found(order, { createTime_equal: '2024-06-03' })).toEqual([102])
    expect(await found(order, { createTime_lt: '2024-06-01 23:59:59' })).toEqual([])
    expect(await found(order, { settlementStatus_in: '0,1', totalAmount_lt: '4' })).toEqual([100, 101, 103])
    expect(await found(order, { settlementStatus_notequal: '0', id_in: '100,101' })).toEqual([101])
    expect(await found(order, { cycleMonth: '202402' })).toEqual([101, 104, 107])
    expect(await found(order, { cycleMonth: '2024' })).toEqual([])
    expect(await found(order, { cycleMonth_likeright: '2024' })).toHaveLength(10)
    expect(await found(order, { cycleMonth_in: '202401,202403', code_like: 'SO' })).toEqual(
      await found(order, { cycleMonth_notequal: '202402' }),
    )
    expect(await found(order, { code_in: 'SO1,SO2,SO' })).toEqual([101, 102])
    // what is left out is the rest of what is there
    const all = await found(order, {})
    const without = (out: readonly number[]) => all.filter((id) => !out.includes(id))
    for (const [asked, left] of [
      [{ settlementStatus_in: '0,1' }, { settlementStatus_notin: '0,1' }],
      [{ settlementStatus_equal: '0' }, { settlementStatus_notin: '0' }],
      [{ cycleMonth_in: '202401,202403' }, { cycleMonth_notin: '202401,202403' }],
      [{ code_like: 'SO1' }, { code_notlike: 'so1' }],
      [{ code_in: 'SO1,SO2' }, { code_notin: 'SO1,SO2' }],
      [{ entrustedCompanyName_like: '康泰' }, { entrustedCompanyName_notlike: '康泰' }],
      [{ id_in: '100,101' }, { id_notin: '100,101' }],
    ] as const)
      expect([left, await found(order, left)]).toEqual([left, without(await found(order, asked))])
    expect(await found(order, { code_notlike: '%' })).toEqual(all)
    expect(await found(order, { code: 'so1' })).toEqual([101])
    expect(await found(order, { code: 'so' })).toHaveLength(10)
    // a piece wherever it stands, however short, in any case
    expect(await found(order, { code: 'O1' })).toEqual([101])
    expect(await found(order, { code: 'o1' })).toEqual([101])
    expect(await found(order, { code: '1' })).toEqual([101])
    expect(await found(order, { code_likeany: 'O1,o2' })).toEqual([101, 102])
    expect(await found(order, { code_likeright: 'O1' })).toEqual([])
    expect(await found(order, { code: '康泰' })).toEqual([])
    expect(await found(order, { code: '%' })).toEqual([])
    expect(await found(order, { code_likeright: 'SO10' })).toEqual([])
  })

  it('are within the reach of who asks, also by id', async () => {
    expect(await found(order, {}, { company: '3' })).toEqual([102])
    expect(await found(company, {}, { company: '3' })).toEqual([3])
    expect(await found(order, { settlementStatus: '0' }, { fiscalTax: '1' })).toEqual([100, 106])
    const reach = { tenantId, domains: business, company: '3' }
    expect(await db.scoped({ tenantId }, detailQuery(order, reach, '101'))).toEqual([])
    expect(await db.scoped({ tenantId }, rowsQuery(order, reach, ['101', '102', '5']))).toHaveLength(1)
  })

  it('come to the wire as the wire wants them', async () => {
    const [row] = await db.scoped<Record<string, unknown>>(
      { tenantId },
      detailQuery(order, { tenantId, domains: business }, '101'),
    )
    expect(toWire(order, row as Record<string, unknown>)).toMatchObject({
      id: '101',
      tenantId,
      code: 'SO1',
      entrustedCompanyId: '2',
      socialCreditCode: '',
      settlementCycleId: '',
      totalAmount: '1.10',
      vatAmount: '0.00',
      settlementStatus: settlementStatus.rejected,
      approvalDate: '',
      createTime: '2024-06-02 23:59:59',
      createUser: '',
      version: 0,
      isDeleted: 0,
    })
  })
})

describe('the wire', () => {
  const doctor = resourceOf('authenticationDoctor')
  it('hides personal data from who may not see it', () => {
    const row = {
      id: '1',
      phone: '13812345678',
      idCardNumber: '110101199003071234',
      bankAccount: '6222021234567890123',
      doctorName: '王',
    }
    const seen = toWire(doctor, row)
    expect(seen).toMatchObject({
      phone: '138****5678',
      idCardNumber: '110***********1234',
      bankAccount: '****0123',
      doctorName: '王',
      gender: null,
    })
    expect(toWire(doctor, row, { unmask: true })).toMatchObject({
      phone: '13812345678',
      idCardNumber: '110101199003071234',
      bankAccount: '6222021234567890123',
    })
    expect(toWire(doctor, { id: '1' }).phone).toBe('')
  })

  it('leaves undeclared columns out', () => {
    expect(toWire(resourceOf('user'), { id: '1', password_hash: 'x', secret: 'y' })).not.toHaveProperty('secret')
  })

  it('turns values into columns: times of Shanghai, empties, initial values', () => {
    expect(
      columnsFrom(order, {
        approvalDate: '2024-06-15 08:00:00',
        code: '',
        vatAmount: null,
        id: '5',
        tenantId: 't',
        remarkUnused: undefined,
      }),
    ).toEqual({
      approval_date: '2024-06-15T00:00:00.000Z',
      code: null,
      vat_amount: '0.00',
      id: '5',
    })
    expect(() => columnsFrom(order, { nosuch: 1 })).toThrow('no field nosuch')
  })
})

it('supports every operator of the wire', () => {
  const known = new Set(
    [...resources.values()].flatMap((r) => filtersOf(r).flatMap((n) => operatorsOf(filterOf(r, n) as never))),
  )
  expect([...known].sort()).toEqual([...OPERATORS].sort())
})
