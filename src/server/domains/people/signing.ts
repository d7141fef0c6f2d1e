import { intent } from '../../../model/administration/system/intent.ts'
import type { InOf, OutOf } from '../../../model/language/domain/port.ts'
import type { Rule } from '../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import { esign } from '../../../model/people/esign.ts'
import { signFlow } from '../../../model/people/signFlow.ts'
import type { Label } from '../../../model/values/label.ts'
import { AppError } from '../../core/errors.ts'
import { giveDocument } from '../../documents/documents.ts'
import { nextQueryAt } from '../../writing/requests.ts'
import type { Stored } from '../../writing/save/attachments.ts'
import type { AnyResource } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { reasonOf, storedIn } from './esignAnswers.ts'

const { esignStatus } = statesOf(authenticationDoctor)
const { intentStatus } = statesOf(intent)
const { signStatus } = statesOf({ fields: signFlow })

/** A record whose file is signed. */
type Signable = RowOf<{ fields: typeof signFlow }> & { readonly id: string; readonly fileUrl: string | null }

/** Whoever is to sign a file, as the partner knows them. */
export type Signers = NonNullable<InOf<typeof esign, 'createFlow'>['signers']>

type FlowAnswer = Partial<OutOf<typeof esign, 'flowStatus'>>

/**
 * Resource whose file (`fileUrl`) is signed: its description for the partner, its signers and the effects of the
 * result.
 */
export interface Signing<Row> {
  readonly of: AnyResource
  /** Title of the file and code of the record. */
  readonly title: (row: Row) => string
  readonly code: (row: Row) => string | null
  /** Signers, or the reason why nobody can sign yet. */
  readonly signers: (row: Row, work: UnitOfWork) => Promise<Signers | Label>
  /** The doctor who signs; none where a company does. */
  readonly doctorId: (row: Row) => string | null
  /** The steps of the record's own lifecycle by which signing ends. */
  readonly steps: { readonly signed: string; readonly refused: string }
  /** Rows that being signed writes besides. */
  readonly lock?: (row: Row, work: UnitOfWork) => Promise<Readonly<Record<string, readonly string[]>>>
  /** Further consequences of a signature. */
  readonly signed?: (row: Row, work: UnitOfWork) => Promise<Partial<Row>>
  readonly refused?: (row: Row, work: UnitOfWork) => Promise<Partial<Row>>
}

/** The account that a doctor signs with, or why they have none. */
export async function doctorSigns(doctorId: string | null, work: UnitOfWork): Promise<Signers | Label> {
  const doctor = await work.row(authenticationDoctor, doctorId)
  if (doctor?.esignStatus !== esignStatus.registered || !doctor.esignAccountId)
    return [
      '医生未注册电子签章，未发起签署',
      'The doctor is not registered for e-signing: nothing was sent to be signed',
    ]
  return [{ accountId: doctor.esignAccountId, name: doctor.doctorName, phone: doctor.phone }]
}

/** Is this why nobody signs, instead of who does? */
const isReason = (found: Signers | Label): found is Label => typeof found[0] === 'string'

/**
 * Sends the file of a locked record for signature after COMMIT; without possible signers the record states the reason.
 * Returns the further values of the record.
 */
async function sendToSign<Row extends Signable>(
  { of, signers }: Signing<Row>,
  row: Row,
  work: UnitOfWork,
): Promise<Partial<Row>> {
  const found = await signers(row, work)
  if (isReason(found)) return { signMsg: found[0] } as Partial<Row>
  await work.step(of, row.id, 'flow.send')
  return {}
}

/** Gives a locked record the file that was drawn for it, and sends it to be signed. Returns what else is to be set. */
export async function giveToSign<Row extends Signable>(
  signing: Signing<Row>,
  row: Row,
  file: Stored,
  work: UnitOfWork,
): Promise<Partial<Row>> {
  const given = await giveDocument(work, signing.of, row, 'fileUrl', file)
  // the sent file equals the file of the record
  if (given.fileUrl) await work.amend(signing.of, row.id, given)
  return sendToSign(signing, row, work)
}

const isRequested = (of: AnyResource, row: Signable, work: UnitOfWork) =>
  work.any(intent, {
    port: esign.id,
    bizType: of.id,
    bizId: row.id,
    intentStatus: [intentStatus.pending, intentStatus.sent, intentStatus.unknown, intentStatus.forPerson],
  })

/** Queries the partner about the flow of a locked record, unless a query is open. */
async function askFlow<Row extends Signable>(signing: Signing<Row>, row: Row, work: UnitOfWork): Promise<undefined> {
  if (!row.signFlowId || (await isRequested(signing.of, row, work))) return undefined
  const doctor = await work.row(authenticationDoctor, signing.doctorId(row))
  await work.intend(
    esign,
    'flowStatus',
    { flowId: row.signFlowId, doctorPhone: doctor?.phone ?? null },
    `SQ${work.newId()}`,
    {
      of: signing.of,
      id: row.id,
      code: signing.code(row),
      done: 'flow.told',
      failed: 'flow.unanswered',
      lost: 'flow.unanswered',
    },
  )
  return undefined
}

/** Is what the signer of a record answered on their way to the partner? */
export const isAnswering = async (work: UnitOfWork, of: AnyResource, id: string): Promise<boolean> =>
  (await work.any(intent, {
    port: esign.id,
    portCall: 'answerFlow',
    bizType: of.id,
    bizId: id,
    intentStatus: [intentStatus.pending, intentStatus.sent, intentStatus.unknown, intentStatus.forPerson],
  })) !== null

