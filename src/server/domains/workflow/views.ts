import { approvalHistory } from '../../../model/desk/approvalHistory.ts'
import { flowManager } from '../../../model/workflow/definitions.ts'
import { leave, leaveLifecycle } from '../../../model/workflow/leave.ts'
import { literal } from '../../database/names.ts'
import { live, type ViewSql } from '../../database/views/view.ts'

const TEXT = 'collate "C"'
/** Name of a task, by `taskNode`. */
const taskName = (column: string): string =>
  `(case ${column} ${Object.entries(leave.fields.taskNode.values)
    .map(([key, [zh]]) => `when ${key} then ${literal(zh)}`)
    .join(' ')} end)::varchar(50) ${TEXT}`
/** Actions of the history that complete a task. */
const COMPLETED = Object.entries(leaveLifecycle.transitions)
  .filter(([, t]) => t.permission === 'leave_complete')
  .map(([name]) => literal(name))
  .join(', ')

const COLUMNS = `l.tenant_id, l.process_instance_id, l.process_definition_id, l.process_definition_name,
      l.id::text ${TEXT} as task_id, ${taskName('l.task_node')} as task_name, l.id::text ${TEXT} as business_id,
      l.apply_user_name as starter_name, l.task_user_name as assignee_name, l.flow_status`
const FROM = `from ${live(leave)} l`
/** The leave that a row of history is about, as its key: found one by one (`offset 0`), not by reading all leaves. */
const DECIDED = `(case when h.biz_type = ${literal(leave.id)} then h.biz_id::bigint end)`

export const workflowViews: ViewSql = {
  'flow.start': `
    select m.id, m.tenant_id, m.create_time, m.name as process_definition_name, m.key, m.category, m.process_version
    from ${live(flowManager)} m where m.suspend_state = 1`,

  /**
   * Tasks to do, tasks done by a person (of the history), processes started; each with whose it is. Nobody decides what
   * they started, so that of one person's rows no two have the same id.
   */
  'flow.work': [
    `
    select l.id, l.create_time, ${COLUMNS}, 1::smallint as kind, l.task_user as person_id, null::timestamptz as done_time
    ${FROM} where l.flow_status = 1 and l.task_user is not null`,
    `
    select h.id, h.create_time, ${COLUMNS}, 2::smallint as kind, h.operator_id as person_id, h.operate_time as done_time
    from ${live(approvalHistory)} h
    cross join lateral (select * from ${live(leave)} x where x.tenant_id = h.tenant_id and x.id = ${DECIDED} offset 0) l
    where h.biz_type = ${literal(leave.id)} and h.action in (${COMPLETED})`,
    `
    select l.id, l.create_time, ${COLUMNS}, 3::smallint as kind, l.create_user as person_id, null::timestamptz as done_time
    ${FROM}`,
  ],

  'flow.claim': `
    select l.id, l.create_time, ${COLUMNS}, null::bigint as person_id
    ${FROM} where l.flow_status = 1 and l.task_user is null`,

  'flow.follow': `
    select l.id, l.create_time, ${COLUMNS} ${FROM}`,
}
