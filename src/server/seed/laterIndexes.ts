import { resourceOf } from '../../model/business.ts'
import type { Tx } from '../core/database.ts'
import { quoted, tableOf } from '../database/names.ts'
import { SEARCH_TABLE } from '../database/schema/search.ts'

/** Resources that the demo has most records of: with the search table, half of what is written. */
const LARGEST = [
  'approvalHistory',
  'orderDoctor',
  'orderEntrustedRel',
  'resultOrderDoctorDetail',
  'orderDoctorSettlement',
  'resultOrderProjectDetail',
  'settlementOrderDoctor',
  'resultOrderPlatformDetail',
  'integralDetail',
  'yuanbaoDetail',
  'orderDoctorPayment',
  'transferAccount',
  'handleApplyInfo',
  'settlementOrderTaxItem',
  'orderEntrusted',
  'activityPlan',
  'clinicalResearchReport',
  'caseCollectionReport',
  'medicationFeedbackReport',
  'professionalReviewReport',
  'lectureReport',
  'patientEducationReport',
  'clinicalResearchDoctor',
  'caseCollectionDoctor',
  'medicationFeedbackDoctor',
  'professionalReviewDoctor',
  'authenticationDoctor',
]

/** Indexes of tables that are no constraints: what makes each again. */
const INDEXES = `select quote_ident(c.relname) as name, pg_get_indexdef(c.oid) as definition,
    format('comment on index %I is ', c.relname) || quote_literal(obj_description(c.oid, 'pg_class')) as comment
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where i.indrelid = any($1::text[]::regclass[]) and not exists (select 1 from pg_constraint k where k.conindid = c.oid)`

/**
 * Runs `load`, and makes the indexes of the largest tables that were empty before it behind it: that takes a third less
 * than an insertion for each row, and they are a third smaller. All in the caller's transaction.
 */
export async function withLaterIndexes<T>(tx: Tx, load: () => Promise<T>): Promise<T> {
  const tables = [...LARGEST.map((id) => quoted(tableOf(resourceOf(id)))), quoted(SEARCH_TABLE)]
  const filled = await Promise.all(tables.map((table) => tx.query(`select 1 from ${table} limit 1`)))
  const empty = tables.filter((_, n) => filled[n]?.length === 0)
  const indexes = await tx.query<{ name: string; definition: string; comment: string | null }>(INDEXES, [empty])
  if (indexes.length > 0) tx.write(`drop index ${indexes.map((i) => i.name).join(', ')}`)
  const result = await load()
  for (const { definition, comment } of indexes) {
    tx.write(definition)
    if (comment !== null) tx.write(comment)
  }
  return result
}
