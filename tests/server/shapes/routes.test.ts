import './routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resourceOf, resources } from '../../../src/model/business.ts'
import { contradictions } from '../../../src/model/contradictions/contradictions.ts'
import type { Resource } from '../../../src/model/language/resource.ts'
import { notFound } from '../../../src/server/core/errors.ts'
import { handle } from '../../../src/server/records/handle.ts'
import { addCalls } from '../domains.ts'
import { type Shapes, saved, shapes } from './app.ts'
import routes, { shapeContract, shapeContractShown } from './routes.ts'

addCalls([
  handle(shapeContractShown, async ({ query, context }) => {
    const [tenantId = '', token = ''] = String(query.code).split('.')
    const [row] = await context.db.scoped<{ title: string; amount: string }>(
      { tenantId },
      {
        text: 'select title, amount from "shape_contract" where tenant_id = $1 and token = $2 and is_deleted = 0',
        values: [tenantId, token],
      },
    )
    if (!row) throw notFound()
    return { title: row.title, amount: row.amount }
  }),
])

const CONTRACT = 'blade-shape/contract'
let s: Shapes
beforeAll(async () => {
  s = await shapes(routes)
})
afterAll(() => s?.t.app.close())

it('several addresses and a public page are no contradiction', () => expect(contradictions()).toEqual([]))

it('an address that another resource has is one, by both names', () => {
  const other = { ...resourceOf('shapeContract'), id: 'shapeOther', routes: { detail: '/DetailContract/:code/:id' } }
  ;(resources as Map<string, Resource>).set(other.id, other as Resource)
  const found = contradictions()
  ;(resources as Map<string, Resource>).delete(other.id)
  expect(found).toContain(
    'shapeOther: the address /DetailContract/:code/:id is claimed by shapeContract: choose another',
  )
})

it('a public page is answered without a session, as far as its call goes and no further', async () => {
  await saved(s.staff, CONTRACT, {
    title: '康泰合同',
    entrustedCompanyId: s.companies[0],
    amount: '12.50',
    token: 'abc',
  })
  const shown = (code: string) => s.t.call<unknown>('GET', `${shapeContractShown.paths[0]}`, { query: { code } })
  const answer = await shown(`${s.tenantId}.abc`)
  expect([answer.status, answer.data]).toEqual([200, { title: '康泰合同', amount: '12.50' }])
  expect((await shown(`${s.tenantId}.abd`)).status).toBe(404)
  expect((await shown(`${await s.t.newTenant()}.abc`)).status).toBe(404)
  expect((await s.t.call('GET', 'blade-shape/contract/shown')).status).toBe(400)
  for (const path of ['list', 'detail']) expect((await s.t.call('GET', `${CONTRACT}/${path}`)).status).toBe(401)
  expect(shapeContract.routes?.detail).toBe('/contract/detail/:id')
})
