export default {
  month: '月份',
  opening: '期初余额',
  in: '收入',
  out: '支出',
  closing: '期末余额',
  records: '笔数',
  heldTime: '时间',
  heldChange: '变动',
  heldAfter: '变动后',
  heldDocument: '单据',
  heldNone: '没有占用或释放的记录',
}
