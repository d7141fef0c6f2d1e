import type { Session } from '../driver.ts'

/**
 * Row security runs the tenant's policy before every condition that could leak a row's value, so a condition whose
 * function is not marked LEAKPROOF cannot be an index condition: `contains` over 50,000 rows goes from 0.7 to 40 ms, a
 * money range from 0.2 to 26. These functions cannot reveal a value except in an error text, and error texts of the
 * database never leave the server; SQL comes from the model alone. Marks are not carried by pg_dump, so they are set at
 * every start where the owner is superuser (embedded: always), else reported (health: leakproof = false).
 */
const FUNCTIONS = [
  'arraycontains(anyarray, anyarray)',
  'arrayoverlap(anyarray, anyarray)',
  'numeric_eq(numeric, numeric)',
  'numeric_ne(numeric, numeric)',
  'numeric_lt(numeric, numeric)',
  'numeric_le(numeric, numeric)',
  'numeric_gt(numeric, numeric)',
  'numeric_ge(numeric, numeric)',
  'textlike(text, text)',
  'texticlike(text, text)',
  'rounds_folded(text, boolean)',
  'rounds_grams(text, text)',
  'rounds_pieces(text, text)',
] as const

/** Marks what is not marked yet where this owner may; answers whether all of it is. */
export async function ensureLeakproof(session: Session, superuser: boolean): Promise<boolean> {
  const missing = async () =>
    (
      await session.query<{ f: string }>(
        `select f from unnest($1::text[]) f left join pg_proc p on p.oid = to_regprocedure(f) where not coalesce(p.proleakproof, false)`,
        [FUNCTIONS],
      )
    ).map((r) => r.f)
  const open = await missing()
  if (open.length === 0) return true
  if (!superuser) return false
  for (const f of open) await session.script(`alter function ${f} leakproof`)
  return (await missing()).length === 0
}
