import { intent } from '../../model/administration/system/intent.ts'
import type { RowOf } from '../../model/language/resource.ts'
import { isIn, statesOf } from '../../model/language/states.ts'
import type { ServerContext } from '../core/context/context.ts'
import { AppError, isUnavailable } from '../core/errors.ts'
import { rowFrom } from '../database/codec.ts'
import { openPayload } from '../database/keys/payloads.ts'
import { queueIntent } from '../jobs/intents.ts'
import { backOff, type Ending, type Job } from '../jobs/queue.ts'
import type { Run } from '../jobs/runner.ts'
import { ask, find, type PortRequest } from '../ports/ask.ts'
import { PortError } from '../ports/portError.ts'
import { type OpenPort, openPort } from '../ports/registry.ts'
import { tableName } from '../writing/unitOfWork/rows.ts'
import { decideAsSystem } from './engine.ts'

const { intentStatus } = statesOf(intent)

type Intent = RowOf<typeof intent>

/** Attempts of one request, sending and asking, until a person has to decide. */
const ATTEMPTS_MAX = 8

interface Open {
  readonly row: Intent
  readonly payload: unknown
}

async function read(context: ServerContext, tenantId: string, id: string): Promise<Open | null> {
  const [found] = await context.db.scoped<Record<string, unknown>>(
    { tenantId },
    {
      text: `select i.*, p.payload as sent from ${tableName(intent)} i join "intent_payload" p on p.tenant_id = i.tenant_id and p.id = i.id
             where i.tenant_id = $1 and i.id = $2 and i.is_deleted = 0`,
      values: [tenantId, id],
    },
  )
  return found ? { row: rowFrom(intent, found) as unknown as Intent, payload: openPayload(found.sent) } : null
}

/** The sentence people read: the model's words for the partner's code, else the partner's own. */
function sentenceOf(open: OpenPort | null, call: string, e: PortError): string {
  const known = e.providerCode ? open?.port.calls[call]?.failures[e.providerCode] : undefined
  const message = known ? `${known[0]} (${e.providerCode})` : e.message
  return `${e.code}: ${message}`.slice(0, 500)
}

/** Carrying out of a request: how it is moved along its lifecycle. */
class Carrying {
  private open: OpenPort | null = null
  private sent = false

  private readonly context: ServerContext
  private readonly tenantId: string
  private readonly of: Open
  /** No job tries again after this one. */
  private readonly last: boolean

  constructor(context: ServerContext, tenantId: string, of: Open, last: boolean) {
    this.context = context
    this.tenantId = tenantId
    this.of = of
    this.last = last
  }

  private get request(): PortRequest {
    const { row, payload } = this.of
    return { call: row.portCall ?? '', input: payload, key: row.requestKey ?? '', attempt: (row.attempts ?? 0) + 1 }
  }

  private take(transition: string, answers: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    const { id } = this.of.row
    return decideAsSystem(this.context, this.tenantId, { resource: intent.id, transition, id, ask: answers })
  }

  /** Ends the request together with its record; where the record refuses, or fails again and again, a person has to see to it. */
  private async settle(transition: string, answers: Readonly<Record<string, unknown>>): Promise<Ending> {
    try {
      await this.take(transition, answers)
    } catch (e) {
      if (isUnavailable(e) || !(e instanceof AppError || this.last)) throw e
      const why = e instanceof Error ? e.message : String(e)
      const answered = transition === 'succeed' ? 1 : 0
      await this.take('handOver', { remark: `单据无法更新：${why}`.slice(0, 500), answered })
    }
    return { state: 'done' }
  }

  /** The partner's answer about a request that may have reached it; null: unknown to the partner, so it may be sent. */
  private async known(open: OpenPort): Promise<Ending | null> {
    const { out, spendTime } = await find(this.context, open, this.request)
    if (out.state === 'done') return this.settle('succeed', { answer: out.out, spendTime })
    if (out.state === 'rejected') throw new PortError('REJECTED', out.message, out.providerCode)
    return out.state === 'pending' ? { state: 'later', after: backOff(Math.max(1, this.of.row.attempts ?? 1)) } : null
  }

  async carry(run: Run): Promise<Ending> {
    const { row } = this.of
    try {
      this.open = await openPort(this.context, this.tenantId, row.port ?? '')
      // sent before and never answered: the partner is asked before anything is repeated
      const ending = row.intentStatus === intentStatus.pending ? null : await this.known(this.open)
      if (ending) return ending
      if (run.stopped()) return { state: 'later', after: 0 }
      if (row.intentStatus === intentStatus.sent) await this.take('lose', { remark: row.lastError })
      await this.take('send')
      this.sent = true
      const { out, spendTime } = await ask(this.context, this.open, this.request)
      return await this.settle('succeed', { answer: out, spendTime })
    } catch (e) {
      if (e instanceof PortError) return this.failed(e)
      throw e
    }
  }

  private async failed(e: PortError): Promise<Ending> {
    const { row } = this.of
    const remark = sentenceOf(this.open, row.portCall ?? '', e)
    if (e.code === 'REJECTED') {
      if (!this.sent && row.intentStatus === intentStatus.pending) throw e
      return this.settle('refuse', { remark })
    }
    const tries = (row.attempts ?? 0) + 1
    if (tries >= (this.open?.port.calls[row.portCall ?? '']?.tries ?? ATTEMPTS_MAX))
      return this.settle(row.lostStep ? 'giveUp' : 'handOver', { remark })
    await this.take('lose', { remark })
    return { state: 'later', after: backOff(tries) }
  }
}

/**
 * Carries one request out: outside any transaction, after the one that wrote it. What it says about a request is
 * written before and after each call, so that a process that ends in between leaves a request of unknown result, about
 * which the partner is asked by its key. Errors back off; after the last the record or a person decides.
 */
export async function runIntent(context: ServerContext, job: Job, run: Run): Promise<Ending | undefined> {
  const open = await read(context, job.tenantId, String(job.payload.id))
  if (!open || !isIn([intentStatus.pending, intentStatus.sent, intentStatus.unknown], open.row.intentStatus))
    return undefined
  return new Carrying(context, job.tenantId, open, job.attempts >= job.most).carry(run)
}

/**
 * Queues every open request that no job is at: its job was given up, or it was loaded without one. Returns how many.
 */
export async function queueLeftIntents(context: ServerContext): Promise<number> {
  const left = await context.db.owner((tx) =>
    tx.query<{ tenant_id: string; id: string; port: string }>(
      `select i.tenant_id, i.id, i.port from ${tableName(intent)} i where i.intent_status in (0, 1, 2) and i.is_deleted = 0
         and not exists (select 1 from "job" j where j.tenant_id = i.tenant_id and j.kind = 'intent' and j.key = i.id::text
           and j.state in ('queued', 'running')) limit 1000`,
    ),
  )
  for (const { tenant_id, id, port } of left)
    await context.db.transaction({ tenantId: tenant_id }, (tx) => queueIntent(context, tx, port, String(id)))
  return left.length
}
