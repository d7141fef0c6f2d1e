import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resourceOf, resources } from '../../../src/model/business.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { entrustedCompany } from '../../../src/model/people/entrustedCompany.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { rowsOf } from '../../../src/model/wire/columns.ts'
import type { Conflict, Page, WireRow, WireTable } from '../../../src/model/wire/wire.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import type { Tx } from '../../../src/server/core/database.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { business } from '../../../src/server/domains/domains.ts'
import { nest } from '../../../src/server/records/tree.ts'
import { creditCodeOf } from '../../../src/server/seed/values/numbers.ts'
import { remove } from '../../../src/server/writing/save/remove.ts'
import { addRecord } from '../../../src/server/writing/save/save.ts'
import { duplicate, uniqueProblems } from '../../../src/server/writing/save/unique.ts'
import { SqlUnitOfWork } from '../../../src/server/writing/unitOfWork/sqlUnitOfWork.ts'
import type { UnitOfWork } from '../../../src/server/writing/unitOfWork/unitOfWork.ts'
import { type Client, type TestApp, testApp } from '../app.ts'
import { count, order, type World, world } from '../decisions/fixture.ts'
import { testUrl } from '../harness.ts'

const { auditStatus } = statesOf(entrustedCompany)
const { settlementStatus } = statesOf(settlementOrder)

let t: TestApp
let w: World
let admin: Client
let company: Client
let nobody: Client

beforeAll(async () => {
  t = await testApp()
  const tenantId = await t.newTenant()
  w = await world('test', tenantId)
  admin = await t.signIn(tenantId, 'administrator')
  company = await t.signIn(tenantId, 'companyAdmin', { userType: 2, company: w.companyId })
  nobody = await t.signIn(tenantId, '')
})
afterAll(() => t.app.close())

const POST = 'blade-system/post'
const RATE = 'blade-base/taxItemRate'
let n = 0
const newPost = (more: object = {}) => {
  n += 1
  return { postName: `岗位${n}`, postCode: `test.key.${n}`, remark: '1', ...more }
}

