import { answer } from '../language/domain/answer.ts'
import { type AnyCall, call } from '../language/domain/call.ts'
import {
  choice,
  datetime,
  type Fields,
  file,
  integer,
  money,
  points,
  readOnly,
  text,
} from '../language/fields/field.ts'
import type { Resource } from '../language/resource.ts'
import type { RoleAlias } from '../language/role.ts'
import { states } from '../language/states.ts'
import { doctor } from '../patterns/mixins.ts'
import { AGREEMENT, DOCTOR_LEVELS } from './words.ts'

/** @pdoc: a doctor invited to a plan, and how far the agreement with them is (domain §0; 3.2). */
export const planDoctor = {
  ...doctor,
  duty: text('职务', 'Duty', { length: 50, width: 90 }),
  doctorLevel: choice('级别', 'Level', DOCTOR_LEVELS, { width: 70 }),
  planSearchNum: integer('分配数量', 'Allotted', { min: 1, initial: 1, width: 90 }),
  ...readOnly({ finishNum: integer('已完成', 'Done', { initial: 0, width: 80 }) }),
  doctorFee: money('劳务费单价', 'Unit fee', { min: '0', initial: '0.00', width: 100 }),
  doctorPoint: points('积分单价', 'Unit points', { initial: 0, width: 80 }),
  ...readOnly({
    agreementStatus: states('协议状态', 'Agreement', AGREEMENT, { initial: 'pending', width: 90 }),
    doctorAgreement: file('协议文件', 'Agreement file', { openedBy: 'record' }),
    signTime: datetime('签署时间', 'Signed', { width: 150 }),
  }),
}

export const planDoctorList = {
  columns: ['doctorName', 'phone', 'hospitalName', 'planSearchNum', 'finishNum', 'doctorFee', 'agreementStatus'],
  search: ['doctorId', 'doctorName', 'hospitalName', 'agreementStatus'],
  sort: 'createTime',
  amount: 'doctorFee',
} as const

/** Roles that invite doctors to an activity. */
export const INVITING: readonly RoleAlias[] = ['ops', 'companyAdmin', 'employee']

/** The doctors that a plan has already: `getExistDoctorIds`, by the plan. */
export const exist = <const Name extends string>(parent: Name) => ({
  getExistDoctorIds: {
    title: ['已有医生', 'Doctors there are'],
    by: { [parent]: parent } as Readonly<Record<Name, Name>>,
    answer: { values: 'doctorId' },
  } as const,
})

/** An agreement that is neither signed nor refused: what an invitation begins with. */
const INVITED = { agreementStatus: 'pending' } as const

/**
 * Lifecycle 3.2 of a doctor's part in a plan that is added by inviting them, one at a time; `saveList` invites several.
 * `ask`: what the invitation says.
 */
export const inviteEdge = <const Id extends string, const Ask extends Fields>(id: Id, ask: Ask) =>
  ({
    invite: {
      label: ['邀请医生', 'Invite'],
      from: 'new',
      to: INVITED,
      by: 'operator',
      call: 'POST submit',
      permission: `${id}_saveList` as `${Id}_saveList`,
      roles: INVITING,
      ask,
      result: 'other',
    },
  }) as const

/** Lifecycle 3.2 of a doctor's part in a plan: the agreement, and taking the doctor off again. `also`: other names of that call. */
export const agreementEdges = <const Id extends string>(id: Id, also: readonly string[] = []) =>
  ({
    agree: {
      label: ['签署', 'Sign'],
      from: { agreementStatus: 'pending' },
      to: { agreementStatus: 'agreed' },
      by: 'system',
    },
    refuse: {
      label: ['拒绝', 'Refuse'],
      from: { agreementStatus: 'pending' },
      to: { agreementStatus: 'refused' },
      by: 'system',
    },
    void: {
      label: ['作废', 'Void'],
      from: { agreementStatus: ['pending', 'agreed'] },
      to: { agreementStatus: 'voided' },
      by: 'system',
    },
    deleteDoctor: {
      label: ['移除医生', 'Take off'],
      from: { agreementStatus: ['pending', 'refused'] },
      to: 'deleted',
      by: 'operator',
      call: { method: 'POST', paths: ['deleteDoctor', ...also] },
      permission: `${id}_deleteDoctor` as `${Id}_deleteDoctor`,
      roles: INVITING,
      select: 'one',
      danger: true,
      result: 'other',
    },
  }) as const

/**
 * `saveList` invites several doctors in one call, `savePlanSearchNum` changes the number allotted to a doctor, where
 * the part is the work itself. `parent`: the field that names the activity.
 */
export function invitationCalls(
  // biome-ignore lint/suspicious/noExplicitAny: a resource of any shape
  r: Resource<string, any> & { readonly fields: Fields },
  parent: string,
  roles: readonly RoleAlias[] = INVITING,
): AnyCall[] {
  const { id, calls, fields } = r
  const own = ['planSearchNum', 'caseReportId', 'title'].filter((name) => fields[name]?.facts.readOnly !== 'always')
  const names = [parent, 'doctorId', ...own, 'doctorFee'].filter((name) => fields[name])
  const many: AnyCall[] = fields.planSearchNum?.facts.readOnly === 'always' ? [] : [allot(r, roles)]
  return [
    call(`${id}.saveList`, {
      method: 'POST',
      paths: calls.map((prefix) => `${prefix}/saveList`),
      title: ['邀请医生', 'Invite doctors'],
      permission: `${id}_saveList`,
      roles,
      entries: {
        fields: Object.fromEntries(names.map((name) => [name, fields[name]])) as Fields,
      },
      extra: 'ignored',
      safe: false,
      answer: answer.nothing,
    }),
    ...many,
  ]
}

/** How many of an activity a doctor is allotted, changed. */
const allot = (
  // biome-ignore lint/suspicious/noExplicitAny: a resource of any shape
  r: Resource<string, any> & { readonly fields: Fields },
  roles: readonly RoleAlias[],
): AnyCall =>
  call(`${r.id}.savePlanSearchNum`, {
    method: 'POST',
    paths: r.calls.map((prefix) => `${prefix}/savePlanSearchNum`),
    title: ['分配数量', 'Allot'],
    permission: `${r.id}_savePlanSearchNum`,
    roles,
    on: r,
    body: { planSearchNum: integer('分配数量', 'Allotted', { min: 1, required: '请输入分配数量' }) },
    safe: false,
    answer: answer.nothing,
    command: { result: 'other' },
  })
