import { defineDomain } from '../language/domain/domain.ts'
import access from './access/index.ts'
import develop from './develop/index.ts'
import partner from './partner/index.ts'
import system from './system/index.ts'

export default defineDomain('administration', access, system, develop, partner)
