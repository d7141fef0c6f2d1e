import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { resourceOf, resources } from '../../../src/model/business.ts'
import type { Database, Tx } from '../../../src/server/core/database.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { MIGRATIONS } from '../../../src/server/database/migrate.ts'
import { tableOf } from '../../../src/server/database/names.ts'
import { catalogueOf, drift } from '../../../src/server/database/schema/catalogue.ts'
import { schemaSql, tableStatements, tables } from '../../../src/server/database/schema/ddl.ts'
import { readingsSql } from '../../../src/server/database/schema/readings.ts'
import { business } from '../../../src/server/domains/domains.ts'
import { newTenantId, testDatabase } from '../../server/harness.ts'

let db: Database
beforeAll(async () => {
  db = await testDatabase()
})

class Undo extends Error {}

/** Runs as the owner and takes everything back. */
async function undone<T>(fn: (tx: Tx) => Promise<T>): Promise<T> {
  let result: T | undefined
  await db
    .owner(async (tx) => {
      result = await fn(tx)
      throw new Undo('seen')
    })
    .catch((e) => {
      if (!(e instanceof Undo)) throw e
    })
  return result as T
}

const names = tables().map(tableOf)

describe('the schema', () => {
  it('that migrations make is the one the model says', async () => {
    const found = await undone(async (tx) => {
      const database = await catalogueOf(tx, 'public', names)
      await tx.query('create schema rounds_model')
      await tx.query('set local search_path to rounds_model, public')
      for (const r of tables()) for (const statement of tableStatements(r, business.tables)) await tx.query(statement)
      return drift(await catalogueOf(tx, 'rounds_model', names), database)
    })
    // each line says what a new migration has to do; before the first release: npm run schema
    expect(found).toEqual([])
  })

  it('has its drift named: a column, an index, a policy, a right, a check, forced row security', async () => {
    const found = await undone(async (tx) => {
      const before = await catalogueOf(tx, 'public', names)
      await tx.query('alter table param add column extra integer')
      await tx.query('alter table param alter column param_value type varchar(50)')
      await tx.query('drop index settlement_order_total_amount_id')
      await tx.query('drop policy rounds_tenant on quick_reply')
      await tx.query('alter table quick_reply no force row level security')
      await tx.query('grant update on approval_history to rounds_app')
      await tx.query('alter table settlement_order drop constraint settlement_order_total_adds_up')
      return drift(before, await catalogueOf(tx, 'public', names))
    })
    const has = (text: string) => found.some((line) => line.includes(text))
    expect(has('database has, model lacks: column param.extra integer')).toBe(true)
    expect(has('model has, database lacks: column param.param_value character varying(2000)')).toBe(true)
    expect(
      has(
        'model has, database lacks: index settlement_order CREATE INDEX ON settlement_order USING btree (tenant_id, total_amount, id)',
      ),
    ).toBe(true)
    expect(has('model has, database lacks: policy quick_reply rounds_tenant')).toBe(true)
    expect(has('row security quick_reply on forced')).toBe(true)
    expect(has('database has, model lacks: right approval_history UPDATE to rounds_app')).toBe(true)
    expect(has('settlement_order_total_adds_up')).toBe(true)
    expect(found).toHaveLength(9)
  })

  it('of the generated files is what npm run schema writes', () => {
    expect(readFileSync(join(MIGRATIONS, '0001_baseline.sql'), 'utf8')).toContain(schemaSql(business.tables))
    expect(readFileSync(join(MIGRATIONS, '0007_readings.sql'), 'utf8')).toBe(readingsSql())
  })

  it('holds nothing else but what is said to be by hand', async () => {
    const others = await undone((tx) =>
      tx.query<{ name: string }>(
        `select c.relname::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm') and c.relname <> all($1::text[]) and c.relname <> 'rounds_migration'
           and coalesce(obj_description(c.oid, 'pg_class'), '') not like 'by hand%'`,
        [names],
      ),
    )
    expect(others.map((o) => o.name)).toEqual([])
  })

  it('protects every table with a tenant, whoever made it, and puts the tenant first in every key', async () => {
    const rows = await undone((tx) =>
      tx.query<{ name: string; fault: string }>(
        `with t as (
           select c.oid, c.relname::text as name, c.relrowsecurity and c.relforcerowsecurity as walled from pg_class c
           join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
           where n.nspname = 'public' and c.relkind in ('r', 'p') and coalesce(obj_description(c.oid, 'pg_class'), '') <> 'by hand: shared by all tenants'
         )
         select name, 'row security is not forced' as fault from t where not walled
         union all
         select name, 'no policy by tenant' from t where not exists (select 1 from pg_policy p where p.polrelid = t.oid and p.polroles = '{0}')
         union all
         select name, 'key without tenant: ' || pg_get_indexdef(i.indexrelid) from t join pg_index i on i.indrelid = t.oid and i.indisunique
         where (select attname from pg_attribute where attrelid = t.oid and attnum = i.indkey[0]) is distinct from 'tenant_id'`,
      ),
    )
    expect(rows).toEqual([])
    const shared = await undone((tx) =>
      tx.query<{ name: string }>(
        `select relname::text as name from pg_class where obj_description(oid, 'pg_class') = 'by hand: shared by all tenants' order by 1`,
      ),
    )
    // each of these is a hole in the wall: it holds no business data
    expect(shared.map((x) => x.name)).toEqual(['job'])
  })

  it('lets only the owner change what the application may not', async () => {
    const tenantId = newTenantId()
    await db.transaction({ tenantId }, (tx) =>
      tx.query(`insert into approval_history (tenant_id, id, operate_time) values ($1, 1, now())`, [tenantId]),
    )
    for (const text of [
      'update approval_history set remark = null',
      'delete from approval_history',
      'truncate approval_history',
    ]) {
      await expect(db.scoped({ tenantId }, { text })).rejects.toMatchObject({ code: '42501' })
    }
    expect(await db.scoped({ tenantId }, { text: 'select count(*)::int n from approval_history' })).toEqual([{ n: 1 }])
  })

  it('looks owners of rows up by a plan of the session, and by the key', async () => {
    const lookups = await undone((tx) =>
      tx.query<{ settings: string }>(
        `select array_to_string(proconfig, ' ') as settings from pg_proc where proname like 'rounds\\_take\\_owner\\_%'`,
      ),
    )
    expect(lookups.length).toBeGreaterThan(0)
    expect(new Set(lookups.map((f) => f.settings))).toEqual(
      new Set(['plan_cache_mode=force_generic_plan enable_seqscan=off']),
    )
  })

  it('lets nobody call what works as the owner: triggers alone do', async () => {
    const functions = await undone((tx) =>
      tx.query<{ name: string; trigger: boolean; open: boolean }>(
        `select proname::text as name, prorettype = 'trigger'::regtype as trigger, has_function_privilege('rounds_app', oid, 'execute') as open
         from pg_proc where prosecdef and pronamespace = 'public'::regnamespace`,
      ),
    )
    const callable = functions.filter((f) => !f.trigger)
    expect(callable.length).toBeGreaterThan(0)
    expect(callable.filter((f) => f.open)).toEqual([])
    const tenantId = newTenantId()
    const step = (resource: string, record: string) => ({
      text: `insert into approval_history (tenant_id, id, biz_type, biz_id, action, operator_id, operate_time) values ($1, $2, $3, $4, 'submit', 7, now())`,
      values: [tenantId, newId(), resource, record],
    })
    for (const text of [
      `select "rounds_makers_settlementOrder"('other', array[1], null, null)`,
      `select rounds_made('other', 'settlementOrder', array[1], 'took.submit', null)`,
    ])
      await expect(db.scoped({ tenantId }, { text })).rejects.toMatchObject({ code: '42501' })
    // what the history says of no record of ours does not stop it
    for (const record of ['9'.repeat(19), 'x', '']) await db.scoped({ tenantId }, step('settlementOrder', record))
    await db.scoped({ tenantId }, step('settlementOrder(', '1'))
  })

  it('refuses sums that do not add up and negative money', async () => {
    const tenantId = newTenantId()
    const add = (values: string) =>
      db.scoped(
        { tenantId },
        {
          text: `insert into settlement_order (tenant_id, id, code, entrusted_company_id, doctor_amount, net_amount, platform_amount, total_amount) values ($1, 1, 'c', 1, ${values})`,
          values: [tenantId],
        },
      )
    await expect(add('100, 100, 6, 107')).rejects.toMatchObject({ code: '23514' })
    await expect(add('-1, -1, 1, 0')).rejects.toMatchObject({ code: '23514' })
    await expect(add('100, 90, 6, 106')).rejects.toMatchObject({ code: '23514' })
    await add('100, 100, 6, 106')
    await expect(add('1, 1, 0, 1')).rejects.toMatchObject({ code: '23505' })
  })

  it('has facts only for tables that exist', () => {
    for (const id of business.tables.keys()) expect(resources.has(id), id).toBe(true)
    expect(tableOf(resourceOf('settlementOrder'))).toBe('settlement_order')
  })
})
