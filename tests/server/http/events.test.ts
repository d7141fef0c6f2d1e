import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RoundsEvent } from '../../../src/model/wire/wire.ts'
import { endSession } from '../../../src/server/auth/sessions.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import { type Happened, isPast, placeOf, placeText } from '../../../src/server/database/outbox.ts'
import { maySeeEvent } from '../../../src/server/http/listener.ts'
import { BASIC, type Client, type TestApp, testApp } from '../app.ts'
import { testUrl } from '../harness.ts'
import { asking } from '../postgres.ts'

/** Streams are checked often at one instance, and never at the other. */
let t: TestApp
let unchecked: TestApp
let base: string
let uncheckedBase: string
beforeAll(async () => {
  t = await testApp({}, undefined, undefined, { check: 200 })
  unchecked = await testApp({}, undefined, undefined, { check: 3_600_000 })
  const listening = (one: TestApp) => one.app.listen({ port: 0, host: '127.0.0.1' })
  base = await listening(t)
  uncheckedBase = await listening(unchecked)
})
afterAll(async () => {
  await t?.app.close()
  await unchecked?.app.close()
})

interface Sent {
  readonly event: string
  readonly id: string
  readonly data: RoundsEvent
}

/** A browser's ear: everything it was sent, and a way to wait for more. */
async function listen(who: Client, last = '', at = base) {
  const off = new AbortController()
  const answer = await fetch(`${at}/api/rounds/events`, {
    headers: { 'blade-auth': `bearer ${who.access}`, ...(last ? { 'last-event-id': last } : {}) },
    signal: off.signal,
  })
  const sent: Sent[] = []
  const places: string[] = []
  let over = false
  const read = async () => {
    let text = ''
    const decoder = new TextDecoder()
    for await (const piece of answer.body ?? []) {
      text += decoder.decode(piece as Uint8Array, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const line = (name: string) =>
          block
            .split('\n')
            .find((l) => l.startsWith(`${name}: `))
            ?.slice(name.length + 2) ?? ''
        if (!line('data') && line('id')) places.push(line('id'))
        if (line('data')) sent.push({ event: line('event'), id: line('id'), data: JSON.parse(line('data')) })
      }
    }
  }
  const done = read()
    .catch(() => {})
    .finally(() => {
      over = true
    })
  const until = async (what: (s: readonly Sent[]) => boolean, ms = 25_000) => {
    const end = Date.now() + ms
    while (!what(sent) && Date.now() < end) await new Promise((r) => setTimeout(r, 10))
    expect(what(sent), JSON.stringify(sent)).toBe(true)
  }
  await until((s) => s.some((x) => x.event === 'hello') || answer.status !== 200)
  return {
    status: answer.status,
    headers: answer.headers,
    sent,
    until,
    /** Ids that came without an event. */
    places: () => places,
    events: () => sent.filter((s) => s.event === ''),
    over: () => over,
    close: () => {
      off.abort()
      return done
    },
  }
}

type Ear = Awaited<ReturnType<typeof listen>>

const happen = (tenantId: string, more: Record<string, unknown> = {}) => {
  const row = {
    resource: 'settlementOrder',
    record_id: '5',
    version: 1,
    transition: 'audit.pass',
    actor_id: null,
    actor_name: '方静',
    company: null,
    fiscal_tax: null,
    kind: 'changed',
    ...more,
  }
  return t.db.transaction({ tenantId }, (tx) =>
    tx.query(
      `insert into "outbox" (tenant_id, resource, record_id, version, transition, actor_id, actor_name, company, fiscal_tax, kind, payload)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, '{"at":"2024-06-15 08:00:00"}')`,
      [
        tenantId,
        row.resource,
        row.record_id,
        row.version,
        row.transition,
        row.actor_id,
        row.actor_name,
        row.company,
        row.fiscal_tax,
        row.kind,
      ],
    ),
  )
}
const MARK = '999'
/** Something that this ear hears, last: what it was to hear before has come by then. */
const marked = async (tenantId: string, ear: Ear) => {
  await happen(tenantId, { record_id: MARK, resource: 'quickReply' })
  await ear.until(() => ear.events().some((e) => e.data.recordId === MARK))
}
/** The ids of what an ear heard before the mark. */
const untilMark = (ear: Ear) =>
  ear.events().flatMap((e) => (e.data.recordId === MARK ? [] : [e.data.recordId || e.data.kind]))

