import { idCases } from '../../server/http/idCases.ts'

idCases({ whole: true })
