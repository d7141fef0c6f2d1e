import { type MESSAGE_KINDS, partnerMessage } from '../../../../model/administration/partner/partnerMessage.ts'
import type { AnyCall } from '../../../../model/language/domain/call.ts'
import { entrustedCompany } from '../../../../model/people/entrustedCompany.ts'
import type { RequestContext } from '../../../core/context/context.ts'
import { AppError } from '../../../core/errors.ts'
import { sign } from '../../../core/settings/secrets.ts'
import { bodyHash } from '../../../deciding/idempotency.ts'
import type { DeclaredHandler } from '../../../records/handle.ts'
import { parametersOf, refuse } from '../../../records/parameters.ts'
import { write } from '../../../records/write.ts'
import { unreachedIn } from '../../../writing/save/references.ts'
import type { AnyResource } from '../../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'

/** Result of a message: a record of a resource, as people call it. */
export interface Made {
  readonly of: AnyResource
  readonly id: string
  readonly code: string
  /** Where a doctor signs, of what is signed. */
  readonly url?: string
}

/** Input of a message handler: what was sent and nothing that was not, and the work of its transaction. */
export interface Sent {
  readonly request: RequestContext
  readonly work: UnitOfWork
  readonly body: Readonly<Record<string, unknown>>
}

/** Answer to a message, repeated for the same message. */
export interface Taken {
  readonly messageNumber: string
  readonly bizType: string
  readonly bizId: string
  readonly bizCode: string
  readonly url: string
}

/** A number is printable and without blanks, so that it stands in a log and in an address as it is. */
const NUMBER = /^[\x21-\x7e]{1,64}$/

/** The key of a message among those of its client: no key that comes in a header has a blank (jobs/sweep.ts). */
const keyOf = (messageNumber: string): string => `message ${messageNumber}`

function numberIn(body: Readonly<Record<string, unknown>>): string {
  const number = String(body.messageNumber ?? '')
  if (NUMBER.test(number)) return number
  throw new AppError(
    400,
    ['消息编号为 1 至 64 个可见字符，不含空格', 'A message number is 1 to 64 printable characters without blanks'],
    { messageNumber: '无效' },
  )
}

/** Keeps that a message was taken, beside what came of it. */
async function keepMessage(
  work: UnitOfWork,
  kind: keyof typeof MESSAGE_KINDS,
  messageNumber: string,
  made: Made,
): Promise<void> {
  const company = await work.row(entrustedCompany, work.actor.company)
  await work.insert(partnerMessage, {
    messageNumber,
    kind,
    clientId: work.actor.userId,
    clientName: work.actor.name,
    bizType: made.of.id,
    bizId: made.id,
    bizCode: made.code.slice(0, 64),
    entrustedCompanyId: company?.id ?? null,
    entrustedCompanyName: company?.name ?? null,
  })
}

/**
 * Takes one message of a partner's client in one transaction, once for its number: the same number with the same body answers the
 * same, with another one 422, and 409 while the first is being done. What is refused changes nothing and leaves its number
 * free. `r`: the resource whose field a value is named by that the database refuses.
 */
export async function take(
  request: RequestContext,
  call: AnyCall,
  {
    kind,
    r = null,
    message,
  }: { readonly kind: keyof typeof MESSAGE_KINDS; readonly r?: AnyResource | null; readonly message?: unknown },
  run: (sent: Sent) => Promise<Made>,
): Promise<Taken> {
  const parsed = parametersOf(call, request)
  const all: Readonly<Record<string, unknown>> = { ...parsed.query, ...parsed.body }
  const body = Object.fromEntries(Object.entries(all).filter(([name]) => name in request.params))
  const messageNumber = numberIn(body)
  // signed: the hash of a number of a person could be found by trying
  const what = { call: call.id, company: request.actor.company, body: sign(bodyHash(message ?? request.params)) }
  return write(
    request,
    r,
    what,
    async (work) => {
      refuse(await unreachedIn(work, { ...call.query, ...call.body }, body), request.actor.language)
      const made = await run({ request, work, body })
      await keepMessage(work, kind, messageNumber, made)
      await work.flush()
      return { messageNumber, bizType: made.of.id, bizId: made.id, bizCode: made.code, url: made.url ?? '' }
    },
    keyOf(messageNumber),
  )
}

/** The handler of a call that takes messages of one kind. */
export const taking = (
  call: AnyCall,
  how: { readonly kind: keyof typeof MESSAGE_KINDS; readonly r?: AnyResource },
  run: (sent: Sent) => Promise<Made>,
): DeclaredHandler => ({ call, handler: (request) => take(request, call, how, run) })
