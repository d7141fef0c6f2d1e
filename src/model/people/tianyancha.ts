import { port } from '../language/domain/port.ts'
import { date, list, longText, text } from '../language/fields/field.ts'

const needed = (zh: string, en: string) => ({ required: `缺少${zh}`, requiredEn: `The ${en} is missing` })

/** Entry of the business register, in its own words. */
const entry = {
  creditCode: text('统一社会信用代码', 'Credit code', { length: 18 }),
  legalPerson: text('法定代表人', 'Legal person', { length: 50 }),
  regCapital: text('注册资本', 'Capital', { length: 50 }),
  estDate: date('成立日期', 'Established', {}),
  address: text('注册地址', 'Address', { length: 255 }),
  scope: longText('经营范围', 'Business scope', { length: 4000 }),
} as const

/** 天眼查: company data of the business register (domain §7). Queries run while a person waits and change nothing. */
export const tianyancha = port('tianyancha', {
  title: ['工商登记', 'Business register'],
  calls: {
    baseInfo: {
      title: ['查询企业登记', 'Ask about a company'],
      in: {
        name: text('企业名称', 'Company', { length: 100 }),
        // data known to the platform: the sandbox register keeps nothing and answers from them
        known: list('我方资料', 'Known here', entry, { max: 1 }),
      },
      out: {
        ...entry,
        name: text('企业名称', 'Company', { length: 100, ...needed('企业名称', 'name') }),
        creditCode: text('统一社会信用代码', 'Credit code', {
          length: 18,
          ...needed('统一社会信用代码', 'credit code'),
        }),
        regStatus: text('登记状态', 'Status', { length: 20 }),
      },
      failures: {
        NOT_FOUND: ['工商登记中没有该企业，请核对企业名称', 'The register has no such company: check the name'],
        QUOTA: ['今日工商查询次数已用完', 'The lookups of today are used up'],
      },
    },
  },
})
