import './meetings.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resourceOf } from '../../../src/model/business.ts'
import type { Resource } from '../../../src/model/language/resource.ts'
import type { BatchState } from '../../../src/model/wire/batchWire.ts'
import { rowsOf } from '../../../src/model/wire/columns.ts'
import type { Page, Slice, WireRow, WireTable } from '../../../src/model/wire/wire.ts'
import { business } from '../../../src/server/domains/domains.ts'
import { maySeeEvent } from '../../../src/server/http/listener.ts'
import { listQuery } from '../../../src/server/lists/sql/query.ts'
import type { Client } from '../app.ts'
import { newTenantId, testUrl } from '../harness.ts'
import { fill, gather } from '../store/fill.ts'
import { happenedSoFar, newCode, type Shapes, saved, shapes } from './app.ts'

/** What a refused read of rows counts as. */
const NOTHING: WireTable = { columns: [], values: [] }

const MEETING = 'blade-shape/meeting'
const AGENDA = 'blade-shape/agenda'
const NOTE = 'blade-shape/note'
const SETTING = 'blade-shape/setting'

let s: Shapes
beforeAll(async () => {
  s = await shapes()
})
afterAll(() => s?.t.app.close())

/** A meeting of a company with one agenda item and one note on it, made by the platform. */
async function planned(company: string, topic: string) {
  const meeting = await saved(s.staff, MEETING, {
    code: newCode(),
    entrustedCompanyId: company,
    fiscalTaxId: s.partner,
    place: '杭州',
  })
  const agenda = await saved(s.staff, AGENDA, { meetingId: meeting.id, topic })
  const note = await saved(s.staff, NOTE, { agendaId: agenda.id, said: topic })
  return { meeting: meeting.id, agenda: agenda.id, note: note.id }
}
const idsOf = (rows: readonly WireRow[]): string[] => rows.map((r) => r.id)

