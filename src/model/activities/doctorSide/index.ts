import { defineModule } from '../../language/module.ts'
import { doctorCalls } from './doctorCalls.ts'
import { createLink, doctorLink, doctorLinkLifecycle } from './doctorLink.ts'

export default defineModule({
  id: 'doctorSide',
  resources: [doctorLink],
  lifecycles: [doctorLinkLifecycle],
  calls: [createLink, ...doctorCalls],
})
