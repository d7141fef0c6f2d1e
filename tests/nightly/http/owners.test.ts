import { ownerCases } from '../../server/http/ownerCases.ts'

ownerCases({ whole: true })
