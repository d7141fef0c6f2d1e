import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  SETTING_BYTES_MAX,
  SETTINGS_BYTES_MAX,
  SETTINGS_PER_USER_MAX,
} from '../../../src/model/wire/settings/setting.ts'
import { SETTINGS, type SettingAnswer, type StoredSetting } from '../../../src/model/wire/settings/settingsWire.ts'
import { doctorActor, systemActor } from '../../../src/server/core/actor.ts'
import { type Client, type TestApp, testApp } from '../app.ts'

type Stored = Record<string, StoredSetting>
type Answers = Record<string, SettingAnswer>

let t: TestApp
let tenant: string
let n = 0
beforeAll(async () => {
  t = await testApp()
  tenant = await t.newTenant()
})
afterAll(() => t?.app.close())

async function somebody(of = tenant): Promise<{ me: Client; account: string; id: string }> {
  const account = `desk${n++}`
  const id = await t.addUser(of, { account, roles: ['finance'], password: 'my own password' })
  return { me: await t.signInAs(of, account, 'my own password'), account, id: String(id) }
}
const save = (who: Client, ...changes: { key: string; version: number; value: unknown }[]) =>
  who.post<Answers>(SETTINGS.save, { changes })
const all = async (who: Client) => (await who.get<Stored>(SETTINGS.read)).data
const rows = (text: string, values: unknown[] = []) =>
  t.db.owner((tx) => tx.query<Record<string, unknown>>(text, values))

