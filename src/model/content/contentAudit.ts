import { datetime, json, longText, readOnly, ref, text } from '../language/fields/field.ts'
import { resource } from '../language/resource.ts'
import { states } from '../language/states.ts'

/** 内容审核记录: who let a content pass, or why not. Written by its audit, only ever added to. */
export const contentAudit = resource('contentAudit', {
  calls: ['blade-contentAudit', 'blade-contentAudit/contentAudit'],
  title: ['内容审核记录', 'Content audits'],
  name: 'contentTitle',
  appendOnly: true,
  fields: {
    ...readOnly({
      contentId: ref('contentManagement', '内容', 'Content', { shows: 'contentTitle', width: 280 }),
      contentTitle: text('标题', 'Title', { length: 200, width: 280 }),
      auditStatus: states(
        '审核结果',
        'Result',
        { approved: [1, '通过', 'Passed', 'good'], rejected: [2, '驳回', 'Rejected', 'bad'] },
        { width: 90 },
      ),
      auditRemark: longText('审核意见', 'Remark', { length: 500, width: 260 }),
      machineResult: states(
        '机审结果',
        'Machine check',
        { clean: [1, '合规', 'Clean', 'good'], doubtful: [2, '疑似', 'Doubtful', 'bad'] },
        { width: 90 },
      ),
      machineDetail: json('机审明细', 'What the machine found'),
      auditUserName: text('审核人', 'Auditor', { length: 50, width: 100 }),
      auditTime: datetime('审核时间', 'Audited', { width: 150 }),
    }),
  },
  operations: ['view'],
  readers: { content: 'view', auditor: 'view' },
  list: {
    columns: ['contentId', 'auditStatus', 'machineResult', 'auditRemark', 'auditUserName', 'auditTime'],
    search: ['contentTitle', 'auditStatus', 'machineResult', 'auditUserName'],
    filters: ['contentId'],
    sort: 'createTime',
  },
  lists: {
    // the specification's detail: all audits of one content
    detail: {
      title: ['内容的审核记录', 'Of a content'],
      by: { contentId: 'contentId' },
      answer: 'list',
      replaces: 'detail',
    },
  },
  owner: 'platform',
  routes: { list: '/content/contentAudit' },
})
