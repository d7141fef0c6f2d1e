import type { Tx } from '../../core/database.ts'
import { decrypt, encrypt } from '../../core/secrets/fieldCipher.ts'
import { quoted } from '../../database/names.ts'
import type { Style } from './styles.ts'

/** How a text differs that the database keeps encrypted: its encrypted copies are made here and looked up there. */
interface SealedStyle extends Style {
  /** Kind of its field. */
  readonly kind: string
  /** How the text itself differs. */
  readonly plain: Style
}

const lookup = (v: string): string => `(select z.sealed from seed_sealed z where z.was = ${v} and z.n = k.n)`

/** The style of an encrypted text from that of the text. */
export const sealedStyle = (kind: string, plain: Style): SealedStyle => ({
  id: `${kind} ${plain.id}`,
  column: lookup,
  text: lookup,
  kind,
  plain,
})

const isSealedStyle = (style: Style): style is SealedStyle => 'kind' in style && 'plain' in style

/** Encrypted copies made at once: few enough to be held. */
const BITE = 10_000

/**
 * The encrypted texts of all copies, in the table `seed_sealed` of the transaction. The texts themselves are in no table:
 * the database says how they differ and answers them.
 */
export class SealedCopies {
  private readonly known = new Set<string>()

  private readonly tx: Tx
  private readonly tenantId: string
  private readonly copies: number

  private constructor(tx: Tx, tenantId: string, copies: number) {
    this.tx = tx
    this.tenantId = tenantId
    this.copies = copies
  }

  /** `seed_copy` has to be there. */
  static async open(tx: Tx, tenantId: string, copies: number): Promise<SealedCopies> {
    await tx.query(
      'create temp table seed_sealed (was text collate "C", n bigint, sealed text collate "C", primary key (was, n)) on commit drop',
    )
    return new SealedCopies(tx, tenantId, copies)
  }

  /** Makes the copies of what stands in columns of a table. */
  async ofTable(table: string, styles: ReadonlyMap<string, Style>): Promise<void> {
    for (const [column, style] of styles) {
      if (!isSealedStyle(style)) continue
      const found = await this.tx.query<{ was: string }>(
        `select distinct ${quoted(column)} as was from ${quoted(table)} where tenant_id = $1 and ${quoted(column)} is not null`,
        [this.tenantId],
      )
      await this.of(
        style,
        found.map((f) => f.was),
      )
    }
  }

  /** Makes the copies of some encrypted texts of one style, where there are none yet; of other styles nothing. */
  async of(style: Style, texts: readonly string[]): Promise<void> {
    if (!isSealedStyle(style)) return
    const bound = { tenantId: this.tenantId, kind: style.kind }
    const wanted = [...new Set(texts)].filter((was) => !this.known.has(was))
    const step = Math.max(1, Math.floor(BITE / this.copies))
    for (let at = 0; at < wanted.length; at += step) {
      const some = wanted.slice(at, at + step).map((was) => ({ was, plaintext: decrypt(bound, was) }))
      const copies = await this.tx.query<{ was: string; n: string; plaintext: string }>(
        `select x.was, k.n, ${style.plain.column('x.plaintext')} as plaintext
         from jsonb_to_recordset($1::jsonb) as x(was text, plaintext text) cross join seed_copy k`,
        [JSON.stringify(some)],
      )
      await this.tx.query(
        'insert into seed_sealed select was, n, sealed from jsonb_to_recordset($1::jsonb) as x(was text, n bigint, sealed text)',
        [JSON.stringify(copies.map(({ was, n, plaintext }) => ({ was, n, sealed: encrypt(bound, plaintext) })))],
      )
    }
    for (const was of wanted) this.known.add(was)
  }
}