describe('submit', () => {
  test('adds without an id, edits with one, answers the record', async () => {
    const added = await admin.post<WireRow>(`${POST}/submit`, newPost({ nonsense: 1, createUser: '5', version: 9 }))
    expect(added).toMatchObject({ status: 200, code: 200, msg: '操作成功' })
    expect(added.data).toMatchObject({ remark: '1', version: 0, createUser: admin.userId, isDeleted: 0 })
    expect(added.data).not.toHaveProperty('nonsense')
    const { id } = added.data
    const edited = await admin.post<WireRow>(`${POST}/submit`, { id, remark: '2', version: 0 })
    expect(edited.data).toMatchObject({ id, remark: '2', version: 1 })
    const again = await admin.post<WireRow>(`${POST}/update`, { id, remark: '2', version: '1' })
    expect(again.data.version).toBe(1) // nothing changed, nothing written
    expect(await count(t.context, admin.tenantId, 'audit_trail', `resource = 'post' and record_id = $2`, [id])).toBe(2)
    expect(await count(t.context, admin.tenantId, 'outbox', `resource = 'post' and record_id = $2`, [id])).toBe(2)
  })

  test('a code is taken however wide it was typed, and is shown as it was typed', async () => {
    const save = (postCode: string, more = {}) => admin.post<WireRow>(`${POST}/submit`, newPost({ postCode, ...more }))
    expect((await save('ｗｉｄｅ１')).data).toMatchObject({ postCode: 'ｗｉｄｅ１' })
    expect((await save('narrow1')).status).toBe(200)
    for (const taken of ['wide1', 'ｗide1', 'wide１', 'ｎarrow1', 'ｎａｒｒｏｗ１']) {
      const refused = await save(taken)
      expect([taken, refused.status, refused.data]).toEqual([taken, 400, { postCode: `岗位编号“${taken}”已存在` }])
    }
    // another letter case is another code; a record stands beside itself
    const other = await save('ＷＩＤＥ1')
    expect(other.status, other.msg).toBe(200)
    expect((await admin.post(`${POST}/submit`, { id: other.data.id, postCode: 'WIDE1' })).status).toBe(200)
    const entry = { code: 'ｗ_dict', dictValue: '甲', sort: 1, isSealed: 0 }
    expect((await admin.post('blade-system/dict-biz/submit', entry)).status).toBe(200)
    expect((await admin.post('blade-system/dict-biz/submit', { ...entry, code: 'w_dict' })).status).toBe(400)
  })

  test('names every field that is wrong, in the asker’s language', async () => {
    const zh = await admin.post<Record<string, string>>(`${POST}/submit`, {
      postName: '',
      remark: 'x'.repeat(3000),
    })
    expect(zh).toMatchObject({
      status: 400,
      data: { postName: '请输入岗位名称', postCode: '请输入岗位编号', remark: expect.stringContaining('255') },
    })
    expect(zh.msg).toContain('请输入岗位名称')
    const en = await admin.post<Record<string, string>>(`${POST}/submit`, {}, {}, { 'accept-language': 'en' })
    expect(en.data.postCode).toBe('Please enter the code')
    const edit = await admin.post<WireRow>(`${POST}/submit`, newPost())
    expect((await admin.post(`${POST}/submit`, { id: edit.data.id, postCode: '' })).data).toEqual({
      postCode: '请输入岗位编号',
    })
    expect((await admin.post(`${POST}/submit`, [newPost()])).status).toBe(400)
  })

  test('refuses what is taken, naming the field; a deleted record frees it', async () => {
    const values = newPost()
    const first = await admin.post<WireRow>(`${POST}/submit`, values)
    const taken = await admin.post(`${POST}/submit`, { ...values, postName: '别的' })
    expect([taken.status, taken.data]).toEqual([400, { postCode: expect.stringContaining('已存在') }])
    const other = await admin.post<WireRow>(`${POST}/submit`, newPost())
    expect((await admin.post(`${POST}/submit`, { id: other.data.id, postCode: values.postCode })).status).toBe(400)
    expect((await admin.post(`${POST}/remove`, {}, { ids: first.data.id })).status).toBe(200)
    expect((await admin.post(`${POST}/submit`, values)).status).toBe(200)
  })

  test('at the same moment: one succeeds, the other is told which field', async () => {
    const values = newPost()
    const ended = await Promise.all(
      Array.from({ length: 6 }, (_, i) => admin.post(`${POST}/submit`, { ...values, remark: `${i}` })),
    )
    expect(ended.map((e) => e.status).sort()).toEqual([200, 400, 400, 400, 400, 400])
    const wide = await Promise.all(
      ['race.1', 'ｒace.1', 'race．1', 'race.１', 'r\u3000ace.1', 'ｒａｃｅ．１'].map((postCode) =>
        admin.post(`${POST}/submit`, newPost({ postCode })),
      ),
    )
    expect(wide.map((e) => e.status).sort()).toEqual([200, 400, 400, 400, 400, 400])
    for (const e of wide) if (e.status === 400) expect(e.data).toEqual({ postCode: expect.stringContaining('已存在') })
    for (const e of ended) if (e.status === 400) expect(e.data).toHaveProperty('postCode')
  })

  test('a stale version is 409 with who, when and which fields', async () => {
    const { data } = await admin.post<WireRow>(`${POST}/submit`, newPost())
    await admin.post(`${POST}/submit`, { id: data.id, remark: '22', version: 0 })
    const stale = await admin.post<Conflict>(`${POST}/submit`, { id: data.id, remark: '33', version: 0 })
    expect(stale.status).toBe(409)
    expect(stale.data).toMatchObject({
      reason: 'stale',
      version: 1,
      action: '修改',
      fields: [{ field: 'remark', from: '1', to: '22' }],
      row: { remark: '22' },
    })
  })

  test('an emptied number that is never null is its initial value again', async () => {
    const reply = await admin.post<WireRow>('blade-sys/quickReply/submit', {
      moduleCode: 'empty',
      content: '空',
      sort: 7,
    })
    for (const sort of ['', ' 　', null]) {
      await admin.post('blade-sys/quickReply/submit', { id: reply.data.id, sort: 7 })
      expect(
        (await admin.post<WireRow>('blade-sys/quickReply/submit', { id: reply.data.id, sort })).data,
      ).toMatchObject({ sort: 0 })
    }
  })

  test('the same key saves once', async () => {
    const values = newPost()
    const key = { 'idempotency-key': `save-${n}` }
    const first = await admin.post<WireRow>(`${POST}/submit`, values, {}, key)
    const again = await admin.post<WireRow>(`${POST}/submit`, values, {}, key)
    expect(again.data).toEqual(first.data)
    expect((await admin.post(`${POST}/submit`, { ...values, remark: 'x' }, {}, key)).status).toBe(422)
  })

  test('a double click of a client without keys is one record; once deleted, it may be added again', async () => {
    const reply = { moduleCode: 'double', content: '双击' }
    const add = () => admin.post<WireRow>('blade-sys/quickReply/submit', reply)
    const first = await add()
    expect((await add()).data).toEqual(first.data)
    expect(await count(t.context, admin.tenantId, 'quick_reply', `module_code = 'double'`)).toBe(1)
    await admin.post('blade-sys/quickReply/remove', {}, { ids: first.data.id })
    const again = await add()
    expect(again.data.id).not.toBe(first.data.id)
    await t.db.owner((tx) =>
      tx.query(`update "idempotency" set create_time = create_time - interval '3 s' where tenant_id = $1`, [
        admin.tenantId,
      ]),
    )
    expect((await add()).data.id).not.toBe(again.data.id)
  })

  test('references must exist; the name they show is copied', async () => {
    const rate = (more: object) => ({ taxItemCode: `9${n++}`, taxItemName: '讲课费', vatRate: '0.03', ...more })
    const bad = await admin.post(`${RATE}/submit`, rate({ fiscalTaxId: '123' }))
    expect([bad.status, bad.data]).toEqual([400, { fiscalTaxId: '所选财税公司不存在' }])
    const good = await admin.post<WireRow>(
      `${RATE}/submit`,
      rate({ fiscalTaxId: w.partnerId, fiscalTaxName: '我编的' }),
    )
    expect(good.data).toMatchObject({
      fiscalTaxId: w.partnerId,
      fiscalTaxName: '州一财税',
      vatRate: '0.030000',
      vatMonthThreshold: '0.00',
      enableStatus: 1,
    })
    // which partner's rate it is takes two persons
    const asked = await admin.post<{ changeRequest: { id: string } }>(`${RATE}/submit`, {
      id: good.data.id,
      fiscalTaxId: '',
    })
    const finance = await t.signIn(admin.tenantId, 'finance')
    expect(
      (await finance.post('blade-changeRequest/review', { ids: asked.data.changeRequest.id, status: 1 })).status,
    ).toBe(200)
    const cleared = await admin.get<WireRow>(`${RATE}/detail`, { id: good.data.id })
    expect(cleared.data).toMatchObject({ fiscalTaxId: '', fiscalTaxName: '' })
  })

  test('a refusal names what was typed wrongly and what is not there at once, in the order of the fields', async () => {
    const nobody = '1999999999999999999'
    const sent = { productIds: [nobody], email: 'x@', deptId: nobody, entrustedCompanyId: nobody, name: 'x'.repeat(99) }
    const added = await admin.post('blade-csc/entrustedEmployee/submit', sent)
    expect(added.status).toBe(400)
    const named = ['entrustedCompanyId', 'employeeNumber', 'name', 'email', 'deptId', 'productIds']
    expect(Object.keys(added.data as object)).toEqual(named)
    const { data } = await admin.get<Page>('blade-csc/entrustedEmployee/list', { size: 1 })
    const edited = await admin.post('blade-csc/entrustedEmployee/submit', { ...sent, id: data.records[0]?.id })
    expect(edited.status).toBe(400)
    expect(Object.keys(edited.data as object)).toEqual(named.filter((name) => name !== 'employeeNumber'))
  })

  test('the server’s own fields stay its own; codes are counted', async () => {
    const company = {
      name: '苏州瑞禾生物有限公司',
      socialCreditCode: creditCodeOf(8_000 + ++n),
      legalPerson: '瑞',
    }
    const { data } = await admin.post<WireRow>('blade-csc/entrustedCompany/submit', {
      ...company,
      auditStatus: auditStatus.approved,
      code: 'X',
      contactPhone: '19900000001',
    })
    expect(data).toMatchObject({
      auditStatus: auditStatus.pending,
      code: expect.stringMatching(/^C\d{4}$/),
      contactPhone: '19900000001',
    })
    expect(data.code).not.toBe('C0001')
    // shown masked in lists; sent back as shown, it was not changed
    const listed = await admin.get<Page>('blade-csc/entrustedCompany/list', { ids: data.id })
    expect(listed.data.records[0]?.contactPhone).toBe('199****0001')
    const saved = await admin.post<WireRow>('blade-csc/entrustedCompany/submit', {
      id: data.id,
      contactPhone: '199****0001',
      shortName: '瑞禾',
    })
    expect(saved.data).toMatchObject({ contactPhone: '19900000001', shortName: '瑞禾' })
  })

  test('the path of a region is kept beside its code; one that is not there is refused', async () => {
    const REGION = 'blade-system/region'
    const add = (code: string, parentCode: string, name: string, regionLevel: number) =>
      admin.post<WireRow>(`${REGION}/submit`, { code, parentCode, name, regionLevel, provinceName: '假省' })
    expect((await add('9901', '99', '瑞城市', 2)).msg).toBe('所选父区划编号不存在')
    await add('99', '', '瑞省', 1)
    const city = (await add('9901', '99', '瑞城市', 2)).data
    expect(city).toMatchObject({ provinceCode: '99', provinceName: '瑞省', cityCode: '9901', cityName: '瑞城市' })
    const given = { name: '瑞城一企', socialCreditCode: creditCodeOf(70_000), legalPerson: '瑞' }
    const { data } = await admin.post<WireRow>('blade-csc/entrustedCompany/submit', { ...given, regionCode: '9901' })
    expect(data).toMatchObject({ regionCode: '9901', regionName: '瑞省 / 瑞城市' })
    const edit = (more: object) => admin.post<WireRow>('blade-csc/entrustedCompany/submit', { id: data.id, ...more })
    expect((await edit({ shortName: '瑞一' })).data.regionName).toBe('瑞省 / 瑞城市')
    expect((await edit({ regionCode: '9902' })).msg).toBe('所选行政区划不存在')
    // its code stays, and what is below it and whoever chose one of them has the new name at once
    const kept = async () => (await admin.get<WireRow>('blade-csc/entrustedCompany/detail', { id: data.id })).data
    const { version } = await kept()
    await admin.post(`${REGION}/submit`, { id: city.id, code: '9902', name: '瑞新市' })
    expect((await admin.get<WireRow>(`${REGION}/detail`, { code: '9901' })).data.cityName).toBe('瑞新市')
    expect(await kept()).toMatchObject({ regionName: '瑞省 / 瑞新市', version })
    const top = (await admin.get<WireRow>(`${REGION}/detail`, { code: '99' })).data
    await admin.post(`${REGION}/submit`, { id: top.id, name: '瑞大省' })
    expect((await admin.get<WireRow>(`${REGION}/detail`, { code: '9901' })).data).toMatchObject({
      ...{ provinceName: '瑞大省', cityName: '瑞新市', name: '瑞新市' },
    })
    expect((await kept()).regionName).toBe('瑞大省 / 瑞新市')
    // so it is for one that is moved
    await add('98', '', '祥省', 1)
    await admin.post(`${REGION}/submit`, { id: city.id, parentCode: '98' })
    expect((await kept()).regionName).toBe('祥省 / 瑞新市')
    await admin.post(`${REGION}/submit`, { id: city.id, parentCode: '99' })
    await admin.post(`${REGION}/submit`, { id: top.id, name: '瑞省' })
    expect((await kept()).regionName).toBe('瑞省 / 瑞新市')
    const remove = async (code: string) => {
      const { id } = (await admin.get<WireRow>(`${REGION}/detail`, { code })).data
      return (await admin.post(`${REGION}/remove`, {}, { ids: id })).msg
    }
    expect(await remove('99')).toBe('“瑞省”还有下级，不能删除')
    expect(await remove('9901')).toBe('“瑞新市”已被委托企业引用，不能删除')
    expect((await edit({ regionCode: '' })).data.regionName).toBe('')
    expect((await edit({ regionCode: '9901' })).data.regionName).toBe('瑞省 / 瑞新市')
    await edit({ regionCode: '' })
    expect(await remove('9901')).not.toContain('不能删除')
  })

  test('regions are read by everybody who is signed in, written by none without the right, and of no other tenant', async () => {
    const REGION = 'blade-system/region'
    await admin.post(`${REGION}/submit`, { code: '95', name: '开省', regionLevel: 1 })
    const read = await nobody.get<Page>(`${REGION}/list`, { name_like: '开省' })
    expect(read.data.records).toMatchObject([{ code: '95' }])
    expect((await company.get<WireRow[]>(`${REGION}/lazy-tree`)).data.map((r) => r.code)).toContain('95')
    expect((await nobody.get<unknown[]>('rounds/search', { q: '开省' })).data).toEqual([])
    expect((await nobody.post(`${REGION}/submit`, { code: '94', name: '闭省', regionLevel: 1 })).status).toBe(403)
    expect((await nobody.post('rounds/export', { resource: 'region', format: 'csv', columns: 'name' })).status).toBe(
      403,
    )
    expect((await t.app.inject({ url: `/api/${REGION}/list` })).statusCode).toBe(401)
    const other = await t.signIn(await t.newTenant(), 'administrator')
    expect((await other.get<Page>(`${REGION}/list`, { name_like: '开省' })).data.records).toEqual([])
    const mine = { name: '他租户企业', socialCreditCode: creditCodeOf(70_001), legalPerson: '甲', regionCode: '95' }
    expect((await other.post('blade-csc/entrustedCompany/submit', mine)).msg).toBe('所选行政区划不存在')
  })
})

