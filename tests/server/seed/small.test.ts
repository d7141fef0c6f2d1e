import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { resourceOf } from '../../../src/model/all.ts'
import { isChoice } from '../../../src/model/kernel/field.ts'
import { isIdCard } from '../../../src/model/kernel/officialNumbers.ts'
import { problemOf } from '../../../src/model/kernel/validate.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import type { Database } from '../../../src/server/core/database.ts'
import { broken, checkInvariants, invariants } from '../../../src/server/invariants/check.ts'
import { extensionIn } from '../../../src/server/records/files/type.ts'
import { Agenda } from '../../../src/server/seed/scenarios/agenda.ts'
import { LOGINS } from '../../../src/server/seed/scenarios/people.ts'
import { ordersOf, type Told, tellSmall } from '../../../src/server/seed/scenarios/tell.ts'
import { seedSmall } from '../../../src/server/seed/small.ts'
import { testContext } from '../app.ts'
import { makersKept } from '../decisions/makersKept.ts'
import { newTenantId, testDatabase } from '../harness.ts'

const TODAY = '2024-06-15'
let db: Database
const tenant = newTenantId()
/** Where its files lie. */
let folder: string
const one = async <R = Record<string, unknown>>(text: string, values: unknown[] = [tenant]) =>
  db.scoped<R>({ tenantId: tenant }, { text, values })
const count = async (text: string, values?: unknown[]) =>
  Number((await one<{ n: string }>(`select count(*) n from ${text}`, values))[0]?.n)

beforeAll(async () => {
  db = await testDatabase()
  const { config } = await testContext()
  folder = join(config.dataDir, 'oss', tenant)
  const options = { today: TODAY, demoPassword: 'admin', config, tenantId: tenant, others: false }
  const { rows, ms } = await seedSmall(db, options)
  console.log(`small seed: ${rows} rows in ${ms} ms (${db.kind})`)
})

