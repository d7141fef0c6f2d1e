import { familyCases } from '../../server/http/familyCases.ts'

familyCases({ whole: true })
