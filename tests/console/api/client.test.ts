import { describe, expect, it, vi } from 'vitest'
import { type ClientParts, createClient } from '../../../src/console/api/client.ts'
import { ApiError } from '../../../src/console/api/error.ts'
import { type Exchange, Unreached } from '../../../src/console/api/transport.ts'
import { answer, no, ok } from '../server/envelope.ts'
import { browser, pause } from './fakes.ts'

type Reply = ReturnType<typeof answer> | Error
/** A client over a server that is a function; every exchange is kept. */
function desk(reply: (e: Exchange, n: number) => Reply | Promise<Reply>, parts: Partial<ClientParts> = {}) {
  const sent: Exchange[] = []
  const seen = { warned: [] as string[], lost: 0, back: 0 }
  let keys = 0
  const client = createClient({
    transport: async (e) => {
      sent.push(e)
      const n = sent.length
      const given = await new Promise<Reply>((done, fail) => {
        e.signal?.addEventListener('abort', () => fail(new Unreached('cancelled')))
        Promise.resolve(reply(e, n)).then(done, fail)
      })
      if (given instanceof Error) throw given
      return given
    },
    tokens: { token: () => 'a1', lapsed: () => false, renew: async () => null },
    online: { losses: () => seen.lost, back: () => seen.back++, lost: () => seen.lost++ },
    language: () => 'zh-CN',
    newKey: () => `key${++keys}`,
    sleep: async () => {},
    say: {
      duplicate: () => '请求中有相同请求,请勿重复点击!!!',
      network: (late) => (late ? 'late' : 'gone'),
      busy: (n) => `busy ${n}`,
      unknown: () => '未知错误',
    },
    warn: (text) => seen.warned.push(text),
    ...parts,
  })
  return { client, sent, seen }
}
const caught = async (p: Promise<unknown>): Promise<ApiError> => {
  const error = await p.then(
    () => null,
    (e: unknown) => e,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

describe('the envelope', () => {
  it('gives data, and sends token and language', async () => {
    const { client, sent } = desk(() => ok({ a: 1 }))
    expect(await client.get('x/list', { current: 1, empty: '' })).toEqual({ a: 1 })
    expect(sent[0]?.headers).toMatchObject({ 'Blade-Auth': 'bearer a1', 'Accept-Language': 'zh-CN' })
    expect(sent[0]?.headers['Idempotency-Key']).toBeUndefined()
  })

  it.each([
    [
      'a code beside HTTP 200',
      answer(200, { code: 409, success: false, data: { reason: 'stale' }, msg: '已被处理' }),
      409,
      '已被处理',
    ],
    ['a status', no(403, '没有权限'), 403, '没有权限'],
    ['success false with code 200', answer(200, { code: 200, success: false, data: null, msg: '失败' }), 500, '失败'],
    ['an error_description', answer(400, { code: 400, error_description: '验证码不正确' }), 400, '验证码不正确'],
    ['nothing that says why', answer(500, 'oops'), 500, '未知错误'],
  ])('throws on %s', async (_, reply, code, message) => {
    const { client } = desk(() => reply)
    const error = await caught(client.get('x'))
    expect([error.code, error.message, error.network]).toEqual([code, message, false])
  })

  it('keeps data and request id of a refusal', async () => {
    const { client } = desk(() => no(409, '已被处理', { reason: 'stale' }))
    const error = await caught(client.post('x', {}))
    expect(error.data).toEqual({ reason: 'stale' })
    expect(error.requestId).toBe('rq1')
  })
})

describe('a lost network', () => {
  it('sends a write once more with the same key, then gives up with the key', async () => {
    const { client, sent, seen } = desk(() => new Unreached('network'))
    const error = await caught(client.post('x/audit', { id: '1' }))
    expect(sent.map((e) => e.headers['Idempotency-Key'])).toEqual(['key1', 'key1'])
    expect(error.network).toBe(true)
    expect(error.key).toBe('key1')
    expect(seen.lost).toBe(2)
  })

  it('uses the key it is given, and says when the server is back', async () => {
    const { client, sent, seen } = desk((_, n) => (n === 1 ? new Unreached('network') : ok('done')))
    expect(await client.post('x/audit', { id: '1' }, { key: 'mine' })).toBe('done')
    expect(sent.map((e) => e.headers['Idempotency-Key'])).toEqual(['mine', 'mine'])
    expect([seen.lost, seen.back]).toEqual([1, 1])
  })

  it('an error of a gateway in front of an unreachable server counts as no answer', async () => {
    const { client, seen } = desk(() => answer(502, '<html>'))
    expect((await caught(client.get('x'))).network).toBe(true)
    expect(seen.lost).toBe(2)
  })

  it('a late answer is no lost network', async () => {
    const { client, seen } = desk(() => new Unreached('timeout'))
    const error = await caught(client.get('x'))
    expect([error.network, error.message, seen.lost]).toEqual([true, 'late', 0])
  })
})

describe('a busy server', () => {
  const busy = (
    status: number,
    wait: string,
    body: unknown = { code: status, success: false, data: null, msg: '操作过于频繁' },
  ) => answer(status, body, wait ? { 'retry-after': wait } : {})
  /** A desk whose waits are kept instead of waited. */
  const waiting = (reply: Parameters<typeof desk>[0]) => {
    const waits: number[] = []
    const d = desk(reply, { sleep: async (ms) => void waits.push(ms) })
    return { ...d, waits }
  }

  it.each([429, 503])('is asked again when it says (%d): a read', async (status) => {
    const { client, sent, waits, seen } = waiting((_, n) => (n < 3 ? busy(status, '2') : ok('here')))
    expect(await client.get('x/list')).toBe('here')
    expect(sent.length).toBe(3)
    for (const ms of waits) expect(ms).toBeGreaterThanOrEqual(2000)
    for (const ms of waits) expect(ms).toBeLessThan(2600)
    expect([waits.length, seen.lost]).toEqual([2, 0])
  })

  it('is asked again with the same key: a write', async () => {
    const { client, sent } = waiting((_, n) => (n < 2 ? busy(429, '1') : ok('done')))
    expect(await client.post('x/audit', { id: '1' })).toBe('done')
    expect(sent.map((e) => e.headers['Idempotency-Key'])).toEqual(['key1', 'key1'])
  })

  it('is asked four times, then the user is informed', async () => {
    const { client, sent } = waiting(() => busy(429, '1'))
    const error = await caught(client.post('x/audit', { id: '1' }))
    expect([error.code, error.message, error.network, sent.length]).toEqual([429, '操作过于频繁', false, 4])
  })

  it('is not retried after a long Retry-After; its message is shown, or how long to wait', async () => {
    const { client, sent, waits } = waiting(() => busy(429, '900'))
    expect((await caught(client.get('x/list'))).message).toBe('操作过于频繁')
    expect([sent.length, waits.length]).toEqual([1, 0])
    const gateway = waiting(() => busy(429, '900', '<html>'))
    expect((await caught(gateway.client.get('x/list'))).message).toBe('busy 900')
  })

  it.each(['', 'soon', '-1', 'Wed, 21 Oct 2026 07:28:00 GMT'])(
    'that does not say when (%j) is not asked again',
    async (wait) => {
      const { client, sent } = waiting(() => busy(503, wait))
      expect((await caught(client.get('x/list'))).code).toBe(503)
      expect(sent.length).toBe(1)
    },
  )

  it('is not asked again for who has left meanwhile', async () => {
    const off = new AbortController()
    const { client, sent } = desk(() => busy(429, '1'), { sleep: async () => off.abort() })
    expect((await caught(client.post('x/audit', {}, { signal: off.signal }))).cancelled).toBe(true)
    expect(sent.length).toBe(1)
  })
})

describe('equal calls under way', () => {
  it('reads share one exchange', async () => {
    const { client, sent } = desk(async () => {
      await pause(5)
      return ok([1])
    })
    const [a, b] = await Promise.all([client.get('x/list', { a: 1, b: 2 }), client.get('x/list', { a: 1, b: 2 })])
    expect(a).toBe(b)
    expect(sent.length).toBe(1)
    await client.get('x/list', { a: 1, b: 2 })
    expect(sent.length).toBe(2)
  })

  it('one asker giving up does not take the answer from the other', async () => {
    const { client, sent } = desk(async () => {
      await pause(5)
      return ok('here')
    })
    const off = new AbortController()
    const first = caught(client.get('x', {}, { signal: off.signal }))
    const second = client.get('x')
    off.abort()
    expect((await first).cancelled).toBe(true)
    expect(await second).toBe('here')
    expect(sent[0]?.signal?.aborted).toBe(false)
  })

  it('the last asker giving up calls the exchange off; the next one asks anew', async () => {
    const { client, sent } = desk(async () => {
      await pause(20)
      return ok('here')
    })
    const off = new AbortController()
    const first = caught(client.get('x', {}, { signal: off.signal }))
    off.abort()
    expect((await first).cancelled).toBe(true)
    expect(sent[0]?.signal?.aborted).toBe(true)
    expect(await client.get('x')).toBe('here')
  })

  it('who gave up before asking is told so, and nothing else comes of it', async () => {
    const unheard = vi.fn()
    process.on('unhandledRejection', unheard)
    const { client } = desk(() => pause(20).then(() => ok('here')))
    const off = new AbortController()
    off.abort()
    expect((await caught(client.get('x', {}, { signal: off.signal }))).cancelled).toBe(true)
    await pause(30)
    process.off('unhandledRejection', unheard)
    expect(unheard).not.toHaveBeenCalled()
    expect(await client.get('x')).toBe('here')
  })

  it('an equal write is refused with the warning of the specification', async () => {
    const { client, sent, seen } = desk(async () => {
      await pause(5)
      return ok('done')
    })
    const first = client.post('x/audit', { id: '1' })
    const error = await caught(client.post('x/audit', { id: '1' }))
    expect(error.message).toBe('重复点击')
    expect(seen.warned).toEqual(['请求中有相同请求,请勿重复点击!!!'])
    await client.post('x/audit', { id: '2' })
    expect(await first).toBe('done')
    await client.post('x/audit', { id: '1' })
    expect(sent.length).toBe(3)
  })

  it('a POST that only reads is shared, a GET that writes is refused and has a key', async () => {
    const { client, sent, seen } = desk(async () => {
      await pause(5)
      return ok(1)
    })
    await Promise.all([
      client.post('x/list', { a: 1 }, { write: false }),
      client.post('x/list', { a: 1 }, { write: false }),
    ])
    expect(sent.length).toBe(1)
    const push = () => client.get('x/push', { id: '1' }, { write: true })
    const [first, error] = await Promise.all([push(), caught(push())])
    expect([first, error.message, seen.warned.length]).toEqual([1, '重复点击', 1])
    expect(sent[1]?.headers['Idempotency-Key']).toBe('key1')
  })
})

describe('an upload', () => {
  const scan = new File(['abc'], 'scan.pdf')
  const told: number[] = []
  const upload = (client: ReturnType<typeof desk>['client'], signal?: AbortSignal) =>
    client.upload('x/put-file', scan, (part) => told.push(part), { params: { kind: 1 }, ...(signal && { signal }) })
  const busy = (code: 429 | 503) => answer(code, { code, msg: '操作过于频繁', data: null }, { 'retry-after': '1' })

  it.each([
    ['a session that lapsed', () => no(401, '请求未授权')],
    ['too much at once', () => busy(429)],
    ['a server that starts again', () => busy(503)],
    ['a lost network', () => new Unreached('network')],
  ])('of a file is sent again after %s, with its key and its progress', async (_, trouble) => {
    const { client, sent } = desk(
      (e, n) => {
        e.progress?.(n / 4)
        return n === 1 ? trouble() : ok({ attachId: '7' })
      },
      { tokens: { token: () => 'a1', lapsed: () => false, renew: async () => 'a2' } },
    )
    told.length = 0
    expect(await upload(client)).toEqual({ attachId: '7' })
    expect(sent.map((e) => [e.file, e.params, e.headers['Idempotency-Key']])).toEqual(
      Array.from({ length: 2 }, () => [scan, { kind: 1 }, 'key1']),
    )
    expect(told).toEqual([0.25, 0.5])
  })

  it.each([
    ['a refusal', no(415, '文件类型不允许', { file: 'pdf' }), 415, '文件类型不允许', { file: 'pdf' }],
    ['a busy server', busy(429), 429, '操作过于频繁', null],
    ['a gateway', answer(413, '<html>'), 413, '未知错误', null],
  ])('ends with the error of any call: %s', async (_, reply, code, message, data) => {
    const { client } = desk(() => reply)
    const error = await caught(upload(client))
    expect([error.code, error.message, error.data]).toEqual([code, message, data])
  })

  it('beside another to the same call is no duplicate of it; one that is stopped ends as cancelled', async () => {
    const off = new AbortController()
    const { client, seen } = desk(() => pause(5).then(() => ok(1)))
    const stopped = caught(upload(client, off.signal))
    const others = [upload(client), upload(client)]
    off.abort()
    expect((await stopped).cancelled).toBe(true)
    expect(await Promise.all(others)).toEqual([1, 1])
    expect(seen.warned).toEqual([])
  })
})

describe('a received file', () => {
  const zip = new Blob(['zip'], { type: 'application/zip' })
  const disposition = { 'content-disposition': "attachment; filename*=UTF-8''%E5%85%AC%E5%8F%B8.zip" }

  it.each([
    ['a session that lapsed', () => no(401, '请求未授权')],
    ['a server that starts again', () => answer(503, { code: 503, msg: '', data: null }, { 'retry-after': '1' })],
    ['a lost network', () => new Unreached('network')],
  ])('arrives under the name of the server after %s, without a key', async (_, trouble) => {
    const { client, sent } = desk((_e, n) => (n === 1 ? trouble() : answer(200, zip, disposition)), {
      tokens: { token: () => 'a1', lapsed: () => false, renew: async () => 'a2' },
    })
    expect(await client.receive('x/archive', { fileUrl: '7' })).toEqual({ blob: zip, name: '公司.zip' })
    expect(sent.map((e) => [e.method, e.body, e.blob, e.headers['Idempotency-Key']])).toEqual(
      Array.from({ length: 2 }, () => ['POST', { fileUrl: '7' }, true, undefined]),
    )
  })

  it.each([
    ['a refusal', no(404, '没有证书', { month: '2026-01' }), 404, '没有证书', { month: '2026-01' }],
    ['a gateway', answer(413, new Blob(['<html>'])), 413, '未知错误', null],
  ])('ends with the error of any call: %s', async (_, reply, code, message, data) => {
    const error = await caught(desk(() => reply).client.receive('x/archive'))
    expect([error.code, error.message, error.data]).toEqual([code, message, data])
  })
})

describe('an expired token', () => {
  it('20 parallel calls in each of three tabs: one refresh, every call answered, no tab signed out', async () => {
    const { tabs, server } = browser({ tabs: 3 })
    const desks = tabs.map((tab) =>
      desk(
        async (e) => {
          await pause(1)
          return e.headers['Blade-Auth'] === `bearer ${server.good}` ? ok(e.path) : no(401, '请求未授权')
        },
        { tokens: tab.core },
      ),
    )
    const got = await Promise.all(desks.flatMap((d) => Array.from({ length: 20 }, (_, i) => d.client.get(`x/${i}`))))
    expect(got.length).toBe(60)
    expect(server.refreshes).toBe(1)
    expect(tabs.map((t) => t.ended)).toEqual([0, 0, 0])
  })

  it('a write is replayed with its own key', async () => {
    const { tabs, server } = browser({ tabs: 1 })
    const { client, sent } = desk((e) => (e.headers['Blade-Auth'] === `bearer ${server.good}` ? ok(1) : no(401, '')), {
      tokens: tabs[0]?.core as never,
    })
    await client.post('x/audit', {})
    expect(sent.map((e) => e.headers['Idempotency-Key'])).toEqual(['key1', 'key1'])
  })

  it('a 401 inside HTTP 200 counts as well; a refused refresh ends the session once and the call fails with 401', async () => {
    const { tabs } = browser({ tabs: 1, renewal: async () => 'refused' })
    const { client } = desk(() => answer(200, { code: 401, success: false, data: null, msg: '请求未授权' }), {
      tokens: tabs[0]?.core as never,
    })
    const errors = await Promise.all(Array.from({ length: 20 }, (_, i) => caught(client.get(`x/${i}`))))
    expect(new Set(errors.map((e) => e.code))).toEqual(new Set([401]))
    expect(tabs[0]?.ended).toBe(1)
  })

  it('a network lost during the refresh is a lost network, not a sign-out', async () => {
    const { tabs } = browser({ tabs: 1, renewal: async () => Promise.reject(new Unreached('network')) })
    const { client, seen } = desk(() => no(401, ''), { tokens: tabs[0]?.core as never })
    const error = await caught(client.get('x'))
    expect([error.network, tabs[0]?.ended]).toEqual([true, 0])
    expect(seen.lost).toBeGreaterThan(0)
  })
})

describe('an access token that ran out', () => {
  const lapsed = (renew: (stale: string) => Promise<string | null>) => ({
    tokens: { token: () => '', lapsed: () => true, renew },
  })
  it('is renewed before the call, which is sent once', async () => {
    const stale: string[] = []
    const { client, sent } = desk(
      () => ok(1),
      lapsed(async (s) => {
        stale.push(s)
        return 'a2'
      }),
    )
    expect(await client.get('x')).toBe(1)
    expect(stale).toEqual([''])
    expect(sent.map((e) => e.headers['Blade-Auth'])).toEqual(['bearer a2'])
  })
  it('a write waits for a server that cannot be reached, and keeps its key', async () => {
    const { client, sent, seen } = desk(
      () => ok(1),
      lapsed(async () => {
        throw new Unreached('network')
      }),
    )
    const error = await caught(client.post('x', {}))
    expect([error.network, error.key]).toEqual([true, 'key1'])
    expect(sent).toEqual([])
    expect(seen.lost).toBeGreaterThan(0)
  })
  it('sends no token when the session has ended', async () => {
    const { client, sent } = desk(
      () => no(401, '请求未授权'),
      lapsed(async () => null),
    )
    expect((await caught(client.get('x'))).code).toBe(401)
    expect(sent.map((e) => e.headers['Blade-Auth'])).toEqual([undefined])
  })
})
