import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { resources } from '../../../src/model/business.ts'
import { isShared } from '../../../src/model/language/resource.ts'
import { schemaSql } from '../../../src/server/database/schema/ddl.ts'
import { business } from '../../../src/server/domains/domains.ts'
import { ROOT } from './direction.ts'

/** Tables of a SQL text that have a tenant, with every key and unique index on them. */
function keysOf(sql: string): { table: string; key: string }[] {
  const found: { table: string; key: string }[] = []
  const tenants = new Set<string>()
  for (const m of sql.matchAll(/create table (?:if not exists )?"?(\w+)"? \(\n([\s\S]*?)\n\)/g)) {
    const [, table = '', body = ''] = m
    if (!/^\s*tenant_id /m.test(body)) continue
    tenants.add(table)
    for (const k of body.matchAll(/(?:primary key|unique)(?: nulls not distinct)? \(([^)]*)\)/g))
      found.push({ table, key: k[1] ?? '' })
    for (const k of body.matchAll(/^\s*"?(\w+)"? [^,\n]*\b(?:primary key|unique)\b(?! \()/gm))
      found.push({ table, key: k[1] ?? '' })
    for (const k of body.matchAll(/references "?(\w+)"? ?\(([^)]*)\)/g))
      found.push({ table: `${table} → ${k[1]}`, key: k[2] ?? '' })
  }
  for (const m of sql.matchAll(
    /create unique index (?:if not exists )?"?\w+"? on "?(\w+)"? (?:using \w+ )?\(([^)]*)\)/g,
  )) {
    if (tenants.has(m[1] as string)) found.push({ table: m[1] as string, key: m[2] ?? '' })
  }
  return found
}

const keyless = (sql: string) => keysOf(sql).filter((k) => !/(^|[\s,("])tenant_id\b/.test(k.key))

/**
 * Condition for spreading the tables over several databases by tenant: no key, uniqueness or reference leaves the
 * tenant.
 */
describe('every key of a tenant table contains the tenant', () => {
  it('in what the model generates', () => {
    const keys = keysOf(schemaSql(business.tables))
    expect(new Set(keys.map((k) => k.table)).size).toBe(
      [...resources.values()].filter((r) => !r.variantOf && r.view === undefined && !isShared(r)).length,
    )
    expect(keyless(schemaSql(business.tables))).toEqual([])
  })

  it.each(
    readdirSync(join(ROOT, 'src/server/database/migrations'))
      .filter((f) => f.endsWith('.sql'))
      .sort(),
  )('in %s', (file) =>
    expect(keyless(readFileSync(join(ROOT, 'src/server/database/migrations', file), 'utf8'))).toEqual([]),
  )

  it('and the check would find one that does not', () => {
    const table = (rest: string) =>
      `create table "a" (\n  tenant_id varchar(12) not null,\n  id bigint not null,\n  ${rest}\n);`
    expect(keyless(table('primary key (tenant_id, id)'))).toEqual([])
    expect(keyless(table('primary key (id)'))).toHaveLength(1)
    expect(keyless(table('code text unique'))).toHaveLength(1)
    expect(keyless(table('constraint x unique (code)'))).toHaveLength(1)
    expect(keyless(table('foreign key (tenant_id, b) references "b" (id)'))).toHaveLength(1)
    expect(
      keyless(
        `${table('primary key (tenant_id, id)')}\ncreate unique index "a_key" on "a" ("code") where is_deleted = 0;`,
      ),
    ).toHaveLength(1)
  })

  it('no resource names the tenant among its own unique fields: the table adds it', () => {
    for (const r of resources.values())
      for (const set of r.unique ?? []) expect(set as readonly string[], r.id).not.toContain('tenantId')
  })
})
