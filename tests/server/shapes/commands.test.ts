import { testDomains } from '../domains.ts'
import './requests.ts'
import './requestHandlers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildRegistry } from '../../../commands/catalog/build.ts'
import { holds } from '../../../commands/context.ts'
import { rank } from '../../../commands/search/rank.ts'
import { buildIndex } from '../../../commands/search/score.ts'
import { calls, transitionsOf } from '../../../src/model/business.ts'
import { commandProblems } from '../../../src/model/contradictions/commandProblems.ts'
import { contradictions } from '../../../src/model/contradictions/contradictions.ts'
import { answer } from '../../../src/model/language/domain/answer.ts'
import type { AnyCall } from '../../../src/model/language/domain/call.ts'
import { secret, text } from '../../../src/model/language/fields/field.ts'
import type { Catalogue } from '../../../src/model/wire/catalogue.ts'
import type { Conflict, Decided, WireRow } from '../../../src/model/wire/wire.ts'
import { cut } from '../../../src/server/domains/administration/access/catalogue.ts'
import { handleWhole } from '../../../src/server/records/handle.ts'
import type { Client } from '../app.ts'
import { type Shapes, saved, shapes } from './app.ts'
import { createTables } from './declare.ts'
import requests, { mark, payQuery } from './requests.ts'

const APPLY = 'blade-shape/apply'
const MARK = `${APPLY}/markHandle`
const UNMARK = `${APPLY}/unmark`
/** What the console says beside a call that is a command. */
const DECIDED = { 'x-rounds-answer': 'decided' }

let s: Shapes
let n = 0
beforeAll(async () => {
  s = await shapes()
  await createTables(s.t.db, requests)
})
afterAll(() => s?.t.app.close())

const apply = (at: 0 | 1 = 0) => {
  n += 1
  return saved(s.staff, APPLY, { name: `申请${n}`, entrustedCompanyId: s.companies[at] })
}
const now = async (id: string) => (await s.staff.get<WireRow>(`${APPLY}/detail`, { id })).data

/** The catalogue of a user with these permissions. */
const catalogueOf = (...permissions: string[]): Catalogue => ({
  ...({ etag: '', language: 'zh', user: {}, today: '' } as unknown as Catalogue),
  ...cut(testDomains, { menus: new Set(), permissions: new Set(permissions) }, 'zh'),
})
const ALL = ['view', 'mark', 'unmark', 'discard', 'sponsorHandle', 'returnHandle'].map((x) => `shapeApply_${x}`)
const applies = (c: Catalogue) => c.resources.find((r) => r.id === 'shapeApply')
const viewOf = (c: Catalogue) => c.queues.find((q) => q.code === 'shapeMarking')?.views[0]

describe('a call that is a command', () => {
  it('contradicts the model nowhere', () => expect(contradictions()).toEqual([]))

  it('is told beside the transitions of its resource and in its queue, to who holds its code', () => {
    const all = applies(catalogueOf(...ALL))
    expect(all?.decisions.map((d) => `${d.kind} ${d.id}`)).toEqual([
      'transition sponsor',
      'transition giveBack',
      'call mark',
      'call unmark',
      'call discard',
    ])
    expect(all?.decisions.find((d) => d.id === 'mark')).toMatchObject({
      title: '标记',
      alias: 'Mark',
      pinyin: ['biao ji'],
      method: 'POST',
      path: 'blade-shape/apply/markHandle',
      by: 'handleIds',
      from: { applyStatus: 0, marked: 0 },
      select: 'many',
      asks: true,
      mustAsk: false,
      undo: 'unmark',
      closed: '',
    })
    expect(all?.decisions.find((d) => d.id === 'sponsor')?.by).toBe('handleIds')
    expect(viewOf(catalogueOf(...ALL))?.decisions).toEqual(['sponsor', 'mark', 'discard'])
    expect(viewOf(catalogueOf('shapeApply_view', 'shapeApply_mark'))?.decisions).toEqual(['mark'])
    expect(applies(catalogueOf('shapeApply_view', 'shapeApply_sponsorHandle'))?.decisions.map((d) => d.id)).toEqual([
      'sponsor',
    ])
    expect(viewOf(catalogueOf('shapeApply_view', 'shapeApply_sponsorHandle')), 'not their work').toBeUndefined()
    // whoever does not see the records decides none of them
    expect(applies(catalogueOf('shapeApply_mark'))).toBeUndefined()
  })

  it('that nobody handles says so, as a transition without rules does', () => {
    const items = catalogueOf('shapeItem_view', 'shapeItem_payQuery', 'shapeItem_notWritten').resources
    const of = (id: string) => items.find((r) => r.id === 'shapeItem')?.decisions.find((d) => d.id === id)
    expect(of('notWritten')?.closed).toBe('暂未开放')
    // its key holds serial numbers: the console names records by their ids
    expect(of('payQuery')).toMatchObject({ closed: '', by: '', mustAsk: true, money: true, result: 'pass' })
  })

  it('is found by pinyin and English, has its key in its queue, and conflicts with no other', () => {
    const registry = buildRegistry(catalogueOf(...ALL), 'zh')
    expect(registry.conflicts()).toEqual([])
    const index = buildIndex(registry.commands)
    for (const typed of ['标记', 'biaoji', 'bj', 'mark'])
      expect(
        rank(index, typed).items.map((x) => x.id),
        typed,
      ).toContain('shapeApply.mark')
    expect(registry.byKey('m').map((c) => c.id)).toContain('shapeApply.mark')
    expect(registry.byKey('shift+m').map((c) => c.id)).toContain('shapeApply.mark.batch')
    expect(registry.get('shapeApply.unmark'), 'is taken by z').toBeUndefined()
    expect(registry.get('shapeApply.discard.batch')?.hidden).toBe(true)
    const place = { screen: 'queue', queue: 'shapeMarking', view: 'open', resource: 'shapeApply', hasRow: true }
    const here = { ...place, layers: 0, signedIn: true, focus: 'grid' } as never
    expect(holds(registry.get('shapeApply.mark')?.when ?? { any: [] }, here)).toBe(true)
  })

  it('whose key another decision of its queue has keeps it: the other one gets a letter of its own', () => {
    const declared = catalogueOf(...ALL)
    const twice = {
      ...declared,
      resources: declared.resources.map((r) => ({
        ...r,
        decisions: r.decisions.map((d) => (d.id === 'discard' ? { ...d, key: 'm' } : d)),
      })),
    }
    const registry = buildRegistry(twice, 'zh')
    expect(registry.conflicts()).toEqual([])
    expect(registry.get('shapeApply.mark')?.keys).toContain('m')
    expect(registry.get('shapeApply.discard')?.keys).not.toContain('m')
  })
})

