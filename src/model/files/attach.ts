import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { choice, flag, integer, points, ref, text } from '../language/fields/field.ts'
import { resource } from '../language/resource.ts'
import { ALIKE_PATH, EVIDENCE_PATH, SHEET_PATH } from '../wire/evidence.ts'

const server = { readOnly: 'always' } as const

/** 附件 (domain §2.3): what was uploaded. The file lies below DATA_DIR under a name that the server made. */
export const attach = resource('attach', {
  calls: ['blade-resource/attach'],
  title: ['附件', 'Attachments'],
  name: 'originalName',
  fields: {
    link: text('链接', 'Link', { ...server, length: 500 }),
    domain: text('域名', 'Domain', { ...server, length: 200 }),
    name: text('文件名', 'Stored as', { ...server, search: 'code', length: 200 }),
    originalName: text('原始名称', 'Name', {
      required: '请输入名称',
      requiredEn: 'Please enter a name',
      length: 200,
      width: 260,
    }),
    extension: text('类型', 'Type', { ...server, search: 'exact', length: 20, width: 70 }),
    attachSize: points('大小', 'Size', { ...server, unit: 'B' }),
    sha256: text('摘要', 'SHA-256', { ...server, search: 'exact', length: 64 }),
  },
  operations: ['view', 'edit', 'delete', 'export'],
  readers: { auditor: 'view' },
  list: {
    columns: ['originalName', 'extension', 'attachSize', 'name', 'createTime'],
    search: ['name', 'extension'],
    // the same file again is found by it
    filters: ['sha256'],
    sort: 'createTime',
  },
  // copies of a demo share the files of their first
  frame: true,
  // bound people reach a file through the record that holds it, and what they have just uploaded
  owner: 'platform',
  routes: { list: '/resource/attach' },
})

/** Which record holds an attachment, the first that did: written when it is saved, kept when the field changes again. */
export const attachUse = resource('attachUse', {
  calls: [],
  title: ['附件使用', 'Uses of attachments'],
  name: 'field',
  appendOnly: true,
  fields: {
    attachId: ref('attach', '附件', 'Attachment', server),
    resource: text('资源', 'Resource', { ...server, search: 'exact', length: 64 }),
    recordId: text('记录', 'Record', { ...server, search: 'exact' }),
    field: text('字段', 'Field', { ...server, search: 'exact', length: 64 }),
  },
  operations: [],
  list: { columns: [], search: [], filters: ['attachId', 'recordId'], sort: 'createTime' },
  owner: 'platform',
  frame: true,
  // two records that take the same upload at the same moment: one of them has it
  unique: [['attachId']],
})

/** Contents of a signed file link. */
const LINKED = {
  id: text('附件', 'Attachment', { length: 19 }),
  t: text('租户', 'Tenant', { length: 12 }),
  u: text('用户', 'User', { length: 19 }),
  n: text('会话', 'Session', { length: 19 }),
  e: integer('有效至', 'Until'),
  s: text('签名', 'Signature', { length: 64 }),
}

export const attachCalls = [
  call('attach.putFile', {
    method: 'POST',
    paths: [
      'blade-resource/oss/endpoint/put-file',
      'blade-resource/oss/endpoint/put-file-attach',
      'blade-resource/attach/put-file',
    ],
    title: ['上传文件', 'Upload a file'],
    open: 'session',
    safe: false,
    upload: true,
    query: {
      kind: choice('用途', 'For', {
        0: ['文件', 'A file'],
        1: ['图片', 'A picture'],
        2: ['头像', 'A picture of an account'],
        3: ['工作簿', 'A workbook'],
      }),
    },
    extra: 'ignored',
    answer: answer.typed<unknown>('one'),
  }),
  call('attach.file', {
    method: 'GET',
    paths: ['rounds/file'],
    title: ['下载文件', 'Download a file'],
    // the signed link is the permission
    open: 'public',
    safe: true,
    answer: answer.download,
    query: LINKED,
  }),
  call('attach.sheet', {
    method: 'GET',
    paths: [SHEET_PATH],
    title: ['工作簿内容', 'Cells of a workbook'],
    // the link of its file is the permission
    open: 'session',
    safe: true,
    answer: answer.typed<unknown>('list'),
    query: LINKED,
  }),
  call('attach.evidence', {
    method: 'GET',
    paths: [EVIDENCE_PATH],
    title: ['单据的凭证', 'Evidence of a record'],
    open: 'session',
    safe: true,
    answer: answer.typed<unknown>('one'),
    query: {
      resource: text('资源', 'Resource', { length: 64 }),
      id: text('记录', 'Record', { length: 19 }),
      ahead: flag('预取', 'Fetched ahead'),
    },
  }),
  call('attach.alike', {
    method: 'GET',
    paths: [ALIKE_PATH],
    title: ['相似与同一医生的提交', 'Alike, and of the same doctor'],
    open: 'session',
    safe: true,
    answer: answer.typed<unknown>('one'),
    query: {
      resource: text('资源', 'Resource', { length: 64 }),
      id: text('记录', 'Record', { length: 19 }),
    },
  }),
  call('attach.ofRecord', {
    method: 'GET',
    paths: ['rounds/files'],
    title: ['记录的文件', 'Files of a record'],
    open: 'session',
    safe: true,
    answer: answer.typed<unknown>('list'),
    query: {
      resource: text('资源', 'Resource', { length: 64 }),
      id: text('记录', 'Record', { length: 19 }),
    },
  }),
]
