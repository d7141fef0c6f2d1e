import { yuan } from '../../../model/kernel/money.ts'
import { halfUp } from '../../../model/kernel/tax.ts'

/** Points of one yuan. */
const POINTS_PER_YUAN = 10n

/** What points cost the company, yuan: half up to the fen, once a line (R-points, INV-38). Pure. */
export const pointCost = (points: number | null): string => yuan(halfUp(BigInt(points ?? 0) * 100n, POINTS_PER_YUAN))
