import { createHash } from 'node:crypto'
import { attach } from '../../model/files/attach.ts'
import { isId } from '../../model/language/derived/validate.ts'
import { isInState } from '../../model/language/lifecycle.ts'
import { wallClock } from '../../model/values/dates.ts'
import { SYSTEM_USER, systemActor } from '../core/actor.ts'
import type { ServerContext } from '../core/context/context.ts'
import type { Tx } from '../core/database.ts'
import { rowFrom } from '../database/codec.ts'
import { notify } from '../database/notify.ts'
import { systemStep } from '../deciding/decideIn.ts'
import { stepOf } from '../deciding/transitions.ts'
import { forget, forgetRefused, store } from '../files/disk.ts'
import type { Job } from '../jobs/queue.ts'
import type { GivenUp, JobHandler } from '../jobs/runner.ts'
import { rowsQuery } from '../lists/sql/query.ts'
import { reachIn } from '../lists/sql/reach.ts'
import { addAttachment, claimAttachments, type Stored } from '../writing/save/attachments.ts'
import type { AnyResource, Row } from '../writing/unitOfWork/rows.ts'
import { SqlUnitOfWork } from '../writing/unitOfWork/sqlUnitOfWork.ts'
import type { UnitOfWork } from '../writing/unitOfWork/unitOfWork.ts'
import { drawn, type Paper } from './paper.ts'
import { withPictures } from './pictures.ts'
import { paperOf, type RecordDocument } from './recordPaper.ts'

/** Kind and lane of the jobs that make documents. */
export const DOCUMENT = 'document'
/** A document that took longer is worth a notification, seconds: of a shorter one its person saw the end. */
const LONG_SECONDS = 10

/** Document that is drawn on request, and the system step that attaches it to its record. */
export interface MadeDocument extends RecordDocument {
  readonly step: string
  /** Content, where it differs from the sections of the record. */
  readonly paper?: (work: UnitOfWork, row: Row) => Promise<Paper>
  /** The step is taken also where the document says the same as the one that is held: more comes of it. */
  readonly again?: true
}

declare module '../core/domains.ts' {
  interface ServerDomains {
    /** Documents that are made when they are asked for, by resource and field: `settlementOrder.reportUrl`. */
    readonly documents: ReadonlyMap<string, MadeDocument>
  }
}

/** The name of a document: the resource and the field that holds it. */
export const documentName = ({ of, field }: Pick<MadeDocument, 'of' | 'field'>): string => `${of.id}.${field}`

/**
 * Asks for a document of a record, to be drawn when this work is committed: drawing takes longer than locks may be held. While
 * it is on its way, asking again brings about nothing. Whoever asked first is notified where it takes long, and where it fails.
 */
export const askDocument = (work: UnitOfWork, of: AnyResource, field: string, id: string): Promise<boolean> =>
  work.queueJob(DOCUMENT, { document: `${of.id}.${field}`, id, by: work.actor.userId }, `${of.id}.${field} ${id}`)

/** The file that a record holds in this field, if it holds one. */
const heldBy = (work: UnitOfWork, row: Row, field: string) =>
  work.row(attach, typeof row[field] === 'string' ? (row[field] as string) : null)

/** Attaches a drawn document to its record: equal content is stored as one file, however often it is requested. */
export async function giveDocument(
  work: UnitOfWork,
  of: AnyResource,
  record: unknown,
  field: string,
  file: Stored,
): Promise<Record<string, string>> {
  const row = record as Row
  if ((await heldBy(work, row, field))?.sha256 === file.sha256) return {}
  const given = { [field]: await addAttachment(work, file) }
  await claimAttachments(work, of, given, row, row.id)
  return given
}

/** The record as it is, if it may have this document now. */
async function ready(
  context: ServerContext,
  tenantId: string,
  document: MadeDocument,
  id: string,
): Promise<Row | null> {
  const reach = reachIn(context, systemActor(tenantId, DOCUMENT))
  const [found] = await context.db.scoped<Record<string, unknown>>({ tenantId }, rowsQuery(document.of, reach, [id]))
  const row = found ? rowFrom(document.of, found) : null
  return row && isInState(stepOf(context.domains, document.of.id, document.step).transition.from, row) ? row : null
}

