import { testDomains } from '../domains.ts'
import './queues.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resourceOf, transitionsOf } from '../../../src/model/business.ts'
import { contradictions } from '../../../src/model/contradictions/contradictions.ts'
import { queueProblems } from '../../../src/model/contradictions/queueProblems.ts'
import { is, isNot, oneOf } from '../../../src/model/language/conditions/condition.ts'
import { meets } from '../../../src/model/language/conditions/meets.ts'
import type { AnyCall } from '../../../src/model/language/domain/call.ts'
import type { Queue, QueueView } from '../../../src/model/language/queue.ts'
import type { QueueCount } from '../../../src/model/wire/wire.ts'
import { cut } from '../../../src/server/domains/administration/access/catalogue.ts'
import type { Client } from '../app.ts'
import { newCode, type Shapes, saved, shapes } from './app.ts'

const MEETING = 'blade-shape/meeting'
const AGENDA = 'blade-shape/agenda'

let s: Shapes
beforeAll(async () => {
  s = await shapes()
  for (const company of s.companies) {
    const meeting = await saved(s.staff, MEETING, {
      code: newCode(),
      entrustedCompanyId: company,
      fiscalTaxId: s.partner,
      place: '杭州',
    })
    for (const topic of ['开场', '闭幕']) await saved(s.staff, AGENDA, { meetingId: meeting.id, topic })
  }
})
afterAll(() => s?.t.app.close())

const counts = async (who: Client): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await who.get<QueueCount[]>('rounds/queue-counts', { queue: 'shapeDay' })).data.map((c) => [c.view, c.total]),
  )

describe('a queue over several families', () => {
  it('contradicts the model nowhere', () => expect(contradictions()).toEqual([]))

  it('counts each view by its own resource and conditions, within the scope of who asks', async () => {
    expect(await counts(s.staff)).toEqual({ meetings: 2, agenda: 4, done: 0 })
    expect(await counts(s.ours)).toEqual({ meetings: 1, agenda: 2, done: 0 })
    const [topic] = (await s.staff.get<{ records: { id: string; version: number }[] }>(`${AGENDA}/list`)).data.records
    expect((await s.staff.post(`${AGENDA}/hold`, { id: topic?.id, version: topic?.version })).status).toBe(200)
    expect(await counts(s.staff)).toEqual({ meetings: 2, agenda: 3, done: 1 })
  })

  it('shows a view to whom may see its records and do its work, with the decisions they may take', () => {
    const views = (...permissions: string[]) =>
      cut(testDomains, { menus: new Set(), permissions: new Set(permissions) }, 'zh')
        .queues.filter((q) => q.code === 'shapeDay')
        .flatMap((q) => q.views.map((v) => [v.code, v.resource, v.decisions.join()]))
    expect(views('shapeMeeting_view', 'shapeMeeting_hold', 'shapeAgenda_view')).toEqual([
      ['meetings', 'shapeMeeting', 'hold'],
      ['done', 'shapeAgenda', ''],
    ])
    // to do the work without seeing the records is to do nothing
    expect(views('shapeMeeting_hold', 'shapeAgenda_hold')).toEqual([])
    expect(views('shapeAgenda_view', 'shapeAgenda_hold').map(([code]) => code)).toEqual(['agenda', 'done'])
  })
})

describe('conditions of a view', () => {
  it.each([
    [is('s', 0), { s: 0 }, true],
    [is('s', 0), { s: 1 }, false],
    [is('s', 0), {}, false],
    [isNot('s', 0), { s: 1 }, true],
    [isNot('s', 0), { s: null }, true],
    [isNot('s', 0), { s: 0 }, false],
    [oneOf('s', [1, 2]), { s: 2 }, true],
    [oneOf('s', [1, 2]), { s: 12 }, false],
    [{ field: 's', op: 'ge' as const, value: '0' }, { s: 1 }, false],
  ])('%o of %o: %s', (condition, row, met) => expect(meets([condition], row)).toBe(met))
})

describe('what is wrong with a queue is said', () => {
  const view: QueueView = {
    code: 'v',
    title: ['议题', 'Topics'],
    resource: 'shapeAgenda',
    where: [is('agendaStatus', 0)],
    permission: 'shapeAgenda_hold',
    decisions: ['hold'],
  }
  const known = {
    resource: (id: string) => (id.startsWith('shape') ? resourceOf(id) : undefined),
    transitions: transitionsOf,
    calls: [
      { id: 'walk', on: resourceOf('shapeAgenda') },
      { id: 'shapeAgenda.run', on: resourceOf('shapeAgenda'), command: {} },
      { id: 'shapeMeeting.end', on: resourceOf('shapeMeeting'), command: {} },
    ] as unknown as AnyCall[],
  }
  const problems = (change: Partial<QueueView>, more: Partial<Queue> = {}) =>
    queueProblems(known, { code: 'q', title: ['', ''], icon: '', views: [{ ...view, ...change }], ...more })

  it('none of a right one', () => {
    expect(problems({})).toEqual([])
    expect(problems({ decisions: ['hold', { call: 'shapeAgenda.run' }] })).toEqual([])
  })
  it.each([
    [{ resource: 'nothing' }, {}, 'v: unknown resource nothing'],
    [{ where: [] }, {}, 'v: has no condition: everything would be to do'],
    [{ where: [is('nothing', 0)] }, {}, 'v: no field nothing'],
    [
      { where: [is('minutes', 0)] },
      {},
      'v: shapeAgenda is not filtered by minutes: name it in its list.search or list.filters',
    ],
    [{ where: [is('agendaStatus', 7)] }, {}, 'v: agendaStatus is never 7'],
    [{ where: [oneOf('agendaStatus', [0, 8])] }, {}, 'v: agendaStatus is never 8'],
    [{ where: [{ field: 'topic', op: 'like' as const, value: 'a' }] }, {}, 'v: topic: like cannot be asked of a row'],
    [
      { decisions: ['fly'] },
      {},
      "v: unknown decision fly: name a transition of shapeAgenda, or a call as { call: '…' }",
    ],
    [{ decisions: [{ call: 'fly' }] }, {}, 'v: decides by unknown call fly'],
    [{ decisions: [{ call: 'walk' }] }, {}, 'v: decides by the call walk, which is no command'],
    [
      { decisions: [{ call: 'shapeMeeting.end' }] },
      {},
      'v: decides by the call shapeMeeting.end, which is about shapeMeeting',
    ],
    [{ where: [is('agendaStatus', 1)] }, {}, 'v: hold does not start from the agendaStatus that it asks for'],
    [{ sort: '+minutes' }, {}, 'v: shapeAgenda is not sorted by minutes: name it in its list.sorts'],
    [{}, { views: [] }, 'has no views'],
    [{}, { views: [view, view] }, 'has two views v'],
    [{}, { columns: { shapeAgenda: ['nothing'] } }, 'no column shapeAgenda.nothing'],
    [{}, { columns: { shapeMeeting: ['code'] } }, 'has columns of shapeMeeting, which none of its views works'],
  ])('%o %o', (change, more, said) => expect(problems(change, more)).toContain(said))
})
