import { choice, flag, integer, list, money, refs, secret, text } from '../../../src/model/language/fields/field.ts'
import { resource } from '../../../src/model/language/resource.ts'
import { company } from '../../../src/model/patterns/mixins.ts'
import { declare } from './declare.ts'

/** Shapes: a template whose attributes are rows of declared fields, several references, a secret. */

export const shapeTemplate = resource('shapeTemplate', {
  calls: ['blade-shape/template'],
  title: ['模板', 'Templates'],
  name: 'title',
  fields: {
    title: text('名称', 'Title', { required: '请输入名称', requiredEn: 'Please enter the title' }),
    ...company,
    attributes: list(
      '属性',
      'Attributes',
      {
        label: text('标签', 'Label', { required: '请输入标签', requiredEn: 'Please enter the label', length: 20 }),
        type: choice('类型', 'Type', { 1: ['文本', 'Text'], 2: ['数字', 'Number'] }, { initial: 1 }),
        must: flag('必填', 'Required', { initial: 0 }),
        most: integer('最多', 'Most', { min: 1 }),
        fee: money('费用', 'Fee'),
      },
      { required: '请添加属性', requiredEn: 'Please add attributes', max: 5 },
    ),
    meetingIds: refs('shapeMeeting', '会议', 'Meetings', { shows: 'meetingCodes' }),
    meetingCodes: text('会议名称', 'Meeting codes', { readOnly: 'always', length: 500 }),
    apiKey: secret('接口密钥', 'API key'),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  list: { columns: ['title', 'attributes', 'meetingIds', 'apiKey'], search: ['title'], sort: 'createTime' },
  owner: { company: 'entrustedCompanyId' },
  routes: { list: '/shape/template', detail: '/shape/template/detail/:id' },
})

export default declare('shapeTemplates', { resources: [shapeTemplate] })