describe('what the demo must have', () => {
  it('attachments of its records, with their files', async () => {
    const found = await one<{ name: string; extension: string; attach_size: string; sha256: string; held: number }>(
      `select a.name, a.extension, a.attach_size, a.sha256, (select count(*)::int from attach_use u
         where u.tenant_id = a.tenant_id and u.attach_id = a.id) as held from attach a where tenant_id = $1 order by id`,
    )
    expect(found.map((f) => [f.extension, f.held])).toEqual([
      ...Array(3).fill(['png', 1]),
      ...Array(3).fill(['pdf', 1]),
    ])
    for (const { name, extension, attach_size, sha256 } of found) {
      const path = join(folder, name)
      const bytes = await readFile(path)
      expect(await extensionIn(path, name)).toBe(extension)
      expect([String(bytes.length), createHash('sha256').update(bytes).digest('hex')]).toEqual([attach_size, sha256])
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
    expect(await count('settlement_order where tenant_id = $1 and settlement_status = 0')).toBeGreaterThanOrEqual(120)
    expect(await count('settlement_order where tenant_id = $1 and settlement_status = 3')).toBeGreaterThanOrEqual(30)
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
    expect(await count(`quick_reply where tenant_id = $1 and module_code = 'settlementOrder'`)).toBeGreaterThanOrEqual(
      6,
    )
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
      expect(isIdCard(d.id_card_number) && d.id_card_number.startsWith('99'), d.code).toBe(true)
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
  it('every invariant', async () => {
    const found = await db.transaction({ tenantId: tenant }, (tx) => checkInvariants(tx))
    expect(found.length).toBe(invariants.length)
    expect(broken(found)).toEqual([])
  })
})

describe('the play itself', () => {
  const play = (today: string) => tellSmall('000000', today, { companies: 12, doctors: 400, months: 12 }, new Set())
  let told: Told
  beforeAll(async () => {
    told = await play(TODAY)
  })
  const all = (id: string) => [...(told.stage.store.records().get(id) ?? [])]

  it('is the same every time', async () => {
    const again = await play(TODAY)
    expect([...again.stage.store.records()]).toEqual([...told.stage.store.records()])
    expect([...again.stage.store.changes]).toEqual([...told.stage.store.changes])
  })

  it('can be played on any day, and always has open work', async () => {
    for (const today of ['2024-01-01', '2024-03-11', '2026-11-21']) {
      const orders = ordersOf(await play(today))
      const at = (status: number) => orders.filter((o) => o.settlementStatus === status).length
      expect(at(0), today).toBeGreaterThanOrEqual(120)
      expect(at(3), today).toBeGreaterThanOrEqual(30)
      for (const s of [1, 2, 4, 5, 6, 9]) expect(at(s), `${today}: ${s}`).toBeGreaterThanOrEqual(3)
      for (const o of orders) expect(String(o.updateTime) < `${today} 00:00:00`, `${today}: ${o.updateTime}`).toBe(true)
    }
  }, 120_000)

  it('holds only values the model allows', () => {
    for (const [id, rows] of told.stage.store.records()) {
      const of = resourceOf(id)
      for (const row of rows.slice(0, 200))
        for (const [name, f] of Object.entries(of.fields as Record<string, Parameters<typeof problemOf>[0]>)) {
          const value = row[name]
          if (value === null || value === undefined || value === '') continue
          expect(problemOf(f, value), `${id}.${name} = ${value}`).toBeNull()
          if (isChoice(f)) expect(Object.keys(f.values)).toContain(String(value))
        }
    }
  })

  it('has names of its own for companies and doctors, and contacts who are no kin', () => {
    for (const id of ['entrustedCompany', 'authenticationDoctor']) {
      const codes = all(id).map((r) => r.code)
      expect(new Set(codes).size).toBe(codes.length)
    }
    const contacts = all('entrustedCompany').map((c) => String(c.contactName))
    expect(new Set(contacts).size).toBe(contacts.length)
    expect(new Set(contacts.map((c) => c[0])).size).toBeGreaterThan(10)
    // a firm is named after the town where it is registered
    for (const partner of all('thirdPlatform').filter((p) => p.taxAuthority))
      expect(String(partner.name).slice(0, 2)).toBe(String(partner.taxAuthority).slice(0, 2))
  })

  it('spreads doctors: every department has several titles, every hospital several departments', () => {
    const doctors = told.stage.store.table(authenticationDoctor).all(authenticationDoctor)
    const several = (of: 'departmentName' | 'hospitalName', what: 'title' | 'departmentName') => {
      const found = new Map<string, Set<string>>()
      for (const d of doctors) {
        const key = String(d[of])
        found.set(key, (found.get(key) ?? new Set()).add(String(d[what])))
      }
      return Math.min(...[...found.values()].map((v) => v.size))
    }
    expect(several('departmentName', 'title')).toBe(4)
    expect(several('hospitalName', 'departmentName')).toBeGreaterThan(2)
  })

  it('has decisions by people who may take them, on working days, at odd minutes', () => {
    const decided = all('approvalHistory').filter((h) => h.operatorRole !== '系统')
    expect(decided.length).toBeGreaterThan(600)
    for (const h of decided) {
      const day = new Date(`${String(h.operateTime).slice(0, 10)}T00:00:00Z`).getUTCDay()
      expect([0, 6].includes(day), `${h.operateTime} ${h.action}`).toBe(false)
      expect(Number(String(h.operateTime).slice(11, 13)), `${h.operateTime} ${h.action}`).toBeGreaterThanOrEqual(9)
      expect(Number(String(h.operateTime).slice(11, 13)), `${h.operateTime} ${h.action}`).toBeLessThan(20)
    }
    expect(new Set(decided.map((h) => String(h.operateTime).slice(14, 16))).size).toBeGreaterThan(50)
  })

  it('has work that waits a few days, and fees as contracts have them', () => {
    const waiting = ordersOf(told).filter((o) => [0, 2, 3].includes(Number(o.settlementStatus)))
    const young = waiting.filter((o) => String(o.createTime) >= '2024-06-05')
    expect(young.length / waiting.length).toBeGreaterThan(0.8)
    for (const o of all('orderDoctor')) expect(Number(o.feeAmount) % 100).toBe(0)
  })

  it('leaves to the rules what rules do: each decision has its history, documents have codes of their day', () => {
    const settled = all('approvalHistory').filter((h) => h.action === 'toSettle')
    const payments = all('servicePaymentOrder')
    expect(payments.length).toBe(settled.length)
    for (const p of payments)
      expect(String(p.code)).toContain(`SP${String(p.createTime).slice(0, 10).replaceAll('-', '')}`)
  })
})

describe('the agenda', () => {
  it('plays in the order of time, then of thought, what is thought of meanwhile included', async () => {
    const agenda = new Agenda()
    const said: string[] = []
    const say = (at: string, more?: () => void) =>
      agenda.at(at, async () => {
        said.push(at)
        more?.()
      })
    for (const at of ['5', '3', '9', '1', '7', '3']) say(at)
    say('2', () => say('4'))
    const clock: string[] = []
    await agenda.play((at) => clock.push(at))
    expect(said).toEqual(['1', '2', '3', '3', '4', '5', '7', '9'])
    expect(clock).toEqual(said)
  })
})
