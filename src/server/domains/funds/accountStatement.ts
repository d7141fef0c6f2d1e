import { accountStatement } from '../../../model/funds/accountStatement.ts'
import type { WireStatementMonth } from '../../../model/funds/accountStatementWire.ts'
import { entrustedAccountRecord } from '../../../model/funds/accounts.ts'
import type { AnyResource } from '../../core/records.ts'
import { Values } from '../../database/conditions/values.ts'
import { quoted, tableOf } from '../../database/names.ts'
import { basisSql } from '../../lists/sql/reach.ts'
import { handle } from '../../records/handle.ts'

/** Kinds of records (`recordType`) by the amount of a month that they are summed up in. */
const KINDS = {
  rechargeAmount: 1,
  paidAmount: 2,
  refundAmount: 3,
  withdrawnAmount: 4,
  receiptAmount: 5,
  suspenseAmount: 6,
} as const

const RECORDS: AnyResource = entrustedAccountRecord

const summed = Object.entries(KINDS)
  .map(
    ([name, kind]) => `coalesce(sum(amount) filter (where record_type = ${kind}), 0)::numeric(18,2)::text as "${name}"`,
  )
  .join(', ')

/**
 * Months of accounts (3.23). A month begins with the balance before its first record and ends with the one after its
 * last, in the order in which they follow one another (INV-2).
 */
export const accountStatementCalls = [
  handle(accountStatement, async ({ rows: [account], reader, actor }): Promise<readonly WireStatementMonth[]> => {
    const values = new Values()
    const where = [...basisSql(RECORDS, actor, values), `account_id = ${values.add(account?.id)}::bigint`]
    return reader.query<WireStatementMonth & Record<string, string>>({
      text: `select to_char(record_time at time zone 'Asia/Shanghai', 'YYYYMM') as month, (array_agg(balance_before order by record_time, id))[1]::numeric(18,2)::text as "openingAmount", ${summed}, (array_agg(balance_after order by record_time desc, id desc))[1]::numeric(18,2)::text as "closingAmount", count(*)::int as "recordCount" from ${quoted(tableOf(RECORDS))} where ${where.join(' and ')} group by 1 order by 1 desc`,
      values: values.list,
    })
  }),
]
