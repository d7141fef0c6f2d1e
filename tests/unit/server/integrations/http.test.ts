import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ports } from '../../../../src/model/business.ts'
import { portSettings } from '../../../../src/server/core/settings/portSettings.ts'
import type { Asking } from '../../../../src/server/ports/adapter.ts'
import type { PortFiles } from '../../../../src/server/ports/files.ts'
import { signatureOf } from '../../../../src/server/ports/http.ts'
import { http } from '../../../../src/server/ports/messagePush/http.ts'
import { PortError } from '../../../../src/server/ports/portError.ts'
import { adapters } from '../../../../src/server/ports/registry.ts'
import { json, type Partner, SECRET, startPartner } from '../../../server/integrations/partner.ts'

let partner: Partner
beforeEach(async () => {
  partner = await startPartner()
})
afterEach(() => partner.stop())

const input = { entrustedId: '7', entrustedCode: 'C0001', scenario: 'S', parameters: '{}' }
const asking = (key = 'k1', ms = 5_000): Asking => ({ key, attempt: 1, signal: AbortSignal.timeout(ms) })
const push = (key?: string, ms?: number) => http(partner.settings).push.call(input, asking(key, ms))
const failure = async (call: Promise<unknown>): Promise<PortError> => {
  const e = await call.then(
    () => null,
    (e: unknown) => e,
  )
  if (!(e instanceof PortError)) throw new Error(`no failure of a port: ${String(e)}`)
  return e
}

describe('a partner over http', () => {
  test('is sent the message with its key and a signature', async () => {
    expect(await push()).toEqual({ ack: 'ACK-k1' })
    const [got] = partner.got
    expect(got).toMatchObject({ method: 'POST', path: '/api/messages' })
    expect(JSON.parse(got?.body ?? '')).toEqual({ key: 'k1', ...input })
    const time = String(got?.headers['x-rounds-time'])
    expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(60)
    expect(got?.headers['x-rounds-signature']).toBe(signatureOf(SECRET, time, 'POST', '/api/messages', got?.body ?? ''))
    expect(got?.headers['idempotency-key']).toBe('k1')
  })

  test('says what became of a key', async () => {
    const find = (key: string) => http(partner.settings).push.find(input, asking(key))
    expect(await find('k2')).toEqual({ state: 'absent' })
    await push('k2')
    expect(await find('k2')).toMatchObject({ state: 'done', out: { ack: 'ACK-k2' } })
    partner.answering = (_got, response) => json(response, 200, { state: 'pending' })
    expect(await find('k2')).toEqual({ state: 'pending' })
    partner.answering = (_got, response) => json(response, 200, { state: 'rejected', code: 'X', msg: 'no' })
    expect(await find('k2')).toEqual({ state: 'rejected', providerCode: 'X', message: 'no' })
  })

  test.each([
    ['a no with a code', 422, '{"code":"UNKNOWN_COMPANY","msg":"who?"}', 'REJECTED'],
    ['a no without a code', 400, '{"oops":1}', 'INVALID'],
    ['a page', 200, '<html>hello</html>', 'INVALID'],
    ['a page of an error', 418, '<html>tea</html>', 'INVALID'],
    ['a list', 200, '[]', 'INVALID'],
    ['nothing', 200, '', 'INVALID'],
    ['out of order', 500, '{}', 'UNAVAILABLE'],
    ['too busy', 429, '{}', 'UNAVAILABLE'],
    ['not let in', 401, '{"code":"TOKEN"}', 'UNAVAILABLE'],
  ])('answers %s', async (_, status, body, code) => {
    partner.answering = (_got, response) => void response.writeHead(status).end(body)
    expect(await failure(push())).toMatchObject({ code, providerCode: code === 'REJECTED' ? 'UNKNOWN_COMPANY' : '' })
  })

  test('that says nothing is given up in time', async () => {
    partner.answering = () => undefined
    expect((await failure(push('k1', 50))).code).toBe('TIMEOUT')
  })

  test('that is not there', async () => {
    await partner.stop()
    expect((await failure(push())).code).toBe('UNAVAILABLE')
  })

  test('that never stops talking', async () => {
    partner.answering = (_got, response) => void response.end(`{"ack":"${'x'.repeat(1_100_000)}"}`)
    expect((await failure(push())).code).toBe('INVALID')
  })

  test('follows no redirect, and no key that changes the address', async () => {
    const other = await startPartner()
    partner.answering = (_got, response) => void response.writeHead(307, { location: other.settings.url }).end()
    expect((await failure(push())).code).toBe('UNAVAILABLE')
    expect(other.got).toEqual([])
    await other.stop()
    partner.answering = null
    await http(partner.settings).push.find(input, asking('../../admin?x=1#y'))
    expect(partner.got.pop()?.path).toBe('/api/messages/..%2F..%2Fadmin%3Fx%3D1%23y')
  })
})

describe('where partners are', () => {
  const read = (env: Record<string, string>) => portSettings(env, [{ id: 'messagePush' }])
  const whole = { MESSAGE_PUSH_URL: 'https://p.example/api/', MESSAGE_PUSH_SECRET: 's'.repeat(16) }

  test('is read from the environment alone', () => {
    expect(read({})).toEqual({})
    expect(read(whole)).toEqual({
      messagePush: { url: 'https://p.example/api', secret: 's'.repeat(16), timeout: 10_000 },
    })
    expect(read({ ...whole, MESSAGE_PUSH_TIMEOUT: '3' }).messagePush?.timeout).toBe(3_000)
  })

  test.each([
    ['MESSAGE_PUSH_URL', 'http://p.example'],
    ['MESSAGE_PUSH_URL', 'file:///etc/passwd'],
    ['MESSAGE_PUSH_URL', 'https://user:pass@p.example'],
    ['MESSAGE_PUSH_URL', 'https://p.example/?to=x'],
    ['MESSAGE_PUSH_URL', 'p.example'],
    ['MESSAGE_PUSH_SECRET', 'short'],
    ['MESSAGE_PUSH_TIMEOUT', '0'],
    ['MESSAGE_PUSH_TIMEOUT', 'soon'],
  ])('%s is not %s', (name, value) => {
    expect(() => read({ ...whole, [name]: value })).toThrow(name)
  })

  test('every port has its adapters, and every adapter its port', () => {
    expect([...adapters.keys()].sort()).toEqual([...ports.keys()].sort())
    const settings = { url: 'https://p.example', secret: '', timeout: 1 }
    // no adapter asks for a file before it is called
    const files = {} as PortFiles
    for (const [id, p] of ports) {
      const both = adapters.get(id)
      for (const adapter of [both?.sandbox(files, null), both?.http(settings, files, null)])
        expect(Object.keys(adapter ?? {}).sort(), id).toEqual(Object.keys(p.calls).sort())
    }
  })
})
