import { ref } from '../../language/fields/field.ts'

/** Paths of the partner API, below /api. */
export const PARTNER_API = 'openapi/partner/'

/** The company that a call is about: known of a client that works for one. */
export const companyId = ref('entrustedCompany', '委托企业', 'Company', {
  help: ['应用对应多家企业时必填', 'Required of a client with several companies'],
})
