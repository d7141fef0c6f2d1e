import { defineServerDomain } from '../serverDomain.ts'
import access from './access/index.ts'
import develop from './develop/index.ts'
import partner from './partner/index.ts'
import { wayOutInvariants } from './promises/waysOut.ts'
import services from './services.ts'
import system from './system/index.ts'

/** The server half of administration. */
export default defineServerDomain({
  name: 'administration',
  parts: [partner, system, develop, access],
  promises: wayOutInvariants,
  services: { administration: services },
})
