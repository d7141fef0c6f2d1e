import { instantOf } from '../../../model/kernel/dates.ts'
import type { Tx } from '../../core/database.ts'
import { EPOCH } from '../../core/ids.ts'
import { vatSql, withholdingSql } from '../../invariants/taxSql.ts'
import { DISEASES, PLAN_NAMES } from '../names.ts'
import { type Company, type Doctor, type Partner, TAX_ITEMS } from '../parties.ts'
import type { Person } from '../story.ts'
import { daysOf, plusMonths } from '../times.ts'

/** What a bulk fill stands on: everybody it names is in the database already. */
export interface Frame {
  readonly tenantId: string
  /** yyyyMM, oldest first. */
  readonly months: readonly string[]
  readonly companies: readonly Company[]
  /** Two for each company and partner: who has the two lines of their orders. */
  readonly doctors: readonly Doctor[]
  /** The three fiscal-tax companies. */
  readonly partners: readonly Partner[]
  readonly maker: Person
  readonly reviewer: Person
  readonly cashier: Person
}

export const PARTNERS = 3
/** Ids of a month: eight kinds of records, this many of each, below one millisecond of the snowflake. */
const ROOM = 524_288
/** Number of a kind of record among the eight. */
export const KIND = {
  order: 0,
  line: 1,
  source: 2,
  doctor: 3,
  item: 4,
  cycle: 5,
  orderHistory: 6,
  otherHistory: 7,
} as const

/** SQL of an id: the month's base, a kind, a number below 524,288. */
export const idSql = (kind: keyof typeof KIND, n: string, alias = 'm'): string =>
  `${alias}.base + ${KIND[kind] * ROOM} + ${n}`

/** The most companies whose history rows still have ids. */
export const MOST_COMPANIES = 20_000

/** Numbers of daily codes start here, far above those of the small demo. */
const FIRST_CODE = 100_001

/** SQL of a daily code: prefix, a date expression, a number expression below 800,000. */
export const codeSql = (prefix: string, day: string, n: string): string =>
  `'${prefix}' || to_char(${day}, 'YYYYMMDD') || lpad((${n} + ${FIRST_CODE})::text, 6, '0')`

/** SQL of a number that looks like chance, 0 to 65,535, from a number. Multipliers keep every product below 2^63. */
const chance = (n: string, salt: number): string => {
  const spread = `(((${n})::bigint * 2654435761 + ${salt * 40503}) & 4294967295)`
  return `((((${spread} # (${spread} >> 15)) * 1812433253) & 4294967295) >> 16)`
}

/** The lowest id of a month. 123 ms: ids of the small demo stand at whole seconds. */
const baseOf = (month: string): string => {
  const at = instantOf(daysOf(month).first)
  if (at === null || at < EPOCH) throw new RangeError(`not a month that has ids: ${month}`)
  return String(BigInt(at - EPOCH + 123) << 22n)
}

/** Where an order stands, of 65,536: three quarters wait for review, the rest is spread over all statuses. */
const STATUS = `case when r < 46000 then 0 when r < 47000 then 1 when r < 51600 then 2 when r < 56200 then 3 when r < 58500 then 4 when r < 62400 then 5 when r < 65000 then 6 else 9 end`

/**
 * The tables a bulk fill is computed in, gone with the transaction: months, companies, partners, rates, doctors, then
 * every order with its place and time, and every line with its fee and taxes (one line a key, so that R-tax is V and W
 * of it).
 */
export async function makeFrame(tx: Tx, f: Frame): Promise<void> {
  await tx.query(
    `create temp table bulk_month on commit drop as
     select (row_number() over (order by month) - 1)::int m, month, first::date first, next::date next, base::bigint base, last
     from jsonb_to_recordset($1::jsonb) as x(month text, first text, next text, base text, last boolean)`,
    [
      JSON.stringify(
        f.months.map((month, i) => ({
          month,
          first: daysOf(month).first,
          next: daysOf(plusMonths(month, 1)).first,
          base: baseOf(month),
          last: i === f.months.length - 1,
        })),
      ),
    ],
  )
  await tx.query(
    `create temp table bulk_company on commit drop as
     select (x.n - 1)::int c, e.id, e.name, e.social_credit_code credit, e.platform_fee_rate rate, e.contact_name contact
     from unnest($2::bigint[]) with ordinality x(id, n) join entrusted_company e on e.tenant_id = $1 and e.id = x.id`,
    [f.tenantId, f.companies.map((c) => c.id)],
  )
  await tx.query(
    `create temp table bulk_partner on commit drop as
     select (x.n - 1)::int k, p.id, p.name from unnest($2::bigint[]) with ordinality x(id, n) join third_platform p on p.tenant_id = $1 and p.id = x.id`,
    [f.tenantId, f.partners.map((p) => p.id)],
  )
  await tx.query(
    `create temp table bulk_rate on commit drop as
     select p.k, i.item::int item, i.code, i.name, i.plan_type::int plan_type, i.plan, r.vat_rate, r.vat_month_threshold threshold,
       (r.urban_rate + r.edu_rate + r.local_edu_rate) * (1 - r.reduction_rate) surcharge, r.iit_method, r.iit_fixed_rate
     from jsonb_to_recordset($2::jsonb) as i(item int, code text, name text, plan_type int, plan text) cross join bulk_partner p
     join tax_item_rate r on r.tenant_id = $1 and r.fiscal_tax_id = p.id and r.tax_item_code = i.code and r.is_deleted = 0`,
    [
      f.tenantId,
      JSON.stringify(
        TAX_ITEMS.map((t, item) => ({
          item,
          code: t.code,
          name: t.name,
          plan_type: t.planTypes[0],
          plan: PLAN_NAMES[t.planTypes[0] as number],
        })),
      ),
    ],
  )
  await tx.query(
    `create temp table bulk_doctor on commit drop as
     select (x.n - 1)::int n, d.id, d.doctor_name, d.phone, d.id_card_number, d.hospital_name, d.department_name
     from unnest($2::bigint[]) with ordinality x(id, n) join authentication_doctor d on d.tenant_id = $1 and d.id = x.id`,
    [f.tenantId, f.doctors.map((d) => d.id)],
  )
  for (const t of ['bulk_company', 'bulk_rate', 'bulk_doctor']) await tx.query(`analyze ${t}`)
  await tx.query(`create temp table bulk_order on commit drop as ${ordersSql}`)
  await tx.query(`create temp table bulk_line on commit drop as ${linesSql}`, [DISEASES])
  await tx.query(`create temp table bulk_total on commit drop as ${totalsSql}`)
  for (const t of ['bulk_order', 'bulk_line', 'bulk_total']) await tx.query(`analyze ${t}`)
}