describe('taking it', () => {
  const taken = (who: Client, body: object, key?: string) =>
    who.post<Decided>(MARK, body, {}, { ...DECIDED, ...(key ? { 'idempotency-key': key } : {}) })

  it('answers the console what became of the record, others what is declared, once for its key', async () => {
    const row = await apply()
    const first = await taken(s.ours, { handleIds: row.id, version: row.version, note: '急' }, 'mark-1')
    expect(first).toMatchObject({ status: 200 })
    expect(first.data).toMatchObject({
      id: row.id,
      version: row.version + 1,
      transition: 'mark',
      patch: { marked: 1, note: '急' },
      undo: 'unmark',
      undoUntil: '',
    })
    const again = await taken(s.ours, { handleIds: row.id, version: row.version, note: '急' }, 'mark-1')
    expect(again.data, 'replayed').toEqual(first.data)
    const sent = { handleIds: row.id, version: row.version, note: '急' }
    const plain = await s.ours.post(MARK, sent, {}, { 'idempotency-key': 'mark-1' })
    expect(plain.data, 'the same, asked by a stock client').toEqual([row.name])
    // the same key is the same record as it was seen: another version says something else
    for (const version of [row.version + 1, undefined])
      expect((await taken(s.ours, { ...sent, version }, 'mark-1')).status, String(version)).toBe(422)
    expect(await now(row.id)).toMatchObject({ marked: 1, version: row.version + 1 })
  })

  it('is taken back by its own call, with the version after it; what changed since is a conflict', async () => {
    const row = await apply()
    const { data } = await taken(s.ours, { handleIds: row.id, version: row.version })
    const back = await s.ours.get<Decided>(UNMARK, { handleId: row.id, version: data.version }, DECIDED)
    expect(back.data).toMatchObject({ transition: 'unmark', patch: { marked: 0 }, undo: '' })
    const once = await taken(s.ours, { handleIds: row.id, version: back.data.version })
    const old = await s.ours.get<Conflict>(UNMARK, { handleId: row.id, version: data.version }, DECIDED)
    expect([old.status, old.data.reason, old.data.version]).toEqual([409, 'stale', once.data.version])
    // without the code that takes it back nothing is promised
    const few = await s.t.signIn(s.tenantId, 'finance')
    expect((await taken(few, { handleIds: row.id })).status).toBe(403)
  })

  it('decides several together, or none: each with the version seen', async () => {
    const [one, two] = [await apply(), await apply()]
    const ids = `${one.id},${two.id}`
    const stale = await taken(s.ours, { handleIds: ids, version: `${one.version},${two.version + 1}` })
    expect([stale.status, (stale.data as unknown as Conflict).id]).toEqual([409, two.id])
    for (const version of [`${one.version}`, `${one.version},`, '1,2,3', 'x,y', { a: 1 }])
      expect(await taken(s.ours, { handleIds: ids, version }), JSON.stringify(version)).toMatchObject({
        status: 400,
        data: { version: expect.anything() },
      })
    expect([(await now(one.id)).marked, (await now(two.id)).marked]).toEqual([0, 0])
    const both = await taken(s.ours, { handleIds: ids, version: `${one.version},${two.version}` })
    expect([both.status, both.data]).toEqual([200, [one.name, two.name]])
    expect((await taken(s.ours, { handleIds: ids })).status, 'in the wrong state').toBe(409)
    expect((await taken(s.theirs, { handleIds: (await apply()).id })).status, 'of another owner').toBe(404)
  })

  it('is no transition: the batch engine knows it not', async () => {
    const row = await apply()
    const rows = [{ id: row.id, version: row.version }]
    const batch = await s.ours.post('rounds/batch', { resource: 'shapeApply', transition: 'mark', rows })
    expect(batch.status).toBe(404)
    expect((await now(row.id)).marked).toBe(0)
  })

  it('cannot be handled past the lock and the answer that the console needs', () => {
    expect(() => handleWhole(mark as AnyCall, async () => null)).toThrow('shapeApply.mark is a command')
  })

  it('names records by their ids although its key holds another field', async () => {
    const { id: applyId } = await apply()
    const item = await saved(s.staff, 'blade-shape/item', { applyId, serial: `C${n}`, amount: '5.00' })
    const paid = await s.ours.post<Decided>(
      'blade-shape/item/payQuery',
      { id: item.id, version: item.version, amount: '7.50' },
      {},
      DECIDED,
    )
    expect(paid.data).toMatchObject({ id: item.id, transition: 'payQuery', patch: { amount: '7.50' } })
    expect((await s.theirs.post('blade-shape/item/payQuery', { id: item.id, amount: '7.50' })).status).toBe(404)
    expect((await s.ours.post('blade-shape/item/failHandle', { itemId: item.id, action: 2 })).status).toBe(200)
    // the same of a transition whose key holds another field
    expect((await s.ours.post<Decided>('blade-shape/item/reopen', { id: item.id })).data).toMatchObject({
      id: item.id,
      transition: 'reopen',
    })
  })
})

