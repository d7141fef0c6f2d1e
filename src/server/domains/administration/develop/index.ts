import { defineServerDomain } from '../../serverDomain.ts'
import { codeCalls } from './code.ts'

/** Source text generated for a resource. */
export default defineServerDomain({
  name: 'develop',
  calls: [...codeCalls],
})
