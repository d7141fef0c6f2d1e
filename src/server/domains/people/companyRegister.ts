import { is } from '../../../model/language/conditions/condition.ts'
import { companyRegister } from '../../../model/people/companyRegister.ts'
import { entrustedCompany } from '../../../model/people/entrustedCompany.ts'
import { tianyancha } from '../../../model/people/tianyancha.ts'
import { askNow } from '../../ports/askNow.ts'
import { handle } from '../../records/handle.ts'

/** Register states of a company that does business. */
const IN_BUSINESS = /存续|在业|开业|在营|迁入/

/** 3.7: data of the business register about a company, with the field names of its form and record. */
export const companyRegisterCalls = [
  handle(companyRegister, async ({ query, reader, context, actor }) => {
    const name = query.name.trim()
    const [own] = await reader.rows(entrustedCompany, { where: [is('name', name)], limit: 1 })
    const known = own && {
      creditCode: own.socialCreditCode,
      legalPerson: own.legalPerson,
      regCapital: own.registeredCapital,
      estDate: own.establishDate,
      address: own.address,
      scope: own.businessScope,
    }
    const answer = await askNow(context, actor.tenantId, tianyancha, 'baseInfo', { name, known: known ? [known] : [] })
    const warning =
      answer.regStatus && !IN_BUSINESS.test(answer.regStatus)
        ? actor.language === 'en'
          ? `The register says of this company: ${answer.regStatus}`
          : `工商登记状态为“${answer.regStatus}”，请核实`
        : null
    return {
      name: answer.name ?? name,
      socialCreditCode: answer.creditCode ?? '',
      legalPerson: answer.legalPerson ?? '',
      registeredCapital: answer.regCapital,
      establishDate: answer.estDate,
      address: answer.address,
      businessScope: answer.scope,
      regStatus: answer.regStatus,
      warning,
    }
  }),
]
