import type { DomainPart } from '../../../src/model/language/domain/domain.ts'
import { choice, datetime, flag, integer, ref, text } from '../../../src/model/language/fields/field.ts'
import { lifecycle } from '../../../src/model/language/lifecycle.ts'
import { resource } from '../../../src/model/language/resource.ts'
import { company, fiscalTax } from '../../../src/model/patterns/mixins.ts'
import type { Rules } from '../../../src/server/writing/rules.ts'
import type { Family } from '../declared.ts'

/**
 * Shapes: a record with an owner, its variant, a child and a ledger that belong through it, and what is open or
 * closed.
 */

const meeting = {
  code: text('编号', 'No', { search: 'code', length: 32, required: '请输入编号' }),
  ...company,
  ...fiscalTax,
  demo: flag('演示', 'Demo', { initial: 0 }),
  meetingStatus: choice(
    '状态',
    'Status',
    { 0: ['待召开', 'Planned', 'wait'], 1: ['已结束', 'Held', 'good'], 2: ['已取消', 'Cancelled', 'off'] },
    { readOnly: 'always', initial: 0 },
  ),
}
const operations = ['view', 'add', 'edit', 'delete'] as const
const list = { columns: ['code', 'meetingStatus'], search: ['code', 'meetingStatus'], sort: 'createTime' } as const

/** A meeting of a company; the table also holds the meetings of the demonstration. */
export const shapeMeeting = resource('shapeMeeting', {
  calls: ['blade-shape/meeting'],
  title: ['会议', 'Meetings'],
  name: 'code',
  fields: {
    ...meeting,
    place: text('地点', 'Place', { required: '请输入地点', requiredEn: 'Please enter the place' }),
  },
  operations,
  editable: { edit: {}, delete: {} },
  list,
  owner: { company: 'entrustedCompanyId', fiscalTax: 'fiscalTaxId' },
  where: { demo: 0 },
  unique: [['code']],
  children: [{ resource: 'shapeAgenda', by: 'meetingId' }],
  routes: { list: '/shape/meeting' },
})

/** The same of the demonstration: no place is needed, a scene is. */
export const shapeDemoMeeting = resource('shapeDemoMeeting', {
  calls: ['blade-shape/demoMeeting'],
  title: ['演示会议', 'Demo meetings'],
  name: 'code',
  fields: {
    ...meeting,
    scene: text('场景', 'Scene', { required: '请输入场景', requiredEn: 'Please enter the scene' }),
  },
  operations,
  editable: { edit: {}, delete: {} },
  list,
  owner: { company: 'entrustedCompanyId', fiscalTax: 'fiscalTaxId' },
  variantOf: { resource: 'shapeMeeting', where: { demo: 1 } },
  unique: [['code']],
  routes: { list: '/shape/demoMeeting' },
})

/** All meetings, real ones and those of the demonstration: read together, written as what they are. */
export const shapeAllMeeting = resource('shapeAllMeeting', {
  calls: ['blade-shape/allMeeting'],
  title: ['全部会议', 'All meetings'],
  name: 'code',
  overview: true,
  fields: meeting,
  operations: ['view', 'export'],
  list,
  owner: { company: 'entrustedCompanyId', fiscalTax: 'fiscalTaxId' },
  variantOf: { resource: 'shapeMeeting', where: {} },
  routes: { list: '/shape/allMeeting' },
})

/** The agenda of a meeting belongs to whom the meeting belongs to. */
export const shapeAgenda = resource('shapeAgenda', {
  calls: ['blade-shape/agenda'],
  title: ['议程', 'Agenda'],
  name: 'topic',
  fields: {
    meetingId: ref('shapeMeeting', '会议', 'Meeting', { shows: 'meetingCode', copies: { meetingPlace: 'place' } }),
    meetingCode: text('会议编号', 'Meeting no', { length: 32, readOnly: 'always' }),
    meetingPlace: text('会议地点', 'Meeting place', { readOnly: 'always' }),
    topic: text('议题', 'Topic', { required: '请输入议题' }),
    minutes: integer('分钟', 'Minutes', { initial: 10 }),
    agendaStatus: choice(
      '状态',
      'Status',
      { 0: ['待讲', 'Planned', 'wait'], 1: ['已讲', 'Held', 'good'] },
      { readOnly: 'always', initial: 0 },
    ),
  },
  operations,
  editable: { edit: {}, delete: {} },
  list: { columns: ['topic', 'minutes', 'agendaStatus'], search: ['topic', 'agendaStatus'], sort: 'createTime' },
  owner: { through: 'meetingId' },
  routes: { list: '/shape/agenda' },
})

/** Notes on the agenda, only ever added to: through the agenda they belong to whom the meeting belongs to. */
export const shapeNote = resource('shapeNote', {
  calls: ['blade-shape/note'],
  title: ['纪要', 'Notes'],
  name: 'said',
  appendOnly: true,
  fields: {
    agendaId: ref('shapeAgenda', '议程', 'Agenda item', {}),
    said: text('内容', 'Said', { required: '请输入内容' }),
    saidAt: datetime('时间', 'At', {}),
  },
  operations: ['view', 'add'],
  list: { columns: ['said', 'saidAt'], search: ['said'], sort: 'createTime' },
  owner: { through: 'agendaId' },
  routes: { list: '/shape/note' },
})

/** A setting of the platform that bound users do not reach. */
export const shapeSetting = resource('shapeSetting', {
  calls: ['blade-shape/setting'],
  title: ['设置', 'Settings'],
  name: 'label',
  fields: {
    label: text('名称', 'Name', { required: '请输入名称' }),
    meetingId: ref('shapeMeeting', '会议', 'Meeting', {}),
  },
  operations,
  list: { columns: ['label'], search: ['label'], sort: 'createTime' },
  owner: 'platform',
  routes: { list: '/shape/setting' },
})

const step = (resourceId: string, name: string) => ({
  label: ['结束', 'Close'] as const,
  by: 'operator' as const,
  call: `POST ${name}`,
  permission: `${resourceId}_${name}`,
  select: 'many' as const,
  batch: 'allOrNothing' as const,
  roles: [],
})

/** Rules of the transitions that people may take, by resource. */
export const meetingRules: Readonly<Record<string, Rules>> = {
  shapeMeeting: { hold: 'none' },
  shapeDemoMeeting: { hold: 'none' },
  shapeAgenda: { hold: 'none' },
}

/** The families as a part of a domain. */
export const meetingsPart: DomainPart = {
  resources: [shapeMeeting, shapeDemoMeeting, shapeAllMeeting, shapeAgenda, shapeNote, shapeSetting],
  lifecycles: [
    lifecycle(shapeMeeting, {
      hold: { ...step('shapeMeeting', 'hold'), from: { meetingStatus: 0 }, to: { meetingStatus: 1 } },
    }),
    lifecycle(shapeDemoMeeting, {
      hold: { ...step('shapeDemoMeeting', 'hold'), from: { meetingStatus: 0 }, to: { meetingStatus: 1 } },
    }),
    lifecycle(shapeAgenda, {
      hold: {
        ...step('shapeAgenda', 'hold'),
        from: { agendaStatus: 0 },
        to: { agendaStatus: 1 },
        ask: { nextId: ref('shapeMeeting', '下次会议', 'Next meeting', {}) },
      },
    }),
  ],
}

/** The families one by one, for tests that put them into the model for a while. */
export const meetingFamilies: readonly Family[] = (meetingsPart.resources ?? []).map((r) => ({
  resource: r,
  lifecycle: meetingsPart.lifecycles?.find((l) => l.resource === r.id),
  rules: meetingRules[r.id],
}))