test('an edit that empties a number gives it its initial value where the column has no nulls', async () => {
  const call = 'blade-sys/quickReply/submit'
  const { data } = await admin.post<WireRow>(call, { moduleCode: 'public', content: '同意', sort: 5 })
  expect(data.sort).toBe(5)
  const emptied = await admin.post<WireRow>(call, { id: data.id, sort: '' })
  expect([emptied.status, emptied.data?.sort]).toEqual([200, 0])
})

describe('remove', () => {
  test('by query or body, all or none, deleted softly', async () => {
    const [a, b, c] = await Promise.all(
      [0, 1, 2].map(async () => (await admin.post<WireRow>(`${POST}/submit`, newPost())).data.id),
    )
    expect((await admin.post(`${POST}/remove`, {})).msg).toBe('请选择至少一条数据')
    expect((await admin.post(`${POST}/remove`, {}, { ids: `${a},999` })).status).toBe(404)
    expect((await admin.get(`${POST}/detail`, { id: a })).status).toBe(200)
    expect((await admin.post(`${POST}/remove`, {}, { ids: `${a},${b}` })).status).toBe(200)
    expect((await admin.post(`${POST}/remove`, { ids: c })).status).toBe(200)
    for (const id of [a, b, c]) expect((await admin.get(`${POST}/detail`, { id })).status).toBe(404)
    expect(
      await count(t.context, admin.tenantId, 'post', 'id = any($2::bigint[]) and is_deleted = 1', [[a, b, c]]),
    ).toBe(3)
    expect((await admin.post(`${POST}/remove`, {}, { ids: a })).status).toBe(404)
  })
  test('refused while another record references it, naming both', async () => {
    const refused = await admin.post('blade-csc/thirdPlatform/remove', {}, { ids: w.partnerId })
    expect([refused.status, refused.msg]).toEqual([400, expect.stringMatching(/^“州一财税”已被.+引用，不能删除$/)])
  })
})

