import { activityServiceProject } from '../../../../model/activities/projects.ts'
import { projectQuickReply } from '../../../../model/content/projectQuickReply.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { flowManager, flowModel } from '../../../../model/workflow/definitions.ts'
import { LONG_LEAVE, leave } from '../../../../model/workflow/leave.ts'
import { LEAVE } from '../../../domains/administration/access/outfit/processes.ts'
import { atTime, plusDays, workdayBefore } from '../../values/times.ts'
import type { Character, Stage } from '../stage/stage.ts'

const { approvalRoute, taskNode } = statesOf(leave)

const PROCESSES = [
  [LEAVE.key, LEAVE.name, LEAVE.category, 'active'],
  ['process-expense', '报销流程', 'flow_2', 'suspended'],
  ['process-leave-old', '请假流程（旧）', 'flow_1', 'suspended'],
  ['process-travel', '出差申请流程', 'flow_1', 'active'],
  ['process-purchase', '采购申请流程', 'flow_2', 'active'],
  ['process-travel-old', '出差申请流程（旧）', 'flow_1', 'suspended'],
] as const

const REASONS = ['家中有事', '身体不适，需就医', '年假', '参加学术会议', '陪护家人', '婚假'] as const

/** Results of the leaves, in turn. */
const OUTCOMES = ['open', 'passed', 'claim', 'rejected', 'withdrawn', 'personnel', 'passed', 'open'] as const

/** 流程: definitions, and leave that people ask for, decided by each other. */
export async function addFlows(
  stage: Stage,
  since: string,
  admin: Character,
  people: readonly Character[],
  count: number,
): Promise<void> {
  const day = workdayBefore(plusDays(since, 7))
  const [process] = await Promise.all(
    PROCESSES.map(async ([key, name, category, state], i) => {
      await stage.existing(flowModel, atTime(day, 9, i), admin, { modelKey: key, name, category, modelVersion: 1 })
      const defined = await stage.existing(flowManager, atTime(day, 10, i), admin, {
        key,
        name,
        category,
        processVersion: 1,
      })
      if (state === 'suspended')
        stage.agenda.at(atTime(day, 11, i), async () => {
          await stage.as(admin).decide({ resource: flowManager.id, id: defined.id, transition: 'suspend', ask: {} })
        })
      return defined
    }),
  )
  if (!process) return
  for (let n = 0; n < count; n += 1) {
    const outcome = OUTCOMES[n % OUTCOMES.length]
    const asks = people[n % people.length] as Character
    const decides = people[(n + 1) % people.length] as Character
    const away = outcome === 'open' || outcome === 'claim' || outcome === 'personnel' ? 1 + (n % 4) : 12 + n * 2
    const requestedAt = atTime(workdayBefore(plusDays(stage.today, -away)), 9 + (n % 5), (n * 7) % 60)
    const from = plusDays(stage.today, 3 - away + 2)
    const days = outcome === 'personnel' ? LONG_LEAVE + 2 : 1 + (n % LONG_LEAVE)
    const by = outcome === 'claim' ? undefined : decides
    stage.agenda.at(requestedAt, async () => {
      const { id } = await stage.as(asks).load(async (work) =>
        work.insert(leave, {
          processInstanceId: await work.code(leave),
          processDefinitionId: process.id,
          processDefinitionName: process.name,
          startTime: atTime(from, 9),
          endTime: atTime(plusDays(from, days - 1), 18),
          reason: REASONS[n % REASONS.length],
          taskUser: by?.id ?? null,
          taskUserName: by?.name ?? null,
          days,
          applyUserName: asks.name,
          applyTime: requestedAt,
          taskNode: by === undefined ? taskNode.personnel : taskNode.head,
          approvalRoute: days > LONG_LEAVE ? approvalRoute.headAndPersonnel : approvalRoute.head,
        } as never),
      )
      const decide = (who: Character, transition: string, ask: Readonly<Record<string, unknown>> = {}) =>
        stage.agenda.at(`${requestedAt.slice(0, 11)}17${requestedAt.slice(13)}`, async () => {
          await stage.as(who).decide({ resource: leave.id, id, transition, ask })
        })
      if (outcome === 'passed') decide(decides, 'pass', { comment: '同意' })
      if (outcome === 'rejected') decide(decides, 'reject', { comment: '该时段工作安排已满，请调整' })
      if (outcome === 'personnel') decide(decides, 'forward', { comment: '同意，请人事复核' })
      if (outcome === 'withdrawn') decide(asks, 'withdraw')
    })
  }
}

/** 项目快捷回复: a reason for each service project. */
export async function addProjectReplies(stage: Stage, at: string, who: Character): Promise<void> {
  const projects = stage.store.table(activityServiceProject).all(activityServiceProject)
  for (const [i, project] of projects.slice(0, 8).entries())
    await stage.existing(projectQuickReply, atTime(at, 15, i), who, {
      projectId: project.id,
      projectName: String(project.name),
      moduleCode: 'public',
      content: ['请补充现场照片', '资料与项目要求不符，请核对', '请补充参考文献'][i % 3],
    })
}
