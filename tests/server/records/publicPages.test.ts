import { afterAll, beforeAll, expect, it } from 'vitest'
import { calls, pages, resourceOf } from '../../../src/model/business.ts'
import { matchRoute } from '../../../src/model/values/matchRoute.ts'
import type { Page } from '../../../src/model/wire/wire.ts'
import { columnOf, quoted, tableOf } from '../../../src/server/database/names.ts'
import { type Client, type TestApp, testApp } from '../app.ts'
import { plant } from '../fuzz/plant.ts'

/** Every public page, opened by somebody who is not signed in and has a link that the product made. */
let t: TestApp
let tenantId: string
let admin: Client

const linkCalls = calls.filter((c) => c.id.endsWith('.link'))

beforeAll(async () => {
  t = await testApp()
  tenantId = await t.newTenant()
  admin = await t.signIn(tenantId, 'administrator')
  const ids = await plant(t.db, tenantId)
  await t.db.owner(async (tx) => {
    // a contract is a doctor's part in a plan that is there
    await tx.query(`update ${quoted(tableOf(resourceOf('meetingDoctor')))} set meeting_id = $2 where tenant_id = $1`, [
      tenantId,
      ids.activityPlan?.[0] ?? ids.meeting?.[0],
    ])
    await tx.query(`update ${quoted(tableOf(resourceOf('meeting')))} set plan_type = 1 where tenant_id = $1`, [
      tenantId,
    ])
    for (const { on, from } of linkCalls)
      for (const [name, value] of Object.entries(from ?? {}))
        if (on?.view === undefined)
          await tx.query(
            `update ${quoted(tableOf(on as never))} set ${quoted(columnOf(name))} = $2 where tenant_id = $1`,
            [tenantId, [value].flat()[0]],
          )
  })
}, 300_000)
afterAll(() => t.app.close())

/** The page of an address and its parameters, those behind the question mark too. */
function pageOf(url: string) {
  const { pathname, searchParams } = new URL(url, 'http://rounds')
  for (const page of pages) {
    const params = matchRoute(page.path, pathname)
    if (params) return { page, params: { ...params, ...Object.fromEntries(searchParams) } }
  }
  return null
}

it.each(linkCalls)('the page that $id leads to opens', async (c) => {
  const list = await admin.get<Page>(`${c.on?.calls.at(-1)}/list`, { size: 1 })
  const id = list.data.records[0]?.id ?? ''
  const { data } = await admin.get<{ url: string }>(c.paths[0] as string, { id })
  const found = pageOf(data.url)
  expect(found?.page.id, data.url).toBeTruthy()
  const call = found?.page.call
  const answer = await t.call<Record<string, unknown>>('GET', call?.paths[0] ?? '', { query: found?.params ?? {} })
  expect(answer.status, answer.raw).toBe(200)
  expect(Object.keys(answer.data).sort()).toEqual(Object.keys(call?.answer.fields ?? {}).sort())
})

it('every other public page answers without being a fault, and those of links are all there', async () => {
  const linked = new Set<string>()
  for (const c of linkCalls) {
    const list = await admin.get<Page>(`${c.on?.calls.at(-1)}/list`, { size: 1 })
    const { data } = await admin.get<{ url: string }>(c.paths[0] as string, { id: list.data.records[0]?.id })
    const found = pageOf(data.url)
    if (found) linked.add(found.page.id)
  }
  expect(linked.size).toBe(linkCalls.length)
  for (const page of pages.filter((one) => !linked.has(one.id) && t.context.domains.handlers.has(one.call.id))) {
    const query = Object.fromEntries(Object.keys(page.call.query ?? {}).map((name) => [name, '1']))
    const answer = await t.call('GET', page.call.paths[0] as string, { query })
    expect(answer.status, page.id).toBeLessThan(500)
  }
})
