export default {
  none: '未采集内容',
  unanswered: '未填写',
  must: '必填未填写',
  gone: '模板中已没有的字段',
  other: '未按模板采集',
  noOption: '该选项已不在模板中',
  lost: '图片已不可查看',
}
