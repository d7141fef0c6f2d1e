export default {
  add: '新增',
  edit: '修改',
  delete: '删除',
  elsewhere: '此处不能{{what}}',
  noPermission: '没有{{what}}权限',
  noRow: '没有选中的行',
  noKey: '“{{title}}”在此处没有快捷键，请用按钮或命令面板',
}
