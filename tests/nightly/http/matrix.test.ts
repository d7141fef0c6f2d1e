import { accessMatrix } from '../../server/http/accessMatrix.ts'

accessMatrix({ whole: true })
