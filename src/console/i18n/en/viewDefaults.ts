export default {
  title: 'Default views of roles',
  note: 'Who has no default view of their own opens this list with that of their role: of several roles the first in the order of roles, else that of everybody of the platform. People still see only what their own rights let them see.',
  none: 'No view',
  notShared: 'No view is shared with this role',
  nothing:
    'This list has no shared views yet. Save a view first, then share it with roles or everybody of the platform under “Rename and share the view”.',
  view: '{{name}} ({{by}})',
  save: 'Save',
  cancel: 'Cancel',
  unchanged: 'Nothing was changed',
  saved: 'The default views of roles were updated',
  stale: 'The default views were changed elsewhere; you see their newest state with your choices: check and save',
  staleOf:
    'Changed elsewhere: the default view of {{names}}. You see the newest state, choose anew; your other choices are kept',
  and: ', ',
}
