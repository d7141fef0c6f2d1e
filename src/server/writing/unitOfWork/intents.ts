import { intent } from '../../../model/administration/system/intent.ts'
import { problemsOf, tidy } from '../../../model/language/derived/validate.ts'
import type { CallName, InOf, Port, PortCall } from '../../../model/language/domain/port.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { AppError } from '../../core/errors.ts'
import type { Back, UnitOfWork } from './unitOfWork.ts'

const { intentStatus } = statesOf(intent)

/** Ids of what was asked of a port under a key: what a rule locks that may ask again. */
export async function intentIds(work: UnitOfWork, port: Port, key: string | null): Promise<string[]> {
  const found = key ? await work.rows(intent, { port: port.id, requestKey: key }) : []
  return found.map((row) => row.id)
}

/** Payload of a request, as the model declares it. What does not fit is a mistake in a rule. */
function payloadOf(port: Port, call: string, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const of = port.calls[call] as PortCall
  const [problem] = problemsOf(of.in, values)
  if (problem) throw new Error(`${port.id}.${call}: ${problem.field}: ${problem.message[1]}`)
  return Object.fromEntries(Object.entries(of.in).map(([name, f]) => [name, tidy(f as never, values[name])]))
}

/** Outbox of requests, besides the unit of work itself. */
export interface Outbound {
  /** Keeps what is sent: it may hold personal data, which the request's own row never does. */
  keepPayload(id: string, payload: Readonly<Record<string, unknown>>): Promise<void>
}

/** `UnitOfWork.intend`, over any unit of work. */
export async function intendIn<P extends Port, C extends CallName<P>>(
  work: UnitOfWork & Outbound,
  port: P,
  call: C,
  payload: InOf<P, C>,
  key: string,
  back: Back,
): Promise<void> {
  const sent = payloadOf(port, call, payload)
  const [there] = await work.rows(intent, { port: port.id, requestKey: key })
  if (there) {
    if (there.intentStatus === intentStatus.done) throw new Error(`${port.id}.${call} ${key} was answered already`)
    if (there.intentStatus === intentStatus.forPerson)
      throw new AppError(409, [
        `外部请求${there.code}待人工处理，请先重试或关闭`,
        `The outgoing request ${there.code} waits for a person; retry or close it first`,
      ])
    if (there.intentStatus === intentStatus.failed || there.intentStatus === intentStatus.closed)
      await work.step(intent, there.id, 'revive')
    await work.carryOut(there)
    return
  }
  const made = await work.insert(intent, {
    code: await work.code(intent),
    // `contradictions` holds the words of the two fields against the declared ports
    port: port.id as RowOf<typeof intent>['port'],
    portCall: call as string as RowOf<typeof intent>['portCall'],
    requestKey: key,
    bizType: back.of.id,
    bizId: back.id,
    bizCode: back.code ?? null,
    doneStep: back.done,
    failedStep: back.failed,
    lostStep: back.lost ?? null,
  })
  await work.keepPayload(made.id, sent)
  await work.carryOut(made)
}
