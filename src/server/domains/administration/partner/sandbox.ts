import {
  SANDBOX_PARAM,
  SANDBOX_PORTS,
  sandboxAttend,
  sandboxBid,
  sandboxFace,
  sandboxReport,
  sandboxSign,
} from '../../../../model/administration/partner/sandboxCalls.ts'
import type { AnyCall, Call } from '../../../../model/language/domain/call.ts'
import { portParam } from '../../../../model/language/domain/port.ts'
import type { Fields } from '../../../../model/language/fields/field.ts'
import { faceSession } from '../../../../model/people/faceSession.ts'
import { tenderDoctorProtocols } from '../../../../model/tender/protocols.ts'
import type { Label } from '../../../../model/values/label.ts'
import { asDoctor } from '../../../core/actor.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { isBound } from '../../../core/permissions.ts'
import { isSandboxFlow } from '../../../ports/esign/sandbox.ts'
import { type DeclaredHandler, handle } from '../../../records/handle.ts'
import { readIn } from '../../../records/readIn.ts'
import type { AnyResource } from '../../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import { finishFaceCheck } from '../../people/sandboxFaces.ts'
import { answer, attend, bid, type DoctorMessage, report } from './deliveries.ts'
import type { Made } from './sent.ts'

// People who play doctors (domain §6): the messages of the partner API, taken by the same functions, while the parameter allows it and
// every port beside them is a sandbox.

/**
 * The gate of each call: the parameter is on, and each port of the call is on its sandbox.
 * @throws AppError 403 naming the parameter, 409 naming the ports
 */
export async function refuseOutsideSandbox(work: Pick<UnitOfWork, 'param'>, call: Pick<AnyCall, 'id'>): Promise<void> {
  if ((await work.param(SANDBOX_PARAM)) !== 'true')
    throw new AppError(403, [
      `系统参数 ${SANDBOX_PARAM} 未开启，不能代医生操作；该参数由两名管理员修改`,
      `The parameter ${SANDBOX_PARAM} is off: nobody plays a doctor. Two administrators change it`,
    ])
  const ports = SANDBOX_PORTS[call.id] ?? []
  const served = await Promise.all(ports.map(({ id }) => work.param(portParam(id))))
  const real = ports.filter((_, n) => served[n] !== 'sandbox')
  if (ports.length > 0 && real.length === 0) return
  throw new AppError(409, [
    `以下接口未使用沙箱，不能代医生操作：${real.map(({ id, title }) => `${title[0]}（${portParam(id)}）`).join('、')}`,
    `These ports are not on their sandboxes, so nobody plays a doctor: ${real.map(({ id, title }) => `${title[1]} (${portParam(id)})`).join(', ')}`,
  ])
}

const REAL_FLOW: Label = [
  '该协议由电子签章服务商发起签署，不能在沙箱中代签',
  'The agreement was sent to be signed at the e-sign partner: nobody signs it in the sandbox',
]

/** The answer to an agreement, unless it lies at the partner to be signed. */
async function sign(message: DoctorMessage): Promise<Made> {
  const made = await answer(message)
  const protocol = await message.work.row(tenderDoctorProtocols, made.id)
  if (!isSandboxFlow(protocol?.signFlowId ?? null)) throw new AppError(409, REAL_FLOW)
  return made
}

/** Result of the face check that waits for a doctor of any company, given by people of the platform. */
async function face({ work, body }: DoctorMessage): Promise<Made> {
  if (isBound(work.actor)) throw notFound()
  const id = await finishFaceCheck(work, String(body.doctorId), Number(body.result) === 1 ? 1 : 2)
  return { of: faceSession, id, code: '' }
}

type Answer = { readonly bizType: string; readonly bizId: string; readonly bizCode: string }

const ACTS: readonly (readonly [AnyCall, (message: DoctorMessage) => Promise<Made>])[] = [
  [sandboxSign, sign],
  [sandboxReport, report],
  [sandboxAttend, attend],
  [sandboxFace, face],
  [sandboxBid, bid],
]

/** The effect of a call, with the gate looked at in the same transaction. `work.actor`: the person who plays (`playingDoctor`). */
export async function answerInSandbox(call: Pick<AnyCall, 'id'>, { work, body }: DoctorMessage): Promise<Answer> {
  await refuseOutsideSandbox(work, call)
  const act = ACTS.find(([{ id }]) => id === call.id)?.[1]
  if (!act) throw new Error(`${call.id} plays nobody`)
  const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
  const { of, id, code } = await act({ work, body: sent })
  return { bizType: of.id, bizId: id, bizCode: code }
}

type SandboxCall = Call<Fields, Fields, Fields, Answer, AnyResource, false>

/** The handler of a call: refused before anything it names is looked at, then done by the person in the doctor's place. */
function handlerOf(call: AnyCall): DeclaredHandler {
  const own = handle(call as SandboxCall, ({ body, work }) =>
    answerInSandbox(call, { work, body: body as DoctorMessage['body'] }),
  )
  return {
    call,
    handler: async (request) => {
      await readIn(request.context, request.actor, (work) => refuseOutsideSandbox(work, call))
      const { doctorId } = request.params
      const actor = asDoctor(request.actor, typeof doctorId === 'string' ? doctorId : null)
      return own.handler({ ...request, actor })
    },
  }
}

export const sandboxHandlers: readonly DeclaredHandler[] = ACTS.map(([call]) => handlerOf(call))
