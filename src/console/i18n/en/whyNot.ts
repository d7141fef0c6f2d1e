export default {
  add: 'add',
  edit: 'edit',
  delete: 'delete',
  elsewhere: 'There is nothing to {{what}} here',
  noPermission: 'You may not {{what}} here',
  noRow: 'No row is selected',
  noKey: '“{{title}}” has no key here: use its button or the command palette',
  letter: '{{key}} does nothing here: {{help}} shows the keys that do',
  letterHere: '{{key}} does nothing here; there are: {{here}}',
  shared: '{{key}} belongs to several commands here, so nothing was done: {{titles}}',
  comma: ', ',
}
