import './meetings.ts'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isShownSecret } from '../../../src/model/language/fields/secrets.ts'
import { rowsOf } from '../../../src/model/wire/columns.ts'
import { HEADER, type Page, type Slice, type WireRow } from '../../../src/model/wire/wire.ts'
import { parseKeys, seal, setKeys, unseal } from '../../../src/server/core/settings/secrets.ts'
import { rotateSecrets, secretOf } from '../../../src/server/database/keys/secrets.ts'
import { newCode, type Shapes, saved, shapes } from './app.ts'
import templates, { shapeTemplate } from './templates.ts'

const TEMPLATE = 'blade-shape/template'
const MEETING = 'blade-shape/meeting'

let s: Shapes
beforeAll(async () => {
  s = await shapes(templates)
})
afterAll(() => s?.t.app.close())

const row = (label: string, more: object = {}) => ({ label, type: 1, must: 0, most: null, fee: null, ...more })
const detail = async (id: string): Promise<WireRow> => (await s.staff.get<WireRow>(`${TEMPLATE}/detail`, { id })).data
const add = (values: object = {}, who = s.staff) =>
  saved(who, TEMPLATE, {
    // the same twice within a moment is a double click
    title: `病例模板${newCode()}`,
    entrustedCompanyId: s.companies[0],
    attributes: [row('年龄', { type: 2, most: 3 }), row('主诉', { fee: '12.5' })],
    ...values,
  })
const meeting = (company: string) =>
  saved(s.staff, MEETING, { code: newCode(), entrustedCompanyId: company, fiscalTaxId: s.partner, place: '杭州' })

describe('rows of declared fields', () => {
  it('keep their order and values in list, window and detail', async () => {
    const { id } = await add()
    const kept = [row('年龄', { type: 2, most: 3 }), row('主诉', { fee: '12.5' })]
    expect((await detail(id)).attributes).toEqual(kept)
    const page = (await s.staff.get<Page>(`${TEMPLATE}/list`, { ids: id })).data.records
    expect(page[0]?.attributes).toEqual(kept)
    const window = (await s.staff.get<Slice>('rounds/window', { resource: 'shapeTemplate', ids: id, size: 1 })).data
    expect(rowsOf(window)[0]?.attributes).toEqual(kept)
    await saved(s.staff, TEMPLATE, { id, attributes: [...kept].reverse() })
    expect((await detail(id)).attributes).toEqual([...kept].reverse())
  })

  it.each<[unknown, string, string]>([
    ['x', '属性须为列表', 'Attributes must be a list'],
    [['x'], '属性第1行：须为一行', 'Attributes, row 1: must be one row'],
    [[row('年龄'), row('')], '属性第2行：请输入标签', 'Attributes, row 2: Please enter the label'],
    [[row('年龄', { type: 9 })], '属性第1行：类型不是可选的值', 'Attributes, row 1: Type is not one of the choices'],
    [[row('年龄', { most: 0 })], '属性第1行：最多不能小于1', 'Attributes, row 1: Most must be at least 1'],
    [
      [row('年龄', { fee: '1.234' })],
      '属性第1行：费用须为最多2位小数的数字',
      'Attributes, row 1: Fee must be a number',
    ],
    [[row('x'.repeat(21))], '属性第1行：标签不能超过20个字符', 'Attributes, row 1: Label must not exceed 20'],
    [[row('年龄', { admin: 1 })], '属性第1行：没有字段 admin', 'Attributes, row 1: there is no field admin'],
    [Array.from({ length: 6 }, () => row('a')), '属性不能超过5项', 'Attributes must not exceed 5 entries'],
    [[], '请添加属性', 'Please add attributes'],
  ])('refuse %j by name', async (attributes, zh, en) => {
    const body = { title: 'x', entrustedCompanyId: s.companies[0], attributes }
    const answer = await s.staff.post<Record<string, string>>(`${TEMPLATE}/submit`, body)
    expect([answer.status, answer.msg]).toEqual([400, zh])
    expect(answer.data.attributes).toBe(zh)
    const said = await s.staff.post(`${TEMPLATE}/submit`, body, {}, { [HEADER.language]: 'en' })
    expect(said.msg).toContain(en)
  })
})