describe('the stream', () => {
  it('needs the token header', async () => {
    const nobody = await fetch(`${base}/api/rounds/events`)
    expect(nobody.status).toBe(401)
    const tenant = await t.newTenant()
    const fin = await t.signIn(tenant, 'finance')
    expect(
      (await fetch(`${base}/api/rounds/events?blade-auth=${encodeURIComponent(`bearer ${fin.access}`)}`)).status,
    ).toBe(401)
  })

  it('sends events to this tenant and no other', async () => {
    const [one, two] = [await t.newTenant(), await t.newTenant()]
    const mine = await listen(await t.signIn(one, 'finance'))
    const theirs = await listen(await t.signIn(two, 'finance'))
    expect(mine.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(mine.headers.get('content-encoding')).toBeNull()
    await happen(one, { record_id: '77' })
    await mine.until(() => mine.events().length === 1)
    expect(mine.events()[0]?.data).toMatchObject({
      kind: 'changed',
      resource: 'settlementOrder',
      recordId: '77',
      version: 1,
      transition: 'audit.pass',
      by: '方静',
      byId: '',
      at: '2024-06-15 08:00:00',
    })
    expect(mine.events()[0]?.id).toBe(mine.events()[0]?.data.id)
    await marked(two, theirs)
    expect(untilMark(theirs)).toEqual([])
    await Promise.all([mine.close(), theirs.close()])
  })

  it('continues after the last received event, once each, in order', async () => {
    const tenant = await t.newTenant()
    const fin = await t.signIn(tenant, 'finance')
    const first = await listen(fin)
    for (const n of [1, 2]) await happen(tenant, { record_id: n })
    await first.until(() => first.events().length === 2)
    const last = first.events()[0]?.id ?? ''
    await first.close()
    for (const n of [3, 4]) await happen(tenant, { record_id: n })
    const second = await listen(fin, last)
    await happen(tenant, { record_id: 5 })
    await second.until(() => second.events().length === 4)
    await marked(tenant, second)
    expect(untilMark(second)).toEqual(['2', '3', '4', '5'])
    expect(second.sent.some((s) => s.event === 'gap')).toBe(false)
    await second.close()
  })

  it('continues from the greeting of a stream that had no event', async () => {
    const tenant = await t.newTenant()
    const fin = await t.signIn(tenant, 'finance')
    const first = await listen(fin)
    const hello = first.sent[0]?.id ?? ''
    await first.close()
    await happen(tenant, { record_id: 9 })
    const second = await listen(fin, hello)
    await second.until(() => second.events().length === 1)
    expect(second.events()[0]?.data.recordId).toBe('9')
    await second.close()
  })

  it.each(['999999999999-1', '3-999999'])('says that something is lost when it cannot go on (%s)', async (last) => {
    const tenant = await t.newTenant()
    const ear = await listen(await t.signIn(tenant, 'finance'), last)
    expect(ear.sent.map((s) => s.event)).toEqual(['gap', 'hello'])
    await ear.close()
  })

  it('sends a younger transaction at once while an older one is open, and the older one when it commits', async () => {
    if (t.db.kind !== 'postgresql') return // the embedded database has one connection: transactions never overlap
    const tenant = await t.newTenant()
    const ear = await listen(await t.signIn(tenant, 'finance'))
    let finish = () => {}
    const held = new Promise<void>((r) => (finish = r))
    const insert = `insert into "outbox" (tenant_id, resource, record_id) values ($1, 'settlementOrder', $2)`
    let inserted = () => {}
    const ready = new Promise<void>((r) => (inserted = r))
    const slow = t.db.transaction({ tenantId: tenant }, async (tx) => {
      await tx.query(insert, [tenant, '1'])
      inserted()
      await held
    })
    await ready
    await t.db.transaction({ tenantId: tenant }, (tx) => tx.query(insert, [tenant, '2']))
    await ear.until(() => ear.events().length === 1)
    const between = ear.events()[0]?.id
    finish()
    await slow
    await ear.until(() => ear.events().length === 2)
    expect(ear.events().map((e) => e.data.recordId)).toEqual(['2', '1'])
    await ear.close()
    // a stream that had the younger one only gets the older one
    const again = await listen(await t.signIn(tenant, 'finance'), between)
    await again.until(() => again.events().length === 1)
    expect(again.events().map((e) => e.data.recordId)).toEqual(['1'])
    await again.close()
  })

  it.each(['another database of the cluster', 'this database'])(
    'goes on while a transaction that tells nothing stays open in %s',
    async (where) => {
      const url = testUrl()
      if (url === null) return // the embedded database has one connection: transactions never overlap
      const [{ name } = { name: '' }] = await t.db.owner((tx) =>
        tx.query<{ name: string }>('select current_database() as name'),
      )
      const here = Object.assign(new URL(url), where === 'this database' ? { pathname: `/${name}` } : {}).href
      await asking(here, async (other) => {
        await other.query('begin')
        // a transaction with an id, as one that writes: the oldest of all that follow
        const { rows } = await other.query<{ name: string }>('select pg_current_xact_id(), current_database() as name')
        expect(rows[0]?.name === name).toBe(where === 'this database')
        const tenant = await t.newTenant()
        const ear = await listen(await t.signIn(tenant, 'finance'))
        for (const n of [1, 2, 3]) await happen(tenant, { record_id: n })
        await ear.until(() => ear.events().length === 3)
        expect(ear.events().map((e) => e.data.recordId)).toEqual(['1', '2', '3'])
        await ear.close()
        await other.query('commit')
      })
    },
  )

  it('sends the place to streams with few visible events, so that nothing is lost when they reconnect', async () => {
    const tenant = await t.newTenant()
    const company = await t.signIn(tenant, 'companyAdmin', { company: '11' })
    const first = await listen(company)
    const all = 1_300
    await t.db.transaction({ tenantId: tenant }, (tx) =>
      tx.query(
        `insert into "outbox" (tenant_id, resource, record_id, company) select $1, 'settlementOrder', n, 12 from generate_series(1, $2::integer) n`,
        [tenant, all],
      ),
    )
    await first.until(() => first.places().length >= all / 200 - 1)
    expect(first.events()).toEqual([])
    const last = first.places().at(-1) ?? ''
    expect(last).not.toBe(first.sent[0]?.id)
    await first.close()
    await happen(tenant, { record_id: 1_301, company: '11' })
    const second = await listen(company, last)
    await second.until(() => second.events().length === 1)
    expect(second.sent.map((s) => s.event)).toEqual(['hello', ''])
    // more events than a stream gets at once follow the first place
    const third = await listen(company, first.sent[0]?.id)
    expect(third.sent[0]?.event).toBe('gap')
    await Promise.all([second.close(), third.close()])
  })

  it('sends events of the company’s own rows, and of the user’s own batches', async () => {
    const tenant = await t.newTenant()
    const company = await t.signIn(tenant, 'companyAdmin', { company: '11' })
    const unbound = await t.signIn(tenant, 'companyAdmin', { userType: 2 })
    const content = await t.signIn(tenant, 'content')
    const ears = await Promise.all([company, unbound, content].map((c) => listen(c)))
    await happen(tenant, { record_id: 1, company: '11' })
    await happen(tenant, { record_id: 2, company: '12' })
    await happen(tenant, { record_id: 3 })
    await happen(tenant, { record_id: 4, resource: 'quickReply' })
    await happen(tenant, { record_id: 5, kind: 'batch', actor_id: company.userId })
    await happen(tenant, { record_id: 6, kind: 'batch', actor_id: content.userId })
    await marked(tenant, ears[2] as Ear)
    for (const ear of ears) await ear.until(() => ear.events().some((e) => e.data.recordId === MARK))
    expect(ears.map(untilMark)).toEqual([['1', '4', '5'], ['4'], ['4', '6']])
    await Promise.all(ears.map((e) => e.close()))
  })

  it('is closed when the session ends, after saying so', async () => {
    const tenant = await t.newTenant()
    const fin = await t.signIn(tenant, 'finance')
    const ear = await listen(fin)
    await endSession(t.context, fin.access, 'signed out')
    await ear.until(() => ear.over())
    expect(ear.events().map((e) => e.data.kind)).toEqual(['signedOut'])
  }, 15_000)

  it('is closed when its tenant is over', async () => {
    const tenant = await t.newTenant()
    const ear = await listen(await t.signIn(tenant, 'finance'))
    await t.db.owner((tx) => tx.query(`update "tenant" set expire_time = '2020-01-01' where code = $1`, [tenant]))
    await ear.until(() => ear.over())
    expect(ear.events().map((e) => e.data.kind)).toEqual(['signedOut'])
  }, 15_000)

  it('reports changed permissions, and follows them', async () => {
    const tenant = await t.newTenant()
    const fin = await t.signIn(tenant, 'finance')
    const ear = await listen(fin)
    await t.db.transaction({ tenantId: tenant }, (tx) =>
      tx.query('delete from "user_role" where tenant_id = $1 and user_id = $2', [tenant, fin.userId]),
    )
    await ear.until(() => ear.events().some((e) => e.data.kind === 'catalogue'))
    await happen(tenant)
    await marked(tenant, ear)
    expect(untilMark(ear)).toEqual(['catalogue'])
    await ear.close()
  }, 15_000)

  it.each([
    ['at once, where the change is told of', 'user'],
    ['at once, where the account of an employee is', 'entrustedEmployee'],
    ['before long, where it is not', null],
  ])(
    'follows who is bound to another owner: %s',
    async (_, told) => {
      const tenant = await t.newTenant()
      const who = await t.signIn(tenant, 'companyAdmin', { company: '11' })
      const ear = await listen(who, '', told ? uncheckedBase : base)
      await happen(tenant, { record_id: 1, company: '11' })
      await ear.until(() => ear.events().length === 1)
      await t.db.transaction({ tenantId: tenant }, async (tx) => {
        await tx.query('update "user" set entrusted_id = 12 where tenant_id = $1 and id = $2', [tenant, who.userId])
        if (told)
          await tx.query(
            `insert into "outbox" (tenant_id, resource, record_id, transition) values ($1, $3, $2, 'edit')`,
            [tenant, who.userId, told],
          )
      })
      const rebound = () => ear.sent.some((s) => s.event === 'gap')
      if (!told) await ear.until(rebound)
      await happen(tenant, { record_id: 2, company: '11' })
      await happen(tenant, { record_id: 3, company: '12' })
      await ear.until(() => ear.events().some((e) => e.data.recordId === '3'))
      // what is read of the former owner's is fetched anew
      expect(rebound()).toBe(true)
      expect(ear.events().map((e) => e.data.recordId || e.data.kind)).toEqual(['1', 'catalogue', '3'])
      await ear.close()
    },
    15_000,
  )

  it('survives the refresh of the token it was opened with', async () => {
    const tenant = await t.newTenant()
    const fin = await t.signIn(tenant, 'finance')
    const ear = await listen(fin)
    await t.call('POST', 'blade-auth/oauth/token', {
      payload: { grant_type: 'refresh_token' },
      headers: { authorization: BASIC, cookie: `rounds-refresh-token=${fin.refresh}` },
    })
    await happen(tenant)
    await ear.until(() => ear.events().length === 1)
    await ear.close()
  })
})

describe('who may see events', () => {
  const actor = (more: Partial<Actor>): Actor => ({
    tenantId: 't',
    userId: '1',
    name: '',
    account: '',
    roles: [],
    roleTitles: '',
    deptId: null,
    company: null,
    fiscalTax: null,
    provider: null,
    employee: null,
    permissions: new Set(['settlementOrder_view']),
    language: 'zh',
    sessionId: '',
    requestId: '',
    ...more,
  })
  const what = (more: Partial<Happened>): Happened => ({
    number: '1',
    id: '1',
    kind: 'changed',
    resource: 'settlementOrder',
    recordId: '1',
    version: 0,
    transition: '',
    actorId: null,
    actorName: '',
    company: '5',
    fiscalTax: '6',
    provider: null,
    employee: null,
    payload: {},
    ...more,
  })
  const partners = { permissions: new Set(['thirdPlatform_view']) }
  it.each([
    [{}, {}, true],
    [{ permissions: new Set<string>() }, {}, false],
    [{ permissions: new Set<string>(), roles: ['administrator'] }, {}, false],
    [{ company: '5' }, {}, true],
    [{ company: '4' }, {}, false],
    [{ company: '0' }, { company: null }, false],
    [{ fiscalTax: '6' }, {}, true],
    [{ fiscalTax: '7' }, {}, false],
    [{ provider: '8' }, {}, false],
    [{ provider: '8', ...partners }, { resource: 'thirdPlatform', provider: '8' }, true],
    [{ provider: '8', ...partners }, { resource: 'thirdPlatform', provider: '9' }, false],
    [{ provider: '8', ...partners }, { resource: 'thirdPlatform', provider: null }, false],
    [{ company: '4', permissions: new Set<string>() }, { resource: 'quickReply' }, true],
    [{ employee: '3', permissions: new Set(['meeting_view']) }, { resource: 'meeting', employee: '3' }, true],
    [{ employee: '3', permissions: new Set(['meeting_view']) }, { resource: 'meeting', employee: '4' }, false],
    [{ employee: '3', permissions: new Set(['meetingAgenda_view']) }, { resource: 'meetingAgenda' }, false],
    [{ employee: '3' }, {}, true],
    // of several employees: who is meant stands in its lines
    [{ employee: '3', permissions: new Set(['resultOrder_view']) }, { resource: 'resultOrder' }, false],
    [{}, { resource: 'nosuch' }, false],
    [{}, { kind: 'batch' as const, actorId: '1' }, true],
    [{}, { kind: 'batch' as const, actorId: '2' }, false],
    [{}, { kind: 'settings' as const, actorId: '1' }, true],
    [{}, { kind: 'settings' as const, actorId: '2' }, false],
    [{}, { kind: 'settings' as const, actorId: null }, false],
    [{}, { kind: 'catalogue' as const, actorId: null }, true],
    [{}, { kind: 'signedOut' as const, actorId: '2' }, false],
  ])('%#', (who, h, expected) => expect(maySeeEvent(actor(who), what(h))).toBe(expected))
})

describe('places', () => {
  it('are read and written', () => {
    expect(placeOf('812-40')).toEqual({ number: '812', id: '40' })
    for (const text of ['', '812', '812-', '-40', '812-40-1', 'x-1', '1-1; drop']) expect(placeOf(text)).toBeNull()
    expect(placeText({ number: '812', id: '40' })).toBe('812-40')
  })
  it('are compared as numbers', () => {
    const at = (number: string, id: string) => ({ number, id })
    expect(isPast(at('9', '1'), at('10', '0'))).toBe(true)
    expect(isPast(at('11', '1'), at('10', '2'))).toBe(false)
    expect(isPast(at('10', '1'), at('10', '1'))).toBe(true)
  })
})

describe('an answer that ends', () => {
  const ask = (who: Client, hold: string, last = '') =>
    fetch(`${base}/api/rounds/events?hold=${hold}`, {
      headers: { 'blade-auth': `bearer ${who.access}`, ...(last ? { 'last-event-id': last } : {}) },
    })

  it('is whole soon after the first event, and names the place to go on from', async () => {
    const tenant = await t.newTenant()
    const who = await t.signIn(tenant, 'administrator')
    const answer = await ask(who, '50')
    await happen(tenant)
    const text = await answer.text()
    expect(text).toMatch(/event: hello\nid: \d/)
    expect(text.match(/"recordId":"5"/g)?.length).toBe(1)
    const place = /id: (\S+)\ndata: \{"id"/.exec(text)?.[1] ?? ''
    const nothing = await (await ask(who, '1', place)).text()
    expect(nothing).toContain(`id: ${place}`)
    expect(nothing).not.toContain('recordId')
  })

  it('says what has been missed at once', async () => {
    const tenant = await t.newTenant()
    const who = await t.signIn(tenant, 'administrator')
    const text = await (await ask(who, '1')).text()
    await happen(tenant)
    await happen(tenant, { record_id: '6' })
    const later = await (await ask(who, '50', /id: (\S+)/.exec(text)?.[1])).text()
    expect(later).toContain('"recordId":"5"')
    expect(later).toContain('"recordId":"6"')
  })

  it('is held for 1 to 50 seconds', async () => {
    const who = await t.signIn(await t.newTenant(), 'administrator')
    for (const hold of ['0', '51', 'x', '-1', '1.5']) {
      const answer = await ask(who, hold)
      expect([hold, answer.status, await answer.json()]).toEqual([
        hold,
        400,
        expect.objectContaining({ code: 400, data: { hold: expect.any(String) } }),
      ])
    }
  })
})
