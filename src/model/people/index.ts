import { defineModule } from '../kernel/module.ts'
import { authenticationDoctor } from './authenticationDoctor.ts'
import { entrustedCompany } from './entrustedCompany.ts'
import { thirdPlatform } from './thirdPlatform.ts'

export default defineModule({ id: 'people', resources: [entrustedCompany, authenticationDoctor, thirdPlatform] })
