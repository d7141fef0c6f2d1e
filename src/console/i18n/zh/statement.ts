export default {
  month: '月份',
  opening: '期初余额',
  in: '收入',
  out: '支出',
  closing: '期末余额',
  records: '笔数',
}
