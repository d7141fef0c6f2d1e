import { type GroupLeaves, leaf } from '../language/menu.ts'
import { authenticationDoctor } from './authenticationDoctor.ts'
import { baseProduct } from './baseProduct.ts'
import { customerCertificationRecord } from './certification.ts'
import { doctorEmployeeRel } from './doctorEmployeeRel.ts'
import { doctorLibrary, doctorTemp } from './doctorLists.ts'
import { entrustedCompany } from './entrustedCompany.ts'
import { entrustedCompanyMember } from './entrustedCompanyMember.ts'
import { entrustedDept } from './entrustedDept.ts'
import { entrustedEmployee } from './entrustedEmployee.ts'
import { entrustedThirdRel } from './entrustedThirdRel.ts'
import { thirdPlatform } from './thirdPlatform.ts'
import { userBlacklist } from './userBlacklist.ts'

/** Leaves of the menu tree that lead to screens of this domain. */
export const peopleMenu: readonly GroupLeaves[] = [
  {
    group: 'cscCompany',
    leaves: [
      leaf(entrustedCompany, {
        icon: 'building',
        go: 'g c',
        words: 'customer, enterprise, company, firm, 客户, 公司, 企业, 甲方, 药企',
      }),
      leaf(entrustedEmployee, { icon: 'user', words: 'staff, representative, 代表, 职员' }),
      leaf(entrustedDept, { icon: 'network', words: 'team, 团队, 组织' }),
      leaf(entrustedCompanyMember, { icon: 'users', words: 'legal person, handler, 法人, 经办人' }),
      leaf(entrustedThirdRel, { icon: 'link', words: 'contract, partner, 合作, 签约' }),
      leaf(thirdPlatform, {
        icon: 'handshake',
        words: 'supplier, vendor, tax company, 供应商, 服务商, 财税公司, 合作方, 渠道',
      }),
      leaf(baseProduct, { icon: 'box', words: 'drug, medicine, 药品, 品种' }),
    ],
  },
  {
    group: 'cscDoctor',
    leaves: [
      leaf(authenticationDoctor, {
        icon: 'stethoscope',
        go: 'g d',
        words: 'doctor, physician, expert, 医生, 专家, 大夫, 医师',
      }),
      leaf(doctorLibrary, { icon: 'book', words: 'directory, 名录, 专家库' }),
      leaf(doctorTemp, { icon: 'list', words: 'import, 导入, 名单' }),
      leaf(doctorEmployeeRel, { icon: 'link', words: 'relation, 负责, 对接' }),
      leaf(userBlacklist, { icon: 'ban', words: 'blocked, 拉黑, 禁止' }),
    ],
  },
  {
    group: 'cscCertification',
    leaves: [
      leaf(customerCertificationRecord, {
        title: ['认证审核', 'Certification'],
        icon: 'badge-check',
        words: 'verification, kyc, 实名, 核验',
      }),
    ],
  },
]
