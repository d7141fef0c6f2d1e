import { approvalHistory } from '../../../model/desk/approvalHistory.ts'
import { is } from '../../../model/language/conditions/condition.ts'
import type { RulesOf } from '../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { instantOf } from '../../../model/values/dates.ts'
import { flowManager, type flowManagerLifecycle } from '../../../model/workflow/definitions.ts'
import { claimTask, historyFlowList, LONG_LEAVE, leave, leaveLifecycle } from '../../../model/workflow/leave.ts'
import { AppError } from '../../core/errors.ts'
import { handle } from '../../records/handle.ts'
import type { Prepare } from '../../writing/hooks.ts'
import { fieldError } from '../../writing/save/sentFields.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'

const { approvalRoute, flowStatus, taskNode } = statesOf(leave)
const { suspendState } = statesOf(flowManager)

const DAY = 86_400_000

type Leave = RowOf<typeof leave>

/** Days of a leave, each one begun counts. */
const daysOf = (from: string, until: string): number =>
  Math.ceil(((instantOf(until) ?? Number.NaN) - (instantOf(from) ?? Number.NaN)) / DAY)

/** Length and decider of a leave; refuses an end before its beginning and the requester as decider. */
function requestOf(values: Readonly<Record<string, unknown>>, work: UnitOfWork) {
  const days = daysOf(String(values.startTime), String(values.endTime))
  if (!(days > 0)) throw fieldError(work.actor, 'endTime', ['结束时间须晚于开始时间', 'It has to end after it begins'])
  if (values.taskUser === work.actor.userId)
    throw fieldError(work.actor, 'taskUser', ['审批人不能是本人', 'Somebody else has to decide'])
  return { days, approvalRoute: days > LONG_LEAVE ? approvalRoute.headAndPersonnel : approvalRoute.head } as const
}

/** §8: initial values and conditions of a leave request. */
export const leavePrepared: Prepare = async (values, before, work) => {
  if (before) return {}
  const request = requestOf(values, work)
  const process = await work.row(flowManager, String(values.processDefinitionId))
  if (process?.suspendState !== suspendState.active)
    throw new AppError(409, ['该流程已挂起，不能发起', 'This process is suspended and cannot be started'])
  return {
    ...request,
    applyUserName: work.actor.name.slice(0, 50),
    applyTime: work.time,
    taskNode: values.taskUser ? taskNode.head : taskNode.personnel,
  }
}

/** Only whom it is assigned to completes a task. */
const assigned = (row: Leave, _ask: unknown, work: UnitOfWork) =>
  row.taskUser === work.actor.userId
    ? null
    : ([
        row.taskUser ? `该任务由${row.taskUserName ?? ''}办理` : '请先签收该任务',
        row.taskUser ? `This task is ${row.taskUserName ?? ''}'s` : 'Claim this task first',
      ] as const)

/** Rules of a leave: its decisions, resubmission and withdrawal (§8). */
export const leaveRules: RulesOf<typeof leave, typeof leaveLifecycle, UnitOfWork> = {
  pass: { guard: assigned },
  forward: { guard: assigned, set: () => ({ taskUser: null, taskUserName: null }) },
  finish: { guard: assigned },
  reject: { guard: assigned },
  resubmit: {
    guard: (row, _ask, work) =>
      row.createUser === work.actor.userId ? null : ['只有申请人可以重新提交', 'Only who asked for it may ask anew'],
    // whoever decided of it last decides again
    set: ({ taskUser }, ask, work) => ({ ...ask, ...requestOf({ ...ask, taskUser }, work), applyTime: work.time }),
  },
  withdraw: {
    guard: (row, _ask, work) =>
      row.createUser === work.actor.userId ? null : ['只有申请人可以撤回', 'Only who asked for it may withdraw it'],
  },
}

/** Process definitions are suspended and activated, and nothing follows. */
export const flowManagerRules: RulesOf<typeof flowManager, typeof flowManagerLifecycle, UnitOfWork> = {
  suspend: 'none',
  activate: 'none',
}

const nodeName = (row: Leave): string => leave.fields.taskNode.values[row.taskNode ?? taskNode.head][0]

/** Label of a step of the history. */
const labelOf = (action: string | null): string =>
  (Object.entries(leaveLifecycle.transitions).find(([name]) => name === action)?.[1].label[0] as string) ?? action ?? ''

/** Taking a task that waits for anybody, and the steps of a process. */
export const leaveCalls = [
  handle(claimTask, async ({ rows: [row], work }) => {
    if (!row) return null
    if (row.taskUser)
      throw new AppError(409, [
        `该任务已由${row.taskUserName ?? ''}签收`,
        `${row.taskUserName ?? ''} has taken this task already`,
      ])
    if (row.createUser === work.actor.userId)
      throw new AppError(409, ['不能签收本人发起的事务', 'Nobody decides what they started'])
    await work.update(leave, row.id, { taskUser: work.actor.userId, taskUserName: work.actor.name.slice(0, 50) })
    return null
  }),
  handle(historyFlowList, async ({ rows: [row], reader }) => {
    if (!row) return []
    const steps = await reader.rows(approvalHistory, {
      where: [is('bizType', leave.id), is('bizId', row.id)],
      sort: '+operateTime',
    })
    const started = {
      historyActivityName: '发起',
      assigneeName: row.applyUserName,
      createTime: row.createTime,
      endTime: row.createTime,
      comment: row.reason,
    }
    const open = row.flowStatus === flowStatus.inApproval
    return [
      started,
      ...steps.map((step, i) => ({
        historyActivityName: labelOf(step.action),
        assigneeName: step.operatorName,
        createTime: (i === 0 ? row.createTime : steps[i - 1]?.operateTime) ?? '',
        endTime: step.operateTime,
        comment: step.remark,
      })),
      ...(open
        ? [
            {
              historyActivityName: nodeName(row),
              assigneeName: row.taskUserName,
              createTime: row.applyTime,
              endTime: '',
              comment: '',
            },
          ]
        : []),
    ]
  }),
]
