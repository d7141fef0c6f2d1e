import { subject } from '../kernel/subject.ts'
import { authenticationDoctor } from './authenticationDoctor.ts'
import { entrustedCompany } from './entrustedCompany.ts'
import { thirdPlatform } from './thirdPlatform.ts'

export default subject({ id: 'people', resources: [entrustedCompany, authenticationDoctor, thirdPlatform] })
