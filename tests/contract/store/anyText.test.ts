import { beforeAll, describe, expect, it } from 'vitest'
import { resourceOf, resources } from '../../../src/model/business.ts'
import { TEXT } from '../../../src/model/language/conditions/condition.ts'
import { filterFieldOf, textsOf } from '../../../src/model/language/listing.ts'
import { fieldOf, type Resource } from '../../../src/model/language/resource.ts'
import { permissionCodes } from '../../../src/model/roles/grants.ts'
import type { Database } from '../../../src/server/core/database.ts'
import { AppError } from '../../../src/server/core/errors.ts'
import { loadRecords } from '../../../src/server/database/records.ts'
import { business } from '../../../src/server/domains/domains.ts'
import { resolveNames } from '../../../src/server/lists/resolve.ts'
import { LIMIT, parseConditions } from '../../../src/server/lists/sql/conditions.ts'
import { type Query, windowQuery } from '../../../src/server/lists/sql/query.ts'
import { readTotal } from '../../../src/server/lists/totals.ts'
import { newTenantId, testDatabase } from '../../server/harness.ts'

const order = resourceOf('settlementOrder')
/** An order whose fees are all there is to pay. */
const paid = (amount: string) => ({ doctorAmount: amount, netAmount: amount, totalAmount: amount })
const somebody = { permissions: permissionCodes }

describe('what words without a name are looked for in', () => {
  it('follows from the list: its codes, names and copied names, and its amount', () => {
    expect(textsOf(order)).toEqual(['code', 'entrustedCompanyName', 'fiscalTaxName', 'totalAmount'])
  })

  it.each([...resources.values()])('is never personal data, a value of a machine or a secret: $id', (r) => {
    for (const name of textsOf(r)) expect(fieldOf(r, name)?.facts.masked).not.toBe(true)
    expect(fieldOf(r, TEXT)).toBeUndefined()
  })

  it('is refused where a list has none, and what is too much is', () => {
    const none = [...resources.values()].find((r) => textsOf(r).length === 0) as Resource
    expect(filterFieldOf(none, TEXT)).toBeUndefined()
    // ignored, it would seem to be found in every row
    expect(() => parseConditions(somebody, none, { q: '康泰' })).toThrow(AppError)
    const words = Array.from({ length: LIMIT.words + 1 }, (_, n) => `w${n}`).join(' ')
    expect(() => parseConditions(somebody, order, { q: words })).toThrow('最多')
    expect(() => parseConditions(somebody, order, { q_equal: '康泰' }, { strict: true })).toThrow(AppError)
    const hidden = () => parseConditions(somebody, order, { q: '康泰 \u200b' })
    expect(hidden).toThrow('须至少有一个值')
    expect(() => parseConditions(somebody, order, { q: '|' })).toThrow('须至少有一个值')
    const many = Array.from({ length: 1_001 }, (_, n) => `w${n}`).join('|')
    expect(() => parseConditions(somebody, order, { q: many })).toThrow('最多')
    expect(() => parseConditions(somebody, order, { q: 'a|b|c|d|e|f g|h|i|j|k' })).toThrow('最多')
    const pieces = Array.from({ length: LIMIT.pieces + 1 }, (_, n) => `w${n}`).join(',')
    expect(() => parseConditions(somebody, order, { code_likeany: pieces })).toThrow('最多')
  })
})