describe('what belongs through a record is reached by whom the record belongs to', () => {
  let own: Awaited<ReturnType<typeof planned>>
  let foreign: Awaited<ReturnType<typeof planned>>
  beforeAll(async () => {
    own = await planned(s.companies[0], '康泰开场')
    foreign = await planned(s.companies[1], '华瑞开场')
  })

  const kinds = [
    ['shapeMeeting', MEETING, 'meeting'],
    ['shapeAgenda', AGENDA, 'agenda'],
    ['shapeNote', NOTE, 'note'],
  ] as const

  it.each(kinds)('%s by every way of reading', async (resource, path, key) => {
    const both = [own[key], foreign[key]]
    const reads: Record<string, (who: Client) => Promise<string[]>> = {
      list: async (who) => idsOf((await who.get<Page>(`${path}/list`, { size: 500 })).data.records),
      page: async (who) => idsOf((await who.get<Page>(`${path}/page`, { size: 500 })).data.records),
      ids: async (who) => idsOf((await who.get<Page>(`${path}/list`, { ids: both.join(',') })).data.records),
      window: async (who) =>
        idsOf(rowsOf((await who.get<Slice>('rounds/window', { resource, size: 500 })).data ?? NOTHING)),
      rows: async (who) =>
        idsOf(rowsOf((await who.get<WireTable>('rounds/rows', { resource, ids: both.join(',') })).data ?? NOTHING)),
      detail: async (who) => {
        const answers = await Promise.all(both.map((id) => who.get<WireRow>(`${path}/detail`, { id })))
        return answers.flatMap((a) => (a.status === 200 ? [a.data.id] : []))
      },
      search: async (who) =>
        (await who.get<{ id: string }[]>('rounds/search', { q: key === 'meeting' ? 'M0' : '开场' })).data.map(
          (f) => f.id,
        ),
    }
    for (const [way, read] of Object.entries(reads)) {
      // the palette does not look through ledgers
      if (way === 'search' && resource === 'shapeNote') continue
      const reached = async (who: Client) => {
        const found = await read(who)
        return both.filter((id) => found.includes(id))
      }
      expect(await reached(s.staff), `${way} of the platform`).toEqual(both)
      expect(await reached(s.ours), `${way} of the company`).toEqual([own[key]])
      expect(await reached(s.theirs), `${way} of the other`).toEqual([foreign[key]])
      expect(await reached(s.partners), `${way} of the partner of both`).toEqual(both)
      expect(await reached(s.providers), `${way} of a party that is not named`).toEqual([])
    }
    for (const [who, few] of [
      [s.staff, 2],
      [s.ours, 1],
      [s.providers, 0],
    ] as const) {
      const ids = both.join(',')
      expect((await who.get<{ total: number }>('rounds/total', { resource, ids })).data.total, 'total').toBe(few)
      const conditions = [{ field: 'id', op: 'in', value: ids }]
      expect(
        (await who.post<{ count: number }>('rounds/selection', { resource, conditions })).data.count,
        'selection',
      ).toBe(few)
    }
  })

  it('never shows whose a row is on the wire', async () => {
    expect((await s.ours.get(`${AGENDA}/detail`, { id: own.agenda })).raw).not.toMatch(/owner/i)
  })

  it('and by every way of writing', async () => {
    const before = (await s.staff.get<WireRow>(`${AGENDA}/detail`, { id: foreign.agenda })).data
    const refused = async (path: string, body: object, status: number) =>
      expect((await s.ours.post(path, body)).status, path).toBe(status)
    await refused(`${AGENDA}/submit`, { id: foreign.agenda, topic: '改' }, 404)
    await refused(`${AGENDA}/update`, { id: foreign.agenda, topic: '改' }, 404)
    await refused(`${AGENDA}/remove`, { ids: foreign.agenda }, 404)
    await refused(`${AGENDA}/remove`, { ids: `${own.agenda},${foreign.agenda}` }, 404)
    await refused(`${AGENDA}/hold`, { id: foreign.agenda }, 404)
    await refused(`${AGENDA}/hold`, { ids: [own.agenda, foreign.agenda] }, 404)
    const batch = await s.ours.post<BatchState>('rounds/batch', {
      resource: 'shapeAgenda',
      transition: 'hold',
      rows: [{ id: foreign.agenda, version: 0 }],
    })
    expect(batch.data.rows).toEqual([expect.objectContaining({ id: foreign.agenda, ok: false, code: 404 })])
    expect((await s.staff.get<WireRow>(`${AGENDA}/detail`, { id: foreign.agenda })).data).toEqual(before)
  })

  it('no record can be moved to a parent of another owner, or to none', async () => {
    expect(await s.ours.post(`${AGENDA}/hold`, { id: own.agenda, nextId: foreign.meeting })).toMatchObject({
      status: 400,
      data: { nextId: '所选下次会议不存在' },
    })
    expect(await s.ours.post(`${AGENDA}/submit`, { meetingId: foreign.meeting, topic: '进' })).toMatchObject({
      status: 400,
      data: { meetingId: '所选会议不存在' },
    })
    expect(await s.ours.post(`${AGENDA}/submit`, { id: own.agenda, meetingId: foreign.meeting })).toMatchObject({
      status: 400,
    })
    expect(await s.ours.post(`${NOTE}/submit`, { agendaId: foreign.agenda, said: '进' })).toMatchObject({ status: 400 })
    expect((await s.ours.post(`${AGENDA}/submit`, { topic: '无主' })).status).toBe(403)
    expect((await s.ours.post(`${AGENDA}/submit`, { id: own.agenda, meetingId: '' })).status).toBe(403)
    expect(
      (await s.ours.post(`${MEETING}/submit`, { code: newCode(), entrustedCompanyId: s.companies[1], place: '京' }))
        .status,
    ).toBe(403)
    const mine = await saved(s.ours, MEETING, { code: newCode(), place: '京', entrustedCompanyId: '' })
    expect(mine.entrustedCompanyId).toBe(s.companies[0])
    expect(await saved(s.ours, AGENDA, { meetingId: mine.id, topic: '自家' })).toMatchObject({ topic: '自家' })
  })

  it('history and events contain only these', async () => {
    const from = (await happenedSoFar(s)).length
    const item = await planned(s.companies[0], '要结束')
    expect((await s.ours.post(`${AGENDA}/hold`, { id: item.agenda })).status).toBe(200)
    const told = async (who: Client) =>
      (await who.get<Page>('blade-approvalHistory/list', { bizType: 'shapeAgenda', bizId: item.agenda })).data.records
        .length
    expect([
      await told(s.ours),
      await told(s.theirs),
      await told(s.partners),
      await told(s.providers),
      await told(s.staff),
    ]).toEqual([1, 0, 1, 0, 1])
    const happened = (await happenedSoFar(s)).slice(from).filter((h) => h.recordId === item.agenda)
    expect(happened.map((h) => h.transition)).toEqual(['add', 'hold'])
    for (const h of happened) {
      const hears = async (who: Client) => maySeeEvent(await who.actor(), h)
      expect([
        await hears(s.ours),
        await hears(s.theirs),
        await hears(s.partners),
        await hears(s.providers),
        await hears(s.staff),
      ]).toEqual([true, false, true, false, true])
    }
  })
})

