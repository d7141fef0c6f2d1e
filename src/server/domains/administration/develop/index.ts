import { defineServerDomain } from '../../serverDomain.ts'
import { codeCalls } from './code.ts'

/** The server half of develop. */
export default defineServerDomain({
  name: 'develop',
  calls: [...codeCalls],
})
