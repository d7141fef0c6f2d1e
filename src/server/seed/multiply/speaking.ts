import type { Tx } from '../../core/database.ts'
import { quoted } from '../../database/names.ts'
import { businessResource, type CopiedResource, type Speech } from './copiedResources.ts'
import type { SealedCopies } from './sealing.ts'
import { copyStatement } from './statements.ts'
import { type CodeSteps, SAME, type Style, styleOf } from './styles.ts'
import { changesTemplate, type Template, valuesTemplate } from './tokens.ts'

/** A row that refers to a record. */
interface Speaking {
  readonly id: string
  readonly of: string
  readonly about: string
  readonly json: readonly unknown[]
}

/** Rows whose copies are made by one statement: they differ in the same places. */
interface Group {
  readonly of: string
  /** Styles of the tokens of each JSON column, in order. */
  readonly styles: readonly (readonly Style[])[]
  readonly rows: { id: string; templates: string[]; tokens: string[] }[]
}

/**
 * Rows that were copied, by resource: of resources that refer to others, whose rows about shared master data exist once.
 */
export type Copied = Map<string, ReadonlySet<string>>

/** State that the resources of one multiplication share. */
export interface Shared {
  readonly steps: CodeSteps
  readonly copied: Copied
  readonly sealed: SealedCopies
}

const templateOf = (how: Speech, of: string, value: unknown, steps: CodeSteps): Template => {
  const r = businessResource(of)
  if (!r) throw new Error(`${of} is not multiplied`)
  return how === 'changes' ? changesTemplate(r, value, steps) : valuesTemplate(r, value, steps)
}

async function rowsOf(
  tx: Tx,
  tenantId: string,
  copiedResource: CopiedResource,
  columns: readonly string[],
): Promise<Speaking[]> {
  const { concerns, belongs } = copiedResource
  const json = columns.map((c) => `s.${quoted(c)}`)
  const of = concerns ? `s.${quoted(concerns.resource)}` : 'b.biz_type'
  const about = concerns ? `s.${quoted(concerns.id)}` : 'b.biz_id'
  const joined = belongs ? ` join ${quoted(belongs)} b on b.tenant_id = s.tenant_id and b.id = s.id` : ''
  const found = await tx.query<{ id: string; of: string; about: string; json: unknown[] }>(
    `select s.id::text as id, ${of} as "of", ${about}::text as about, jsonb_build_array(${json.join(', ')}) as json
     from ${quoted(copiedResource.table)} s${joined} where s.tenant_id = $1 order by s.id`,
    [tenantId],
  )
  return found.map((f) => ({ ...f, json: typeof f.json === 'string' ? JSON.parse(f.json) : f.json }))
}

/**
 * Copies the rows of a resource that refer to records (histories, requests, trails): those about records that are copied,
 * each about its copy, with what they say of it.
 */
export async function multiplySpeaking(
  tx: Tx,
  tenantId: string,
  copiedResource: CopiedResource,
  columns: readonly string[],
  shared: Shared,
): Promise<number> {
  const { steps, copied } = shared
  const speaks = Object.entries(copiedResource.speaks ?? {})
  const groups = new Map<string, Group>()
  const ids = new Set<string>()
  for (const row of await rowsOf(
    tx,
    tenantId,
    copiedResource,
    speaks.map(([c]) => c),
  )) {
    const among = copied.get(row.of)
    if (!businessResource(row.of) || (among && !among.has(row.about))) continue
    ids.add(row.id)
    const templates = speaks.map(([, how], i) => templateOf(how, row.of, row.json[i], steps))
    const styles = templates.map((t) => t.tokens.map((token) => token.style))
    const key = `${row.of}|${styles.map((s) => s.map((x) => x.id).join()).join('|')}`
    const group = groups.get(key) ?? { of: row.of, styles, rows: [] }
    groups.set(key, group)
    group.rows.push({
      id: row.id,
      templates: templates.map((t) => t.text),
      tokens: templates.flatMap((t) => t.tokens.map((token) => token.value)),
    })
  }
  await keepOriginals(tx, tenantId, copiedResource, [...groups.values()])
  for (const [n, group] of [...groups.values()].entries())
    await copyGroup(tx, copiedResource, columns, shared, group, n)
  await tx.query('drop table seed_original')
  if (copiedResource.resource) copied.set(copiedResource.resource, ids)
  return ids.size
}

/** Rows of templates sent at once. */
const BITE = 5_000

/**
 * Keeps the rows that are copied in the table `seed_original`, each with its group and templates: the resource's own table
 * grows with every group, and to find a group's rows in it would be to read all copies so far.
 */
async function keepOriginals(
  tx: Tx,
  tenantId: string,
  copiedResource: CopiedResource,
  groups: readonly Group[],
): Promise<void> {
  await tx.query(
    'create temp table seed_speech (seed_group int, id bigint, seed_templates text[], seed_tokens text[]) on commit drop',
  )
  const all = groups.flatMap((g, n) => g.rows.map((row) => ({ seed_group: n, ...row })))
  for (let at = 0; at < all.length; at += BITE)
    await tx.query(
      `insert into seed_speech select seed_group, id, templates, tokens
       from jsonb_to_recordset($1::jsonb) as x(seed_group int, id bigint, templates text[], tokens text[])`,
      [JSON.stringify(all.slice(at, at + BITE))],
    )
  await tx.query('analyze seed_speech')
  await tx.query(
    `create temp table seed_original on commit drop as
     select s.*, t.seed_group, t.seed_templates, t.seed_tokens from ${quoted(copiedResource.table)} s join seed_speech t on t.id = s.id
     where s.tenant_id = $1`,
    [tenantId],
  )
  await tx.query('create index on seed_original (seed_group)')
  await tx.query('analyze seed_original')
  await tx.query('drop table seed_speech')
}

async function copyGroup(
  tx: Tx,
  copiedResource: CopiedResource,
  columns: readonly string[],
  { steps, sealed }: Shared,
  group: Group,
  number: number,
): Promise<void> {
  for (const [n, style] of group.styles.flat().entries())
    await sealed.of(
      style,
      group.rows.map((row) => row.tokens[n] as string),
    )
  const r = businessResource(group.of)
  const name = copiedResource.concerns?.name
  const called = r && name ? styleOf(r, r.name as string, steps) : SAME
  const instead: Record<string, string> = {}
  if (name && called !== SAME) {
    const text = called.text(`s.${quoted(name)}`)
    const length = copiedResource.concerns?.length
    instead[name] = length === undefined ? text : `left(${text}, ${length})`
  }
  let token = 0
  Object.keys(copiedResource.speaks ?? {}).forEach((column, i) => {
    const styles = group.styles[i] ?? []
    // tables without differing texts are copied as they are stored
    if (styles.length === 0) return
    const values = styles.map((style) => style.text(`s.seed_tokens[${++token}]`))
    instead[column] = `format(s.seed_templates[${i + 1}], ${values.join(', ')})::jsonb`
  })
  const rows = `select * from seed_original where seed_group = ${number}`
  await tx.query(copyStatement(copiedResource, columns, instead, rows))
}
