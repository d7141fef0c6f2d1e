import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { integer, text } from '../language/fields/field.ts'
import { CRON_CHARACTERS_MAX, VIEW_SCHEDULES, type ViewSchedule } from '../wire/viewSchedule.ts'

// A session is all they ask for: whose schedule it is, what its person may read and whether they may export it is the handlers'
// matter, at the time of the call and again at every run.
const own = { open: 'session' } as const
const id = text('编号', 'Id', { length: 19, required: '请选择定时导出' })
const version = integer('版本', 'Version', { required: '请输入版本' })

/** `rounds/view-schedules`: scheduled exports of the caller. */
export const readViewSchedules = call('viewSchedule.read', {
  ...own,
  method: 'GET',
  paths: [VIEW_SCHEDULES.read],
  title: ['定时导出', 'Scheduled exports'],
  safe: true,
  answer: answer.typed<readonly ViewSchedule[]>('list'),
})

/** Sets when a view is exported, or changes it; paused and stopped ones run again. */
export const saveViewSchedule = call('viewSchedule.save', {
  ...own,
  method: 'POST',
  paths: [VIEW_SCHEDULES.save],
  title: ['设置定时导出', 'Schedule the export of a view'],
  body: {
    view: text('视图编号', 'View id', { length: 19, required: '请选择视图' }),
    version: integer('版本', 'Version', { initial: 0 }),
    cron: text('时间', 'Time', { length: CRON_CHARACTERS_MAX, required: '请输入导出时间' }),
    format: text('格式', 'Format', { length: 4 }),
  },
  safe: false,
  answer: answer.typed<ViewSchedule>('one'),
})

/** Pauses a scheduled export, or has it go on. */
export const pauseViewSchedule = call('viewSchedule.pause', {
  ...own,
  method: 'POST',
  paths: [VIEW_SCHEDULES.pause],
  title: ['暂停或继续定时导出', 'Pause or resume a scheduled export'],
  body: { id, version, paused: integer('是否暂停', 'Paused', { required: '请选择暂停或继续' }) },
  safe: false,
  answer: answer.typed<ViewSchedule>('one'),
})

/** Removes a scheduled export. Files that it made stay as long as they are kept. */
export const removeViewSchedule = call('viewSchedule.remove', {
  ...own,
  method: 'POST',
  paths: [VIEW_SCHEDULES.remove],
  title: ['删除定时导出', 'Delete a scheduled export'],
  body: { id, version },
  safe: false,
  answer: answer.nothing,
})

export const viewScheduleCalls = [readViewSchedules, saveViewSchedule, pauseViewSchedule, removeViewSchedule] as const
