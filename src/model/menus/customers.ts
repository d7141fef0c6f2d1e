import { doctorLink } from '../activities/doctorSide/doctorLink.ts'
import { SANDBOX_BUTTON, SANDBOX_PERMISSION } from '../administration/partner/sandboxCalls.ts'
import type { TopMenu } from '../language/menu.ts'
import { leaf } from '../language/menu.ts'
import { authenticationDoctor } from '../people/authenticationDoctor.ts'
import { baseProduct } from '../people/baseProduct.ts'
import { customerCertificationRecord } from '../people/certification.ts'
import { doctorEmployeeRel } from '../people/doctorEmployeeRel.ts'
import { doctorLibrary, doctorTemp } from '../people/doctorLists.ts'
import { entrustedCompany } from '../people/entrustedCompany.ts'
import { entrustedCompanyMember } from '../people/entrustedCompanyMember.ts'
import { entrustedDept } from '../people/entrustedDept.ts'
import { entrustedEmployee } from '../people/entrustedEmployee.ts'
import { entrustedThirdRel } from '../people/entrustedThirdRel.ts'
import { thirdPlatform } from '../people/thirdPlatform.ts'
import { userBlacklist } from '../people/userBlacklist.ts'

/** T3: client companies, doctors and their certification. */
export const customers: TopMenu = {
  code: 'csc',
  title: ['客户与医生', 'Customers'],
  icon: 'users',
  groups: [
    {
      code: 'cscCompany',
      title: ['委托企业', 'Companies'],
      icon: 'building',
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
      code: 'cscDoctor',
      title: ['医生', 'Doctors'],
      icon: 'stethoscope',
      leaves: [
        leaf(authenticationDoctor, {
          icon: 'stethoscope',
          go: 'g d',
          words: 'doctor, physician, expert, 医生, 专家, 大夫, 医师',
        }),
        leaf(doctorLibrary, { icon: 'book', words: 'directory, 名录, 专家库' }),
        leaf(doctorTemp, { icon: 'list', words: 'import, 导入, 名单' }),
        leaf(doctorEmployeeRel, { icon: 'link', words: 'relation, 负责, 对接' }),
        leaf(doctorLink, {
          icon: 'link',
          words: 'phone, qr, sms, 手机, 二维码, 短信',
          buttons: { [SANDBOX_PERMISSION]: SANDBOX_BUTTON },
        }),
        leaf(userBlacklist, { icon: 'ban', words: 'blocked, 拉黑, 禁止' }),
      ],
    },
    {
      code: 'cscCertification',
      title: ['认证', 'Certification'],
      icon: 'badge-check',
      leaves: [
        leaf(customerCertificationRecord, {
          title: ['认证审核', 'Certification'],
          icon: 'badge-check',
          words: 'verification, kyc, 实名, 核验',
        }),
      ],
    },
  ],
}
