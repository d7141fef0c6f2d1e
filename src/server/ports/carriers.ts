import type { PortSettings } from '../core/settings/portSettings.ts'
import type { Carrier, Known } from './adapter.ts'
import { type Answer, request } from './http.ts'
import { PortError } from './portError.ts'

type Sent = Readonly<Record<string, unknown>>
type Body = Answer['body']

/**
 * Conversions where the wire of an adapter differs from the model: what is sent in its place, and what is made of an
 * answer.
 */
interface Ways<In, Out> {
  readonly send?: (input: In) => Promise<Sent>
  readonly take?: (body: Body) => Promise<Out>
  /** Longest answer that is read, bytes. */
  readonly most?: number
}

/**
 * Order to a partner over http: `POST {path}` executes it once per key, `GET {path}/{key}` returns its `state` (done,
 * rejected with code and msg, pending), 404 for an unknown key.
 */
export function order<In extends Sent, Out>(
  settings: PortSettings,
  path: string,
  ways: Ways<In, Out> = {},
): Carrier<In, Out> {
  const take = ways.take ?? (async (body) => body as Out)
  return {
    async call(input, asking) {
      const sent = ways.send ? await ways.send(input) : input
      return take((await request(settings, asking, 'POST', path, { key: asking.key, ...sent }, ways.most)).body)
    },
    async find(_input, asking): Promise<Known<Out>> {
      const at = `${path}/${encodeURIComponent(asking.key)}`
      const { status, body } = await request(settings, asking, 'GET', at, undefined, ways.most)
      if (status === 404) return { state: 'absent' }
      if (body.state === 'pending') return { state: 'pending' }
      if (body.state === 'rejected')
        return { state: 'rejected', providerCode: String(body.code ?? ''), message: String(body.msg ?? '') }
      return { state: 'done', out: await take(body) }
    },
  }
}

/** A question over http, `GET {path}/{of}`: it changes nothing, so it is simply asked again. `unknown`: the code of a 404. */
export const question = <In, Out>(
  settings: PortSettings,
  path: string,
  of: (input: In) => string,
  { unknown = 'UNKNOWN_REFERENCE', ...ways }: Omit<Ways<In, Out>, 'send'> & { readonly unknown?: string } = {},
): Carrier<In, Out> => ({
  async call(input, asking) {
    const at = `${path}/${encodeURIComponent(of(input))}`
    const { status, body } = await request(settings, asking, 'GET', at, undefined, ways.most)
    if (status === 404) throw new PortError('REJECTED', 'unknown reference', unknown)
    return ways.take ? ways.take(body) : (body as Out)
  },
  async find() {
    return { state: 'absent' }
  },
})
