import { lifecycles } from '../../src/model/business.ts'
import { statusFields } from '../../src/model/language/derived/past.ts'

// A ledger for `money.ts`, written as posting it would have left it: prepayments that were confirmed, each with its record
// in the chain of its account and its history, and others that wait for it.

/** How the ledger is laid out: ids are counted from `base`. */
export interface Layout {
  readonly tenantId: string
  readonly base: number
  readonly companies: number
  /** Records of each account. */
  readonly records: number
  /** Prepayments of each account that wait to be confirmed. */
  readonly waiting: number
  /** Of the first account. */
  readonly waitingHot: number
}

const AMOUNT = '10.00'
const DAY = '2024-06-01 08:00:00'

/** Id of a company; its account and its unit follow it. */
export const companyId = (l: Layout, n: number): number => l.base + n * 10

/** The state of a company that was admitted, as its history tells it (INV-40). */
const admitted = (): string => {
  const l = lifecycles.get('entrustedCompany')
  if (!l) throw new Error('companies have no lifecycle')
  const state: Readonly<Record<string, number>> = { auditStatus: 1, enableStatus: 1 }
  return statusFields(l)
    .map((name) => state[name] ?? 0)
    .join('/')
}

/** One account's records, chained as `fingerprintOf` chains them. Kept by the session that asks for it. */
const CHAINED = `create function pg_temp.chained(account text, biz bigint, records int)
  returns table (n int, previous text, own text) language plpgsql as $$
declare before text := null; said text;
begin
  for i in 1..records loop
    said := concat_ws('|', coalesce(before, ''), account, 'AR' || (biz + i), '1', '1', '${AMOUNT}', ((i - 1) * ${AMOUNT})::numeric(18,2),
      (i * ${AMOUNT})::numeric(18,2), 'entrustedAccountPrepay', biz + i, 'PP' || (biz + i),
      to_char(timestamp '${DAY}' + i * interval '1 second', 'YYYY-MM-DD HH24:MI:SS'));
    n := i; previous := before; own := encode(sha256(convert_to(said, 'UTF8')), 'hex'); before := own;
    return next;
  end loop;
end $$`

/**
 * Writes it all by the statements of a session of the superuser: triggers of search and makers are not asked. Statistics are
 * made.
 */
export async function writeLedger(
  query: (text: string, values?: readonly unknown[]) => Promise<unknown>,
  l: Layout,
): Promise<void> {
  const { tenantId, base, companies, records } = l
  // where the records of a company begin, and the prepayments that wait: behind the ids of the last company
  const first = companyId(l, companies + 1)
  const biz = `(${first}::bigint + (c - 1) * ${records})`
  const wait = first + companies * records
  const [company, account, unit, admission] = [0, 1, 2, 3].map((k) => `(${base}::bigint + c * 10 + ${k})`)
  const at = `(timestamp '${DAY}' at time zone 'Asia/Shanghai')`
  const all = `from generate_series(1, ${companies}) c`
  const said = [
    `insert into "entrusted_company" (tenant_id, id, code, name, social_credit_code, legal_person, platform_fee_rate, audit_status, enable_status)
       select $1, ${company}, 'C' || c, '企业' || c, '91330100' || c, '王一', 0.06, 1, 1 ${all}`,
    `insert into "approval_history" (tenant_id, id, biz_type, biz_id, biz_code, action, to_status, result, operator_id, operator_name,
         operate_time, record_version, entrusted_company_id)
       select $1, ${admission}, 'entrustedCompany', ${company}, 'C' || c, 'audit.pass', '${admitted()}', 1, 2, '钱二', ${at}, '0', ${company} ${all}`,
    `insert into "entrusted_account" (tenant_id, id, account_no, entrusted_company_id, balance, available_amount, total_in, last_record_id)
       select $1, ${account}, 'PA' || c, ${company}, ${records} * ${AMOUNT}, ${records} * ${AMOUNT}, ${records} * ${AMOUNT}, ${biz} + ${records} ${all}`,
    `insert into "trading_manager_info" (tenant_id, id, unit_no, holder_type, holder_id, balance, unit_status)
       select $1, ${unit}, 'DM' || c, 1, ${company}, ${records} * ${AMOUNT}, 1 ${all}`,
    `insert into "entrusted_account_record" (tenant_id, id, record_no, account_id, account_no, entrusted_company_id, record_type, direction, amount,
         balance_before, balance_after, biz_type, biz_id, biz_code, record_time, previous_hash, record_hash)
       select $1, ${biz} + r.n, 'AR' || (${biz} + r.n), ${account}, 'PA' || c, ${company}, 1, 1, ${AMOUNT}, (r.n - 1) * ${AMOUNT}, r.n * ${AMOUNT},
         'entrustedAccountPrepay', ${biz} + r.n, 'PP' || (${biz} + r.n), ${at} + r.n * interval '1 second', r.previous, r.own
       ${all}, pg_temp.chained(${account}::text, ${biz}, ${records}) r`,
    `insert into "entrusted_account_prepay" (tenant_id, id, code, entrusted_company_id, charge_type, record_amount, confirm_status, account_record_id,
         review_time, create_user, version)
       select $1, ${biz} + n, 'PP' || (${biz} + n), ${company}, 1, ${AMOUNT}, 1, ${biz} + n, ${at}, 1, 1 ${all}, generate_series(1, ${records}) n`,
    `insert into "approval_history" (tenant_id, id, biz_type, biz_id, biz_code, action, from_status, to_status, result, operator_id, operator_name,
         operate_time, record_version, entrusted_company_id)
       select $1, ${biz} + n, 'entrustedAccountPrepay', ${biz} + n, 'PP' || (${biz} + n), 'review.pass', '0', '1', 1, 2, '钱二', ${at}, '1', ${company}
       ${all}, generate_series(1, ${records}) n`,
    `insert into "entrusted_account_prepay" (tenant_id, id, code, entrusted_company_id, charge_type, record_amount, confirm_status, bank_serial_no,
         record_voucher, create_user)
       select $1, ${wait} + row_number() over (), 'PW' || c || '-' || n, ${company}, 1, ${AMOUNT}, 0, 'S' || c || '-' || n, '1', 1
       ${all}, generate_series(1, case c when 1 then ${l.waitingHot} else ${l.waiting} end) n`,
  ]
  await query('set session_replication_role = replica')
  await query(CHAINED)
  for (const text of said) await query(text, [tenantId])
  await query('set session_replication_role = origin')
  await query('analyze')
}
