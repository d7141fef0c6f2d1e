import { checksOf, resourceOf, resources, sharersOf } from '../../../model/business.ts'
import { isRef } from '../../../model/language/fields/field.ts'
import { type Maker, makerCode, writtenFields } from '../../../model/language/makers.ts'
import { fieldOf, type Resource } from '../../../model/language/resource.ts'
import { andVariant, baseOf, columnOf, fixedColumns, isTenant, literal, quoted, shortName, tableOf } from '../names.ts'

// Makers of records as data: what the model declares (`language/makers.ts`), compiled for the database. The engine
// evaluates the same declaration in the transaction of a decision (deciding/makers.ts); a test compares both.

/** Name of the table, unquoted. */
export const MAKERS_TABLE = 'record_maker'

const COLUMNS = 'tenant_id, resource, user_id, record_id, how'

/** Resources whose makers the database keeps: those with checked transitions, of a tenant. */
export const hasMakers = (r: Resource): boolean => checksOf(r.id).ways.size > 0 && isTenant(r)

/** The resource that a reference names. */
function holderOf(r: Resource, through: string): Resource {
  const f = fieldOf(r, through)
  if (!f || !isRef(f)) throw new Error(`${r.id}.${through} is no reference`)
  return resourceOf(f.to)
}

/** SELECTs of the makers in one way, for the records `t` of a resource. */
function waySql(r: Resource, m: Maker, records: string): string[] {
  const select = (user: string, how: string, from: string, where: string) =>
    `select t.tenant_id, ${literal(r.id)} as resource, ${user} as user_id, t.id as record_id, ${how} as how from ${records} t${from} where ${user} is not null${andVariant(r, 't.')}${where}`
  const code = literal(makerCode(m))
  if ('took' in m)
    return [
      select(
        'h.operator_id',
        code,
        ' join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text',
        ` and h.biz_type = ${literal(r.id)} and h.action = ${literal(m.took)} and h.is_deleted = 0`,
      ),
    ]
  if ('edited' in m) {
    const written = writtenFields(r).map(literal).join(', ')
    const edits = select(
      'a.actor_id',
      code,
      ' join "audit_trail" a on a.tenant_id = t.tenant_id and a.record_id = t.id',
      ` and a.resource = ${literal(r.id)} and a.action = 'edit' and exists (select 1 from jsonb_array_elements(a.diff) d where d ->> 'field' = any(array[${written}]::text[]))`,
    )
    return [
      // nobody edits what has no field that people write, though effects may change it thousands of times
      ...(written ? [edits] : []),
      select(
        'c.requester_id',
        code,
        ' join "change_request" c on c.tenant_id = t.tenant_id and c.biz_id = t.id::text',
        ` and c.biz_type = ${literal(r.id)} and c.request_type = 1 and c.request_status = 1 and c.is_deleted = 0`,
      ),
    ]
  }
  const column = quoted(columnOf(m.field))
  if (m.through === undefined) return [select(`t.${column}`, code, '', '')]
  const holder = holderOf(r, m.through)
  return [
    select(
      `p.${column}`,
      code,
      ` join ${quoted(tableOf(holder))} p on ${isTenant(holder) ? 'p.tenant_id = t.tenant_id and ' : ''}p.id = t.${quoted(columnOf(m.through))}`,
      ` and p.is_deleted = 0${andVariant(holder, 'p.')}`,
    ),
  ]
}

/** SELECT of all makers of the records `records` (a table or a set of its rows). */
const makersSql = (r: Resource, records: string): string =>
  [...checksOf(r.id).ways.values()].flatMap((m) => waySql(r, m, records)).join('\n  union ')

/** The function that makes the makers of some records true again; it is found by the name of its resource. */
function makersFunction(r: Resource): string {
  const name = `rounds_makers_${r.id}`
  if (name.length > 63) throw new Error(`${r.id} is too long for ${name}`)
  return `"${name}"`
}

/** Events that make somebody a maker of a record: a transition, an edit, a change that a second person agreed to. */
const happenings = (r: Resource): string[] =>
  [...checksOf(r.id).ways].flatMap(([code, m]) =>
    'edited' in m ? [...(writtenFields(r).length > 0 ? ['edited'] : []), 'requested'] : 'took' in m ? [code] : [],
  )

/**
 * `way` names what has happened (`took.submit`, `edited`, `requested`), `fields` what edits changed: nothing is done where that
 * makes nobody a maker. Effects change figures of one record thousands of times, and to look at all of them each time would
 * take longer with every one. Null: look at all. Where nothing changes nothing is written.
 */