/** Work of the system in a transaction of a tenant. */
const inWork = <T>(
  context: ServerContext,
  tenantId: string,
  jobId: string,
  fn: (work: UnitOfWork, tx: Tx) => Promise<T>,
): Promise<T> =>
  context.db.transaction({ tenantId }, (tx) =>
    fn(new SqlUnitOfWork(context, systemActor(tenantId, `${DOCUMENT}:${jobId}`), tx, systemStep), tx),
  )

/** Has the person who asked for a document notified that it is there, or that there is none; the system needs none. */
function emitDocument(
  tx: Tx,
  { id, payload }: Pick<Job, 'id' | 'payload'>,
  of: AnyResource,
  ending: 'document' | 'documentFailed',
  day: string,
): void {
  const { document, id: recordId, by } = payload as Readonly<Record<string, string | undefined>>
  if (!isId(by ?? '') || by === SYSTEM_USER) return
  notify(tx, {
    userId: String(by),
    kind: 'fileMade',
    resource: of.id,
    recordId: String(recordId),
    params: { ending },
    once: `document ${id} ${ending}`,
    group: `${ending} ${document} ${day}`,
  })
}

/** Whether a document was asked for so long ago that its person looks at something else by now. */
async function tookLong(context: ServerContext, { tenantId, id }: Pick<Job, 'tenantId' | 'id'>): Promise<boolean> {
  const [found] = await context.db.scoped(
    { tenantId: null },
    {
      text: `select 1 as one from "job" where tenant_id = $1 and id = $2 and create_time < now() - make_interval(secs => $3)`,
      values: [tenantId, id, LONG_SECONDS],
    },
  )
  return found !== undefined
}

/** Draws a document, stores it and gives it to its record. A record that was changed meanwhile is drawn anew. */
export const runDocument: JobHandler = async (context, job) => {
  const { tenantId, id: jobId, payload } = job
  const document = context.domains.documents.get(String(payload.document))
  if (!document) throw new Error(`no document ${payload.document}`)
  const row = await ready(context, tenantId, document, String(payload.id))
  // taken back or deleted since it was asked for: there is nothing to say
  if (!row) return
  const says = document.paper
  const paper = says
    ? await withPictures(context, tenantId, await inWork(context, tenantId, jobId, (work) => says(work, row)))
    : await paperOf(context, tenantId, document, row)
  const bytes = await drawn(paper)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const held = await inWork(context, tenantId, jobId, (work) => heldBy(work, row, document.field))
  const same = held?.sha256 === sha256
  if (same && !document.again) return
  const day = wallClock(context.now()).slice(0, 10).replaceAll('-', '')
  const name = `${day}/${context.id()}.pdf`
  if (!same) await store(context, tenantId, name, bytes)
  const file: Stored = { name, originalName: `${paper.title}-${paper.code}.pdf`, attachSize: bytes.length, sha256 }
  const long = await tookLong(context, job)
  let given = false
  try {
    given = await inWork(context, tenantId, jobId, async (work, tx) => {
      const [now] = await work.lock(document.of, [row.id])
      if (now?.version !== row.version) return false
      await work.step(document.of, row.id, document.step, { ...file })
      await work.flush()
      if (long) emitDocument(tx, job, document.of, 'document', day)
      return true
    })
  } catch (e) {
    if (!same) await forgetRefused(context, tenantId, name, e)
    throw e
  }
  if (!given && !same) await forget(context, tenantId, name)
  // the record was decided meanwhile: its present content is drawn
  return given ? { state: 'done' } : { state: 'later', after: 1 }
}

/** Has the person of a document that was given up notified, and of one whose runner died each time, too. */
export const giveUpDocument: GivenUp = async (context, job) => {
  const document = context.domains.documents.get(String(job.payload.document))
  if (!document) return
  const day = wallClock(context.now()).slice(0, 10)
  await context.db.transaction({ tenantId: job.tenantId }, async (tx) =>
    emitDocument(tx, job, document.of, 'documentFailed', day),
  )
}
