import { answer } from '../kernel/answer.ts'
import { type AnyCall, call } from '../kernel/call.ts'
import { choice, datetime, type Fields, file, integer, money, points, readOnly, text } from '../kernel/field.ts'
import type { Resource } from '../kernel/resource.ts'
import type { RoleAlias } from '../kernel/role.ts'
import { doctor } from '../mixins.ts'
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
    agreementStatus: choice('协议状态', 'Agreement', AGREEMENT, { initial: 0, width: 90 }),
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

export const DOCTOR_FACTS = [
  'doctorName',
  'phone',
  'idCardNumber',
  'hospitalName',
  'departmentName',
  'duty',
  'doctorLevel',
  'planSearchNum',
  'finishNum',
  'doctorFee',
  'doctorPoint',
  'agreementStatus',
  'signTime',
] as const

/** Who invites doctors to an activity. */
export const INVITING: readonly RoleAlias[] = ['ops', 'companyAdmin', 'employee']

/** The doctors that a plan has already: `getExistDoctorIds`, by the plan. */
export const exist = <const Name extends string>(parent: Name) => ({
  getExistDoctorIds: {
    title: ['已有医生', 'Doctors there are'],
    by: { [parent]: parent } as Readonly<Record<Name, Name>>,
    answer: { values: 'doctorId' },
  } as const,
})

/** Lifecycle 3.2 of a doctor's part in a plan: the agreement, and taking the doctor off again. */
export const agreementEdges = <const Id extends string>(id: Id) =>
  ({
    agree: { label: ['签署', 'Sign'], from: { agreementStatus: 0 }, to: { agreementStatus: 1 }, by: 'system' },
    refuse: { label: ['拒绝', 'Refuse'], from: { agreementStatus: 0 }, to: { agreementStatus: 2 }, by: 'system' },
    void: { label: ['作废', 'Void'], from: { agreementStatus: [0, 1] }, to: { agreementStatus: 3 }, by: 'system' },
    deleteDoctor: {
      label: ['移除医生', 'Take off'],
      from: { agreementStatus: [0, 2] },
      to: 'deleted',
      by: 'operator',
      call: 'POST deleteDoctor',
      permission: `${id}_deleteDoctor` as `${Id}_deleteDoctor`,
      roles: INVITING,
      select: 'one',
      danger: true,
      result: 'other',
    },
  }) as const

/** `saveList` invites several doctors at once, `savePlanSearchNum` changes how many a doctor is allotted. */
export function invitationCalls(
  // biome-ignore lint/suspicious/noExplicitAny: a resource of any shape
  r: Resource<string, any> & { readonly fields: Fields },
  parent: string,
  roles: readonly RoleAlias[] = INVITING,
): AnyCall[] {
  const { id, calls, fields } = r
  return [
    call(`${id}.saveList`, {
      method: 'POST',
      paths: calls.map((prefix) => `${prefix}/saveList`),
      title: ['邀请医生', 'Invite doctors'],
      permission: `${id}_saveList`,
      roles,
      entries: {
        fields: {
          [parent]: fields[parent],
          doctorId: fields.doctorId,
          planSearchNum: fields.planSearchNum,
          doctorFee: fields.doctorFee,
        } as Fields,
      },
      extra: 'ignored',
      safe: false,
      answer: answer.nothing,
    }),
    call(`${id}.savePlanSearchNum`, {
      method: 'POST',
      paths: calls.map((prefix) => `${prefix}/savePlanSearchNum`),
      title: ['分配数量', 'Allot'],
      permission: `${id}_savePlanSearchNum`,
      roles,
      on: r,
      body: { planSearchNum: integer('分配数量', 'Allotted', { min: 1, required: '请输入分配数量' }) },
      safe: false,
      answer: answer.nothing,
      command: { result: 'other' },
    }),
  ]
}
