import { is } from '../../../model/language/conditions/condition.ts'
import type { RulesOf } from '../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { doctorByNameOrPhone, doctorTemp } from '../../../model/people/doctorLists.ts'
import type {
  entrustedCompanyMember,
  entrustedCompanyMemberLifecycle,
} from '../../../model/people/entrustedCompanyMember.ts'
import { entrustedThirdRel, type entrustedThirdRelLifecycle } from '../../../model/people/entrustedThirdRel.ts'
import { barePhone } from '../../../model/values/officialNumbers.ts'
import { AppError } from '../../core/errors.ts'
import { handle } from '../../records/handle.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { itemsOf } from './partnerItems.ts'

const { auditStatus } = statesOf(entrustedThirdRel)

type Link = RowOf<typeof entrustedThirdRel>

/** 3.7: of the links of a company that are in force, at most one is for each tax item and kind of partner. */
async function collision(link: Link, work: UnitOfWork): Promise<readonly [string, string] | null> {
  const others = await work.rows(entrustedThirdRel, {
    entrustedId: link.entrustedId,
    thirdType: link.thirdType,
    auditStatus: auditStatus.approved,
  })
  const own = itemsOf(link)
  const taken = others.filter((o) => o.id !== link.id && (o.endDate === null || o.endDate >= work.time.slice(0, 10)))
  const twice = own.find((code) => taken.some((o) => itemsOf(o).includes(code)))
  return twice ? [`税目 ${twice} 已有生效的合作方`, `Another partner is in force for the tax item ${twice}`] : null
}

export const entrustedThirdRelRules: RulesOf<typeof entrustedThirdRel, typeof entrustedThirdRelLifecycle, UnitOfWork> =
  {
    'audit.pass': {
      // two links of one company that are passed at once would not see each other
      lock: async (link) => ({ entrustedCompany: link.entrustedId ? [link.entrustedId] : [] }),
      guard: (link, _ask, work) => collision(link, work),
      set: (_link, ask) => ({ auditRemark: ask.remark }),
    },
    'audit.reject': { set: (_link, ask) => ({ auditRemark: ask.remark }) },
  }

export const entrustedCompanyMemberRules: RulesOf<
  typeof entrustedCompanyMember,
  typeof entrustedCompanyMemberLifecycle,
  UnitOfWork
> = { enable: 'none', disable: 'none' }

/** Reads of the name-phone list. */
export const doctorListCalls = [
  handle(doctorByNameOrPhone, async ({ query, reader }) => {
    const where = [
      ...(query.name ? [is('name', query.name)] : []),
      ...(query.phone ? [is('phone', barePhone(query.phone))] : []),
    ]
    if (where.length === 0)
      throw new AppError(400, ['请输入姓名或手机号', 'Please enter a name or a phone number'], {
        name: '请输入姓名或手机号',
      })
    return reader.rows(doctorTemp, { where, limit: 20 })
  }),
]
