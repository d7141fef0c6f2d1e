export default {
  add: '新增',
  edit: '修改',
  delete: '删除',
  elsewhere: '此处不能{{what}}',
  noPermission: '没有{{what}}权限',
  noRow: '没有选中的行',
  noKey: '“{{title}}”在此处没有快捷键，请用按钮或命令面板',
  letter: '按键 {{key}} 在此处没有作用，按 {{help}} 查看可用的键',
  letterHere: '按键 {{key}} 在此处没有作用；可用：{{here}}',
  shared: '按键 {{key}} 在此处对应多个命令，因此未执行：{{titles}}',
  comma: '、',
}
