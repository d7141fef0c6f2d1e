import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { flag, integer, json, text } from '../language/fields/field.ts'
import { resource } from '../language/resource.ts'
import { states } from '../language/states.ts'
import { ROUNDS } from '../wire/wire.ts'

const server = { readOnly: 'always' } as const

/**
 * Uploaded file of rows: checked, reviewed, then applied. Visible only to its user; the file is deleted after a day,
 * this row after a month, so that a repeated upload of the same file is recognised.
 */
export const importFile = resource('importFile', {
  calls: [],
  title: ['导入文件', 'Imports'],
  name: 'fileName',
  fields: {
    fileName: text('文件名', 'File', { ...server, length: 200 }),
    name: text('存储名', 'Stored as', { ...server, search: 'exact', length: 200 }),
    sha256: text('摘要', 'SHA-256', { ...server, search: 'exact', length: 64 }),
    resource: text('资源', 'Resource', { ...server, length: 64 }),
    reach: text('数据范围', 'Reach', { ...server, length: 100 }),
    importState: states(
      '状态',
      'State',
      {
        checking: [0, '核对中', 'Checking', 'busy'],
        checked: [1, '待导入', 'Checked', 'wait'],
        applying: [2, '导入中', 'Applying', 'busy'],
        done: [3, '完成', 'Done', 'good'],
        failed: [4, '失败', 'Failed', 'bad'],
        stopped: [5, '已停止', 'Stopped', 'off'],
      },
      { ...server, initial: 'checking' },
    ),
    total: integer('总行数', 'Rows', { ...server, initial: 0 }),
    finished: integer('已处理', 'Looked at', { ...server, initial: 0 }),
    wrong: integer('错误行数', 'Refused', { ...server, initial: 0 }),
    applied: integer('已导入', 'Added', { ...server, initial: 0 }),
    faults: json('错误', 'Faults', server),
    why: text('失败原因', 'Why', { ...server, length: 200 }),
  },
  operations: [],
  list: { columns: [], search: [], filters: ['sha256'], sort: 'createTime' },
  // reached through its own calls alone, which ask for who made it
  owner: 'platform',
})

const id = text('编号', 'Id', { length: 19 })
const of = text('资源', 'Resource', { length: 64 })
/** The signature of a link. */
const signed = {
  t: text('租户', 'Tenant', { length: 12 }),
  u: text('用户', 'User', { length: 19 }),
  n: text('会话', 'Session', { length: 19 }),
  e: integer('有效至', 'Until'),
  s: text('签名', 'Signature', { length: 64 }),
  l: text('语言', 'Language', { length: 2 }),
}

const answered = { open: 'session', answer: answer.typed<unknown>('one') } as const
const read = { ...answered, method: 'GET', safe: true } as const
const written = { ...answered, method: 'POST', safe: false } as const
/** The signed link is the permission. */
const downloaded = { method: 'GET', open: 'public', safe: true, answer: answer.download } as const

export const importCalls = [
  call('import.offer', {
    ...read,
    paths: [ROUNDS.importOffer],
    title: ['导入说明', 'What an import takes'],
    query: { resource: of },
  }),
  call('import.template', {
    ...downloaded,
    paths: [ROUNDS.importTemplate],
    title: ['下载导入模板', 'Download the template of an import'],
    query: { id: of, ...signed },
  }),
  call('import.check', {
    ...written,
    paths: [ROUNDS.import],
    title: ['上传并核对导入文件', 'Send a file of rows and check it'],
    upload: true,
    extra: 'ignored',
    query: { resource: of },
  }),
  call('import.state', {
    ...read,
    paths: [ROUNDS.importState],
    title: ['导入进度', 'Progress of an import'],
    query: { id },
  }),
  call('import.apply', {
    ...written,
    paths: [ROUNDS.importApply],
    title: ['执行导入', 'Apply an import'],
    body: { id, again: flag('再次导入', 'Once more') },
  }),
  call('import.stop', {
    ...written,
    paths: [ROUNDS.importStop],
    title: ['停止导入', 'Stop an import'],
    body: { id },
  }),
  call('import.faults', {
    ...downloaded,
    paths: [ROUNDS.importFaults],
    title: ['下载错误行', 'Download the refused rows'],
    query: { id, ...signed },
  }),
]
