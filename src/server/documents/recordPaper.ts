import { resourceOf } from '../../model/business.ts'
import { type Condition, is } from '../../model/language/conditions/condition.ts'
import { isEmpty } from '../../model/language/derived/validate.ts'
import type { Field } from '../../model/language/fields/field.ts'
import { type Kind, kindOf } from '../../model/language/fields/kinds.ts'
import { fieldOf } from '../../model/language/resource.ts'
import { childShown, type Section, sectionsOf } from '../../model/language/section.ts'
import { readable } from '../../model/values/money.ts'
import { percent } from '../../model/values/percent.ts'
import type { WireRow } from '../../model/wire/wire.ts'
import { systemActor } from '../core/actor.ts'
import type { ServerContext } from '../core/context/context.ts'
import { shownBy, wordsOf } from '../exchange/export/write.ts'
import { windowQuery } from '../lists/sql/query.ts'
import { reachIn } from '../lists/sql/reach.ts'
import { cellOf, type DictWords } from '../workbooks/cells.ts'
import type { AnyResource } from '../writing/unitOfWork/rows.ts'
import { wireRow } from '../writing/unitOfWork/wire.ts'
import type { Paper, PaperColumn, PaperPart } from './paper.ts'

/** Rows of one table at most, and read at once. */
const [ROWS_PER_TABLE_MAX, ROWS_PER_READ] = [10_000, 1_000]
/** Tables whose columns want more than this, px, lie on their side. */
const UPRIGHT = 760
const NOTHING = '—'
/** Of a column that does not say how wide it is, px. */
const WIDTH = 120
/** Kinds that people read otherwise than spreadsheets do. */
const WRITTEN: Partial<Record<Kind, (value: string) => string>> = { money: readable, rate: percent }

/** Document of a record and the field that holds it. Its content is that of the record's page. */
export interface RecordDocument {
  readonly of: AnyResource
  readonly field: string
  /**
   * Fields, of the record or its children, that the recipient may not see or that describe the document's own progress.
   */
  readonly without?: readonly string[]
  /** Fields that say which record it is, where it has no code of its own. */
  readonly known?: readonly string[]
}

/** Reads what a document of a tenant's record says, in Chinese, as lists show it: personal data masked. */
class Reading {
  private readonly actor
  private readonly context: ServerContext
  private readonly document: RecordDocument

  constructor(context: ServerContext, tenantId: string, document: RecordDocument) {
    this.context = context
    this.document = document
    this.actor = systemActor(tenantId, 'document')
  }

  private words(r: AnyResource): Promise<DictWords> {
    return wordsOf(this.context, this.actor, Object.values<Field>(r.fields))
  }

  private text(f: Field, value: unknown, words: DictWords): string {
    const written = WRITTEN[f.kind]
    return written && !isEmpty(value) ? written(String(value)) : String(cellOf(f, value, 'zh', words))
  }

  private column(r: AnyResource, name: string): PaperColumn {
    const f = fieldOf(r, name) as Field
    const { wire, compared } = kindOf(f)
    return { title: f.label[0], width: f.facts.width ?? WIDTH, right: wire !== 'text' && compared === 'size' }
  }

  /** Facts as names and values; files and what is written at length stay with the record. */
  private async pairs(r: AnyResource, row: WireRow, names: readonly string[]): Promise<[string, string][]> {
    const words = await this.words(r)
    const listed = new Set<string>()
    return names.flatMap((name) => {
      const shown = shownBy(r, name)
      if (listed.has(shown.name) || this.document.without?.includes(name)) return []
      listed.add(shown.name)
      const f = fieldOf(r, name)
      if (!f || kindOf(shown.field).files || kindOf(shown.field).wire === 'json') return []
      return [[f.label[0], this.text(shown.field, row[shown.name], words) || NOTHING] as [string, string]]
    })
  }

  private async table(section: Section, child: AnyResource, where: readonly Condition[]): Promise<PaperPart> {
    const words = await this.words(child)
    const names = child.list.columns.map(String).filter((name) => !this.document.without?.includes(name))
    const shown = names.map((name) => shownBy(child, name))
    const rows: string[][] = []
    const sort = `+${child.list.sort.replace(/^\+/, '')}`
    for (let skip = 0; skip <= ROWS_PER_TABLE_MAX; skip += ROWS_PER_READ) {
      const found = await this.context.db.scoped<Record<string, unknown>>(
        { tenantId: this.actor.tenantId },
        windowQuery(
          { resource: child, reach: reachIn(this.context, this.actor), conditions: where, sort },
          { skip, limit: ROWS_PER_READ },
        ),
      )
      for (const one of found) {
        const wire = wireRow(this.actor, child, one)
        rows.push(shown.map(({ name, field }) => this.text(field, wire[name], words)))
      }
      if (found.length < ROWS_PER_READ) break
    }
    if (rows.length > ROWS_PER_TABLE_MAX)
      throw new Error(`${this.document.of.id}: more than ${ROWS_PER_TABLE_MAX} rows of ${child.id}`)
    const title = `${(section.title ?? child.title)[0]}（${rows.length}）`
    return { kind: 'table', title, columns: names.map((name) => this.column(child, name)), rows }
  }

  private async part(section: Section, row: WireRow): Promise<PaperPart[]> {
    const r = this.document.of
    if (section.kind === 'facts') {
      const names = section.fields ?? Object.keys(r.fields)
      return [{ kind: 'facts', title: section.title[0], pairs: await this.pairs(r, row, names) }]
    }
    if (section.kind === 'sum') {
      const words = await this.words(r)
      const pairs = section.lines.map(({ sign, field }) => {
        const f = fieldOf(r, field) as Field
        return [`${sign === 'start' ? '' : `${sign} `}${f.label[0]}`, this.text(f, row[field], words)] as const
      })
      return [{ kind: 'facts', title: section.title[0], pairs }]
    }
    const child = r.children?.find((c) => c.resource === childShown(section))
    if (!child) return []
    return [await this.table(section, resourceOf(child.resource), [is(child.by, row.id)])]
  }

  async paper(row: WireRow): Promise<Paper> {
    const { of: r, field } = this.document
    const parts: PaperPart[] = []
    for (const section of sectionsOf(r)) parts.push(...(await this.part(section, row)))
    const widths = parts.map((p) => (p.kind === 'table' ? p.columns.reduce((sum, c) => sum + c.width, 0) : 0))
    return {
      title: (fieldOf(r, field) as Field).label[0],
      code: (this.document.known ?? ['code'])
        .flatMap((name) => (isEmpty(row[name]) ? [] : [String(row[name])]))
        .join(' '),
      wide: Math.max(...widths) > UPRIGHT,
      parts,
    }
  }
}

/**
 * A document of a record in words: its sections as the model declares them, each child with the columns of its list.
 * Nothing is declared a second time for it.
 */
export const paperOf = (
  context: ServerContext,
  tenantId: string,
  document: RecordDocument,
  row: Readonly<Record<string, unknown>>,
): Promise<Paper> =>
  new Reading(context, tenantId, document).paper(wireRow(systemActor(tenantId, 'document'), document.of, row))
