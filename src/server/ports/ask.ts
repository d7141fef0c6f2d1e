import { problemsOf, tidy } from '../../model/language/derived/validate.ts'
import type { PortCall } from '../../model/language/domain/port.ts'
import type { ServerContext } from '../core/context/context.ts'
import type { Asking, Carrier, Known } from './adapter.ts'
import { PortError } from './portError.ts'
import type { OpenPort } from './registry.ts'

/** Call of a port, by the names of both. */
export interface PortRequest {
  readonly call: string
  readonly input: unknown
  readonly key: string
  readonly attempt: number
}

/** An answer with how long it took, ms. */
export interface PortAnswer<T> {
  readonly out: T
  readonly spendTime: number
}

type Out = Readonly<Record<string, unknown>>

/** Declared values of an answer; garbage is `INVALID`. */
function answerOf(of: PortCall, sent: unknown): Out {
  const values = sent !== null && typeof sent === 'object' ? (sent as Out) : null
  const problems = values ? problemsOf(of.out, values) : []
  if (!values || problems.length > 0)
    throw new PortError('INVALID', problems.map((p) => p.message[0]).join('；') || 'the answer is no object')
  return Object.fromEntries(Object.entries(of.out).map(([name, f]) => [name, tidy(f as never, values[name])]))
}

/** Asks within the time limit, writes one line, and makes whatever is thrown a `PortError`. */
async function within<T>(
  context: ServerContext,
  { port, adapter, timeout }: OpenPort,
  { call, key, attempt }: PortRequest,
  what: string,
  ask: (carrier: Carrier, asking: Asking, of: PortCall) => Promise<T>,
): Promise<PortAnswer<T>> {
  const [of, carrier] = [port.calls[call] as PortCall | undefined, adapter[call]]
  if (!of || !carrier) throw new PortError('UNAVAILABLE', `${port.id} has no call ${call}`)
  const began = performance.now()
  const signal = AbortSignal.timeout(timeout)
  let over: () => void = () => undefined
  const late = new Promise<never>((_, fail) => {
    over = () => fail(new PortError('TIMEOUT', `no answer within ${timeout / 1000} s`))
  })
  signal.addEventListener('abort', over, { once: true })
  const spent = () => Math.round(performance.now() - began)
  try {
    const out = await Promise.race([ask(carrier, { key, attempt, signal }, of), late])
    context.log.info(`port ${port.id}.${call} ${what} ${key}: done in ${spent()} ms`)
    return { out, spendTime: spent() }
  } catch (e) {
    const failure =
      e instanceof PortError ? e : new PortError('UNAVAILABLE', e instanceof Error ? e.message : String(e))
    context.log.warn(`port ${port.id}.${call} ${what} ${key}: ${failure.code} in ${spent()} ms (${failure.message})`)
    throw failure
  } finally {
    signal.removeEventListener('abort', over)
  }
}

/** Asks a partner to do something, once a key. @throws PortError */
export const ask = (context: ServerContext, open: OpenPort, request: PortRequest): Promise<PortAnswer<Out>> =>
  within(context, open, request, 'call', async (carrier, asking, of) =>
    answerOf(of, await carrier.call(request.input, asking)),
  )

/** Asks a partner what became of a key. @throws PortError */
export const find = (context: ServerContext, open: OpenPort, request: PortRequest): Promise<PortAnswer<Known<Out>>> =>
  within(context, open, request, 'find', async (carrier, asking, of) => {
    const known = await carrier.find(request.input, asking)
    return known.state === 'done' ? { state: 'done', out: answerOf(of, known.out) } : known
  })