const ANSWERED: Label = ['答复已提交，正在签署，请稍候', 'The answer was sent and is being signed: please wait']
const NO_FLOW: Label = [
  '协议正在发起签署，请稍后再答复',
  'The agreement is still on its way to be signed: answer in a moment',
]

/**
 * Rule of the step by which a signer answers on our page. Who agrees and has a page at the partner signs there; every other answer
 * is sent, and ends as the partner says.
 */
export const answerRule = <Row extends Signable>(
  signing: Signing<Row>,
): Rule<Row, { readonly agree: number | null; readonly reason: string | null }, UnitOfWork> => ({
  guard: async (row, _ask, work) =>
    !row.signFlowId ? NO_FLOW : (await isAnswering(work, signing.of, row.id)) ? ANSWERED : null,
  effect: async (row, { agree, reason }, work) => {
    const signers = await signing.signers(row, work)
    if (isReason(signers)) throw new AppError(409, signers)
    if (agree === 1 && row.signUrl) return undefined
    const answer = { flowId: row.signFlowId ?? '', accountId: signers[0]?.accountId ?? '', reason: reason ?? null }
    await work.intend(
      esign,
      'answerFlow',
      { ...answer, answer: agree === 1 ? 'AGREE' : 'REFUSE' },
      `SA${work.newId()}`,
      {
        of: signing.of,
        id: row.id,
        code: signing.code(row),
        done: 'flow.told',
        failed: 'flow.unanswered',
        lost: 'flow.unanswered',
      },
    )
    return undefined
  },
})

/** The step that an answer means; none while it is still being signed. */
const stepOf = <Row>({ steps }: Signing<Row>, status: FlowAnswer['status']): string | null =>
  ({ SIGNED: steps.signed, REFUSED: steps.refused, EXPIRED: 'flow.expire', PENDING: null })[status ?? 'PENDING']

/** Rules of the steps that `signEdges` declares, and of those by which signing ends. */
export function signingRules<Row extends Signable>(
  signing: Signing<Row>,
): Readonly<Record<string, Rule<Row, never, UnitOfWork>>> {
  const { of } = signing
  const over = (more: Partial<Signable> = {}) => ({ signQueryTime: null, ...more }) as Partial<Row>
  const requested = (row: Row, work: UnitOfWork) => {
    const signQueryCount = (row.signQueryCount ?? 0) + 1
    const signQueryTime = row.signStatus === signStatus.signing ? nextQueryAt(work, signQueryCount) : null
    return { signQueryCount, signQueryTime } as Partial<Row>
  }
  const lock = async (row: Row, work: UnitOfWork) => (await signing.lock?.(row, work)) ?? {}
  return {
    'flow.send': {
      set: () => over({ signMsg: null, signFlowId: null, signUrl: null, signQueryCount: 0 }),
      effect: async (row, _ask, work) => {
        const found = await signing.signers(row, work)
        if (isReason(found)) throw new Error(`${of.id} ${row.id} has nobody to sign`)
        await work.intend(
          esign,
          'createFlow',
          { title: signing.title(row).slice(0, 200), fileUrl: row.fileUrl, signers: found },
          `SF${work.newId()}`,
          // without a step for a lost one: a second flow would have the same signed twice
          { of, id: row.id, code: signing.code(row), done: 'flow.sent', failed: 'flow.fail' },
        )
        return undefined
      },
    },
    'flow.sent': {
      set: (_row, ask: { readonly flowId?: string; readonly signUrl?: string | null }, work) =>
        ({ signFlowId: ask.flowId, signUrl: ask.signUrl || null, signQueryTime: nextQueryAt(work, 0) }) as Partial<Row>,
    },
    'flow.fail': { set: (_row, ask: { readonly remark?: string }) => over({ signMsg: reasonOf(ask) }) },
    'flow.poll': {
      set: (row, _ask, work) => ({ signQueryTime: nextQueryAt(work, row.signQueryCount ?? 0) }) as Partial<Row>,
      effect: (row, _ask, work) => askFlow(signing, row, work),
    },
    'flow.told': {
      lock,
      set: (row, _ask, work) => requested(row, work),
      effect: async (row, ask: FlowAnswer, work) => {
        const step = row.signStatus === signStatus.signing ? stepOf(signing, ask.status) : null
        if (step) await work.step(of, row.id, step, ask)
        return undefined
      },
    },
    'flow.unanswered': { set: (row, _ask, work) => requested(row, work) },
    'flow.expire': { set: () => over({ signMsg: '签署已过期' }) },
    [signing.steps.signed]: {
      lock,
      set: () => over({ signMsg: null }),
      effect: async (row, ask: FlowAnswer, work) => {
        // without a file of the partner's, what was sent is what was signed
        const file = storedIn(ask, `${signing.title(row)}-已签署.pdf`)
        const given = file ? await giveDocument(work, of, row, 'fileUrl', file) : {}
        return { ...given, ...(await signing.signed?.(row, work)) } as Partial<Row>
      },
    },
    [signing.steps.refused]: {
      lock,
      set: () => over({ signMsg: '签署人已拒签' }),
      effect: async (row, _ask, work) => signing.refused?.(row, work),
    },
  } as Readonly<Record<string, Rule<Row, never, UnitOfWork>>>
}
