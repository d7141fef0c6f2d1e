import { beforeAll, describe, expect, it } from 'vitest'
import { resources } from '../../../src/model/business.ts'
import { entrustedAccount } from '../../../src/model/funds/accounts.ts'
import { isIdCard } from '../../../src/model/values/officialNumbers.ts'
import type { Database } from '../../../src/server/core/database.ts'
import { decrypt } from '../../../src/server/core/secrets/fieldCipher.ts'
import { columnOf, tableOf } from '../../../src/server/database/names.ts'
import { tables } from '../../../src/server/database/schema/ddl.ts'
import { brokenAt } from '../../../src/server/domains/funds/ledger/chain.ts'
import { fillTenants, makeRoom, OccupiedError } from '../../../src/server/seed/large.ts'
import { makeIndexes, takeIndexes } from '../../../src/server/seed/multiply/indexes.ts'
import { multipliedTables } from '../../../src/server/seed/multiply/multiply.ts'
import { onceIn } from '../../../src/server/seed/multiply/once.ts'
import { inseparable, isFrame } from '../../../src/server/seed/multiply/styles.ts'
import { addNeighbour } from '../../../src/server/seed/small.ts'
import { creditCodeOf, idCardOf } from '../../../src/server/seed/values/numbers.ts'
import { broken, checkInvariants } from '../../../src/server/verification/check.ts'
import { testContext } from '../app.ts'
import { load } from '../decisions/fixture.ts'
import { newTenantId, testDatabase } from '../harness.ts'
import { tenant as one, TODAY } from './smallCases.ts'

/** Copies beside the original of the first tenant: two could be mixed up. */
const COPIES = 4
let db: Database
let indexes: string[]
const two = newTenantId()
const told: string[] = []
const rows = <R = Record<string, unknown>>(text: string, values: unknown[] = [one]) =>
  db.owner((tx) => tx.query<R>(text, values))
const number = async (text: string, values?: unknown[]) => Number((await rows<{ n: string }>(text, values))[0]?.n)
const indexesNow = async () =>
  (await rows<{ d: string }>(`select indexdef d from pg_indexes where schemaname = 'public' order by 1`, [])).map(
    (r) => r.d,
  )
const small = new Map<string, number>()

/** Families of which a tenant has some rows once, and which. */
const ONCE = tables().flatMap((r) => {
  const once = onceIn(r.id)
  return once === null ? [] : [{ r, ids: `select id from "${tableOf(r)}" where tenant_id = $1 and ${once}` }]
})

/** Rows of a table that are not copied: what a tenant has once, and what is about shared master data or about that. */
async function notCopied(table: string): Promise<number> {
  const frames = [...resources.values()].filter(isFrame).map((r) => r.id)
  const own = ONCE.find(({ r }) => tableOf(r) === table)
  const once = own ? await number(`select count(*) n from (${own.ids}) x`) : 0
  // values of a request have its id
  const of = table === 'change_request_values' ? 'change_request' : table
  const said =
    table === 'audit_trail'
      ? { resource: 'resource', id: 'record_id' }
      : tables().find((r) => tableOf(r) === of)?.concerns
  if (!said) return once
  const [resource, id] = [columnOf(said.resource), columnOf(said.id)]
  const about = ONCE.map(
    ({ r, ids }) => `(${resource} = '${r.id}' and ${id}::text in (select id::text from (${ids}) x))`,
  )
  return (
    once +
    (await number(
      `select count(*) n from "${of}" where tenant_id = $1 and (${[`${resource} = any($2)`, ...about].join(' or ')})`,
      [one, frames],
    ))
  )
}

