import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { budgetOrder } from '../../../src/model/activities/budgetOrder.ts'
import { resources } from '../../../src/model/business.ts'
import { parentOf, throughOf } from '../../../src/model/language/owner.ts'
import { resultOrder } from '../../../src/model/settlement/results/resultOrder.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { isIdCard } from '../../../src/model/values/officialNumbers.ts'
import type { Database } from '../../../src/server/core/database.ts'
import { decrypt } from '../../../src/server/core/secrets/fieldCipher.ts'
import { columnOf, quoted, tableOf } from '../../../src/server/database/names.ts'
import { copiedOwners } from '../../../src/server/database/schema/owners.ts'
import { extensionIn } from '../../../src/server/files/type.ts'
import { LOGINS } from '../../../src/server/seed/scenarios/people.ts'
import { seedSmall } from '../../../src/server/seed/small.ts'
import { broken, checkInvariants, invariants } from '../../../src/server/verification/check.ts'
import { testContext } from '../app.ts'
import { makersKept } from '../decisions/makersKept.ts'
import { newTenantId, testDatabase } from '../harness.ts'

export const TODAY = '2024-06-15'
let db: Database
export const tenant = newTenantId()
/** Where its files lie. */
let folder: string
const one = async <R = Record<string, unknown>>(text: string, values: unknown[] = [tenant]) =>
  db.scoped<R>({ tenantId: tenant }, { text, values })
const count = async (text: string, values?: unknown[]) =>
  Number((await one<{ n: string }>(`select count(*) n from ${text}`, values))[0]?.n)

/** What the seed wrote and asked as the owner, in that order. */
const said: string[] = []
const noted = (text: string): string => said[said.push(text) - 1] as string