describe('what is wrong with a command is said', () => {
  const known = { transitions: transitionsOf, calls }
  const problems = (change: object, of: AnyCall = mark as AnyCall) =>
    commandProblems(known, { ...of, ...change } as AnyCall)
  const asked = (command: object) => ({ command: { ...mark.command, ...command } })

  it('none of a right one, and of a call that is none', () => {
    expect(problems({})).toEqual([])
    expect(problems({ command: undefined, safe: true, on: undefined })).toEqual([])
  })
  it.each<[object, string]>([
    [{ on: undefined }, 'is a command: say on whose records (on)'],
    [{ id: 'apply.mark' }, 'is a command on shapeApply: its id has to begin with shapeApply.'],
    [{ id: 'shapeApply.sponsor' }, 'is called as the transition sponsor of shapeApply: rename one'],
    [{ id: 'shapeApply.edit' }, 'edit is what another command of shapeApply is called'],
    [{ id: 'shapeApply.mark.batch' }, 'mark.batch is what another command of shapeApply is called'],
    [{ permission: undefined }, 'is a command: say its permission, a command is for who holds it'],
    [{ safe: true }, 'changes nothing: no command decides by it'],
    [{ upload: true }, 'takes a file or a list of objects, which no command can give'],
    [{ entries: { fields: {} } }, 'takes a file or a list of objects, which no command can give'],
    [{ answer: answer.download }, 'answers a file or without the envelope: no decision does'],
    [asked({ ask: ['nosuch'] }), 'asks for the unknown nosuch'],
    [
      { query: { note: text('备注', 'Note', { required: '-' }) }, ...asked({ ask: [] }) },
      'does not ask for note, which has to be said',
    ],
    [{ query: { note: secret('密钥', 'Secret', {}) } }, 'asks for the secret note, which only a record may hold'],
    [asked({ undo: 'shapeApply.nosuch' }), 'its undo shapeApply.nosuch is no command on shapeApply'],
    [asked({ undo: 'shapeApply.discard' }), 'its undo shapeApply.discard does not name it in takesBack'],
    [asked({ takesBack: ['shapeApply.discard'] }), 'takes back shapeApply.discard, which does not name it as its undo'],
  ])('%o', (change, said) => expect(problems(change)).toContain(said))

  it('nothing is taken back that needs a question', () => {
    const back = calls.find((c) => c.id === 'shapeApply.unmark') as AnyCall
    expect(problems({ body: payQuery.body, command: { ...back.command, ask: ['amount'] } }, back)).toEqual([
      'takes back without a question, and amount has to be said',
    ])
  })
})