describe('several references', () => {
  it('are kept with the names of their records, each once, and hold them', async () => {
    const [one, two] = [await meeting(s.companies[0]), await meeting(s.companies[0])]
    const { id } = await add({ meetingIds: [two.id, one.id, two.id] })
    expect(await detail(id)).toMatchObject({
      meetingIds: [two.id, one.id],
      meetingCodes: `${two.code}、${one.code}`,
    })
    const page = (await s.staff.get<Slice>('rounds/window', { resource: 'shapeTemplate', ids: id, size: 1 })).data
    expect(rowsOf(page)[0]).toMatchObject({ meetingIds: [two.id, one.id], meetingCodes: `${two.code}、${one.code}` })
    const removed = await s.staff.post(`${MEETING}/remove`, { ids: one.id })
    expect([removed.status, removed.msg]).toEqual([400, `“${one.code}”已被模板引用，不能删除`])
    await saved(s.staff, TEMPLATE, { id, meetingIds: [two.id] })
    expect((await s.staff.post(`${MEETING}/remove`, { ids: one.id })).status).toBe(200)
    await saved(s.staff, TEMPLATE, { id, meetingIds: [] })
    expect(await detail(id)).toMatchObject({ meetingIds: [], meetingCodes: '' })
  })

  it('reach only what the person reaches, each of them', async () => {
    const [mine, theirs] = [await meeting(s.companies[0]), await meeting(s.companies[1])]
    const refused = await s.ours.post(`${TEMPLATE}/submit`, {
      title: 'x',
      attributes: [row('a')],
      meetingIds: [mine.id, theirs.id],
    })
    expect([refused.status, refused.msg]).toEqual([400, '所选会议不存在'])
    const { id } = await add({ meetingIds: [mine.id] })
    const foreign = await s.staff.post(`${TEMPLATE}/submit`, { id, meetingIds: [mine.id, theirs.id] })
    expect([foreign.status, foreign.msg]).toEqual([400, '所选会议不属于该委托企业，请重新选择'])
    // what stood there before stays when the company edits, and nothing else gets in beside it
    await s.t.db.owner((tx) =>
      tx.query('update "shape_template" set meeting_ids = $3 where tenant_id = $1 and id = $2', [
        s.tenantId,
        id,
        [mine.id, theirs.id],
      ]),
    )
    await saved(s.ours, TEMPLATE, { id, title: '改', meetingIds: [theirs.id, mine.id] })
    const other = await meeting(s.companies[1])
    expect((await s.ours.post(`${TEMPLATE}/submit`, { id, meetingIds: [theirs.id, other.id] })).status).toBe(400)
    for (const bad of ['1', [1], ['x'], [null], [{}], ['99999999999999999999']])
      expect((await s.staff.post(`${TEMPLATE}/submit`, { id, meetingIds: bad })).status, JSON.stringify(bad)).toBe(400)
  })
})