describe('reading', () => {
  test('pages: totals, sizes, sorts, ranges', async () => {
    for (let i = 0; i < 13; i++) await order(w, { fees: [`${1000 + i}.00`], status: 9 })
    const list = (params: Record<string, string | number>) =>
      admin.get<Page>('blade-svc/settlementOrder/list', { settlementStatus: settlementStatus.voided, ...params })
    const first = await list({})
    expect(first.data).toMatchObject({ total: 13, size: 10, current: 1, pages: 2 })
    expect(first.data.records).toHaveLength(10)
    expect((await list({ current: 2 })).data.records).toHaveLength(3)
    expect((await list({ current: 3 })).data).toMatchObject({ records: [], total: 13 })
    expect((await list({ size: 5000 })).data.size).toBe(500)
    const sorted = await list({ ascs: 'totalAmount', size: 20 })
    const amounts = sorted.data.records.map((r) => Number(r.totalAmount))
    expect(amounts).toEqual([...amounts].sort((a, b) => a - b))
    expect((await list({ descs: 'total_amount' })).data.records[0]?.totalAmount).toBe('1072.72')
    expect((await list({ ascs: 'nothing' })).status).toBe(400)
    expect((await list({ current: 'x' })).status).toBe(400)
    expect((await list({ totalAmount_ge: '1070', nonsense: '1' })).data.total).toBe(3)
    expect((await list({ totalAmount_ge: 'abc' })).status).toBe(400)
    const { records } = sorted.data
    const two = `${records[0]?.id},${records[1]?.id}`
    expect((await list({ ids: two })).data.total).toBe(2)
    expect((await list({ ids: "1' or 1=1" })).status).toBe(400)
  })

  test('null is spelt as the wire spells it', async () => {
    const { id } = await order(w)
    const { data } = await admin.get<WireRow>('blade-svc/settlementOrder/detail', { id })
    expect(data).toMatchObject({
      id,
      approvalOfficer: '',
      approvalDate: '',
      settlementStatus: settlementStatus.pending,
      totalAmount: '7668.63',
      entrustedCompanyId: w.companyId,
    })
    expect((await admin.get('blade-svc/settlementOrder/detail', {})).status).toBe(400)
    expect((await admin.get('blade-svc/settlementOrder/detail', { id: 'x' })).status).toBe(404)
  })

  test('a company sees its own rows only, in list, detail and search', async () => {
    const mine = await order(w)
    const foreign = await order(w, { companyId: '42' })
    const list = await company.get<Page>('blade-svc/settlementOrder/list', { size: 500 })
    expect(list.data.records.length).toBeGreaterThan(0)
    expect(list.data.records.every((r) => r.entrustedCompanyId === w.companyId)).toBe(true)
    expect((await company.get('blade-svc/settlementOrder/detail', { id: foreign.id })).status).toBe(404)
    expect((await company.get('blade-svc/settlementOrder/detail', { id: mine.id })).status).toBe(200)
    expect((await company.get<unknown[]>('rounds/search', { q: foreign.code ?? '' })).data).toEqual([])
    expect(
      rowsOf(
        (await company.get<WireTable>('rounds/rows', { resource: 'settlementOrder', ids: `${foreign.id},${mine.id}` }))
          .data,
      ).map((r) => r.id),
    ).toEqual([mine.id])
  })

  test('who lacks the permission gets 403, another tenant nothing', async () => {
    expect((await nobody.get('blade-svc/settlementOrder/list')).status).toBe(403)
    expect((await nobody.post(`${POST}/submit`, newPost())).status).toBe(403)
    expect((await nobody.get('rounds/window', { resource: 'settlementOrder' })).status).toBe(403)
    const row = await order(w)
    const other = await t.signIn(await t.newTenant(), 'administrator')
    expect((await other.get('blade-svc/settlementOrder/detail', { id: row.id })).status).toBe(404)
    expect((await other.get<Page>('blade-svc/settlementOrder/list')).data.total).toBe(0)
    expect((await other.post(`${POST}/submit`, { id: row.id, remark: 'x' })).status).toBe(404)
  })
})

