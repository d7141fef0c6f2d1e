import './meetings.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withoutKeys } from '../../../src/server/seed/multiply/indexes.ts'
import { multipliedTables, multiply } from '../../../src/server/seed/multiply/multiply.ts'
import { newCode, type Shapes, saved, shapes } from './app.ts'

const COPIES = 3
let s: Shapes
beforeAll(async () => {
  s = await shapes()
  for (const company of s.companies) {
    // it fills its column, as hashes and long names do
    const held = { code: newCode().padEnd(32, 'X'), entrustedCompanyId: company, fiscalTaxId: s.partner, place: '杭州' }
    const meeting = await saved(s.staff, 'blade-shape/meeting', held)
    await saved(s.staff, 'blade-shape/demoMeeting', { code: newCode(), entrustedCompanyId: company, scene: '一' })
    const agenda = await saved(s.staff, 'blade-shape/agenda', { meetingId: meeting.id, topic: '开场' })
    await saved(s.staff, 'blade-shape/note', { agendaId: agenda.id, said: '好' })
  }
  await s.t.db.owner((tx) =>
    withoutKeys(
      tx,
      multipliedTables(),
      () => multiply(tx, s.tenantId, COPIES),
      () => undefined,
    ),
  )
})
afterAll(() => s?.t.app.close())

const rows = <R>(text: string) => s.t.db.scoped<R>({ tenantId: s.tenantId }, { text, values: [s.tenantId] })

describe('families of every shape are multiplied by what the model says of them', () => {
  it('variants with the table, each its own rows', async () => {
    const found = await rows(
      'select demo, count(*)::int n from shape_meeting where tenant_id = $1 group by 1 order by 1',
    )
    expect(found).toEqual([
      { demo: 0, n: 2 * (1 + COPIES) },
      { demo: 1, n: 2 * (1 + COPIES) },
    ])
  })

  it('with owners of their own, also through several parents', async () => {
    const owners = await rows<{ company: string; n: number }>(
      `select a.owner_company_id::text company, count(*)::int n from shape_note n
       join shape_agenda a on a.tenant_id = n.tenant_id and a.id = n.agenda_id
       join shape_meeting m on m.tenant_id = a.tenant_id and m.id = a.meeting_id
       join entrusted_company c on c.tenant_id = m.tenant_id and c.id = m.entrusted_company_id
       where n.tenant_id = $1 and a.owner_company_id = c.id and n.owner_company_id = c.id
         and a.owner_fiscal_tax_id = m.fiscal_tax_id group by 1`,
    )
    expect(owners.length).toBe(2 * (1 + COPIES))
    expect(new Set(owners.map((o) => o.n))).toEqual(new Set([1]))
  })

  it('unique values differ, also where no meaning is declared', async () => {
    const codes = await rows<{ code: string }>('select code from shape_meeting where tenant_id = $1')
    expect(new Set(codes.map((c) => c.code)).size).toBe(4 * (1 + COPIES))
  })

  it('trails refer to their own copy', async () => {
    const found = await rows<{ n: number }>(
      `select count(*)::int n from audit_trail t join shape_meeting m on m.tenant_id = t.tenant_id and m.id = t.record_id
       where t.tenant_id = $1 and t.resource in ('shapeMeeting', 'shapeDemoMeeting')
         and t.diff @> jsonb_build_array(jsonb_build_object('field', 'entrustedCompanyId', 'to', m.entrusted_company_id::text))
         and t.diff @> jsonb_build_array(jsonb_build_object('field', 'code', 'to', m.code))`,
    )
    expect(found).toEqual([{ n: 4 * (1 + COPIES) }])
  })

  it('only partners and users are there once', async () => {
    expect(await rows('select count(*)::int n from third_platform where tenant_id = $1')).toEqual([{ n: 1 }])
    expect(await rows('select count(*)::int n from entrusted_company where tenant_id = $1')).toEqual([
      { n: 2 * (1 + COPIES) },
    ])
  })
})