describe('a secret', () => {
  const KEY = 'sk-康泰-9f8e7d6c5b4a'
  const own = (id: string) =>
    s.t.db.transaction({ tenantId: s.tenantId }, (tx) => secretOf(tx, shapeTemplate, id, 'apiKey'))

  it('is nowhere but encrypted in its column, whatever happens to the record', async () => {
    const answer = await s.staff.post<WireRow>(
      `${TEMPLATE}/submit`,
      { title: '密', entrustedCompanyId: s.companies[0], attributes: [row('a')], apiKey: KEY },
      {},
      { [HEADER.idempotency]: 'secret-1' },
    )
    expect(isShownSecret(answer.data.apiKey)).toBe(true)
    const { id } = answer.data
    const said = [
      answer.raw,
      (await s.staff.get(`${TEMPLATE}/detail`, { id })).raw,
      (await s.staff.get(`${TEMPLATE}/list`, { ids: id })).raw,
      (await s.staff.get('rounds/window', { resource: 'shapeTemplate', size: 100 })).raw,
      (await s.staff.get('rounds/rows', { resource: 'shapeTemplate', ids: id })).raw,
      (await s.staff.get('rounds/search', { q: KEY })).raw,
      (await s.staff.post(`${TEMPLATE}/submit`, { id, apiKey: `${KEY}2`, version: 0 })).raw,
      // stale now: the conflict names what changed
      (await s.staff.post(`${TEMPLATE}/submit`, { id, title: 'y', version: 0 })).raw,
    ]
    for (const raw of said) expect(raw).not.toContain(KEY)
    const tables = await s.t.db.owner((tx) =>
      tx.query<{ t: string }>(
        `select quote_ident(c.relname) as t from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.relkind = 'r' and n.nspname = 'public'`,
      ),
    )
    expect(tables.length).toBeGreaterThan(20)
    for (const { t } of tables) {
      const found = await s.t.db.owner((tx) =>
        tx.query(`select 1 from ${t} x where strpos(x::text, $1) > 0 limit 1`, [KEY]),
      )
      expect(found, t).toEqual([])
    }
    expect(await own(id)).toBe(`${KEY}2`)
  })

  it('appears in history as changed, without its value', async () => {
    const { id, apiKey: first } = await add({ apiKey: KEY })
    await saved(s.staff, TEMPLATE, { id, apiKey: 'another' })
    const trail = await s.t.db.transaction({ tenantId: s.tenantId }, (tx) =>
      tx.query<{ diff: { field: string; from: unknown; to: unknown }[] }>(
        'select diff from audit_trail where tenant_id = $1 and record_id = $2 order by id',
        [s.tenantId, id],
      ),
    )
    const changes = trail.flatMap((t) => t.diff).filter((c) => c.field === 'apiKey')
    expect(changes.map((c) => [c.from, c.to])).toEqual([
      [null, first],
      [first, (await detail(id)).apiKey],
    ])
    expect(changes.every((c) => isShownSecret(c.to))).toBe(true)
  })

  it('stays where its placeholder is sent back, is removed where it is emptied, and the placeholder is not stored', async () => {
    const { id, apiKey, version } = await add({ apiKey: KEY })
    const kept = await saved(s.staff, TEMPLATE, { id, apiKey, title: '改' })
    expect([kept.version, await own(id)]).toEqual([version + 1, KEY])
    expect((await s.staff.post(`${TEMPLATE}/submit`, { id, apiKey: '******000000' })).status).toBe(400)
    const fresh = { title: 'x', entrustedCompanyId: s.companies[0], attributes: [row('a')], apiKey }
    expect((await s.staff.post(`${TEMPLATE}/submit`, fresh)).status).toBe(400)
    await saved(s.staff, TEMPLATE, { id, apiKey: '' })
    expect([(await detail(id)).apiKey, await own(id)]).toEqual(['', null])
  })

  it('cannot be asked for, ordered by or guessed at', async () => {
    const { id } = await add({ apiKey: KEY })
    for (const op of ['equal', 'like', 'likeright', 'ge', 'in'])
      expect(
        (await s.staff.get<Page>(`${TEMPLATE}/list`, { ids: id, [`apiKey_${op}`]: 'no such' })).data.records.length,
        op,
      ).toBe(1)
    expect((await s.staff.get(`${TEMPLATE}/list`, { ascs: 'apiKey' })).status).toBe(400)
  })

  it('is written anew when the key changes, and the earlier key may go', async () => {
    const { id, version } = await add({ apiKey: KEY })
    const [old, next] = ['a', 'b'].map((name) => `${name}:${randomBytes(32).toString('base64')}`) as [string, string]
    const mine = `test:${Buffer.alloc(32, 7).toString('base64')}`
    try {
      setKeys(parseKeys(`${next},${old},${mine}`))
      expect(await own(id)).toBe(KEY)
      expect(await rotateSecrets(s.t.db)).toBeGreaterThan(0)
      expect(await rotateSecrets(s.t.db)).toBe(0)
      setKeys(parseKeys(next))
      expect([await own(id), (await detail(id)).version]).toEqual([KEY, version])
      setKeys(parseKeys(old))
      await expect(own(id)).rejects.toThrow('not configured')
    } finally {
      setKeys(parseKeys(`${mine},${next}`))
    }
  })

  it('is refused, not kept open, where no key is configured', async () => {
    const { id } = await add()
    try {
      setKeys(null)
      const answer = await s.staff.post(`${TEMPLATE}/submit`, { id, apiKey: KEY })
      expect([answer.status, answer.msg]).toEqual([409, '密钥尚未配置，暂不能保存'])
    } finally {
      setKeys(parseKeys(`test:${Buffer.alloc(32, 7).toString('base64')}`))
    }
  })

  it('is refused where a bit of it was changed', () => {
    const sealed = seal(KEY)
    expect(unseal(sealed)).toBe(KEY)
    expect(seal(KEY)).not.toBe(sealed)
    const [key, mark, body] = sealed.split('.') as [string, string, string]
    const flipped = `${body.slice(0, -2)}${body.at(-2) === 'A' ? 'B' : 'A'}${body.slice(-1)}`
    for (const bad of [`${key}.${mark}.${flipped}`, `${key}.ffffff.${body}`, `${key}.${mark}`, KEY])
      expect(() => unseal(bad), bad).toThrow()
  })
})
