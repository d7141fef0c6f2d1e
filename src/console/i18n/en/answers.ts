export default {
  none: 'Nothing was collected',
  unanswered: 'Not answered',
  must: 'Required, not answered',
  gone: 'No longer in the template',
  other: 'Collected without a template',
  noOption: 'No longer an option of the template',
  lost: 'This picture can no longer be seen',
}