/** The small demo once it was looked at, and a tenant beside it, copied. */
export function copiedDemo(): void {
  describe('copied', () => {
    beforeAll(async () => {
      db = await testDatabase()
      indexes = await indexesNow()
      const { config } = await testContext()
      await addNeighbour(db, two, two, { today: TODAY, demoPassword: 'admin', config })
      for (const table of multipliedTables())
        small.set(table, await number(`select count(*) n from "${table}" where tenant_id = $1`))
      const orders = (small.get('settlement_order') ?? 0) * (1 + COPIES)
      await fillTenants(
        db,
        [
          { tenantId: one, orders },
          { tenantId: two, orders: 60 },
        ],
        (t) => told.push(t),
      )
    })

    describe('a multiplied tenant', () => {
      it('has every business row so many times, and what is there once as it was', async () => {
        for (const [table, n] of small) {
          const now = await number(`select count(*) n from "${table}" where tenant_id = $1`)
          expect(now, table).toBe(n * (1 + COPIES) - COPIES * (await notCopied(table)))
        }
        for (const r of resources.values()) if (isFrame(r)) expect(multipliedTables()).not.toContain(r.id)
        expect(await number('select count(*) n from third_platform where tenant_id = $1')).toBe(5)
        expect(await number('select count(*) n from settlement_order where tenant_id = $1', [two])).toBe(60)
      })

      it('is found by what its copies are called, in every reading', async () => {
        const of = "from record_search where tenant_id = $1 and resource = 'authenticationDoctor'"
        expect(await number(`select count(*) n ${of}`)).toBe(400 * (1 + COPIES))
        expect(
          await rows(
            `select title ${of} and terms is distinct from rounds_terms(title, note, rounds_readings(title)) limit 1`,
          ),
        ).toEqual([])
        expect(
          await rows(
            `select o.code from settlement_order o where o.tenant_id = $1 and o.is_deleted = 0 and not exists (
               select 1 from record_search s where s.tenant_id = o.tenant_id and s.id = o.id and s.resource = 'settlementOrder'
                 and s.title = o.code and s.note = o.entrusted_company_name and s.reach @> array['company:' || o.entrusted_company_id]) limit 1`,
          ),
        ).toEqual([])
      })

      it('has its makers known, of the copies as of what was copied', async () => {
        const of = "from record_maker k where k.tenant_id = $1 and k.resource = 'settlementOrder'"
        const [made] = await rows<{ n: string; ways: string }>(
          `select count(*) n, count(distinct k.how) ways ${of} and k.record_id in (select id from settlement_order where tenant_id = $1)`,
        )
        expect(Number(made?.n)).toBe(await number(`select count(*) n ${of}`))
        expect(made?.ways).toBe('3')
        const unmade = `select count(*) n from settlement_order o where o.tenant_id = $1 and not exists (
          select 1 ${of} and k.record_id = o.id and k.user_id = o.create_user)`
        expect(await number(unmade)).toBe(0)
      })

      it('keeps every invariant, in every tenant', async () => {
        for (const tenantId of [one, two])
          expect(broken(await db.transaction({ tenantId }, (tx) => checkInvariants(tx)))).toEqual([])
      })

      it('has ledgers whose records follow one another', async () => {
        const context = await testContext({}, db)
        for (const tenantId of [one, two])
          await load(context, tenantId, async (work) => {
            const accounts = await work.rows(entrustedAccount, {})
            expect(accounts.length).toBeGreaterThan(2)
            for (const { id } of accounts) expect(await brokenAt(work, id)).toBeNull()
          })
      })

      it('points at no record that is not there, and at none of another copy', async () => {
        for (const [table, column, to] of [
          ['settlement_order', 'settlement_cycle_id', 'settlement_cycle'],
          ['settlement_order', 'entrusted_company_id', 'entrusted_company'],
          ['settlement_order', 'fiscal_tax_id', 'third_platform'],
          ['settlement_order', 'create_user', 'user'],
          ['order_doctor_settlement', 'order_doctor_id', 'order_doctor'],
          ['order_doctor_settlement', 'doctor_id', 'authentication_doctor'],
          ['service_payment_bill', 'service_payment_order_id', 'service_payment_order'],
        ])
          expect(
            await rows(
              `select id from "${table}" x where tenant_id = $1 and ${column} is not null
                 and not exists (select 1 from "${to}" y where y.tenant_id = x.tenant_id and y.id = x.${column}) limit 1`,
            ),
            `${table}.${column}`,
          ).toEqual([])
        const elsewhere = `settlement_order o join approval_history h on h.tenant_id = o.tenant_id and h.biz_type = 'settlementOrder' and h.biz_id = o.id::text
          where o.tenant_id = $1`
        expect(await rows(`select o.id from ${elsewhere} and h.biz_code <> o.code limit 1`)).toEqual([])
        expect(
          await rows(`select o.id from ${elsewhere} and h.entrusted_company_id <> o.entrusted_company_id limit 1`),
        ).toEqual([])
        // messages hold the order's id, outgoing requests the message's id and number: of their own copy
        expect(
          await rows(
            `select m.id from api_message_pool m where m.tenant_id = $1 and not exists (
               select 1 from settlement_order o where o.tenant_id = m.tenant_id and o.id = m.biz_id::bigint and o.entrusted_company_id = m.entrusted_id) limit 1`,
          ),
        ).toEqual([])
        expect(
          await rows(
            `select i.id from intent i where i.tenant_id = $1 and i.biz_type = 'apiMessagePool' and not exists (
               select 1 from api_message_pool m where m.tenant_id = i.tenant_id and m.id = i.biz_id::bigint and m.message_number = i.biz_code) limit 1`,
          ),
        ).toEqual([])
        for (const table of ['api_message_pool', 'intent']) {
          expect(await number(`select count(*) n from ${table} where tenant_id = $1`), table).toBeGreaterThan(COPIES)
          expect(
            await number(`select count(distinct biz_id) n from ${table} where tenant_id = $1`),
            table,
          ).toBeGreaterThan(COPIES)
        }
        // the moment of a review is in the order and in its history
        expect(
          await number(
            `select count(*) n from ${elsewhere} and h.action = 'audit.pass' and o.settlement_status = 2 and not h.changes @> jsonb_build_array(
               jsonb_build_object('field', 'approvalDate', 'to', to_char(o.approval_date at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')))`,
          ),
        ).toBe(0)
        expect(
          await rows(
            `select id from order_doctor d where tenant_id = $1 and settlement_order_id is not null and not exists (
               select 1 from settlement_order o where o.tenant_id = d.tenant_id and o.id = d.settlement_order_id and o.entrusted_company_id = d.entrusted_company_id) limit 1`,
          ),
        ).toEqual([])
      })

      it('has names, codes and numbers of its own, valid ones', async () => {
        for (const [table, column] of [
          ['settlement_order', 'code'],
          ['order_doctor_settlement', 'code'],
          ['change_request', 'code'],
          ['entrusted_company', 'name'],
          ['entrusted_company', 'code'],
          ['entrusted_company', 'social_credit_code'],
          ['authentication_doctor', 'id_card_number'],
          ['authentication_doctor', 'phone'],
          ['authentication_doctor', 'bank_account'],
        ])
          expect(
            await rows(`select ${column} from ${table} where tenant_id = $1 group by 1 having count(*) > 1 limit 1`),
            `${table}.${column}`,
          ).toEqual([])
        const doctors = await rows<{ id_card_number: string; phone: string }>(
          'select id_card_number, phone from authentication_doctor where tenant_id = $1',
        )
        expect(doctors.length).toBe(400 * (1 + COPIES))
        for (const d of doctors) {
          expect(isIdCard(decrypt({ tenantId: one, kind: 'idCard' }, d.id_card_number)), d.id_card_number).toBe(true)
          expect(d.phone).toMatch(/^199\d{8}$/)
        }
        expect(
          await rows(`select code from settlement_order where tenant_id = $1 and code !~ '^SO20[0-9]{12}$'`),
        ).toEqual([])
        // what is copied into other records stays what it is copied from
        expect(
          await rows(
            `select l.id from order_doctor_settlement l join authentication_doctor d on d.tenant_id = l.tenant_id and d.id = l.doctor_id
             join entrusted_company c on c.tenant_id = l.tenant_id and c.id = l.entrusted_company_id
             join settlement_order o on o.tenant_id = l.tenant_id and o.id = l.settlement_order_id
             where l.tenant_id = $1 and (l.doctor_name, l.phone, l.id_card_number, l.entrusted_company_name, l.social_credit_code, l.settlement_order_code)
               <> (d.doctor_name, d.phone, d.id_card_number, c.name, c.social_credit_code, o.code) limit 1`,
          ),
        ).toEqual([])
      })

      it('can have its waiting changes decided: old values are the records’', async () => {
        expect(
          await rows(
            `select r.id from change_request r join change_request_values v on v.tenant_id = r.tenant_id and v.id = r.id
             join entrusted_company c on c.tenant_id = r.tenant_id and c.id::text = r.biz_id
             where r.tenant_id = $1 and v.old_values ->> 'bankAccount' <> c.bank_account`,
          ),
        ).toEqual([])
        expect(
          await number(
            `select count(*) n from change_request r join entrusted_company c on c.tenant_id = r.tenant_id and c.id::text = r.biz_id and c.name = r.biz_name
             where r.tenant_id = $1 and r.biz_type = 'entrustedCompany'`,
          ),
        ).toBe(3 * (1 + COPIES))
      })

      it('is spread over owners, days and moments, in every status', async () => {
        const [found] = await rows<Record<string, number>>(
          `select count(distinct entrusted_company_id)::int owners, count(distinct fiscal_tax_id)::int partners, count(distinct create_time)::int moments,
             count(distinct create_time::date)::int days, count(distinct settlement_status)::int states,
             max((select count(*) from settlement_order x where x.tenant_id = o.tenant_id and x.create_time = o.create_time))::int together
           from settlement_order o where tenant_id = $1`,
        )
        expect(found).toMatchObject({ owners: 12 * (1 + COPIES), partners: 3, states: 8 })
        expect(found?.days).toBeGreaterThan(18)
        expect(found?.moments).toBeGreaterThan(400)
        expect(found?.together).toBeLessThan(10)
      })

      it('has nothing dated today or later', async () => {
        for (const table of [
          'settlement_order',
          'order_doctor_settlement',
          'approval_history',
          'service_payment_order',
        ])
          expect(
            await rows(
              `select id from ${table} where tenant_id = $1 and greatest(create_time, update_time) >= $2 limit 1`,
              [one, `${TODAY} 00:00:00+08`],
            ),
            table,
          ).toEqual([])
      })

      it('leaves every index and trigger as it was, and says what it does', async () => {
        expect(await indexesNow()).toEqual(indexes)
        expect(await rows(`select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'`, [])).toEqual([])
        // the small tenant first, and what is joined once the database knows how much there is
        const order = [two, one, 'statistics of the copies', 'search and makers', 'keys', 'indexes', 'statistics']
        expect(told.join('\n')).toMatch(new RegExp(order.join('[\\s\\S]*')))
      })

      it('tells the slowest statements of a step, with seconds and rows, and no more than five', () => {
        const slow = (text: string) => /^ *[\d.]+ s +\d+ rows {2}\S/.test(text)
        expect(told.filter(slow).length).toBeGreaterThan(0)
        const step = told.slice(told.indexOf('search and makers') + 1)
        const lines = step.slice(
          0,
          step.findIndex((text) => text.endsWith('keys')),
        )
        expect(lines.length).toBeLessThanOrEqual(5)
        expect(lines.join('\n')).toMatch(/rows {2}insert into "record_search" \(\d+ times\)/)
      })

      it('has its indexes again where a load was killed meanwhile', async () => {
        await db.owner((tx) => takeIndexes(tx, ['settlement_order', 'record_search']))
        expect((await indexesNow()).length).toBeLessThan(indexes.length - 10)
        await makeIndexes(
          db,
          1,
          (tx) => tx,
          () => undefined,
        )
        expect(await indexesNow()).toEqual(indexes)
      })

      it('has its indexes and no more rows where a load fails', async () => {
        await expect(fillTenants(db, [{ tenantId: two, orders: 60 * 10_000 }], () => undefined)).rejects.toThrow(
          RangeError,
        )
        expect(await indexesNow()).toEqual(indexes)
        expect(await number('select count(*) n from settlement_order where tenant_id = $1', [two])).toBe(60)
      })
    })

    describe('the model', () => {
      it('has no family whose copies would be equal', () => {
        for (const r of resources.values()) if (!isFrame(r)) expect(inseparable(r), r.id).toEqual([])
      })

      it('keeps numbers of the demo apart from those of its copies', () => {
        expect(new Set(Array.from({ length: 499 }, (_, n) => idCardOf(n, false).slice(2, 6)))).toEqual(
          new Set(['0100']),
        )
        expect(new Set(Array.from({ length: 99 }, (_, n) => creditCodeOf(n).slice(4, 8)))).toEqual(new Set(['1000']))
      })
    })

    describe('a database with demo data', () => {
      it('is refused', async () => {
        const again = makeRoom(db, false, () => undefined, [one, 'nobody'])
        await expect(again).rejects.toThrow(OccupiedError)
        await expect(again).rejects.toThrow('--replace')
        await makeRoom(db, false, () => undefined, ['nobody'])
      })

      it('is emptied of the demo only, on request', async () => {
        await makeRoom(db, true, () => undefined, [one])
        for (const table of [
          'settlement_order',
          'user',
          'user_secret',
          'approval_history',
          'role_menu',
          'param',
          'dict_biz',
        ])
          expect(await rows(`select 1 from "${table}" where tenant_id = $1 limit 1`, [one]), table).toEqual([])
        expect(await rows(`select 1 from tenant where code = $1`, [one])).toEqual([])
        for (const table of ['settlement_order', 'user', 'param'])
          expect((await rows(`select 1 from "${table}" where tenant_id = $1 limit 1`, [two])).length, table).toBe(1)
      })
    })
  })
}