describe('parts of a record', () => {
  const TEMPLATE = 'blade-act/caseCollectionTemplate'
  const ATTR = `${TEMPLATE}Attr`
  const one = (attrCode: string, more: object = {}) => ({ attrName: `题${attrCode}`, attrCode, attrType: 1, ...more })
  type Template = WireRow & { readonly attributes: readonly (Record<string, unknown> & { readonly id: string })[] }
  const read = async (id: string) => (await admin.get<Template>(`${TEMPLATE}/detail`, { id })).data
  const codes = ({ attributes }: Template) => attributes.map((a) => a.attrCode)
  const made = async (name: string, ...attributes: object[]) =>
    read((await admin.post<Template>(`${TEMPLATE}/submit`, { name, attributes })).data.id)
  const inState = (id: string, state: number) =>
    t.db.owner((tx) =>
      tx.query('update "case_collection_template" set template_status = $1 where id = $2', [state, id]),
    )

  test('are added, edited, put in order and removed in one write with it, a version for all of it', async () => {
    const options = [{ label: '男' }, { label: '女' }]
    const first = await made('量表', one('a'), one('b', { attrType: 3, options, required: 1 }), one('c'))
    expect(first).toMatchObject({ attrCount: 3, version: 0 })
    expect(first.attributes[1]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      attrName: '题b',
      attrCode: 'b',
      attrType: 3,
      options,
      required: 1,
      maxLength: null,
      groupName: '',
    })
    const [a, b, c] = first.attributes
    const attributes = [{ ...c, attrName: '改' }, one('b', { attrName: '新的b' }), a]
    const saved = await admin.post(`${TEMPLATE}/submit`, { id: first.id, version: 0, name: '量表二', attributes })
    expect(saved.data).toMatchObject({ name: '量表二', attrCount: 3, version: 1 })
    const second = await read(first.id)
    expect(second.attributes.map((x) => [x.attrCode, x.attrName])).toEqual([
      ['c', '改'],
      ['b', '新的b'],
      ['a', '题a'],
    ])
    expect([second.attributes[0]?.id, second.attributes[2]?.id]).toEqual([c?.id, a?.id])
    expect(second.attributes[1]?.id).not.toBe(b?.id)
    // the list alone is a change of the record; the same list again is none
    const again = { id: first.id, version: 1, attributes: second.attributes.slice(1) }
    expect((await admin.post(`${TEMPLATE}/submit`, again)).data).toMatchObject({ attrCount: 2, version: 2 })
    expect((await admin.post(`${TEMPLATE}/submit`, { ...again, version: 2 })).data).toMatchObject({ version: 2 })
    // without the list they stay
    await admin.post(`${TEMPLATE}/submit`, { id: first.id, version: 2, name: '量表三' })
    expect(codes(await read(first.id))).toEqual(['b', 'a'])
    const rows = await admin.get<Page>(`${ATTR}/list`, { templateId: first.id, ascs: 'sort' })
    expect(rows.data.records.map((x) => x.sort)).toEqual([1, 2])
    expect((await admin.post(`${TEMPLATE}/remove`, {}, { ids: first.id })).status).toBe(200)
    expect((await admin.get<Page>(`${ATTR}/list`, { templateId: first.id })).data.total).toBe(0)
  })

  test('a refusal names the part and its field, and nothing of it is written', async () => {
    const before = await made('问卷', one('a'))
    const attributes = [...before.attributes, one('b'), one('a', { attrName: '重复' })]
    const taken = await admin.post(`${TEMPLATE}/submit`, { id: before.id, version: 0, name: '别的', attributes })
    expect(taken).toMatchObject({ status: 400, msg: '字段3“重复”：字段编码“a”已存在' })
    expect(taken.data).toEqual({ 'attributes.2.attrCode': '字段编码“a”已存在' })
    const wrong = await admin.post(
      `${TEMPLATE}/submit`,
      { name: '新', attributes: [one('', { attrName: '' })] },
      {},
      { 'accept-language': 'en' },
    )
    expect(wrong.msg).toMatch(/^Attributes 1: /)
    expect(Object.keys(wrong.data as object)).toEqual(['attributes.0.attrName', 'attributes.0.attrCode'])
    // every part that is wrong is named at once
    const several = await admin.post(`${TEMPLATE}/submit`, {
      name: '新',
      attributes: [one('', { attrName: '' }), one('b'), one('c', { attrType: 8, options: [] })],
    })
    expect(several.msg).toMatch(/^字段1：.*；字段3“题c”：/)
    expect(Object.keys(several.data as object)).toEqual([
      'attributes.0.attrName',
      'attributes.0.attrCode',
      'attributes.2.options',
    ])
    const many = Array.from({ length: 9 }, () => one('', { attrName: '' }))
    const all = await admin.post(`${TEMPLATE}/submit`, { name: '新', attributes: many })
    expect(all.msg).toMatch(/字段5：.*；共 9 项有误$/)
    expect(Object.keys(all.data as object)).toHaveLength(18)
    for (const options of [[], [{ label: '同' }, { label: '同' }]]) {
      const chosen = await admin.post(`${TEMPLATE}/submit`, {
        name: '新',
        attributes: [one('a', { attrType: 8, options })],
      })
      expect(chosen.data).toEqual({ 'attributes.0.options': expect.stringContaining('选项') })
    }
    for (const odd of ['x', [1], Array.from({ length: 101 }, (_, i) => one(`k${i}`))])
      expect((await admin.post(`${TEMPLATE}/submit`, { name: '新', attributes: odd })).data).toEqual({
        attributes: expect.stringMatching(/^字段/),
      })
    expect(await read(before.id)).toEqual(before)
  })

  test('somebody who was first is told, with their parts; another’s part is not taken', async () => {
    const [mine, other] = [await made('甲', one('a')), await made('乙', one('z'))]
    const late = await admin.post<Conflict>(`${TEMPLATE}/submit`, { id: mine.id, version: 0, attributes: [one('q')] })
    expect(late.status).toBe(200)
    const stale = await admin.post<Conflict>(`${TEMPLATE}/submit`, { id: mine.id, version: 0, attributes: [one('y')] })
    expect(stale.status).toBe(409)
    expect(stale.data).toMatchObject({ reason: 'stale', row: { attributes: [{ attrCode: 'q' }] } })
    // the id of another's part is that of a new one
    const taking = { id: mine.id, version: 1, attributes: [{ ...other.attributes[0], attrName: '抄' }] }
    expect((await admin.post(`${TEMPLATE}/submit`, taking)).status).toBe(200)
    expect((await read(other.id)).attributes).toEqual(other.attributes)
    expect((await read(mine.id)).attributes[0]?.id).not.toBe(other.attributes[0]?.id)
  })

  test('only what may be edited may be changed, by whichever call', async () => {
    const whole = await made('启用的', one('a'))
    const [a] = whole.attributes
    expect((await admin.post(`${ATTR}/submit`, { ...one('b'), templateId: whole.id })).status).toBe(200)
    expect((await admin.post(`${ATTR}/submit`, { id: a?.id, attrName: '改了' })).status).toBe(200)
    expect(await read(whole.id)).toMatchObject({ attrCount: 2, version: 2 })
    await inState(whole.id, 1)
    const closed = expect.objectContaining({ status: 409, msg: expect.stringContaining('状态：启用') })
    expect(await admin.post(`${ATTR}/submit`, { ...one('c'), templateId: whole.id })).toEqual(closed)
    expect(await admin.post(`${ATTR}/submit`, { id: a?.id, attrName: '再改' })).toEqual(closed)
    expect(await admin.post(`${ATTR}/remove`, {}, { ids: a?.id })).toEqual(closed)
    expect(await admin.post(`${TEMPLATE}/submit`, { id: whole.id, version: 2, attributes: [] })).toEqual(closed)
    await inState(whole.id, 0)
    expect((await admin.post(`${ATTR}/remove`, {}, { ids: a?.id })).status).toBe(200)
    expect(await read(whole.id)).toMatchObject({ attrCount: 1, version: 3, attributes: [{ attrCode: 'b' }] })
  })

  test('who may not remove them does not remove them with the record’s list', async () => {
    const whole = await made('有限', one('a'), one('b'))
    const rights = ['caseCollectionTemplate_view', 'caseCollectionTemplate_edit', 'caseCollectionTemplateAttr_view']
    const editor = await t.signIn(admin.tenantId, await t.newRole(admin.tenantId, rights))
    const attempt = (attributes: object[]) =>
      editor.post(`${TEMPLATE}/submit`, { id: whole.id, version: 0, attributes })
    expect((await attempt([...whole.attributes.slice(1)])).status).toBe(403)
    expect((await attempt([...whole.attributes, one('c')])).status).toBe(403)
    expect((await attempt([...whole.attributes].reverse())).status).toBe(403)
    const named = await editor.post(`${TEMPLATE}/submit`, { ...whole, name: '改名' })
    expect(named).toMatchObject({ status: 200, data: { name: '改名', version: 1 } })
    const blind = await t.signIn(admin.tenantId, await t.newRole(admin.tenantId, rights.slice(0, 2)))
    expect((await blind.get(`${TEMPLATE}/detail`, { id: whole.id })).data).not.toHaveProperty('attributes')
  })
})

