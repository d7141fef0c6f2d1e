import { beforeAll, describe, expect, it } from 'vitest'
import { resourceOf, resources } from '../../../src/model/business.ts'
import type { Condition } from '../../../src/model/language/conditions/condition.ts'
import type { Field } from '../../../src/model/language/fields/field.ts'
import { filtersOf } from '../../../src/model/language/listing.ts'
import { permissionCodes } from '../../../src/model/roles/grants.ts'
import type { Database } from '../../../src/server/core/database.ts'
import { storeKindOf } from '../../../src/server/database/kinds/kinds.ts'
import { loadRecords } from '../../../src/server/database/records.ts'
import { gramOfEach, gramsOf } from '../../../src/server/database/sqlText.ts'
import { frozenQuery } from '../../../src/server/deciding/batch/selection.ts'
import { business } from '../../../src/server/domains/domains.ts'
import { affordable, CEILING, costOf } from '../../../src/server/lists/cost.ts'
import {
  checkConditions,
  filterOf,
  LIMIT,
  operatorsOf,
  parseConditions,
} from '../../../src/server/lists/sql/conditions.ts'
import { listQuery } from '../../../src/server/lists/sql/query.ts'
import { SqlUnitOfWork } from '../../../src/server/writing/unitOfWork/sqlUnitOfWork.ts'
import { sampleOf } from '../../kinds.ts'
import { person } from '../../rules/people.ts'
import { refusal, testContext } from '../../server/decisions/fixture.ts'
import { newTenantId, testDatabase } from '../../server/harness.ts'

const order = resourceOf('settlementOrder')
const company = resourceOf('entrustedCompany')
const somebody = { permissions: permissionCodes }

/** The refusal that `fn` ends with, at once or later. */
const refused = (fn: () => unknown) => refusal(Promise.resolve().then(fn))

const names = (n: number, salt = ''): string => Array.from({ length: n }, (_, i) => `康泰${salt}${i}有限公司`).join(',')

/** How many arms and parameters a statement has. */
const shape = (s: { text: string; values?: readonly unknown[] }) => ({
  arms: s.text.split(/\bor\b/i).length - 1,
  places: s.values?.length ?? 0,
})

describe('a list of values is one expression', () => {
  const all = [...resources.values()].flatMap((r) =>
    filtersOf(r).map((name) => ({ r, name, f: filterOf(r, name) as Field })),
  )

  it.each(all.filter(({ f }) => operatorsOf(f).includes('in')).map((x) => [`${x.r.id}.${x.name}`, x] as const))(
    '%s',
    (_, { r, name, f }) => {
      const value = (n: number): string => sampleOf(f).nth(n, f)
      const { spans } = storeKindOf(f)
      const many = spans ? LIMIT.moments : LIMIT.values
      const of = (n: number) => {
        const conditions = checkConditions(somebody, r, [
          { field: name, op: 'in', value: Array.from({ length: n }, (_x, i) => value(i + 1)).join(',') },
        ])
        return shape(frozenQuery({ resource: r, reach: { tenantId: 't', domains: business }, conditions }))
      }
      // a moment is a range of its own, so they are few; of everything else any number is the same statement
      if (spans) expect(of(many)).toEqual({ arms: LIMIT.moments - 1, places: of(2).places + 2 * (LIMIT.moments - 2) })
      else expect(of(many)).toEqual(of(2))
      if (!spans) expect(of(many).arms).toBe(0)
    },
  )

  it('a whole query at its limits is short', () => {
    const texts = ['name', 'socialCreditCode']
    const conditions = checkConditions(
      somebody,
      company,
      Array.from(
        { length: 2 * LIMIT.perField - 2 },
        (_, n): Condition => ({ field: texts[n % 2] as string, op: 'in', value: names(100, String(n)) }),
      ),
    )
    const s = frozenQuery({ resource: company, reach: { tenantId: 't', domains: business }, conditions })
    expect(shape(s).arms).toBe(0)
    expect(s.text.length).toBeLessThan(4_000)
  })

  it('of each name the part is used that distinguishes it from the others', () => {
    const texts = Array.from({ length: 50 }, (_, n) => `公司${n}号有限公司`)
    const grams = gramOfEach('t', texts)
    for (const text of texts) expect(grams.some((g) => gramsOf('t', text).includes(g))).toBe(true)
    expect(grams).not.toContain('t:限公司')
    expect(grams.length).toBeGreaterThan(10)
    expect(gramOfEach('t', ['药', '康泰', '药'])).toEqual(['t:药', 't:康泰'])
    expect(gramOfEach('t', [])).toEqual([])
  })
})

