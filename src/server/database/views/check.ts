import { resources } from '../../../model/business.ts'
import type { Field } from '../../../model/language/fields/field.ts'
import type { Resource } from '../../../model/language/resource.ts'
import type { Database, Tx } from '../../core/database.ts'
import { StartError } from '../../core/settings/startError.ts'
import { typeOf } from '../columns.ts'
import { columnOf } from '../names.ts'
import { wholeView } from './sources.ts'
import type { Views } from './view.ts'

/** A column as the database prints it. */
interface Column {
  readonly name: string
  readonly type: string
  readonly collation: string
}

/** Columns that every view has besides its fields. */
const ALWAYS: readonly (readonly [name: string, type: string])[] = [
  ['id', 'bigint'],
  ['tenant_id', 'varchar'],
  ['create_time', 'timestamptz'],
]

/** PostgreSQL's own names of types → the model's. */
const SPELT: Readonly<Record<string, string>> = {
  'character varying': 'varchar',
  'timestamp with time zone': 'timestamptz',
}

/** Texts of any length are one type; amounts keep their digits after the point. */
function plain(type: string): string {
  const [bare = '', digits = ''] = type.replace(/ collate .*/, '').split(/(?=\()/)
  const name = SPELT[bare] ?? bare
  return name === 'text' ? 'varchar' : name === 'varchar' ? name : `${name}${digits}`
}

/** The columns of a SELECT, without running it. Never kept: the caller's transaction is undone. */
async function columnsOf(tx: Tx, text: string): Promise<Column[]> {
  await tx.query(`create temporary view rounds_view as ${text}`)
  return tx.query<Column>(
    `select a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type, coalesce(c.collname::text, '') as collation
     from pg_attribute a left join pg_collation c on c.oid = a.attcollation
     where a.attrelid = 'rounds_view'::regclass and a.attnum > 0`,
  )
}

/** Differences between the SQL of a view and the list that the model declares. */
function problemsOf(r: Resource, columns: readonly Column[]): string[] {
  const found: string[] = []
  const wanted = [
    ...ALWAYS,
    ...Object.entries<Field>(r.fields).map(([name, f]) => [columnOf(name), typeOf(f)] as const),
  ]
  for (const [name, type] of wanted) {
    const column = columns.find((c) => c.name === name)
    const bare = type.replace(/ collate .*/, '')
    if (!column) found.push(`lacks the column ${name}: select it as ${bare}`)
    else if (plain(column.type) !== plain(type))
      found.push(`column ${name} is ${column.type}: select it as (…)::${bare}`)
    else if (type.includes('collate') && column.collation !== 'C')
      found.push(`column ${name} is not ordered by code point: select it as (…) collate "C"`)
  }
  return found
}

class Undo extends Error {}

/** Everything in which the SQL of views and the model disagree, by name and remedy; nothing is kept. */
export async function viewFaults(
  db: Database,
  views: Views,
  all: Iterable<Resource> = resources.values(),
): Promise<string[]> {
  const faults: string[] = []
  for (const r of all) {
    if (r.view === undefined) continue
    const sql = views.get(r.view)
    const say = (what: string) => faults.push(`${r.id}: the SQL ${r.view} ${what}`)
    if (sql === undefined) {
      say('does not exist: add it to views.ts of its domain')
      continue
    }
    await db
      .owner(async (tx) => {
        for (const what of problemsOf(r, await columnsOf(tx, wholeView(sql)))) say(what)
        throw new Undo()
      })
      .catch((e: unknown) => {
        if (!(e instanceof Undo)) say(`does not run: ${e instanceof Error ? e.message : String(e)}`)
      })
  }
  return faults
}

/**
 * Holds the SQL of every view against the model before anybody is served.
 * @throws StartError naming each view, what is wrong with it and the remedy.
 */
export async function checkViews(db: Database, views: Views): Promise<void> {
  const faults = await viewFaults(db, views)
  if (faults.length > 0) throw new StartError(`Views of the model cannot be read:\n${faults.join('\n')}`)
}