describe('dictionaries and quick replies', () => {
  test('a dictionary, its entries, its tree', async () => {
    const DICT = 'blade-system/dict-biz'
    const entry = (more: object) => ({ code: 'test_dict', dictValue: '测试字典', sort: 1, isSealed: 0, ...more })
    const parent = await admin.post<WireRow>(`${DICT}/submit`, entry({}))
    expect(parent.data).toMatchObject({ dictKey: '-1', parentId: '' })
    const parentId = parent.data.id
    const one = await admin.post<WireRow>(
      `${DICT}/submit`,
      entry({ parentId, code: 'other', dictKey: '1', dictValue: '一', sort: 2 }),
    )
    expect(one.data.code).toBe('test_dict')
    // what is taken is said where it can be changed: of a dictionary its code, of an entry its key
    const again = await admin.post(`${DICT}/submit`, entry({ dictKey: null }))
    expect([again.status, again.data]).toEqual([400, { code: '字典编号“test_dict”已存在' }])
    const same = await admin.post(`${DICT}/submit`, entry({ parentId, dictKey: '1', dictValue: '又一' }))
    expect([same.status, same.data]).toEqual([400, { dictKey: '字典键值“1”已存在' }])
    await admin.post(`${DICT}/submit`, entry({ parentId, dictKey: '0', dictValue: '零', sort: 1 }))
    await admin.post(`${DICT}/submit`, entry({ parentId, dictKey: '2', dictValue: '二', sort: 3, isSealed: 1 }))
    const get = async <T>(path: string, params: Record<string, string>) =>
      (await admin.get<T>(`${DICT}/${path}`, params)).data
    expect((await get<WireRow[]>('dictionary', { code: 'test_dict' })).map((r) => r.dictKey)).toEqual(['0', '1'])
    expect((await get<WireRow[]>('child-list', { parentId })).map((r) => r.dictKey)).toEqual(['0', '1', '2'])
    expect((await get<Page>('parent-list', { code: 'TEST_' })).records.map((r) => r.id)).toEqual([parentId])
    const [root] = await get<{ children: unknown[]; hasChildren: boolean }[]>('tree', { code: 'test_dict' })
    expect([root?.hasChildren, root?.children.length]).toEqual([true, 3])
    expect((await admin.post(`${DICT}/remove`, {}, { ids: parentId })).msg).toContain('还有下级')
    expect((await admin.post(`${DICT}/submit`, { id: parentId, parentId: one.data.id })).data).toHaveProperty(
      'parentId',
    )
  })
  test('replies of a module come before those that fit every one', async () => {
    const QUICK = 'blade-sys/quickReply'
    for (const [moduleCode, content, sort] of [
      ['public', '公共', 0],
      ['zzz', '乙', 2],
      ['zzz', '甲', 1],
      ['yyy', '别处', 0],
    ] as const) {
      expect((await admin.post(`${QUICK}/submit`, { moduleCode, content, sort })).status).toBe(200)
    }
    const found = (await nobody.get<WireRow[]>(`${QUICK}/quickReplyList`, { moduleCode: 'zzz' })).data
    const replies = found.map((r) => r.content)
    // with how they are read, to be found by: the browser has no pinyin
    expect(found.find((r) => r.content === '公共')).toMatchObject({ readings: 'gong gong', moduleCode: 'public' })
    expect(replies.slice(0, 2)).toEqual(['甲', '乙'])
    expect(replies).toContain('公共')
    expect(replies).not.toContain('别处')
  })
})

