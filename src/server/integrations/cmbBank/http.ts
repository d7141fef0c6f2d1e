import type { PortSettings } from '../../core/portSettings.ts'
import type { Asking, Carrier, Known } from '../adapter.ts'
import { request } from '../http.ts'
import { PortError } from '../portError.ts'
import type { CmbBank } from './port.ts'

type Sent = Readonly<Record<string, unknown>>

/** Something the bank is told to do: `POST {path}` does it once a key, `GET {path}/{key}` says what became of it. */
const order = <In extends Sent, Out>(settings: PortSettings, path: string): Carrier<In, Out> => ({
  async call(input, asking) {
    return (await request(settings, asking, 'POST', path, { key: asking.key, ...input })).body as Out
  },
  async find(_input, asking): Promise<Known<Out>> {
    const { status, body } = await request(settings, asking, 'GET', `${path}/${encodeURIComponent(asking.key)}`)
    if (status === 404) return { state: 'absent' }
    if (body.state === 'pending') return { state: 'pending' }
    if (body.state === 'rejected')
      return { state: 'rejected', providerCode: String(body.code ?? ''), message: String(body.msg ?? '') }
    return { state: 'done', out: body as Out }
  },
})

/** A question: it changes nothing, so it is simply asked again. */
const question = <In, Out>(settings: PortSettings, path: string, of: (input: In) => string): Carrier<In, Out> => ({
  async call(input, asking: Asking) {
    const { status, body } = await request(settings, asking, 'GET', `${path}/${encodeURIComponent(of(input))}`)
    if (status === 404) throw new PortError('REJECTED', 'unknown reference', 'UNKNOWN_REFERENCE')
    return body as Out
  },
  async find() {
    return { state: 'absent' }
  },
})

/**
 * The bank over http: `/payments`, `/approvals`, `/internal-transfers`, `/collections` and `/closed-units` are told once a key; `GET /payments/{yurRef}` and
 * `GET /approvals/{batchNo}` say in `state` whether they were taken (done, rejected with code and msg, pending) and in
 * `status` what became of them; `GET /statements/{unit}-{day}` says in `rows` what was moved.
 */
export const http = (settings: PortSettings): CmbBank => ({
  pay: order(settings, '/payments'),
  payQuery: question(settings, '/payments', (input) => input.yurRef ?? ''),
  submitForApproval: order(settings, '/approvals'),
  approvalQuery: question(settings, '/approvals', (input) => input.batchNo ?? ''),
  internalTransfer: order(settings, '/internal-transfers'),
  collect: order(settings, '/collections'),
  unitClose: order(settings, '/closed-units'),
  statement: question(settings, '/statements', (input) => `${input.unitNo ?? ''}-${input.day ?? ''}`),
})
