import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { text } from '../language/fields/field.ts'
import { entrustedCompany } from './entrustedCompany.ts'

const { name, socialCreditCode, legalPerson, registeredCapital, establishDate, address, businessScope } =
  entrustedCompany.fields

/**
 * `getTycBaseInfo?name`: what the business register says of a company, under the names of the company's own fields: its form
 * begins with that, its record is compared with it.
 */
export const companyRegister = call('entrustedCompany.getTycBaseInfo', {
  method: 'GET',
  paths: ['blade-csc/entrustedCompany/getTycBaseInfo'],
  title: ['查询工商登记', 'Ask the business register'],
  permission: 'entrustedCompany_getTycBaseInfo',
  roles: ['ops'],
  safe: true,
  answer: answer.one({
    name,
    socialCreditCode,
    legalPerson,
    registeredCapital,
    establishDate,
    address,
    businessScope,
    regStatus: text('登记状态', 'Status in the register', { length: 20 }),
    warning: text('提示', 'Warning', { length: 200 }),
  }),
  query: {
    name: text('企业名称', 'Company', {
      length: 100,
      required: '请先输入企业名称',
      requiredEn: 'Please enter the company name first',
    }),
  },
})
