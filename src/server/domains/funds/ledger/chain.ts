import { createHash } from 'node:crypto'
import { entrustedAccount, entrustedAccountRecord } from '../../../../model/funds/accounts.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import { byId } from '../../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'

type Posting = RowOf<typeof entrustedAccountRecord>

/** Fields that the fingerprint of a record covers, besides the previous fingerprint. */
export const CHAINED = [
  'accountId',
  'recordNo',
  'recordType',
  'direction',
  'amount',
  'balanceBefore',
  'balanceAfter',
  'bizType',
  'bizId',
  'bizCode',
  'recordTime',
] as const satisfies readonly (keyof Posting)[]

/** The fingerprint of a record that follows the one with the fingerprint `previous` ("" for the first). Pure. */
export const fingerprintOf = (record: Partial<Posting>, previous: string): string =>
  createHash('sha256')
    .update([previous, ...CHAINED.map((name) => String(record[name] ?? ''))].join('|'))
    .digest('hex')

/** The records of an account, in the order in which they were posted: each but the first names the one before. */
function inOrder(records: readonly Posting[]): Posting[] {
  const followers = new Map(records.map((r) => [r.previousHash ?? '', r]))
  const chain: Posting[] = []
  for (let next = followers.get(''); next && chain.length < records.length; next = followers.get(next.recordHash ?? ''))
    chain.push(next)
  return chain
}

/**
 * Where the ledger of an account is no longer as it was posted: the number of the first record that was changed or does
 * not follow the one before it, `''` where records are missing at its end, null where all is well.
 */
export async function brokenAt(work: UnitOfWork, accountId: string): Promise<string | null> {
  const account = await work.row(entrustedAccount, accountId)
  const records = await work.rows(entrustedAccountRecord, { accountId })
  const chain = inOrder(records)
  const changed = chain.find((r, n) => r.recordHash !== fingerprintOf(r, chain[n - 1]?.recordHash ?? ''))
  if (changed) return changed.recordNo ?? ''
  const loose = [...records].sort((a, b) => byId(a.id, b.id)).find((r) => !chain.includes(r))
  if (loose) return loose.recordNo ?? ''
  return (account?.lastRecordId ?? '') === (chain.at(-1)?.id ?? '') ? null : ''
}