describe('rows that are found by words', () => {
  let db: Database
  const tenant = newTenantId()
  const other = newTenantId()
  beforeAll(async () => {
    db = await testDatabase()
    for (const [tenantId, from] of [
      [tenant, 100],
      [other, 200],
    ] as const)
      await db.transaction({ tenantId }, async (tx) => {
        const names = ['南京康泰生物有限公司', '青岛瑞禾医药有限公司']
        for (const [n, name] of names.entries())
          await loadRecords(tx, resourceOf('entrustedCompany'), [
            {
              id: String(from + n),
              name,
              legalPerson: '王',
              code: `C${from + n}`,
              socialCreditCode: `9133010${from + n}MA2AXYZ0`,
            },
          ])
        await loadRecords(tx, resourceOf('thirdPlatform'), [
          { id: String(from + 9), code: `P${from}`, name: '云税企业服务', thirdType: 1 },
        ])
        for (let n = 0; n < 4; n++)
          await loadRecords(tx, order, [
            {
              id: String(from * 10 + n),
              code: `SO2024060${from}00${n}`,
              entrustedCompanyId: String(from + (n % 2)),
              entrustedCompanyName: names[n % 2],
              fiscalTaxId: String(from + 9),
              fiscalTaxName: '云税企业服务',
              settlementCycleId: '1',
              ...paid(`${n + 1}2000.00`),
              settlementStatus: n,
            },
          ])
        const doctors = ['张三', '李四', '王']
        for (const [n, doctorName] of doctors.entries()) {
          await loadRecords(tx, resourceOf('authenticationDoctor'), [
            {
              id: String(from + n),
              doctorName,
              phone: `1990000${from}${n}`,
              idCardNumber: `11010119900101${from}${n}`,
            },
          ])
          await loadRecords(tx, resourceOf('settlementOrderDoctor'), [
            {
              id: String(from * 10 + n),
              settlementOrderId: String(from * 10 + n),
              doctorId: String(from + n),
              doctorName,
              // a line of somebody else, though its order is ours
              entrustedCompanyId: String(from + (n === 1 ? 0 : n % 2)),
            },
          ])
        }
        // doctors of a meeting and of a lecture: what a union finds
        const plans = [
          ['meeting', 'meetingDoctor', '肿瘤学术年会'],
          ['lecture', 'lectureDoctor', '糖尿病专题讲座'],
        ] as const
        for (const [n, [plan, doctor, name]] of plans.entries()) {
          await loadRecords(tx, resourceOf(plan), [
            {
              id: String(from + n),
              name,
              code: `HD20240${from}0${n}`,
              entrustedCompanyId: String(from + n),
              baseEmployeeId: '1',
              activityServiceProjectId: '1',
              invitationStartDate: '2024-06-01',
              invitationEndDate: '2024-06-30',
              planSearchNum: 2,
            },
          ])
          const two = [0, 1].map((k) => ({
            id: String(from * 10 + n * 2 + k),
            [`${plan}Id`]: String(from + n),
            doctorId: String(from + k),
            doctorName: doctors[k],
          }))
          await loadRecords(tx, resourceOf(doctor), two)
        }
      })
  })

  const found = async (params: Record<string, string>, more: object = {}, resource = order): Promise<string[]> => {
    const reach = { tenantId: tenant, domains: business, ...somebody, ...more }
    const asked: Query = { resource, reach, conditions: parseConditions(somebody, resource, params) }
    const read = async (q: Query) =>
      (await db.scoped<{ id: string }>({ tenantId: tenant }, windowQuery(q, { skip: 0, limit: 50 }))).map((r) => r.id)
    const rows = await read(await resolveNames(db, asked))
    // names that are looked up first and names that are not find the same
    expect([...(await read(asked))].sort()).toEqual([...rows].sort())
    return rows.sort()
  }

  it.each([
    ['康泰', ['1000', '1002']],
    ['瑞禾', ['1001', '1003']],
    ['云税', ['1000', '1001', '1002', '1003']],
    ['so20240601000', ['1000', '1001', '1002', '1003']],
    ['100003', ['1003']],
    // two characters of a code wherever they stand; one begins it
    ['02 康泰', ['1000', '1002']],
    ['s', ['1000', '1001', '1002', '1003']],
    ['3', []],
    ['12000', ['1000']],
    ['22,000', ['1001']],
    ['康泰 32000', ['1002']],
    ['瑞禾 康泰', []],
    // any of some alternatives: of few a piece, of many the whole value
    ['康泰|没有', ['1000', '1002']],
    ['SO2024060100001|SO2024060100003|瑞禾没有', ['1001', '1003']],
    ['a|b|c|d|e|f|SO2024060100002', ['1002']],
    ['a|b|c|d|e|f|南京康泰生物有限公司|ＳＯ２０２４０６０１００００１', ['1000', '1001', '1002']],
    ['a|b|c|d|e|f|康泰', []],
    ['瑞禾|康泰 云税', ['1000', '1001', '1002', '1003']],
    ['南京康泰生物有限公司（', []],
    ['南京康泰 ⽣物', ['1000', '1002']],
    // a piece of an amount is no amount
    ['云税 瑞禾 2200', []],
    ['云税 瑞禾 22000', ['1001']],
    ['没有', []],
    ['%', []],
    ['康', ['1000', '1002']],
    ["';--", []],
  ])('%s', async (q, ids) => {
    expect(await found({ q })).toEqual(ids)
  })

  it('are those with such a doctor among their lines, as far as the reader may see the lines', async () => {
    expect(await found({ q: '张三' })).toEqual(['1000'])
    expect(await found({ q: '李四 22000' })).toEqual(['1001'])
    expect(await found({ q: '张三 22000' })).toEqual([])
    // one letter stands in too many names
    expect(await found({ q: '王' })).toEqual([])
    expect(await found({ q: '张三' }, { company: '100' })).toEqual(['1000'])
    // the order is another company's, and so is the line
    expect(await found({ q: '李四' }, { company: '100' })).toEqual([])
    expect(await found({ q: '李四' }, { company: '101' })).toEqual([])
    const blind = { roles: [], permissions: new Set(['settlementOrder_view']) }
    expect(await found({ q: '张三' }, blind)).toEqual([])
    const lines = { roles: [], permissions: new Set(['settlementOrder_view', 'settlementOrderDoctor_view']) }
    expect(await found({ q: '张三' }, lines)).toEqual(['1000'])
    // totals are remembered, for each of them apart
    const total = async (who: object) => {
      const reach = { tenantId: tenant, domains: business, ...who }
      return (await readTotal(db, { resource: order, reach, conditions: [{ field: TEXT, op: 'like', value: '张三' }] }))
        .total
    }
    expect([await total(lines), await total(blind), await total(lines)]).toEqual([1, 0, 1])
  })

  it('of a union stand in any text of any of its parts', async () => {
    const activity = resourceOf('contractActivity')
    const of = (q: string, more: object = {}) => found({ q }, more, activity)
    expect(await of('学术')).toEqual(['1000', '1001'])
    expect(await of('专题')).toEqual(['1002', '1003'])
    expect(await of('HD202401000')).toEqual(['1000', '1001', '1002', '1003'])
    expect(await of('hd2024010001')).toEqual(['1002', '1003'])
    expect(await of('李四')).toEqual(['1001', '1003'])
    expect(await of('李四 糖尿病')).toEqual(['1003'])
    expect(await of('没有')).toEqual([])
    expect(await of('张三', { company: '101' })).toEqual(['1002'])
    expect(await of('学术', { company: '101' })).toEqual([])
    // each text is looked up by itself: one text or another of two tables is no condition of an index
    const conditions = parseConditions(somebody, activity, { q: '学术' })
    const known = await resolveNames(db, {
      resource: activity,
      reach: { tenantId: tenant, domains: business, ...somebody },
      conditions,
    })
    expect(known.conditions).toEqual([
      {
        ...conditions[0],
        ids: new Map([
          ['name 学术', ['1000', '1001']],
          ['code 学术', []],
          ['doctorId 学术', []],
        ]),
      },
    ])
  })

  it('are narrowed by every other condition, by the owner and by the tenant', async () => {
    expect(await found({ q: '云税', settlementStatus_equal: '1' })).toEqual(['1001'])
    expect(await found({ q: '云税' }, { company: '100' })).toEqual(['1000', '1002'])
    expect(await found({ q: '瑞禾' }, { company: '100' })).toEqual([])
    expect(await found({ q: 'SO2024060200' })).toEqual([])
  })

  it('several pieces are any of them, and none of them', async () => {
    expect(await found({ entrustedCompanyName_likeany: '康泰,瑞禾' })).toHaveLength(4)
    expect(await found({ entrustedCompanyName_likeany: '康泰,没有' })).toEqual(['1000', '1002'])
    expect(await found({ entrustedCompanyName_notlikeany: '康泰,没有' })).toEqual(['1001', '1003'])
    expect(await found({ code_likeany: '00001,00003' })).toEqual(['1001', '1003'])
  })
})
