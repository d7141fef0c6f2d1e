import type { Label } from '../../model/values/label.ts'

/**
 * Promises of the money chain by number (docs/money.md), and how those are kept that no query can ask of the tables.
 */
interface Promise {
  readonly title: Label
  /** Where no statement checks it: what does. */
  readonly keptBy?: Label
}

const promise = (zh: string, en: string, keptBy?: Label): Promise => ({
  title: [zh, en],
  ...(keptBy ? { keptBy } : {}),
})
const byEngine: Label = [
  '由决策引擎的行锁与幂等键保证，并有并发测试',
  'row locks and keys of the decision engine, tested in parallel',
]
const byRule: Label = ['由动作的规则保证，并有测试', 'the rules of the steps, tested']

/** INV 1 to 50. */
export const promises: ReadonlyMap<number, Promise> = new Map(
  [
    promise('预存账户余额等于其流水', 'A prepaid balance is what its records say'),
    promise('流水的余额首尾相接', 'Records follow on one another'),
    promise('冻结金额不为负且不超过余额', 'What is frozen is a part of the balance'),
    promise('冻结金额等于待复核的支付与待确认的支出', 'What is frozen waits to be checked'),
    promise('每笔业务只入账一次', 'A document is posted once of each kind'),
    promise('已确认的预付款单恰有一条流水', 'A confirmed prepayment is posted once'),
    promise('已付款的支付单与流水一致', 'Service payments are as posted'),
    promise('银行流水号唯一', 'Bank serial numbers are used once'),
    promise('每个验收成果恰有一张医生订单', 'A deliverable has one order'),
    promise('医生订单最多属于一张结果单与一条结算明细', 'A doctor order is settled once'),
    promise('结果单金额等于其各项明细', 'A result order amounts to its parts'),
    promise('周期金额等于其结果单', 'A cycle amounts to its result orders'),
    promise('周期金额等于其结算单', 'A cycle amounts to its orders'),
    promise('结算单金额等于其各项明细', 'An order amounts to its parts'),
    promise('支付单与账单等于结算总额', 'Payments and bills are the total of their order'),
    promise('一张结算单最多支付一次', 'An order is paid once'),
    promise('付款、明细与转账一一对应', 'Payment, line and transfer go together'),
    promise('同一明细最多一张未结束的付款单', 'A line has one payment under way'),
    promise('经办申请等于其明细', 'A batch amounts to its instructions'),
    promise('只有已付款结算单的明细可付款', 'Only lines of a paid order are paid'),
    promise('结算单资金守恒', 'The money of an order is all accounted for'),
    promise('子单元余额不为负', 'No sub-unit owes'),
    promise(
      '平台子单元余额等于划入的服务费，每笔最多划转一次',
      "The platform's unit has the fees that were transferred to it, each once",
    ),
    promise('明细的税与实付相加为税前金额', 'Taxes and net of a line add up'),
    promise('税款按月累计计算', 'Taxes are cumulative within the month'),
    promise('释放明细后的税款由下一笔补足', 'Taxes catch up after a line was released', byRule),
    promise('税费支付单等于已付款明细的税款', 'A tax payment is the taxes of the paid lines'),
    promise('已付款明细最多属于一份申报', 'A paid line is declared once'),
    promise('申报等于其明细与证明', 'A return is the sum of its parts'),
    promise('证明等于其明细', 'A certificate is the sum of its parts'),
    promise('汇总发票等于其各项明细', 'A summary invoice is the sum of its parts'),
    promise('发票等于其项目', 'An invoice is the sum of its items'),
    promise('复核的发票等于其文件', 'A reviewed invoice is the sum of its files'),
    promise('发票不超过已付未退的金额', 'Invoices are within what was paid'),
    promise('所有积分账户之和为零', 'Points are all owed by who issued them'),
    promise('积分的每笔交易一出一进', 'Points go from one to another'),
    promise('积分结算单等于其明细', 'A points order amounts to its lines'),
    promise('积分成本按兑换规则计算', 'Points cost what the rule says'),
    promise('积分奖励不超过每日上限', 'Awards are within the limit of the day'),
    promise('状态与历史一致', 'Records stand where their history says'),
    promise('制单人与审核人不同', 'Nobody reviews what they made'),
    promise('同一动作只成功一次', 'The same act succeeds once', byEngine),
    promise('单据与其结算单同属一家企业和财税公司', 'Documents belong to the parties of their order'),
    promise('演示与旧数据不产生订单', 'Nothing is owed for the demonstration'),
    promise('预算单的金额依次不超过', 'A budget holds what is planned, accepted and settled'),
    promise('完成数量不超过计划数量', 'No more is accepted than was planned'),
    promise('黑名单医生没有待经办的付款单', 'No payment to a blacklisted doctor waits'),
    promise('对账的笔数相符', 'A reconciliation counts what it compared'),
    promise('银行有的账上都有', 'What the bank has, the books have'),
    promise('单据在任何状态都有出路', 'No document stays where it is for ever'),
  ].map((p, n) => [n + 1, p]),
)