function keeping(r: Resource): string[] {
  const ways = happenings(r).map(literal).join(', ')
  const written = writtenFields(r).map(literal).join(', ')
  const records = `(select * from ${quoted(tableOf(r))} where tenant_id = of_tenant and id = any(ids))`
  return [
    `create or replace function ${makersFunction(r)}(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array[${ways}]::text[]) then return; end if;
  if way = 'edited' and not fields && array[${written}]::text[] then return; end if;
  with made as (
  ${makersSql(r, records)}
  ), gone as (
    delete from "${MAKERS_TABLE}" k where k.tenant_id = of_tenant and k.resource = ${literal(r.id)} and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "${MAKERS_TABLE}" (${COLUMNS}) select ${COLUMNS} from made on conflict do nothing;
end $$`,
    // the function reads any tenant, as the owner: for triggers alone
    `revoke execute on function ${makersFunction(r)}(text, bigint[], text, text[]) from public`,
  ]
}

/**
 * The table's own triggers: records are added, all of a statement at once, and fields that hold makers or lead to them
 * change.
 */
function ofTable(base: Resource, kept: readonly Resource[]): string[] {
  const fields = kept.flatMap((r) =>
    [...checksOf(r.id).ways.values()].flatMap((m) => ('field' in m ? [m.through ?? m.field] : [])),
  )
  const columns = [...new Set([...fields.map(columnOf), ...kept.flatMap(fixedColumns)])].map(quoted)
  const table = quoted(tableOf(base))
  const trigger = (suffix: string, body: string) =>
    `create or replace function ${quoted(shortName(`rounds_made_${tableOf(base)}${suffix}`))}() returns trigger language plpgsql security definer set search_path from current as $$ begin
${body}
  return null;
end $$`
  const added = kept.map(
    (r) =>
      `  perform ${makersFunction(r)}(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;`,
  )
  const statements = [
    trigger('_added', added.join('\n')),
    `create trigger keep_makers_added after insert on ${table} referencing new table as added for each statement execute function ${quoted(shortName(`rounds_made_${tableOf(base)}_added`))}()`,
  ]
  if (columns.length === 0) return statements
  const row = (of: 'old' | 'new') => `(${columns.map((c) => `${of}.${c}`).join(', ')})`
  const changed = kept.map((r) => `  perform ${makersFunction(r)}(new.tenant_id, array[new.id], null, null);`)
  return [
    ...statements,
    trigger(
      '',
      `  if ${row('old')} is not distinct from ${row('new')} then return null; end if;\n${changed.join('\n')}`,
    ),
    `create trigger keep_makers after update of ${columns.join(', ')} on ${table} for each row execute function ${quoted(shortName(`rounds_made_${tableOf(base)}`))}()`,
  ]
}

/** Resources whose makers are a field of a record of this table, with the reference. */
const through = (base: Resource): { readonly r: Resource; readonly m: Extract<Maker, { field: string }> }[] =>
  [...resources.values()]
    .filter(hasMakers)
    .flatMap((r) =>
      [...checksOf(r.id).ways.values()].flatMap((m) =>
        'field' in m && m.through !== undefined && baseOf(holderOf(r, m.through)).id === base.id ? [{ r, m }] : [],
      ),
    )

/** The trigger of a table whose records say who the makers of others are. */
function ofHolder(base: Resource): string[] {
  return through(base).flatMap(({ r, m }) => {
    const [column, reference] = [quoted(columnOf(m.field)), quoted(columnOf(m.through ?? ''))]
    const suffix = `${tableOf(base)}_${columnOf(m.field)}_${tableOf(r)}`
    const name = quoted(shortName(`rounds_made_${suffix}`))
    return [
      `create or replace function ${name}() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'UPDATE' and (old.${column}, old.is_deleted) is not distinct from (new.${column}, new.is_deleted) then return null; end if;
  perform ${makersFunction(r)}(t.tenant_id, array_agg(t.id), null, null) from ${quoted(tableOf(r))} t
    where ${isTenant(base) ? 't.tenant_id = new.tenant_id and ' : ''}t.${reference} = new.id group by t.tenant_id;
  return null;
end $$`,
      `create trigger ${quoted(shortName(`keep_makers_of_${suffix}`))} after insert or update of ${column}, is_deleted on ${quoted(tableOf(base))} for each row execute function ${name}()`,
    ]
  })
}

/**
 * Statements that keep the makers of records true, whoever writes to the table. History and audit trail have triggers
 * of their own (migrations/0008).
 */
export function makerStatements(base: Resource): string[] {
  const kept = sharersOf(base).filter(hasMakers)
  return [...kept.flatMap(keeping), ...(kept.length > 0 ? ofTable(base, kept) : []), ...ofHolder(base)]
}

/** Statements that fill the table for the tenants `$1` (text[]) anew: after a load that passed the triggers by. */
export const makersFill = (): string[] => [
  `delete from "${MAKERS_TABLE}" where tenant_id = any($1::text[])`,
  ...[...resources.values()]
    .filter(hasMakers)
    .map(
      (r) =>
        `insert into "${MAKERS_TABLE}" (${COLUMNS}) select ${COLUMNS} from (${makersSql(r, `(select * from ${quoted(tableOf(r))} where tenant_id = any($1::text[]))`)}) m`,
    ),
]
