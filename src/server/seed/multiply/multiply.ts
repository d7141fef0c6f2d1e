import { resources } from '../../../model/business.ts'
import type { Tx } from '../../core/database.ts'
import { columnOf, quoted, tableOf } from '../../database/names.ts'
import { codeOf } from '../../writing/unitOfWork/codes.ts'
import { copiedResources } from './copiedResources.ts'
import { COPIES_MAX, makeCopies } from './copies.ts'
import { chainAnew } from './ledgers.ts'
import { copiedOf, feesIntoOne, issueFromOne } from './once.ts'
import { SealedCopies } from './sealing.ts'
import { type Copied, multiplySpeaking } from './speaking.ts'
import { copyStatement, writtenColumns } from './statements.ts'
import { type CodeSteps, isFrame } from './styles.ts'

/** Tables that multiplying adds to. */
export const multipliedTables = (): string[] => copiedResources(new Map()).map((f) => f.table)

/** How far the numbers of each code go in a tenant. */
async function codeSteps(tx: Tx, tenantId: string): Promise<CodeSteps> {
  const steps = new Map<string, number>()
  for (const r of resources.values()) {
    const code = codeOf(r)
    if (!code || isFrame(r) || r.variantOf) continue
    const { prefix, count } = code.rule
    const column = quoted(columnOf(code.name))
    const [found] = await tx.query<{ most: string | null }>(
      `select max(substr(${column}, $2::int)::bigint)::text as most from ${quoted(tableOf(r))} where tenant_id = $1 and ${column} is not null`,
      [tenantId, prefix.length + (count === 'daily' ? 8 : 0) + 1],
    )
    steps.set(prefix, Number(found?.most ?? 0) + 1)
  }
  return steps
}

/**
 * Adds `copies` copies of everything that happened in a tenant: the rows of every business resource, with ids and
 * references, codes, names, numbers and times of their own. Sums, uniqueness and histories hold in each copy because
 * they hold in the original and nothing points from one into another; what is there once (`frame`) is shared. One
 * statement a table, generated from the model: only rows that refer to other records pass through the process.
 */
export async function multiply(
  tx: Tx,
  tenantId: string,
  copies: number,
  report: (text: string) => void = () => undefined,
): Promise<void> {
  if (copies > COPIES_MAX) throw new RangeError(`at most ${COPIES_MAX} copies, not ${copies}`)
  if (copies < 1) return
  await makeCopies(tx, copies)
  const sealed = await SealedCopies.open(tx, tenantId, copies)
  const steps = await codeSteps(tx, tenantId)
  const copied: Copied = new Map()
  const all = copiedResources(steps)
  const written = await writtenColumns(
    tx,
    all.map((f) => f.table),
  )
  for (const copiedResource of all) {
    const columns = written.get(copiedResource.table) ?? []
    report(copiedResource.table)
    await sealed.ofTable(copiedResource.table, copiedResource.styles)
    if (copiedResource.concerns || copiedResource.belongs)
      await multiplySpeaking(tx, tenantId, copiedResource, columns, { steps, copied, sealed })
    else {
      await tx.query(copyStatement(copiedResource, columns), [tenantId])
      const r = resources.get(copiedResource.resource ?? '')
      const ids = r ? await copiedOf(tx, tenantId, r) : null
      if (r && ids) copied.set(r.id, ids)
    }
  }
  await chainAnew(tx, tenantId)
  await issueFromOne(tx, tenantId)
  await feesIntoOne(tx, tenantId)
  await tx.query('drop table seed_copy, seed_sealed')
}
