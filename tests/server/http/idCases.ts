import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resourceOf, transitionsOf } from '../../../src/model/business.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { entrustedCompany } from '../../../src/model/people/entrustedCompany.ts'
import { routes } from '../../../src/server/http/routes.ts'
import { SqlUnitOfWork } from '../../../src/server/writing/unitOfWork/sqlUnitOfWork.ts'
import { type Client, type TestApp, testApp } from '../app.ts'

const { auditStatus } = statesOf(entrustedCompany)

/** Calls with more ids than anybody can mean: one of each shape, `whole`: all. */
export function idCases({ whole }: { readonly whole: boolean }): void {
  /** Calls with more ids than anybody can mean. */

  let t: TestApp
  let admin: Client
  beforeAll(async () => {
    t = await testApp()
    admin = await t.signIn(await t.newTenant(), 'administrator')
  })
  afterAll(() => t?.app.close())

  const ids = (n: number) => Array.from({ length: n }, (_, i) => String(i + 1))

  describe('100,000 ids', () => {
    const all = [...routes().values()].filter(
      (r) =>
        r.method === 'POST' &&
        !r.alias &&
        r.kind !== 'refused' &&
        (r.kind === 'transition' || r.operation === 'remove'),
    )
    const met = new Set<string>()
    const takesIds = all.filter((r) => {
      const t = transitionsOf(r.resource ?? '')[r.transitions?.[0] ?? '']
      const asked = Object.values(t?.ask ?? {}).map((f) => f.kind)
      const shape = [r.kind, r.transitions?.length, t?.select, t?.batch, typeof t?.from, ...asked].join()
      const first = !met.has(shape)
      met.add(shape)
      return whole || first
    })
    it('cover every call that takes ids', () => expect(takesIds.length).toBeGreaterThan(10))

    it.each(takesIds.map((r) => [r.path, r] as const))('of %s are a 400 that names them', async (path, r) => {
      // the other parameters are valid, or the call would be refused for them
      const match = { status: 1, result: 1, auditStatus: auditStatus.approved }
      const res = await admin.post(path, { ...match, ids: ids(100_000).join(',') })
      expect([res.status, res.msg, r.path]).toEqual([400, expect.stringContaining('一次最多1000条'), path])
      expect(res.data).toHaveProperty('ids')
    })
    it('as a bare list, and in English', async () => {
      const res = await admin.post('blade-sys/quickReply/remove', ids(100_000), {}, { 'accept-language': 'en' })
      expect(res).toMatchObject({ status: 400, msg: 'At most 1000 records at a time; please send them in parts' })
    })
    it('in an address', async () => {
      const res = await admin.get('rounds/rows', { resource: 'settlementOrder', ids: ids(1_500).join(',') })
      expect([res.status, Object.keys(res.data as object)]).toEqual([400, ['ids']])
    })
    it('as rows of a batch', async () => {
      const rows = ids(30_000).map((id) => ({ id, version: 0 }))
      const res = await admin.post('rounds/batch', { resource: 'settlementOrder', transition: 'audit.pass', rows })
      expect([res.status, Object.keys((res.data ?? {}) as object)]).toEqual([400, ['rows']])
    })
  })

  describe('rows by many values', () => {
    it('take one parameter, however many values', async () => {
      const of = resourceOf('settlementOrder')
      const actor = await admin.actor()
      const found = await t.db.transaction({ tenantId: admin.tenantId }, async (tx) => {
        const work = new SqlUnitOfWork(t.context, actor, tx)
        return [
          await work.rows(of, { id: ids(100_000) }),
          await work.rows(of, { settlementStatus: Array.from({ length: 70_000 }, (_, i) => i % 10) }),
        ]
      })
      expect(found).toEqual([[], []])
    })
  })
}
