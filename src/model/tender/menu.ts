import { type GroupLeaves, leaf } from '../language/menu.ts'
import { bidRecord, tenderInfoFile } from './bids.ts'
import { contractActivity } from './contractActivity.ts'
import { tenderDoctorProjectRel, tenderDoctorProtocols, tenderEntrustedProtocols } from './protocols.ts'

/** Leaves of the menu tree that lead to screens of this domain. */
export const tenderMenu: readonly GroupLeaves[] = [
  {
    group: 'actPlans',
    leaves: [leaf(contractActivity, { icon: 'file-signature', words: 'sfe, contract, 合同' })],
  },
  {
    group: 'tsProtocols',
    leaves: [
      leaf(tenderEntrustedProtocols, { icon: 'building', words: 'contract, agreement, 合同' }),
      leaf(tenderDoctorProtocols, { icon: 'file-signature', words: 'contract, agreement, 合同, 签约' }),
    ],
  },
  {
    group: 'tsTender',
    leaves: [
      leaf(bidRecord, { icon: 'users', words: 'application, 报名, 投标' }),
      leaf(tenderInfoFile, { icon: 'paperclip', words: 'announcement, 公告' }),
      leaf(tenderDoctorProjectRel, { icon: 'link' }),
    ],
  },
]
