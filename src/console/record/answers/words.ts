import { addWords } from '../../i18n/index.ts'

const zh = {
  none: '未采集内容',
  unanswered: '未填写',
  must: '必填未填写',
  gone: '模板中已没有的字段',
  other: '未按模板采集',
  noOption: '该选项已不在模板中',
  lost: '图片已不可查看',
}
const en: typeof zh = {
  none: 'Nothing was collected',
  unanswered: 'Not answered',
  must: 'Required, not answered',
  gone: 'No longer in the template',
  other: 'Collected without a template',
  noOption: 'No longer an option of the template',
  lost: 'This picture can no longer be seen',
}

// with the chunk that says them
addWords('answers', { zh, en })
