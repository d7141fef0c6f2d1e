import { longText, text } from '../../language/fields/field.ts'
import { resource } from '../../language/resource.ts'

/** 报表: layouts of reports. They are drawn elsewhere; here they are listed and removed. */
export const report = resource('report', {
  calls: ['blade-report/report/rest'],
  title: ['报表', 'Reports'],
  notInForce: {
    instead: [
      '本系统不绘制这里的报表，统计见工作台和各列表的导出',
      'no report here is drawn; figures are on the dashboard and in the exports of lists',
    ],
  },
  name: 'name',
  fields: {
    name: text('文件名', 'Name', { length: 200, readOnly: 'always', width: 320 }),
    content: longText('内容', 'Content', { length: 20000, readOnly: 'always' }),
  },
  operations: ['view', 'delete'],
  readers: { auditor: 'view' },
  list: { columns: ['name', 'createTime', 'updateTime'], search: ['name', 'createTime'], sort: 'createTime' },
  frame: true,
  owner: 'platform',
  routes: { list: '/report/reportlist' },
})
