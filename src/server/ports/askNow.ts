import type { CallName, InOf, OutOf, Port, PortCall } from '../../model/language/domain/port.ts'
import type { ServerContext } from '../core/context/context.ts'
import { AppError } from '../core/errors.ts'
import { ask } from './ask.ts'
import { PortError } from './portError.ts'
import { openPort } from './registry.ts'

/**
 * Sends a query that changes nothing to a partner while a person waits: outside of any transaction, without retries.
 * @throws AppError 400 with the partner's refusal, 409 where it does not answer: the server itself works.
 */
export async function askNow<P extends Port, C extends CallName<P>>(
  context: ServerContext,
  tenantId: string,
  port: P,
  call: C,
  input: InOf<P, C>,
): Promise<OutOf<P, C>> {
  try {
    const open = await openPort(context, tenantId, port.id)
    const request = { call, input: input as Readonly<Record<string, unknown>>, key: `Q${context.id()}`, attempt: 1 }
    return (await ask(context, open, request)).out as OutOf<P, C>
  } catch (e) {
    if (!(e instanceof PortError)) throw e
    const known = (port.calls[call] as PortCall).failures[e.providerCode]
    if (known) throw new AppError(400, known)
    const [zh, en] = port.title
    throw new AppError(409, [`${zh}暂时没有应答，请稍后重试`, `${en} does not answer now: please try again later`])
  }
}
