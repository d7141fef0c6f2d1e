import type { Tx } from '../../core/database.ts'
import { SURNAMES } from '../values/names.ts'
import { creditCopy, idCardCopy } from '../values/numbers.ts'

/** The most copies whose identity numbers, credit codes and telephone numbers still differ. */
export const COPIES_MAX = 8_999

/** Processes of a millisecond that copies may use; ids of demo data are of process 0, and those of their copies of the millisecond before. */
const PROCESSES = 1023
/** Milliseconds between groups of copies: room for ids that had no place in their own. */
const APART = 8

/**
 * Offset of every id of the `n`-th copy, so that references stay true and no two copies meet: another process, after
 * 1,023 copies another millisecond.
 */
const idStep = (n: number): bigint =>
  (BigInt(Math.floor(n / PROCESSES) * APART) << 22n) - (BigInt(PROCESSES - (n % PROCESSES)) << 12n)

/** How much later the `n`-th copy happens, seconds: below 45 minutes, so that days and months stay what they are. */
const later = (n: number): number => (n * 7919) % 2700

const turned = (letters: readonly string[], by: number): string =>
  [...letters.slice(by % letters.length), ...letters.slice(0, by % letters.length)].join('')

/** Makes `seed_copy`, a row a copy, gone with the transaction: what `styles.ts` shifts values by. */
export async function makeCopies(tx: Tx, copies: number): Promise<void> {
  const rows = Array.from({ length: copies }, (_, i) => {
    const n = i + 1
    return { n, id_step: String(idStep(n)), later: later(n), ...idCardCopy(n), ...creditCopy(n), turn: n * 7 }
  })
  const surnames = [...new Set(SURNAMES)]
  await tx.query(
    `create temp table seed_copy on commit drop as
     select n, id_step, make_interval(secs => later) as later, id_card, id_card_check, credit, credit_check,
       $2::text as surnames_from, surnames
     from jsonb_to_recordset($1::jsonb) as x(n bigint, id_step bigint, later int, id_card text, id_card_check text, credit text,
       credit_check text, surnames text)`,
    [JSON.stringify(rows.map(({ turn, ...r }) => ({ ...r, surnames: turned(surnames, turn) }))), surnames.join('')],
  )
  await tx.query('analyze seed_copy')
}