const WORK_TABLES = [
  'bulk_month',
  'bulk_company',
  'bulk_partner',
  'bulk_rate',
  'bulk_doctor',
  'bulk_order',
  'bulk_line',
  'bulk_total',
] as const

/** Drops the tables of `makeFrame`, so that another tenant can be filled in the same transaction. */
export async function dropFrame(tx: Tx): Promise<void> {
  for (const t of WORK_TABLES) await tx.query(`drop table ${t}`)
}

const x = `(m.m * ${MOST_COMPANIES} + c.c)`

/** One cycle in eight is settled whole; in the newest month nothing is past the company's confirmation. */
const ordersSql = `
  select m, c, k, n, id, cycle_id, company_id, fiscal_tax_id, fiscal_tax_name, month, first, next, base, born,
    case when last and status in (4, 5, 6, 9) then 0 else status end status
  from (
    select m.m, c.c, p.k, c.c * ${PARTNERS} + p.k n, ${idSql('order', `c.c * ${PARTNERS} + p.k`)} id, ${idSql('cycle', 'c.c')} cycle_id,
      c.id company_id, p.id fiscal_tax_id, p.name fiscal_tax_name, m.month, m.first, m.next, m.base, m.last,
      (m.next + interval '1 day' * (1 + c.c % 3) + interval '9 hours' + interval '1 second' * ((c.c * 37) % 28800))::timestamptz born,
      case when ${chance(x, 1)} % 8 = 0 then 6 else ${STATUS} end status
    from bulk_month m cross join bulk_company c cross join bulk_partner p cross join lateral (select ${chance(`${x} * ${PARTNERS} + p.k`, 2)} r offset 0) h
    offset 0
  ) o`

/**
 * Two lines an order, of two doctors and two tax items: some hundreds to a hundred thousand yuan, a fifth of them with
 * fen.
 * `offset 0` keeps each step computed once: without it the planner writes every step into all that use it.
 */
const linesSql = `
  select l.*, gross - vat - surcharge - iit net from (
    select o.m, o.c, o.k, o.n * 2 + j n, o.id order_id, ${idSql('line', 'o.n * 2 + j', 'o')} id, ${idSql('source', 'o.n * 2 + j', 'o')} source_id,
      ${idSql('doctor', 'o.n * 2 + j', 'o')} doctor_row, ${idSql('item', 'o.n * 2 + j', 'o')} item_row, o.status,
      o.n * 2 + j doctor, r.item, r.code item_code, r.name item_name, r.plan_type,
      ($1::text[])[1 + h.a % cardinality($1::text[])] || r.plan plan_name,
      (o.first + interval '1 day' * (h.b % 28) + interval '9 hours' + interval '1 second' * (h.a % 28800))::timestamptz accepted,
      g.gross, round(g.gross * c.rate, 2) platform, v.vat, round(v.vat * r.surcharge, 2) surcharge,
      case r.iit_method when 2 then round((g.gross - v.vat) * r.iit_fixed_rate, 2) else ${withholdingSql('(g.gross - v.vat)')} end iit
    from bulk_order o cross join generate_series(0, 1) j
    join bulk_company c on c.c = o.c
    join bulk_rate r on r.k = o.k and r.item = (o.k - o.c % 3 + 3) % 3 + 3 * j
    cross join lateral (select ${chance(`(o.m * ${MOST_COMPANIES} + o.c) * 6 + o.k * 2 + j`, 3)} a, ${chance(`(o.m * ${MOST_COMPANIES} + o.c) * 6 + o.k * 2 + j`, 4)} b offset 0) h
    cross join lateral (select (case when h.a % 100 < 15 then 300 + h.b % 61 * 10 when h.a % 100 < 80 then 1000 + h.b % 56 * 100
      when h.a % 100 < 96 then 7000 + h.b % 231 * 100 else 35000 + h.b % 951 * 100 end
      + case when h.b % 5 = 0 then h.a % 99 + 1 else 0 end / 100.0)::numeric(18,2) gross offset 0) g
    cross join lateral (select ${vatSql('g.gross', 'r.vat_rate', 'r.threshold')} vat offset 0) v
    offset 0
  ) l`

const totalsSql = `
  select order_id, sum(gross) gross, sum(vat) vat, sum(surcharge) surcharge, sum(iit) iit, sum(net) net, sum(platform) platform from bulk_line group by 1`
