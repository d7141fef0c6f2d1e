/** 10,000 command titles as a large installation would have them, with readings, made from parts: no library needed. */
const parts: readonly (readonly [zh: string, pinyin: string, en: string])[] = [
  ['结算', 'jie suan', 'settlement'],
  ['审核', 'shen he', 'review'],
  ['发票', 'fa piao', 'invoice'],
  ['医生', 'yi sheng', 'doctor'],
  ['付款', 'fu kuan', 'payment'],
  ['企业', 'qi ye', 'company'],
  ['会议', 'hui yi', 'meeting'],
  ['讲座', 'jiang zuo', 'lecture'],
  ['病例', 'bing li', 'case'],
  ['积分', 'ji fen', 'points'],
  ['对账', 'dui zhang', 'reconciliation'],
  ['完税', 'wan shui', 'tax'],
  ['预算', 'yu suan', 'budget'],
  ['周期', 'zhou qi', 'cycle'],
  ['协议', 'xie yi', 'protocol'],
  ['导出', 'dao chu', 'export'],
  ['新增', 'xin zeng', 'add'],
  ['删除', 'shan chu', 'delete'],
  ['打开', 'da kai', 'open'],
  ['列表', 'lie biao', 'list'],
  ['记录', 'ji lu', 'record'],
  ['明细', 'ming xi', 'detail'],
]

export interface Title {
  readonly id: string
  readonly title: string
  readonly alias: string
  readonly pinyin: readonly string[]
}

export const titles: readonly Title[] = Array.from({ length: 10_000 }, (_, i) => {
  const a = parts[i % parts.length] as (typeof parts)[number]
  const b = parts[Math.floor(i / parts.length) % parts.length] as (typeof parts)[number]
  const c = parts[Math.floor(i / parts.length ** 2) % parts.length] as (typeof parts)[number]
  return {
    id: `bench.${i}`,
    title: `${a[0]}${b[0]}${c[0]}${i}`,
    alias: `${a[2]} ${b[2]} ${c[2]} ${i}`,
    pinyin: [`${a[1]} ${b[1]} ${c[1]}`],
  }
})