describe('the owner of what belongs through a record', () => {
  const reached = async (who: Client, item: { agenda: string; note: string }): Promise<boolean[]> => [
    (await who.get(`${AGENDA}/detail`, { id: item.agenda })).status === 200,
    (await who.get(`${NOTE}/detail`, { id: item.note })).status === 200,
  ]

  it('follows when it is put under another record', async () => {
    const [item, other] = [await planned(s.companies[0], '移走'), await planned(s.companies[1], '移来')]
    expect([await reached(s.ours, item), await reached(s.theirs, item)]).toEqual([
      [true, true],
      [false, false],
    ])
    await saved(s.staff, AGENDA, { id: item.agenda, meetingId: other.meeting })
    expect([await reached(s.ours, item), await reached(s.theirs, item)]).toEqual([
      [false, false],
      [true, true],
    ])
  })

  it('follows when the record gets another owner, ledgers too', async () => {
    const item = await planned(s.companies[0], '易主')
    await saved(s.staff, MEETING, { id: item.meeting, entrustedCompanyId: s.companies[1] })
    expect([await reached(s.ours, item), await reached(s.theirs, item)]).toEqual([
      [false, false],
      [true, true],
    ])
  })

  it('is what the database says, whoever writes the columns', async () => {
    const item = await planned(s.companies[0], '伪造')
    await s.t.db.transaction({ tenantId: s.tenantId }, (tx) =>
      tx.query('update shape_agenda set owner_company_id = $3 where tenant_id = $1 and id = $2', [
        s.tenantId,
        item.agenda,
        s.companies[1],
      ]),
    )
    expect([await reached(s.ours, item), await reached(s.theirs, item)]).toEqual([
      [true, true],
      [false, false],
    ])
  })

  const onPostgres = testUrl() === null ? () => undefined : it
  onPostgres('is right where a row is added while the record changes hands', async () => {
    const item = await planned(s.companies[0], '同时')
    let added: () => void = () => {}
    const there = new Promise<void>((done) => {
      added = done
    })
    const scope = { tenantId: s.tenantId }
    const adding = s.t.db.transaction(scope, async (tx) => {
      await tx.query('insert into shape_agenda (tenant_id, id, meeting_id, topic) values ($1, 77, $2, $3)', [
        s.tenantId,
        item.meeting,
        '新',
      ])
      added()
      // goes on only when the other one waits for it
      for (let waits = 0; waits === 0; ) {
        const [row] = await tx.query<{ n: number }>(
          `select count(*)::int as n from pg_locks where not granted and relation = 'shape_agenda'::regclass`,
        )
        waits = row?.n ?? 0
      }
    })
    await there
    await s.t.db.transaction(scope, (tx) =>
      tx.query('update shape_meeting set entrusted_company_id = $3 where tenant_id = $1 and id = $2', [
        s.tenantId,
        item.meeting,
        s.companies[1],
      ]),
    )
    await adding
    expect((await s.theirs.get(`${AGENDA}/detail`, { id: '77' })).status).toBe(200)
    expect((await s.ours.get(`${AGENDA}/detail`, { id: '77' })).status).toBe(404)
  })
})

