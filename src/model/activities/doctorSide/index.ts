import type { DomainPart } from '../../language/domain/domain.ts'
import { doctorCalls } from './doctorCalls.ts'
import { createLink, doctorLink, doctorLinkLifecycle } from './doctorLink.ts'

const part: DomainPart = {
  resources: [doctorLink],
  lifecycles: [doctorLinkLifecycle],
  calls: [createLink, ...doctorCalls],
}

export default part
