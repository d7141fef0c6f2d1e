import { param } from '../../../model/administration/system/param.ts'
import { resources } from '../../../model/business.ts'
import {
  type changeRequest,
  type changeRequestLifecycle,
  changeRequest as requests,
} from '../../../model/desk/changeRequest.ts'
import { dualControlled, isDeletedByTwo, mayWait } from '../../../model/language/derived/dualControl.ts'
import { isId } from '../../../model/language/derived/validate.ts'
import type { RulesOf } from '../../../model/language/lifecycle.ts'
import type { Label } from '../../../model/values/label.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { inScope } from '../../core/permissions.ts'
import {
  addressIn,
  type ChangeRequest,
  calledIn,
  movedIn,
  namedIn,
  REMOVAL,
  sameFrom,
  writeHistory,
} from '../../writing/save/changeRequests.ts'
import { conflictOf } from '../../writing/save/conflict.ts'
import { refuseRemoval } from '../../writing/save/removal.ts'
import { applyEdit } from '../../writing/save/save.ts'
import { refusedByDatabase } from '../../writing/save/unkept.ts'
import type { AnyResource, Row } from '../../writing/unitOfWork/rows.ts'
import type { KeptChange, UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { wireRow } from '../../writing/unitOfWork/wire.ts'

/**
 * Returns the record a request is about; null where its resource is unknown, its id is invalid, or nobody is ever asked
 * for such a change: what a request says is no right to lock or write a record.
 */
const subjectOf = (request: ChangeRequest): { readonly r: AnyResource; readonly id: string } | null => {
  const r = resources.get(String(request.bizType))
  const id = String(request.bizId ?? '')
  return r && isId(id) && mayWait(r, request.requestType === REMOVAL ? 'delete' : 'edit') ? { r, id } : null
}

/** Whether this change of this record waits for a second person. */
const isRequested = (r: AnyResource, record: Row, request: ChangeRequest, kept: KeptChange): boolean =>
  request.requestType === REMOVAL
    ? isDeletedByTwo(r, record)
    : dualControlled(r, record, Object.keys(kept.new)).length > 0

const NEEDLESS: Label = [
  '该申请所指的修改或删除不在双人复核之列，不能复核通过，请驳回',
  'What this request asks for is not under dual control and cannot be approved; reject it',
]

const EMPTY: Label = [
  '该申请没有保存要修改的内容，不能复核通过，请驳回后重新申请',
  'Nothing is kept of what this request would change, so it cannot be approved; reject it and let it be made anew',
]

const lock = async (request: ChangeRequest): Promise<Record<string, string[]>> => {
  const subject = subjectOf(request)
  return subject ? { [subject.r.id]: [subject.id] } : {}
}

const reviewed = (work: UnitOfWork, remark: string | null): Partial<ChangeRequest> => ({
  reviewerId: work.actor.userId,
  reviewerName: work.actor.name.slice(0, 50),
  reviewerAccount: work.actor.account,
  reviewTime: work.time,
  reviewRemark: remark,
})

/** 409 when a field named by the request has changed since (`old`); other fields may have changed. */
async function refuseStale(
  work: UnitOfWork,
  r: AnyResource,
  record: Row,
  request: ChangeRequest,
  { old }: KeptChange,
): Promise<void> {
  const moved = movedIn(r, record, namedIn(r, record, request, old))
  if (moved.length === 0) return
  const [zh, en] = calledIn(r, moved)
  const conflict = await conflictOf(work, r, record, 'stale', request.recordVersion)
  throw new AppError(
    409,
    [
      `申请之后该${r.title[0]}的${zh}已被${conflict.by}于${conflict.at}修改（${conflict.action}），请驳回后重新申请`,
      `${conflict.by} changed the ${en} of the record at ${conflict.at} (${conflict.action}), after the request was made; reject it and let it be made anew`,
    ],
    // the conflict is about the request, whose row is in the queue
    { ...conflict, id: request.id, version: request.version, fields: [], row: wireRow(work.actor, requests, request) },
  )
}

/** Carries out the requested change with the checks of an edit by the reviewer. */
async function apply(request: ChangeRequest, work: UnitOfWork): Promise<undefined> {
  const subject = subjectOf(request)
  if (!subject) throw notFound()
  const { r } = subject
  const [record] = await work.lock(r, [subject.id])
  if (!record || record.isDeleted === 1 || !inScope(work.actor, r, record)) throw notFound()
  if (request.requestType === REMOVAL) {
    await refuseRemoval(work, r, [record])
    await work.remove(r, [record.id])
  } else {
    const kept = await work.keptChange(r, request.id)
    if (!kept) throw notFound()
    await applyEdit(work, r, record, kept.new, request).catch((e: unknown) => {
      throw refusedByDatabase(work.domains, r, e, work.actor.language) ?? e
    })
  }
  const [after = record] = await work.lock(r, [record.id])
  await writeHistory(work, r, record, after, request)
  return undefined
}

/**
 * Keeps where the reviewer signed in, and tells administrators where that is where the request came from; of a guarded
 * parameter they are told anyway, and of this with it.
 */
async function noticeReviewer(request: ChangeRequest, work: UnitOfWork): Promise<{ reviewerFrom: string } | undefined> {
  const reviewerFrom = await work.signedInFrom()
  if (reviewerFrom === null) return undefined
  const { actor } = work
  const same = sameFrom(request, reviewerFrom)
  if (same && request.bizType !== param.id)
    await work.alert({
      kind: 'reviewedFromOneAddress',
      subject: String(request.code ?? request.id),
      detail: [
        `${request.requesterName ?? ''} 的申请 ${request.code} 由 ${actor.name}（${actor.account}）复核${same[0]}`,
        `${actor.name} (${actor.account}) approved ${request.code} of ${request.requesterName ?? ''}${same[1]}`,
      ],
      actor,
      ip: addressIn(reviewerFrom),
    })
  return { reviewerFrom }
}

/** Change requests: decided by another person, applied as they were asked for or not at all. */
export const changeRequestRules: RulesOf<typeof changeRequest, typeof changeRequestLifecycle, UnitOfWork> = {
  approve: {
    lock,
    guard: async (request, _ask, work) => {
      const subject = subjectOf(request)
      if (!subject) return NEEDLESS
      const { r } = subject
      const [record] = await work.lock(r, [subject.id])
      if (!record || record.isDeleted === 1) return [`该${r.title[0]}已被删除`, 'The record is deleted']
      const kept = await work.keptChange(r, request.id)
      if (!kept) return EMPTY
      await refuseStale(work, r, record, request, kept)
      return isRequested(r, record, request, kept) ? null : NEEDLESS
    },
    set: (_request, ask, work) => reviewed(work, ask.remark),
    effect: async (request, _ask, work) => {
      const from = await noticeReviewer(request, work)
      await apply(request, work)
      return from
    },
  },
  reject: {
    set: (_request, ask, work) => reviewed(work, ask.remark),
  },
  lapse: {
    set: (_request, ask: { readonly remark?: string | null }, work) => ({
      reviewTime: work.time,
      reviewRemark: (ask.remark ?? '').slice(0, 500),
    }),
  },
  withdraw: {
    guard: (request, _ask, { actor }) =>
      request.requesterId === actor.userId
        ? null
        : [
            `只有申请人${request.requesterName ?? ''}可以撤回`,
            `Only ${request.requesterName ?? ''}, who asked for it, can withdraw it`,
          ],
  },
}