test('trees nest, roots without their parent stay, circles are cut', () => {
  const row = (id: string, parentId: string) => ({ id, parentId, version: 0, name: `n${id}` })
  const forest = nest([row('1', ''), row('2', '1'), row('3', '2'), row('4', '99'), row('5', '0')], 'name')
  expect(forest.map((r) => r.id)).toEqual(['1', '4', '5'])
  expect(forest[0]?.children?.[0]?.children?.[0]).toMatchObject({ id: '3', title: 'n3', hasChildren: false })
  expect(forest[1]).not.toHaveProperty('children')
})

test('what the unique index says becomes a named field', () => {
  const r = resources.get('param')
  if (!r) throw new Error('no param')
  const e = Object.assign(new Error('x'), {
    code: '23505',
    detail: 'Key (tenant_id, param_key)=(t, a) already exists.',
  })
  expect(duplicate(business.tables, r, e, 'zh')).toMatchObject({ code: 400, data: { paramKey: '参数键名已存在' } })
  expect(duplicate(business.tables, r, e, 'en')?.data).toEqual({
    paramKey: expect.stringContaining('is already taken'),
  })
  expect(duplicate(business.tables, r, new Error('x'), 'zh')).toBeNull()
})

test('a record that is taken is called by its name, not by its number', async () => {
  const work = { any: async () => true } as unknown as UnitOfWork
  const of = { employeeId: '76', doctorId: '77', doctorName: '康泰' }
  const r = resources.get('doctorEmployeeRel')
  if (!r) throw new Error('no relation')
  const [problem] = await uniqueProblems(work, r, of, null, of)
  expect(problem).toEqual({
    field: 'doctorId',
    message: ['医生“康泰”已存在', 'Doctor “康泰” is already taken'],
  })
})

