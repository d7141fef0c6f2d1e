import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { integer, json, longText, text } from '../language/fields/field.ts'
import { resource } from '../language/resource.ts'
import { states } from '../language/states.ts'
import { ROUNDS } from '../wire/wire.ts'

const server = { readOnly: 'always' } as const

/** List exported to a file. Readable only by its user, deleted after a day. */
export const exportFile = resource('exportFile', {
  calls: [],
  title: ['导出文件', 'Exports'],
  name: 'fileName',
  fields: {
    fileName: text('文件名', 'File', { ...server, length: 200 }),
    name: text('存储名', 'Stored as', { ...server, search: 'exact', length: 200 }),
    resource: text('资源', 'Resource', { ...server, length: 64 }),
    reach: text('数据范围', 'Reach', { ...server, length: 100 }),
    exportState: states(
      '状态',
      'State',
      {
        running: [0, '进行中', 'Running', 'busy'],
        done: [1, '完成', 'Done', 'good'],
        failed: [2, '失败', 'Failed', 'bad'],
      },
      { ...server, initial: 'running' },
    ),
    total: integer('总数', 'Rows', { ...server, initial: 0 }),
    finished: integer('已写', 'Written', { ...server, initial: 0 }),
  },
  operations: [],
  list: { columns: [], search: [], sort: 'createTime' },
  // reached through its own calls alone, which ask for who made it
  owner: 'platform',
})

const id = text('编号', 'Id', { length: 19 })

export const exportCalls = [
  call('export.make', {
    method: 'POST',
    paths: [ROUNDS.export],
    title: ['导出列表', 'Export a list'],
    open: 'session',
    safe: false,
    extra: 'ignored',
    body: {
      resource: text('资源', 'Resource', { length: 64 }),
      format: text('格式', 'Format', { length: 4 }),
      sort: text('排序', 'Sort', { length: 64 }),
      columns: longText('列', 'Columns'),
      conditions: json('条件', 'Conditions'),
    },
    answer: answer.typed<unknown>('one'),
  }),
  call('export.state', {
    method: 'GET',
    paths: [ROUNDS.exportState],
    title: ['导出进度', 'Progress of an export'],
    open: 'session',
    safe: true,
    query: { id },
    answer: answer.typed<unknown>('one'),
  }),
  call('export.file', {
    method: 'GET',
    paths: [ROUNDS.exportFile],
    title: ['下载导出文件', 'Download an export'],
    // the signed link is the permission
    open: 'public',
    safe: true,
    query: {
      id,
      t: text('租户', 'Tenant', { length: 12 }),
      u: text('用户', 'User', { length: 19 }),
      n: text('会话', 'Session', { length: 19 }),
      e: integer('有效至', 'Until'),
      s: text('签名', 'Signature', { length: 64 }),
    },
    answer: answer.download,
  }),
]
