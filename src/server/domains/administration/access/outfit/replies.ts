import { quickReply } from '../../../../../model/content/quickReply.ts'
import type { Brought } from './outfit.ts'

/** Ready reasons: module, what they fit (0 any, 1 approval, 2 rejection), text. */
const REPLIES: readonly (readonly [module: 'settlementOrder' | 'public', fits: 0 | 1 | 2, text: string])[] = [
  ['settlementOrder', 2, '医生明细缺少验收材料，请补充后重新提交'],
  ['settlementOrder', 2, '税额与测算不一致，请重新核对'],
  ['settlementOrder', 2, '平台服务费费率与合同不符'],
  ['settlementOrder', 2, '存在重复结算的医生订单，请核实'],
  ['settlementOrder', 2, '结算周期与活动验收时间不一致'],
  ['settlementOrder', 2, '医生身份或银行账户信息有误'],
  ['settlementOrder', 1, '金额核对无误，同意'],
  ['settlementOrder', 1, '材料齐全，同意结算'],
  ['public', 2, '资料不完整，请补充'],
  ['public', 2, '信息有误，请修改后重新提交'],
  ['public', 2, '请联系运营人员沟通后再提交'],
  ['public', 1, '同意'],
  ['public', 0, '已知悉，按规定处理'],
]

/** 快捷回复: reasons of settlement orders and of every module. */
export const replies: Brought = {
  of: quickReply,
  by: ['moduleCode', 'content'],
  rows: REPLIES.map(([moduleCode, resultType, content], at) => ({ moduleCode, resultType, content, sort: at + 1 })),
}