describe('what is deleted while somebody is naming it', () => {
  const CSC = 'blade-csc'
  let actor: Actor
  let company: string
  let numbers = 61_000
  beforeAll(async () => {
    actor = await admin.actor()
    const made = await admin.post<WireRow>(`${CSC}/entrustedCompany/submit`, {
      ...{ name: `引用${newId()}`, socialCreditCode: creditCodeOf(++numbers), legalPerson: '李' },
    })
    company = made.data.id
  })

  /**
   * Does something in a transaction that stays open until the other request waits for it, or has ended; the answer to
   * that. (The embedded database has one transaction at a time: there the other one waits in any case.)
   */
  async function meanwhile(run: (work: SqlUnitOfWork) => Promise<unknown>, other: () => ReturnType<Client['post']>) {
    let go: () => void = () => {}
    const gone = new Promise<void>((done) => {
      go = done
    })
    let first: Promise<void> = Promise.resolve()
    const tx = await new Promise<Tx>((started, fail) => {
      first = t.db.transaction({ tenantId: actor.tenantId }, async (tx) => {
        const work = new SqlUnitOfWork(t.context, actor, tx)
        await run(work)
        started(tx)
        await gone
        await work.flush()
      })
      first.catch(fail)
    })
    const second = other()
    const ended = second.then(() => true)
    const waits = async () =>
      (await tx.query(`select 1 from pg_locks where not granted and transactionid = pg_current_xact_id()::xid`))
        .length > 0
    if (testUrl() !== null) while (!(await Promise.race([ended, waits()])));
    go()
    await first
    return second
  }
  const dept = async () =>
    (await admin.post<WireRow>(`${CSC}/entrustedDept/submit`, { entrustedCompanyId: company, deptName: newId() })).data
      .id
  const employee = (deptId: string) => ({ entrustedCompanyId: company, employeeNumber: newId(), name: '乙', deptId })

  test('stays, for it is named by then', async () => {
    const id = await dept()
    const removal = await meanwhile(
      (work) => addRecord(work, resourceOf('entrustedEmployee'), employee(id)),
      () => admin.post(`${CSC}/entrustedDept/remove`, {}, { ids: id }),
    )
    expect(removal).toMatchObject({ status: 400, msg: expect.stringContaining('引用，不能删除') })
  })

  test('is no longer there for who comes after', async () => {
    const id = await dept()
    const naming = await meanwhile(
      (work) => remove(work, resourceOf('entrustedDept'), [id]),
      () => admin.post(`${CSC}/entrustedEmployee/submit`, employee(id)),
    )
    expect(naming).toMatchObject({ status: 400, data: { deptId: '所选部门不存在' } })
  })
})