describe('what a query may ask is limited, with the field and the remedy named', () => {
  const many = (n: number, of: (i: number) => Condition) => Array.from({ length: n }, (_, i) => of(i))
  const statuses = (n: number) => many(n, () => ({ field: 'settlementStatus', op: 'equal', value: '0' }))
  it.each<[string, readonly Condition[], string, RegExp, RegExp]>([
    [
      'values of one condition',
      [{ field: 'entrustedCompanyName', op: 'in', value: names(LIMIT.values + 1) }],
      'entrustedCompanyName',
      /委托企业/,
      /at most 1000 values.*Company/i,
    ],
    [
      'values of all conditions together',
      [
        { field: 'entrustedCompanyName', op: 'in', value: names(600) },
        { field: 'code', op: 'in', value: names(401) },
      ],
      'code',
      /合计最多1000个/,
      /All conditions together/,
    ],
    [
      'conditions',
      many(LIMIT.conditions + 1, (i) => ({
        field: filtersOf(order)[i % filtersOf(order).length] as string,
        op: 'equal',
        value: '1',
      })),
      '',
      /条件最多/,
      /at most/i,
    ],
    ['conditions on one field', statuses(LIMIT.perField + 1), 'settlementStatus', /结算状态的条件最多/, /combine/],
    [
      'moments',
      [
        {
          field: 'createTime',
          op: 'in',
          value: Array.from({ length: LIMIT.moments + 1 }, () => '2024-01-01').join(','),
        },
      ],
      'createTime',
      /起止时间/,
      /first and last/,
    ],
    ['one long value', [{ field: 'code', op: 'like', value: 'x'.repeat(LIMIT.text + 1) }], 'code', /过长/, /too long/],
    [
      'long values together',
      [{ field: 'code', op: 'in', value: Array.from({ length: 200 }, () => 'x'.repeat(400)).join(',') }],
      'code',
      /过长/,
      /too long/,
    ],
    ['no value', [{ field: 'code', op: 'in', value: ',,,' }], 'code', /至少/, /at least one/],
    ['an empty value', [{ field: 'code', op: 'like', value: ' ' }], 'code', /至少/, /at least one/],
  ])('%s', async (_, conditions, field, zh, en) => {
    const e = await refused(() => checkConditions(somebody, order, conditions))
    expect(e.code).toBe(400)
    expect(e.text[0]).toMatch(zh)
    expect(e.text[1]).toMatch(en)
    if (field) expect(Object.keys(e.data as object)).toEqual([field])
    // the same way in as parameters, where one name is one parameter
    if (new Set(conditions.map((c) => c.field)).size === conditions.length && conditions[0]?.value.trim())
      expect(
        (
          await refused(() =>
            parseConditions(
              somebody,
              order,
              Object.fromEntries(conditions.map((c) => [`${c.field}_${c.op}`, c.value])),
            ),
          )
        ).code,
      ).toBe(400)
  })

  it('at the limits it is answered', () => {
    expect(checkConditions(somebody, order, statuses(LIMIT.perField))).toHaveLength(LIMIT.perField)
    expect(checkConditions(somebody, order, [{ field: 'code', op: 'in', value: names(LIMIT.values) }])).toHaveLength(1)
  })
})

describe('rows found by many names', () => {
  let db: Database
  const tenantId = newTenantId()
  beforeAll(async () => {
    db = await testDatabase()
    await db.transaction({ tenantId }, async (tx) =>
      loadRecords(
        tx,
        company,
        Array.from({ length: 30 }, (_, n) => ({
          id: String(n + 1),
          name: `康泰${n}有限公司`,
          socialCreditCode: `C${n}`,
          legalPerson: '王',
          code: `K${n}`,
        })),
      ),
    )
  })

  it('are those that have one of them', async () => {
    const ids = async (value: string) => {
      const conditions = checkConditions(somebody, company, [{ field: 'name', op: 'in', value }])
      const rows = await db.scoped<{ id: string }>(
        { tenantId },
        listQuery({ resource: company, reach: { tenantId, domains: business }, conditions }, { current: 1, size: 100 }),
      )
      return rows.map((r) => Number(r.id)).sort((a, b) => a - b)
    }
    expect(await ids(`康泰3有限公司,康泰7有限公司,康泰7有限公,康泰99有限公司,泰`)).toEqual([4, 8])
    expect(await ids(`${names(LIMIT.values - 1)},不存在`)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1))
  })

  it('many ids of a unit of work are one parameter', async () => {
    const context = await testContext()
    const found = await db.transaction({ tenantId }, (tx) =>
      new SqlUnitOfWork(context, person(tenantId, 'administrator'), tx).rows(company, {
        id: Array.from({ length: 70_000 }, (_, n) => String(n + 1)),
        settleMode: [1, 2],
      } as never),
    )
    expect(found).toHaveLength(30)
  })
})

describe('what a statement may cost', () => {
  let db: Database
  const scope = { tenantId: newTenantId() }
  beforeAll(async () => {
    db = await testDatabase()
  })

  it('is known before it runs', async () => {
    // would take hours
    const endless = {
      text: 'select count(*) from generate_series(1, $1::bigint) a, generate_series(1, $1::bigint) b',
      values: [1e9],
    }
    expect(await costOf(db, scope, endless)).toBeGreaterThan(CEILING)
    const e = await refused(() => affordable(db, scope, endless))
    expect(e.code).toBe(422)
    expect(e.text).toEqual(['符合条件的范围过大，请缩小范围', 'This filter reaches too far; please narrow it'])
    await affordable(db, scope, { text: 'select 1', values: [] })
  })

  it('a selection at the limits passes', async () => {
    const conditions = checkConditions(somebody, order, [
      { field: 'entrustedCompanyName', op: 'in', value: names(500) },
      { field: 'code', op: 'in', value: names(500) },
    ])
    await affordable(db, scope, frozenQuery({ resource: order, reach: { ...scope, domains: business }, conditions }))
  })
})
