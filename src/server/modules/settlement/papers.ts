import { resultOrder } from '../../../model/settlement/resultOrder.ts'
import { resultOrderPoint } from '../../../model/settlement/resultOrderPoint.ts'
import type { MadeDocument } from '../../records/documents/documents.ts'

/** Documents of settlement that are drawn when they are asked for. */
export const papers: readonly MadeDocument[] = [
  { of: resultOrder, field: 'serviceReportUrl', step: 'report' },
  { of: resultOrderPoint, field: 'serviceReportUrl', step: 'report' },
]