/** The small demo as it was seeded. */
export function smallDemo(): void {
  describe('seeded', () => {
    beforeAll(async () => {
      db = await testDatabase()
      const watched: Database = Object.assign(Object.create(db), {
        owner: ((fn) =>
          db.owner((tx) =>
            fn({
              ...tx,
              query: (text, values) => tx.query(noted(text), values),
              write: (text, values) => tx.write(noted(text), values),
            }),
          )) satisfies Database['owner'],
      })
      const { config } = await testContext()
      folder = join(config.dataDir, 'oss', tenant)
      const options = { today: TODAY, demoPassword: 'admin', config, tenantId: tenant, others: false }
      const { rows, ms } = await seedSmall(watched, options)
      console.log(`small seed: ${rows} rows in ${ms} ms (${db.kind})`)
    })

    it('its rows are sent while others are encoded, and the statistics of a table are made once', () => {
      const rows = said.filter((text) => text.startsWith('insert into "') && text.includes('jsonb_array_elements('))
      const first = said.indexOf(rows[0] as string)
      const sent = said
        .slice(first, said.lastIndexOf(rows.at(-1) as string))
        .filter((text) => text.startsWith('select'))
      expect(sent.length).toBeGreaterThan(10)
      const analyzed = said.filter((text) => text.startsWith('analyze'))
      expect(new Set(analyzed).size).toBe(analyzed.length)
    })

    describe('what the demo must have', () => {
      it('of every amount that documents hold when it was held and released, up to what it is now', async () => {
        for (const r of resources.values()) {
          if (!r.held) continue
          const amount = quoted(columnOf(r.held.amount))
          const found = await one<{ now: string; last: string | null }>(
            `select ${amount}::text as now, (select d ->> 'to' from audit_trail a cross join lateral jsonb_array_elements(a.diff) d
               where a.tenant_id = t.tenant_id and a.resource = '${r.id}' and a.record_id = t.id and d ->> 'field' = '${r.held.amount}'
               order by a.id desc limit 1) as last from ${quoted(tableOf(r))} t where tenant_id = $1 and ${amount} > 0`,
          )
          expect([r.id, found.length > 3]).toEqual([r.id, true])
          expect(found.filter(({ now, last }) => now !== last)).toEqual([])
        }
      })

      it('attachments of its records, with their files', async () => {
        const found = await one<{
          name: string
          of: string
          extension: string
          attach_size: string
          sha256: string
          held: number
        }>(
          `select a.name, left(a.original_name, 4) as of, a.extension, a.attach_size, a.sha256, (select count(*)::int from attach_use u
             where u.tenant_id = a.tenant_id and u.attach_id = a.id) as held from attach a where tenant_id = $1 order by id`,
        )
        expect([...new Set(found.map((f) => f.held))]).toEqual([1])
        const least = {
          汇总发票: 30,
          完税证明: 6,
          申报回执: 3,
          身份证汇: 3,
          盖章身份: 3,
          付款凭证: 6,
          充值凭证: 6,
          结算确认: 9,
          病历摘要: 4,
        }
        for (const [of, n] of Object.entries(least))
          expect(found.filter((f) => f.of === of).length, of).toBeGreaterThanOrEqual(n)
        // licences, then what proves meetings, and files of activities of each kind
        const others = found.filter((f) => !(f.of in least))
        expect(others.slice(0, 3).map((f) => f.extension)).toEqual(Array(3).fill('png'))
        expect(others.filter((f) => f.extension === 'pdf')).toHaveLength(6 * 3)
        for (const { name, extension, attach_size, sha256 } of found) {
          const path = join(folder, name)
          const bytes = await readFile(path)
          expect(await extensionIn(path, name)).toBe(extension)
          expect([String(bytes.length), createHash('sha256').update(bytes).digest('hex')]).toEqual([
            attach_size,
            sha256,
          ])
        }
        expect(
          await count(`entrusted_company c join attach a on a.tenant_id = c.tenant_id and a.id::text = c.license_url
          where c.tenant_id = $1`),
        ).toBe(3)
      })

      it('12 companies that settle over 12 months, and some in other states', async () => {
        const companies = `(select distinct entrusted_company_id from settlement_order where tenant_id = $1) x`
        expect(await count(companies)).toBe(12)
        expect(await count(`(select distinct cycle_month from settlement_order where tenant_id = $1) x`)).toBe(12)
        expect(
          await one(
            'select max(n)::int as n from (select count(*) n from settlement_order where tenant_id = $1 group by settlement_cycle_id) x',
          ),
        ).toEqual([{ n: 3 }])
        for (const status of [0, 1, 2])
          expect(
            await count('entrusted_company where tenant_id = $1 and audit_status = $2', [tenant, status]),
          ).toBeGreaterThan(0)
      })

      it('at least 120 orders to review, 30 to settle, 30 for ca001 to confirm', async () => {
        expect(await count('settlement_order where tenant_id = $1 and settlement_status = 0')).toBeGreaterThanOrEqual(
          120,
        )
        expect(await count('settlement_order where tenant_id = $1 and settlement_status = 3')).toBeGreaterThanOrEqual(
          30,
        )
        const mine = `settlement_order o join "user" u on u.tenant_id = o.tenant_id and u.account = 'ca001' and u.entrusted_id = o.entrusted_company_id
          where o.tenant_id = $1 and o.settlement_status = 2`
        expect(await count(mine)).toBeGreaterThanOrEqual(30)
        const others = await count('settlement_order where tenant_id = $1 and settlement_status = 2')
        expect(others).toBeGreaterThan(await count(mine))
      })

      it('every status of an order at least three times', async () => {
        for (const status of Object.keys(settlementOrder.fields.settlementStatus.values))
          expect(
            await count('settlement_order where tenant_id = $1 and settlement_status = $2', [tenant, status]),
            status,
          ).toBeGreaterThanOrEqual(3)
        for (const status of [0, 1, 2, 3])
          expect(
            await count('settlement_cycle where tenant_id = $1 and cycle_status = $2', [tenant, status]),
          ).toBeGreaterThanOrEqual(3)
      })

      it.each([
        ['budget_order', budgetOrder.fields.budgetStatus],
        ['result_order', resultOrder.fields.resultStatus],
        ['result_order_point', resultOrder.fields.resultStatus],
        ['settlement_order_point', settlementOrder.fields.settlementStatus],
      ] as const)('every status of %s at least three times', async (table, field) => {
        const column = table === 'budget_order' ? 'budget' : table.startsWith('result') ? 'result' : 'settlement'
        for (const status of Object.keys(field.values))
          expect(
            await count(`${table} where tenant_id = $1 and ${column}_status = $2`, [tenant, status]),
            status,
          ).toBeGreaterThanOrEqual(3)
      })

      it('plans in budgets and orders in result orders: sums that the views show as well', async () => {
        expect(
          await one(
            `select count(*)::int as n from budget_order b where b.tenant_id = $1 and b.planned_amount <> coalesce(
               (select sum(p.budget_amount) from activity_plan p where p.tenant_id = b.tenant_id and p.budget_order_id = b.id), 0)`,
          ),
        ).toEqual([{ n: 0 }])
        expect(
          await count(
            'order_doctor where tenant_id = $1 and order_status in (1, 2, 3) and result_order_id is null and result_order_point_id is null',
          ),
        ).toBe(0)
      })

      it('fin and fin2 may review most orders but not those of cycles that they confirmed', async () => {
        const by = (account: string) =>
          count(
            `settlement_order o join settlement_cycle c on c.tenant_id = o.tenant_id and c.id = o.settlement_cycle_id
             join "user" u on u.tenant_id = c.tenant_id and u.id = c.confirm_user and u.account = $2 where o.tenant_id = $1 and o.settlement_status = 0`,
            [tenant, account],
          )
        expect(await by('fin3')).toBeGreaterThanOrEqual(100)
        for (const account of ['fin', 'fin2']) {
          expect(await by(account), account).toBeGreaterThanOrEqual(3)
          expect(await by(account), account).toBeLessThan(20)
        }
        // the top of the queue has no orders that fin made
        const own = `settlement_order o join "user" u on u.tenant_id = o.tenant_id and u.id = o.create_user
          where o.tenant_id = $1 and o.settlement_status = 0 and u.account = $2`
        const [top] = await one<{ n: string }>(
          `select count(*) n from ${own} and o.create_time > (select max(o.create_time) from ${own.replace('$2', '$3')})`,
          [tenant, 'fin', 'fin3'],
        )
        expect(Number(top?.n)).toBe(await by('fin'))
        // as the lists mark them
        const { differ, makers } = await makersKept(await testContext(), tenant)
        expect(differ).toEqual([])
        expect(makers).toBeGreaterThan(400)
      })

      it('a login for every role, at the right company and partner', async () => {
        const users = await one<{ account: string; bound: boolean }>(
          'select account, entrusted_id is not null or fiscal_tax_id is not null or provider_id is not null as bound from "user" where tenant_id = $1',
        )
        expect(users.map((u) => u.account).sort()).toEqual(LOGINS.map((l) => l.account).sort())
        expect(
          users
            .filter((u) => u.bound)
            .map((u) => u.account)
            .sort(),
        ).toEqual(['ca001', 'ce001', 'ftx01', 'prov01'])
        expect(await count('user_role where tenant_id = $1')).toBe(LOGINS.length)
      })

      it('ready reasons for the queue, rates for every tax item of a line, partners', async () => {
        expect(
          await count(`quick_reply where tenant_id = $1 and module_code = 'settlementOrder'`),
        ).toBeGreaterThanOrEqual(6)
        expect(await count(`quick_reply where tenant_id = $1 and module_code = 'public'`)).toBeGreaterThanOrEqual(3)
        const unrated = `order_doctor_settlement l where l.tenant_id = $1 and not exists (select 1 from tax_item_rate r where r.tenant_id = l.tenant_id
          and r.fiscal_tax_id = l.fiscal_tax_id and r.tax_item_code = l.tax_item_code)`
        expect(await count(unrated)).toBe(0)
        expect(await count('third_platform where tenant_id = $1 and third_type = 1')).toBe(3)
        expect(await count('third_platform where tenant_id = $1 and third_type = 2')).toBe(2)
      })

      it('400 doctors with valid numbers that are not assigned', async () => {
        const doctors = await one<{ id_card_number: string; phone: string; code: string; doctor_name: string }>(
          'select * from authentication_doctor where tenant_id = $1',
        )
        expect(doctors.length).toBe(400)
        for (const d of doctors) {
          const idCard = decrypt({ tenantId: tenant, kind: 'idCard' }, d.id_card_number)
          expect(isIdCard(idCard) && idCard.startsWith('82'), d.code).toBe(true)
          expect(d.phone).toMatch(/^199\d{8}$/)
        }
        expect(new Set(doctors.map((d) => d.id_card_number)).size).toBe(400)
      })

      it('nothing happens on or after today', async () => {
        for (const table of [
          'settlement_order',
          'order_doctor_settlement',
          'approval_history',
          'service_payment_order',
          'order_doctor',
        ])
          expect(
            await count(`${table} where tenant_id = $1 and greatest(create_time, update_time) >= $2`, [
              tenant,
              `${TODAY} 00:00:00+08`,
            ]),
            table,
          ).toBe(0)
      })

      it('codes are the daily ones, unique', async () => {
        const codes = await one<{ code: string }>('select code from settlement_order where tenant_id = $1')
        for (const { code } of codes) expect(code).toMatch(/^SO20\d{6}\d{6}$/)
      })
    })

    describe('what holds', () => {
      it('owners of what belongs through another record: those of that record', async () => {
        const unlike: string[] = []
        for (const r of resources.values()) {
          const [parent, by] = [parentOf(r, (id) => resources.get(id)), throughOf(r)]
          if (r.variantOf || r.view !== undefined || !parent || by === null) continue
          const copied = copiedOwners(r, parent).map(
            (c) => `c.${quoted(columnOf(c.field))} is distinct from p.${quoted(columnOf(c.from))}`,
          )
          if (copied.length === 0) continue
          const found = await count(`${quoted(tableOf(r))} c join ${quoted(tableOf(parent))} p
            on p.tenant_id = c.tenant_id and p.id = c.${quoted(columnOf(by))} where c.tenant_id = $1 and (${copied.join(' or ')})`)
          if (found > 0) unlike.push(`${r.id}: ${found}`)
        }
        expect(unlike).toEqual([])
      })

      it('lines of results are of the employee whose activity it is', async () => {
        for (const table of ['project', 'doctor'].flatMap((of) => [`${of}_detail`, `${of}_detail_point`])) {
          const from = `result_order_${table} d join activity_plan p on p.tenant_id = d.tenant_id and p.id = d.plan_id where d.tenant_id = $1`
          expect(await count(`${from} and d.base_employee_id = p.base_employee_id`), table).toBeGreaterThan(0)
          expect(await count(`${from} and d.base_employee_id is distinct from p.base_employee_id`), table).toBe(0)
        }
      })

      it('doctors who say that they are listed are those whom the blacklist stops everywhere', async () => {
        const listed = `exists (select 1 from user_blacklist b where b.tenant_id = d.tenant_id and b.doctor_id = d.id
          and b.is_deleted = 0 and b.black_status = 1 and b.black_type = 1)`
        const from = `authentication_doctor d where d.tenant_id = $1 and ${listed}`
        expect(await count(from)).toBeGreaterThan(2)
        expect(
          await count(`authentication_doctor d where d.tenant_id = $1 and (d.black_status = 1) <> ${listed}`),
        ).toBe(0)
      })

      it('every invariant', async () => {
        const found = await db.transaction({ tenantId: tenant }, (tx) => checkInvariants(tx))
        expect(found.length).toBe(invariants.length)
        expect(broken(found)).toEqual([])
      })
    })
  })
}
