import { beforeAll, expect, test } from 'vitest'
import { caseCollection } from '../../../src/model/activities/collections.ts'
import { meeting } from '../../../src/model/activities/meetings/meeting.ts'
import { meetingAgenda, meetingAttend, meetingEvidence } from '../../../src/model/activities/meetings/meetingParts.ts'
import { caseCollectionReport } from '../../../src/model/activities/reports/reports.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import { decide } from '../../../src/server/deciding/engine.ts'
import { remove } from '../../../src/server/writing/save/remove.ts'
import { save } from '../../../src/server/writing/save/save.ts'
import { SqlUnitOfWork } from '../../../src/server/writing/unitOfWork/sqlUnitOfWork.ts'
import type { UnitOfWork } from '../../../src/server/writing/unitOfWork/unitOfWork.ts'
import { person } from '../../rules/people.ts'
import { load, refusal, rowNow, type World, world } from './fixture.ts'

const { approvalStatus } = statesOf(caseCollectionReport)
const { meetingStatus } = statesOf(meeting)
const { planStatus } = statesOf(caseCollection)

// What belongs to a record that freezes it waits for whoever freezes it in the same moment.

let w: World
let ops: Actor
beforeAll(async () => {
  w = await world()
  ops = person(w.tenantId, 'ops')
})

const acting = <T>(fn: (work: UnitOfWork) => Promise<T>): Promise<T> =>
  w.context.db.transaction({ tenantId: w.tenantId }, async (tx) => {
    const work = new SqlUnitOfWork(w.context, ops, tx)
    const answer = await fn(work)
    await work.flush()
    return answer
  })

/** Somebody's step on an activity is under way, and ends only when the others have begun. */
async function meanwhile(id: string, step: string, others: () => readonly Promise<string>[]): Promise<string[]> {
  let begun = (): void => undefined
  const began = new Promise<void>((resolve) => {
    begun = resolve
  })
  const [open, gate] = (() => {
    let resolved = (): void => undefined
    const waited = new Promise<void>((resolve) => {
      resolved = resolve
    })
    return [resolved, waited] as const
  })()
  const held = w.context.db.transaction({ tenantId: w.tenantId }, async (tx) => {
    await tx.query(`update "activity_plan" set ${step} where id = $1`, [id])
    begun()
    await gate
  })
  await began
  const asked = others()
  setTimeout(open, 400)
  await held
  return Promise.all(asked)
}

const why = (call: Promise<unknown>): Promise<string> => refusal(call).then((e) => e.text[0])

const plan = () => ({
  ...{ name: '学术活动', entrustedCompanyId: w.companyId, baseEmployeeId: '1', activityServiceProjectId: '1' },
  ...{
    planStatus: planStatus.inProgress,
    invitationStartDate: '2024-06-01',
    invitationEndDate: '2024-07-31',
    planSearchNum: 3,
  },
})

test('evidence, agenda and sign-ins of a meeting do not change while it is handed in', async () => {
  const made = await load(w.context, w.tenantId, async (work) => {
    const { id } = await work.insert(meeting, { ...plan(), meetingStatus: meetingStatus.ended } as never)
    return {
      id,
      evidence: await work.insertAll(meetingEvidence, [
        { meetingId: id, evidenceType: 1, fileUrl: '1', fileName: '一' },
        { meetingId: id, evidenceType: 2, fileUrl: '1', fileName: '二' },
      ] as never),
      agenda: await work.insert(meetingAgenda, { meetingId: id, topic: '开场', startTime: '2024-06-15 09:00:00' }),
      came: await work.insert(meetingAttend, { meetingId: id, userName: '张', phone: '19900000001' }),
    }
  })
  const [first, second] = made.evidence
  const told = await meanwhile(made.id, 'submit_status = 1', () => [
    why(acting((work) => remove(work, meetingEvidence, [first?.id ?? '']))),
    why(acting((work) => save(work, meetingEvidence, { id: second?.id, fileName: '三' }))),
    why(acting((work) => save(work, meetingAgenda, { id: made.agenda.id, topic: '改' }))),
    why(acting((work) => remove(work, meetingAttend, [made.came.id]))),
    why(
      acting((work) =>
        save(work, meetingAgenda, { meetingId: made.id, topic: '加', startTime: '2024-06-15 09:00:00' }),
      ),
    ),
    why(acting((work) => save(work, meetingAttend, { meetingId: made.id, userName: '李', phone: '19900000002' }))),
  ])
  for (const said of told) expect(said).toContain('已提交审核')
}, 30_000)

test('a report is not handed in again while its activity is stopped', async () => {
  const { id, report } = await load(w.context, w.tenantId, async (work) => {
    const made = await work.insert(caseCollection, plan() as never)
    const row = await work.insert(caseCollectionReport, {
      ...{ caseCollectionId: made.id, planName: '学术活动', codeNumber: 'X-1', entrustedCompanyId: w.companyId },
      ...{
        baseEmployeeId: '1',
        doctorId: '1',
        doctorName: '张',
        approvalStatus: approvalStatus.rejected,
        submitTime: '2024-06-10 10:00:00',
      },
    } as never)
    return { id: made.id, report: row.id }
  })
  const [said] = await meanwhile(id, 'plan_status = 2, plan_ended_mark = 4', () => [
    why(
      decide(w.context, ops, {
        resource: 'caseCollectionReport',
        transition: 'resubmit',
        id: report,
        ask: { collectData: { complaint: '胸闷' } },
      }),
    ),
  ])
  expect(said).toContain('活动不在进行中')
  expect((await rowNow(w.context, w.tenantId, caseCollectionReport, report)).approvalStatus).toBe(
    approvalStatus.rejected,
  )
}, 30_000)