describe('what is the platform’s own', () => {
  it('is not reached by bound users', async () => {
    const { id } = await saved(s.staff, SETTING, { label: '设置' })
    for (const who of [s.ours, s.partners, s.providers]) {
      expect((await who.get<Page>(`${SETTING}/list`)).data.records).toEqual([])
      expect((await who.get(`${SETTING}/detail`, { id })).status).toBe(404)
      expect((await who.post(`${SETTING}/submit`, { id, label: '改' })).status).toBe(404)
      expect((await who.post(`${SETTING}/submit`, { label: '增' })).status).toBe(403)
      expect((await who.post(`${SETTING}/remove`, { ids: id })).status).toBe(404)
    }
    expect((await s.staff.get<Page>(`${SETTING}/list`)).data.total).toBe(1)
  })

  it('as parameters, roles and users of others are', async () => {
    for (const path of [
      'blade-system/param/list',
      'blade-system/securityEvent/list',
      'blade-csc/entrustedCompany/list',
    ])
      expect((await s.providers.get<Page>(path)).data.records, path).toEqual([])
    expect((await s.ours.get<Page>('blade-system/param/list')).data.records).toEqual([])
    expect((await s.ours.get<WireRow[]>('blade-system/role/list')).data).toEqual([])
    expect(idsOf((await s.ours.get<Page>('blade-system/user/list', { size: 100 })).data.records)).toEqual([
      s.ours.userId,
    ])
    expect(
      (await s.ours.post('blade-system/param/submit', { paramName: 'x', paramKey: 'x', paramValue: 'x' })).status,
    ).toBe(403)
  })
})

describe('scope through a record is an index condition', () => {
  class Undo extends Error {}
  it('at a million rows by its statistics', async () => {
    const tenantId = newTenantId()
    const [meeting, agenda, note] = ['shapeMeeting', 'shapeAgenda', 'shapeNote'].map(resourceOf) as [
      Resource,
      Resource,
      Resource,
    ]
    const run = s.t.db.owner(async (tx) => {
      for (const r of [meeting, agenda, note])
        await fill(tx, r, tenantId, 400, { entrustedCompany: 40, shapeMeeting: 400, shapeAgenda: 400 })
      for (const r of [meeting, agenda, note]) await gather(tx, r)
      await tx.query(
        `update pg_class set reltuples = 1000000 where relname in ('shape_meeting', 'shape_agenda', 'shape_note') and relkind = 'r'`,
      )
      await tx.query('set local role rounds_app')
      await tx.query('set local plan_cache_mode = force_custom_plan')
      await tx.query(`select set_config('rounds.tenant', $1, true)`, [tenantId])
      for (const resource of [agenda, note]) {
        const { text, values } = listQuery(
          { resource, reach: { tenantId, domains: business, company: '7' }, conditions: [] },
          { current: 1, size: 100 },
        )
        const plan = JSON.stringify(await tx.query(`explain (format json) ${text}`, values))
        expect(plan).toMatch(/"Index Cond":"(?:[^"\\]|\\.)*owner_company_id/)
        expect(plan).not.toMatch(/"Node Type":"(Seq Scan|Sort)"/)
      }
      throw new Undo('enough seen')
    })
    await expect(run).rejects.toThrow(Undo)
  })
})
