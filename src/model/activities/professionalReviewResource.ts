import { choice, code, datetime, integer, ref, text } from '../language/fields/field.ts'
import { resource } from '../language/resource.ts'

const operations = ['view', 'add', 'edit', 'delete'] as const
const owner = { company: 'open' } as const

/** 评审文章: articles that doctors give their opinion on. Its fields are the specification's (§3). */
export const professionalReviewResource = resource('professionalReviewResource', {
  calls: ['blade-act/professionalReviewResource'],
  title: ['评审文章', 'Article resources'],
  name: 'title',
  fields: {
    code: code('WZ', '文章编号', 'No.', { count: 'plain', width: 100 }),
    title: text('标题', 'Title', {
      length: 200,
      required: '请输入标题',
      requiredEn: 'Please enter the title',
      width: 260,
    }),
    type: choice('类型', 'Type', { 1: ['文章', 'Article'] }, { initial: 1, width: 70 }),
    path: text('文件路径', 'Path', { search: 'exact', length: 500, width: 200 }),
    authorName: text('作者', 'Author', { length: 50, width: 90, means: 'person' }),
    authorUnitName: text('作者单位', 'Author’s unit', { length: 100, width: 180 }),
    submitTime: datetime('提交时间', 'Submitted', { past: true, width: 150 }),
    usesNumber: integer('使用次数', 'Used', { initial: 0, width: 80, readOnly: 'always' }),
    usesDoctorId: ref('authenticationDoctor', '使用医生', 'Used by', { readOnly: 'always', shows: 'usesDoctorName' }),
    usesDoctorName: text('使用医生', 'Used by', { length: 50, width: 90, readOnly: 'always' }),
  },
  operations,
  readers: { ops: 'manage', companyAdmin: 'view', employee: 'view', auditor: 'view' },
  list: {
    columns: [
      'code',
      'title',
      'type',
      'path',
      'authorName',
      'authorUnitName',
      'submitTime',
      'usesNumber',
      'usesDoctorName',
    ],
    search: ['code', 'title'],
    sort: 'createTime',
  },
  frame: true,
  owner,
  unique: [['code']],
  routes: { list: '/act/professionalReviewResource' },
})
