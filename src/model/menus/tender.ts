import { leaf, type TopMenu } from '../language/menu.ts'
import { orderDoctor } from '../orders/orderDoctor.ts'
import { orderEntrusted } from '../orders/orderEntrusted.ts'
import { traceability } from '../orders/traceability.ts'
import { bidRecord, tenderInfoFile } from '../tender/bids.ts'
import { tenderDoctorProjectRel, tenderDoctorProtocols, tenderEntrustedProtocols } from '../tender/protocols.ts'

/** T4 招募与协议 (domain §1). */
export const tenderMenu: TopMenu = {
  code: 'ts',
  title: ['招募与协议', 'Tender & protocols'],
  icon: 'file-signature',
  groups: [
    {
      code: 'tsProtocols',
      title: ['协议', 'Protocols'],
      icon: 'file-signature',
      leaves: [
        leaf(tenderEntrustedProtocols, { icon: 'building', words: 'contract, agreement, 合同' }),
        leaf(tenderDoctorProtocols, { icon: 'file-signature', words: 'contract, agreement, 合同, 签约' }),
      ],
    },
    {
      code: 'tsTender',
      title: ['招募', 'Tender'],
      icon: 'users',
      leaves: [
        leaf(bidRecord, { icon: 'users', words: 'application, 报名, 投标' }),
        leaf(tenderInfoFile, { icon: 'paperclip', words: 'announcement, 公告' }),
        leaf(tenderDoctorProjectRel, { icon: 'link' }),
      ],
    },
    {
      code: 'tsOrders',
      title: ['订单', 'Orders'],
      icon: 'clipboard-list',
      leaves: [
        leaf(orderEntrusted, { icon: 'building-2', with: ['orderEntrustedRel'], words: 'client order, 客户订单' }),
        leaf(orderDoctor, { icon: 'clipboard-list', words: 'order, task, 订单, 任务, 接单' }),
        leaf(traceability, { icon: 'git-branch', words: 'trace, chain, 链路, 追溯' }),
      ],
    },
  ],
}
