import { createLink, PURPOSE, type Purpose, SENT_VIA } from '../../../../model/activities/doctorSide/doctorLink.ts'
import { meeting } from '../../../../model/activities/meetings/meeting.ts'
import { calls, resources } from '../../../../model/business.ts'
import type { Call } from '../../../../model/language/domain/call.ts'
import type { Fields } from '../../../../model/language/fields/field.ts'
import type { Actor } from '../../../core/actor.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { inScope, isBound, maySee } from '../../../core/permissions.ts'
import { linkProblem } from '../../../ports/registry.ts'
import { type DeclaredHandler, handle } from '../../../records/handle.ts'
import type { Rules } from '../../../writing/rules.ts'
import type { AnyResource, Row } from '../../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import { makeLink, manyProblem } from './links.ts'
import { endOf, resourcesOf, subjectOf } from './subject.ts'

// Links by hand, and by what happens to a record.

/** The address of a link, below the console's own. */
export const addressOf = (code: string): string => `/d/${code}`

/** Purposes about the doctor alone, whatever activity: for those who are bound to nobody. */
const OF_DOCTOR: readonly number[] = [PURPOSE.face, PURPOSE.income]

/** Refuses a record that the person does not see, or no link of this purpose is of. */
async function refuseUnseen(work: UnitOfWork, actor: Actor, purpose: Purpose, of: string, id: string): Promise<void> {
  const r = resources.get(of)
  if (!r || !resourcesOf(purpose).includes(of) || !maySee(actor, r)) throw notFound()
  if (OF_DOCTOR.includes(purpose) && isBound(actor)) throw notFound()
  const row = (await work.row(r, id)) as Row | null
  if (!row || !inScope(actor, r, row)) throw notFound()
}

export const linkCalls = [
  handle(createLink, async ({ body, actor, work, context }) => {
    const purpose = Number(body.purpose) as Purpose
    const via = Number(body.sentVia) as (typeof SENT_VIA)[keyof typeof SENT_VIA]
    await refuseUnseen(work, actor, purpose, body.bizType ?? '', body.bizId ?? '')
    if (purpose === PURPOSE.signIn && via === SENT_VIA.message)
      throw new AppError(400, ['会议签到使用二维码', 'Sign-in to a meeting is by QR code'], { sentVia: '请选择二维码' })
    const unsendable = via === SENT_VIA.message ? await linkProblem(context, work) : null
    if (unsendable) throw new AppError(409, unsendable)
    const { id, code, expireTime } = await makeLink(work, {
      purpose,
      of: body.bizType ?? '',
      id: body.bizId ?? '',
      via,
    })
    // an address that was sent is the doctor's alone
    return { id, url: via === SENT_VIA.message ? '' : addressOf(code), expireTime }
  }),
]

/** `createMeetingQRCode`: the address that the sign-in code of a meeting shows. */
const qrCode = (id: string): DeclaredHandler =>
  handle(
    calls.find((c) => c.id === id) as Call<Fields, Fields, Fields, string | null, AnyResource, false>,
    async ({ rows: [held], work }) => {
      const { code } = await makeLink(work, {
        purpose: PURPOSE.signIn,
        of: meeting.id,
        id: String(held?.id ?? ''),
        via: SENT_VIA.picture,
      })
      return addressOf(code)
    },
  )

/** Of a meeting of the demonstration there is none, which is what its staff are answered. */
const noQrCode = handle(
  calls.find((c) => c.id === 'demoMeeting.createMeetingQRCode') as Call<
    Fields,
    Fields,
    Fields,
    string | null,
    AnyResource,
    false
  >,
  async () => {
    throw new AppError(409, [
      '演示会议无人签到，没有签到二维码',
      'Nobody signs in to a meeting of the demonstration: it has no sign-in code',
    ])
  },
)

export const qrCodeCalls = [qrCode('meeting.createMeetingQRCode'), noQrCode]

/** Sends a link where its purpose is open; what happens to the record goes on without one. */
export async function sendLink(work: UnitOfWork, purpose: Purpose, of: string, id: string): Promise<void> {
  const subject = await subjectOf(work, { purpose, bizType: of, bizId: id })
  if (!subject?.doctor?.phone || endOf(subject, work.time) !== null || (await manyProblem(work, subject))) return
  await makeLink(work, { purpose, of, id, via: SENT_VIA.message })
}

const BY_DOCTOR = 1

/** Rules of a report whose doctor handed it in by link: after a refusal the doctor receives a link to correct it. */
export function correctedByLink(of: string, rules: Rules): Rules {
  const then = (name: string): Rules => {
    const rule = rules[name]
    if (!rule || rule === 'none') return {}
    return {
      [name]: {
        ...rule,
        effect: async (row: Row, ask: never, work: UnitOfWork, before: Row) => {
          const more = await rule.effect?.(row, ask, work, before)
          if (row.submitType === BY_DOCTOR) await sendLink(work, PURPOSE.correction, of, row.id)
          return more
        },
      },
    }
  }
  return { ...rules, ...then('audit.reject'), ...then('confirm.reject') }
}