describe('own settings', () => {
  it('are kept with a version, read whole or by key, and are nobody else’s, in this tenant or another', async () => {
    const [{ me, account }, { me: other }] = [await somebody(), await somebody()]
    const elsewhere = await t.newTenant()
    await t.addUser(elsewhere, { account, roles: ['finance'], password: 'my own password' })
    const namesake = await t.signInAs(elsewhere, account, 'my own password')
    expect(await all(me)).toEqual({})
    const widths = { order: [], hidden: ['b'], shown: [], widths: { a: 120 } }
    const first = await save(
      me,
      { key: 'theme', version: 0, value: 'dark' },
      { key: 'columns.settlementOrder', version: 0, value: widths },
    )
    expect(first.data).toEqual({
      theme: { kept: true, version: 1, at: expect.stringMatching(/^\d{4}-/) },
      'columns.settlementOrder': { kept: true, version: 1, at: expect.any(String) },
    })
    // at another desk
    const desk = await t.signInAs(tenant, account, 'my own password')
    expect(await all(desk)).toEqual({
      theme: { version: 1, value: 'dark', at: expect.any(String) },
      'columns.settlementOrder': { version: 1, value: widths, at: expect.any(String) },
    })
    expect(Object.keys((await desk.get<Stored>(SETTINGS.read, { keys: 'theme,folded' })).data)).toEqual(['theme'])
    expect([await all(other), await all(namesake)]).toEqual([{}, {}])
    await save(other, { key: 'theme', version: 0, value: 'light' })
    expect((await all(me)).theme?.value).toBe('dark')
  })

  it('another version is answered with the stored value, beside what was kept; a reset stays a version', async () => {
    const { me } = await somebody()
    await save(me, { key: 'theme', version: 0, value: 'dark' })
    const late = await save(
      me,
      { key: 'theme', version: 0, value: 'light' },
      { key: 'folded', version: 0, value: true },
      { key: 'previewOpen', version: 7, value: false },
    )
    expect([late.status, late.data]).toEqual([
      200,
      {
        theme: { kept: false, version: 1, value: 'dark', at: expect.any(String) },
        folded: { kept: true, version: 1, at: expect.any(String) },
        previewOpen: { kept: false, version: 0, value: null, at: '' },
      },
    ])
    expect((await save(me, { key: 'theme', version: 1, value: null })).data.theme).toMatchObject({
      kept: true,
      version: 2,
    })
    expect((await all(me)).theme).toMatchObject({ version: 2, value: null })
    expect((await save(me, { key: 'theme', version: 1, value: 'dark' })).data.theme).toMatchObject({
      kept: false,
      version: 2,
      value: null,
    })
  })

  it('two writers at once lose nothing: one is kept, the other is answered what it has to merge with', async () => {
    const { me } = await somebody()
    for (let version = 0; version < 5; version++) {
      const writes = await Promise.all(
        ['a', 'b', 'c'].map((x) =>
          save(
            me,
            { key: 'favourites', version, value: [`/${x}${version}`] },
            { key: `held.${x}${version}`, version: 0, value: { 1: { title: x, view: 'v', at: 1 } } },
          ),
        ),
      )
      const kept = writes.filter((w) => w.data.favourites?.kept)
      expect(kept).toHaveLength(1)
      const now = (await all(me)).favourites
      expect(now?.version).toBe(version + 1)
      for (const w of writes) {
        const answer = w.data.favourites
        if (answer && !answer.kept) expect(answer).toMatchObject({ version: version + 1, value: now?.value })
      }
    }
    expect(Object.keys(await all(me))).toHaveLength(16)
  })

  it('unknown keys, malformed and large values are refused by name, and nothing is kept then', async () => {
    const { me } = await somebody()
    const good = { key: 'theme', version: 0, value: 'dark' }
    const refused = async (...changes: Parameters<typeof save>[1][]) => {
      const { status, data, msg } = await save(me, good, ...changes)
      return { status, fields: Object.keys(data ?? {}), msg }
    }
    expect(await refused({ key: 'nonsense', version: 0, value: 1 })).toMatchObject({
      status: 400,
      fields: ['nonsense'],
    })
    expect(await refused({ key: 'columns.', version: 0, value: {} })).toMatchObject({
      status: 400,
      fields: ['columns.'],
    })
    expect(
      await refused(
        { key: 'folded', version: 0, value: 'yes' },
        { key: 'tabs', version: 0, value: [{ path: 'x', to: 'y' }] },
      ),
    ).toMatchObject({ status: 400, fields: ['folded', 'tabs'] })
    const large = { key: 'favourites', version: 0, value: ['/'.repeat(SETTING_BYTES_MAX)] }
    expect(await refused(large)).toMatchObject({
      status: 400,
      fields: ['favourites'],
      msg: expect.stringContaining('128 KB'),
    })
    expect(await refused({ key: 'theme', version: 0, value: 'light' })).toMatchObject({
      status: 400,
      fields: ['changes'],
    })
    expect((await me.post(SETTINGS.save, { changes: [{ version: 0, value: 'dark' }] })).status).toBe(400)
    expect((await me.post(SETTINGS.save, { changes: 'x' })).status).toBe(400)
    expect((await me.post(SETTINGS.save, { changes: [{ ...good, version: 2 ** 40 }] })).status).not.toBe(500)
    expect(await all(me)).toEqual({})
  })

  it('are limited in number and in size together', async () => {
    const { me, id } = await somebody()
    await rows(
      `insert into "user_setting" (tenant_id, user_id, key, value) select $1, $2, 'columns.l' || g, '{}' from generate_series(1, $3::int) g`,
      [tenant, id, SETTINGS_PER_USER_MAX],
    )
    const many = await save(me, { key: 'theme', version: 0, value: 'dark' })
    expect([many.status, Object.keys(many.data)]).toEqual([400, ['theme']])
    await rows('delete from "user_setting" where tenant_id = $1 and user_id = $2', [tenant, id])
    await rows(
      `insert into "user_setting" (tenant_id, user_id, key, value) values ($1, $2, 'columns.large', to_jsonb(repeat('x', $3::int)))`,
      [tenant, id, SETTINGS_BYTES_MAX],
    )
    const large = await save(me, { key: 'theme', version: 0, value: 'dark' })
    expect([large.status, Object.keys(large.data), large.msg]).toEqual([
      400,
      ['theme'],
      expect.stringContaining('1024 KB'),
    ])
    expect((await save(me, { key: 'columns.large', version: 1, value: null })).status).toBe(200)
    expect((await save(me, { key: 'theme', version: 0, value: 'dark' })).status).toBe(200)
  })

  it('belong to people alone: not to strangers, the system, or a doctor by a link', async () => {
    const nobody = await t.app.inject({ method: 'GET', url: `/api/${SETTINGS.read}` })
    expect(nobody.statusCode).toBe(401)
    const handlers = [...t.context.domains.handlers].filter(([id]) => id.startsWith('setting.'))
    expect(handlers).toHaveLength(2)
    const doctor = { id: '5', name: '李医生' }
    for (const actor of [
      systemActor(tenant, 'r1'),
      doctorActor({ tenantId: tenant, doctor, source: 'partner', requestId: 'r2' }),
      { ...doctorActor({ tenantId: tenant, doctor, source: 'link', requestId: 'r3' }), sessionId: 's' },
    ])
      for (const [, handler] of handlers) {
        const params = { changes: [{ key: 'theme', version: 0, value: 'dark' }] }
        const asked = {
          context: t.context,
          actor,
          query: {},
          params,
          body: params,
          http: { headers: {}, ip: '127.0.0.1' },
        }
        await expect(handler(asked as never)).rejects.toMatchObject({ code: 403 })
      }
    expect(await rows(`select 1 from "user_setting" where user_id in (0, 5)`)).toEqual([])
  })

  it('other windows of the person are told of the keys by an event of their own', async () => {
    const { me, id } = await somebody()
    await save(me, { key: 'theme', version: 0, value: 'dark' }, { key: 'folded', version: 3, value: true })
    expect(
      await rows(
        `select kind, actor_id::text as of, payload->'settings' as settings from "outbox" where tenant_id = $1 and actor_id = $2 and kind = 'settings'`,
        [tenant, id],
      ),
    ).toEqual([{ kind: 'settings', of: id, settings: { theme: 1 } }])
  })

  it('go with their user', async () => {
    const { me, id } = await somebody()
    await save(me, { key: 'theme', version: 0, value: 'dark' })
    const left = () => rows('select 1 as one from "user_setting" where tenant_id = $1 and user_id = $2', [tenant, id])
    expect(await left()).toHaveLength(1)
    await rows('update "user" set is_deleted = 1 where tenant_id = $1 and id = $2', [tenant, id])
    expect(await left()).toEqual([])
    expect((await save(me, { key: 'theme', version: 0, value: 'dark' })).status).toBe(401)
    expect(await left()).toEqual([])
  })
})
