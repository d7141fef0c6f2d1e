import { choice, integer, longText, text } from '../../language/fields/field.ts'
import { resource } from '../../language/resource.ts'

/** 岗位: posts that users hold. */
export const post = resource('post', {
  calls: ['blade-system/post'],
  title: ['岗位', 'Posts'],
  name: 'postName',
  fields: {
    category: choice(
      '岗位类型',
      'Kind',
      { 1: ['高层', 'Senior'], 2: ['中层', 'Middle'], 3: ['基层', 'Junior'], 4: ['其他', 'Other'] },
      { width: 90, initial: 3 },
    ),
    postCode: text('岗位编号', 'Code', {
      search: 'code',
      length: 32,
      required: '请输入岗位编号',
      requiredEn: 'Please enter the code',
      width: 120,
    }),
    postName: text('岗位名称', 'Post', {
      length: 50,
      required: '请输入岗位名称',
      requiredEn: 'Please enter the name',
      width: 160,
    }),
    sort: integer('岗位排序', 'Order', { width: 80, initial: 0 }),
    remark: longText('岗位描述', 'Remark', { length: 255, width: 240 }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { auditor: 'view' },
  list: {
    columns: ['category', 'postCode', 'postName', 'sort', 'remark'],
    search: ['postCode', 'postName', 'category'],
    sort: '+sort',
  },
  lists: { select: { title: ['岗位选项', 'To choose from'], answer: 'list' } },
  frame: true,
  owner: 'platform',
  unique: [['postCode']],
  routes: { list: '/system/post' },
})
