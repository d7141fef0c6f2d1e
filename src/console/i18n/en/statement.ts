export default {
  month: 'Month',
  opening: 'Opening',
  in: 'In',
  out: 'Out',
  closing: 'Closing',
  records: 'Records',
}
