export default {
  month: 'Month',
  opening: 'Opening',
  in: 'In',
  out: 'Out',
  closing: 'Closing',
  records: 'Records',
  heldTime: 'Time',
  heldChange: 'Change',
  heldAfter: 'Held after',
  heldDocument: 'Document',
  heldNone: 'Nothing was held or released yet',
}
