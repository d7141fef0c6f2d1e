import { afterAll, beforeAll, expect, it } from 'vitest'
import { calls, resourceOf, resources } from '../../../src/model/business.ts'
import { holdsFiles } from '../../../src/model/language/derived/fileRights.ts'
import type { Field } from '../../../src/model/language/fields/field.ts'
import { hasMasked, type Resource } from '../../../src/model/language/resource.ts'
import { roles } from '../../../src/model/roles/roles.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { columnOf, isTenant, quoted, tableOf, variantSql } from '../../../src/server/database/names.ts'
import { store } from '../../../src/server/files/disk.ts'
import { type Client, type TestApp, testApp } from '../app.ts'
import { plant, tenantTables } from '../fuzz/plant.ts'

/** Every file field of the model, through every call that hands out files, as every role. */
let t: TestApp
let tenantId: string
let ids: Record<string, string[]>
/** The attachment that each field of the planted records holds. */
const held = new Map<string, string>()
const people: [string, Client][] = []

const filesOf = (r: Resource): [string, Field][] => Object.entries<Field>(r.fields).filter(([, f]) => holdsFiles(f))
const keepers = [...resources.values()].filter((r) => filesOf(r).length > 0)

/** The one right that a field says, as a person would read it: no code of the product decides it here. */
function mayOpen(permissions: ReadonlySet<string>, r: Resource, f: Field): boolean {
  const by = f.facts.openedBy
  if (by === undefined || by === 'record') return true
  return permissions.has(by === 'unmask' ? `${r.id}_unmask` : by.permission)
}

const idOf = (r: Resource): string => ids[r.variantOf?.resource ?? r.id]?.[0] ?? ''

beforeAll(async () => {
  t = await testApp()
  tenantId = await t.newTenant()
  ids = await plant(t.db, tenantId)
  await store(t.context, tenantId, '20240615/1234567890123456789.png', Buffer.from('held'))
  await t.db.owner(async (tx) => {
    for (const r of keepers.filter((one) => tenantTables.includes(one)))
      for (const [name, f] of filesOf(r)) {
        const id = newId()
        held.set(`${r.id}.${name}`, id)
        await tx.query(
          `insert into ${quoted(tableOf(resourceOf('attach')))} (tenant_id, id, name, original_name, extension, attach_size) values ($1, $2, '20240615/1234567890123456789.png', 'held.png', 'png', 4)`,
          [tenantId, id],
        )
        await tx.query(
          `insert into ${quoted(tableOf(resourceOf('attachUse')))} (tenant_id, id, attach_id, resource, record_id, field) values ($1, $2, $3, $4, $5, $6)`,
          [tenantId, newId(), id, r.id, idOf(r), name],
        )
        await tx.query(`update ${quoted(tableOf(r))} set ${quoted(columnOf(name))} = $2 where tenant_id = $1`, [
          tenantId,
          f.facts.answers ? JSON.stringify({ scan: id }) : id,
        ])
      }
  })
  const views = keepers.map((r) => `${r.id}_view`)
  people.push(['who only sees', await t.signIn(tenantId, await t.newRole(tenantId, views))])
  for (const role of roles) people.push([role.alias, await t.signIn(tenantId, role.alias, { userType: 1 })])
}, 300_000)
afterAll(() => t.app.close())

it('every file beside personal data says who opens it', () => {
  const silent = keepers
    .filter(hasMasked)
    .flatMap((r) => filesOf(r).flatMap(([name, f]) => (f.facts.openedBy === undefined ? [`${r.id}.${name}`] : [])))
  expect(silent).toEqual([])
})

it('pictures of identity cards and seals are not opened by who sees the number masked', () => {
  for (const r of keepers.filter(hasMasked))
    for (const [name, f] of filesOf(r))
      if (/idCard|seal/i.test(name)) expect(f.facts.openedBy, `${r.id}.${name}`).not.toBe('record')
})

it('the files of a record are those that the person may open, whatever role they have', async () => {
  const wrong: string[] = []
  let opened = 0
  for (const [who, client] of people) {
    const { permissions } = await client.actor()
    for (const r of keepers.filter((one) => isTenant(one) && one.view === undefined)) {
      const answer = await client.get<Record<string, { id: string; link: string }[]>>('rounds/files', {
        resource: r.id,
        id: idOf(r),
      })
      const evidence = await client.get<{ files: { id: string; recordId: string; field: string }[] }>(
        'rounds/evidence',
        { resource: r.id, id: idOf(r) },
      )
      if (evidence.status !== answer.status) wrong.push(`${who} ${r.id}: evidence ${evidence.status}`)
      if (!permissions.has(`${r.id}_view`) && !r.open) {
        if (answer.status !== 403) wrong.push(`${who} ${r.id}: ${answer.status}`)
        continue
      }
      if (answer.status !== 200) continue
      opened += 1
      for (const [name, f] of filesOf(r)) {
        const may = mayOpen(permissions, r, f)
        const there = answer.data[name]?.length === 1
        const own = evidence.data.files.some((one) => one.recordId === idOf(r) && one.field === name)
        if (own !== there) wrong.push(`${who} ${r.id}.${name}: ${own ? 'evidence' : 'no evidence'}`)
        if (there !== may && (!may || held.has(`${r.id}.${name}`)))
          wrong.push(`${who} ${r.id}.${name}: ${there ? 'open' : 'closed'}`)
        const id = held.get(`${r.id}.${name}`)
        // files of its rows are each opened by the right of their own family
        for (const one of evidence.data.files) {
          const of = [...resources.values()].find((x) => held.get(`${x.id}.${one.field}`) === one.id)
          if (of && !mayOpen(permissions, of, of.fields[one.field] as Field)) wrong.push(`${who} ${of.id}.${one.field}`)
        }
        if (!may && id && (answer.raw.includes(id) || evidence.raw.includes(id)))
          wrong.push(`${who} ${r.id}.${name}: its id`)
      }
    }
  }
  expect(wrong).toEqual([])
  expect(opened).toBeGreaterThan(100)
})

it('a call that hands out the file of a field is open to the same people', async () => {
  const given = calls.filter((c) => c.gives !== undefined)
  expect(given.map((c) => c.id)).toContain('summaryTaxReturns.downloadIdCard')
  for (const c of given) {
    const [of = '', name = ''] = (c.gives as string).split('.')
    const r = resources.get(of) as Resource
    const from = Object.entries((c.from ?? {}) as Record<string, unknown>)
    for (const [state, value] of from)
      await t.db.owner((tx) =>
        tx.query(
          `update ${quoted(tableOf(r))} set ${quoted(columnOf(state))} = $2 where ${['tenant_id = $1', ...variantSql(r)].join(' and ')}`,
          [tenantId, [value].flat()[0]],
        ),
      )
    for (const [who, client] of people) {
      const { permissions } = await client.actor()
      const may = mayOpen(permissions, r, r.fields[name] as Field)
      const answer = await client.get(c.paths[0] as string, { [String(c.key ?? 'id')]: idOf(r) })
      expect(answer.status, `${who} ${c.id}`).toBe(may ? 200 : 403)
    }
  }
})
