import type { DomainPart } from '../../language/domain/domain.ts'
import { partnerCalls } from './calls.ts'
import { partnerMessage } from './partnerMessage.ts'
import { sandboxCalls } from './sandboxCalls.ts'

const part: DomainPart = {
  resources: [partnerMessage],
  calls: [...partnerCalls, ...sandboxCalls],
}

export default part
