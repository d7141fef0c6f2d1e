import { taxRates } from '../../model/kernel/tax.ts'
import { orderDoctor } from '../../model/orders/orderDoctor.ts'
import { authenticationDoctor } from '../../model/people/authenticationDoctor.ts'
import { entrustedCompany } from '../../model/people/entrustedCompany.ts'
import { settlementCycle, settlementCycleLifecycle } from '../../model/settlement/settlementCycle.ts'
import { settlementOrder } from '../../model/settlement/settlementOrder.ts'
import { taxItemRate } from '../../model/settlement/taxItemRate.ts'
import { installClients, installMenus, installTenant } from '../access/install.ts'
import type { Database, Tx } from '../core/database.ts'
import { addChangeRequests } from './changeRequests.ts'
import { addDoctorOrder, addMonth, type Client, closeCycle, confirmCycle, openCycle } from './cycles.ts'
import { fillDocuments, Life } from './fates.ts'
import { analyse, loadStory } from './load.ts'
import { SeedCodes, SeedIds } from './numbers.ts'
import { addOrder, type Bundle, taxAll } from './orders.ts'
import { addCompanies, addDoctors, addPartners, addRates, type Partner, payable } from './parties.ts'
import { confirmedByFin, fateOf, monthsUpTo, partnersOf, waitsForConfirmation } from './plan.ts'
import { Prng } from './prng.ts'
import { addParams, addReplies } from './replies.ts'
import { type Person, Story, SYSTEM } from './story.ts'
import { daysOf, plusDays, plusMonths, working } from './times.ts'
import { addDepartments, castOf, createLogins } from './users.ts'

/** How a small seed is made. */
export interface SmallOptions {
  /** The day the demo stands at, yyyy-MM-dd: nothing in it happens after the day before. */
  readonly today: string
  /** Password of admin; everybody else's is the account name. */
  readonly demoPassword: string
  /** Told what is being done, a line each. */
  readonly progress?: (text: string) => void
  /** Whose demo it is (default 000000). */
  readonly tenantId?: string
  /** Two tiny tenants beside it (000001, 000002), to see that nobody sees theirs. Default: yes for 000000. */
  readonly others?: boolean
}

const FIRST_TENANT = '000000'

/** What a story needs besides itself to be loaded: its people and where three of them belong. */
interface Told {
  readonly story: Story
  readonly cast: ReadonlyMap<string, Person>
  readonly depts: ReadonlyMap<string, string>
  readonly company: string
  readonly fiscalTax: string
  readonly provider: string
}

const personIn = (cast: ReadonlyMap<string, Person>, account: string): Person => {
  const found = cast.get(account)
  if (!found) throw new Error(`nobody called ${account}`)
  return found
}

/** Settles one month of a client: doctor orders, cycle, orders at their fates. */
function settleMonth(
  story: Story,
  prng: Prng,
  client: Client,
  month: string,
  at: number,
  cast: ReadonlyMap<string, Person>,
): { bundles: Bundle[]; lives: Life[] } {
  const sources = addMonth(story, prng, client, month)
  const cycle = openCycle(story, client, month)
  closeCycle(story, prng, cycle, sources, personIn(cast, 'ops'))
  if (waitsForConfirmation(client.nth, at)) return { bundles: [], lives: [] }
  const [maker, reviewer] = confirmedByFin(client.nth, at) ? ['fin', 'fin2'] : ['fin2', 'fin']
  const confirmed = confirmCycle(story, prng, cycle, personIn(cast, maker as string))
  const bundles: Bundle[] = []
  const lives: Life[] = []
  client.partners.forEach((partner: Partner, nth) => {
    const own = sources.filter((s) => s.fiscalTaxId === partner.id)
    const bundle = addOrder(story, cycle, client.company, partner, own, confirmed, personIn(cast, maker as string))
    const life = new Life(story, prng, bundle, client.company, {
      maker: personIn(cast, maker as string),
      reviewer: personIn(cast, reviewer as string),
      client:
        client.nth === 0
          ? personIn(cast, 'ca001')
          : { id: null, name: client.company.contactName ?? '', role: '企业管理员' },
      cashier: personIn(cast, 'cashier'),
    })
    life.live(fateOf(client.nth, at, nth))
    bundles.push(bundle)
    lives.push(life)
  })
  const last = [confirmed, ...bundles.map((b) => String(b.order.updateTime))].sort().at(-1) ?? confirmed
  if (bundles.every((b) => b.order.settlementStatus === 6)) {
    story.move(settlementCycle, settlementCycleLifecycle, cycle, 'settle', { who: SYSTEM, at: last })
  }
  return { bundles, lives }
}

/** Tells the whole demo of one tenant. Pure: the same day gives the same story. */
export function tellSmall(
  tenantId: string,
  today: string,
  sizes: { companies: number; doctors: number; months: number },
  params: ReadonlySet<string>,
): Told {
  const story = new Story(tenantId, new SeedIds(), new SeedCodes())
  const prng = new Prng(20240101)
  const { settled, after } = monthsUpTo(today)
  const since = daysOf(plusMonths(settled[0] as string, -48)).first
  const cast = castOf(story, since)
  const admin = personIn(cast, 'admin')
  const depts = addDepartments(story, since, admin)
  const { fiscal, providers } = addPartners(story, since, admin)
  const rates = addRates(story, since, admin, fiscal)
  const companies = addCompanies(story, prng, since, personIn(cast, 'ops'), {
    working: sizes.companies,
    waiting: Math.min(4, sizes.companies),
  })
  const doctors = addDoctors(story, since, SYSTEM, { count: sizes.doctors })
  addReplies(story, since, personIn(cast, 'ops'))
  addParams(story, since, admin, params)

  const clients: Client[] = companies.slice(0, sizes.companies).map((company, nth) => ({
    company,
    nth,
    partners: fiscal.slice(0, partnersOf(nth)),
    doctors: doctors.filter((d, i) => i % sizes.companies === nth && payable(d)),
  }))
  const bundles: Bundle[] = []
  const lives: Life[] = []
  settled.slice(-sizes.months).forEach((month, i) => {
    for (const client of clients) {
      const made = settleMonth(story, prng, client, month, i + 12 - sizes.months, cast)
      bundles.push(...made.bundles)
      lives.push(...made.lives)
    }
  })
  taxAll(bundles, (fiscalTaxId, code) => {
    const rate = rates.find((r) => r.fiscalTaxId === fiscalTaxId && r.taxItemCode === code)
    if (!rate) throw new Error(`no rate of ${code} at ${fiscalTaxId}`)
    return taxRates(rate)
  })
  bundles.forEach((b, i) => {
    const documents = lives[i]?.documents
    if (documents) fillDocuments(b, documents)
  })
  for (const month of after) for (const client of clients) presentMonth(story, prng, client, month, today, cast)
  addChangeRequests(
    story,
    today,
    { ops: personIn(cast, 'ops'), tax: personIn(cast, 'tax'), reviewer: personIn(cast, 'fin') },
    { companies, doctors, rates },
    { company: entrustedCompany, doctor: authenticationDoctor, rate: taxItemRate },
  )
  return {
    story,
    cast,
    depts,
    company: (companies[0] as { id: string }).id,
    fiscalTax: (fiscal[0] as Partner).id,
    provider: (providers[0] as Partner).id,
  }
}

/** A month without orders yet: ended and waiting, or still open with what was accepted until yesterday. */
function presentMonth(
  story: Story,
  prng: Prng,
  client: Client,
  month: string,
  today: string,
  cast: ReadonlyMap<string, Person>,
): void {
  const { first, last } = daysOf(month)
  if (last < today) {
    const sources = addMonth(story, prng, client, month)
    const cycle = openCycle(story, client, month)
    if (plusDays(last, 1) < today) closeCycle(story, prng, cycle, sources, personIn(cast, 'ops'))
    return
  }
  openCycle(story, client, month)
  const days = Number(plusDays(today, -1).slice(8))
  if (first >= today) return
  for (let n = 4; n > 0; n -= 1) {
    addDoctorOrder(
      story,
      prng,
      client,
      prng.pick(client.doctors),
      prng.int(0, 5),
      working(prng, plusDays(first, prng.int(0, days - 1))),
    )
  }
}

/** Parameters a tenant came with. */
async function paramsOf(tx: Tx, tenantId: string): Promise<Set<string>> {
  const there = await tx.query<{ param_key: string }>(
    'select param_key from "param" where tenant_id = $1 and is_deleted = 0',
    [tenantId],
  )
  return new Set(there.map((p) => p.param_key))
}

/** A neighbour: one company, two months, four logins. */
export async function addNeighbour(
  db: Database,
  tenantId: string,
  name: string,
  { today, demoPassword }: Pick<SmallOptions, 'today' | 'demoPassword'>,
): Promise<void> {
  await db.owner(async (tx) => {
    await installTenant(tx, { tenantId, name })
    const told = tellSmall(tenantId, today, { companies: 1, doctors: 12, months: 2 }, await paramsOf(tx, tenantId))
    await createLogins(tx, told.story, {
      ...told,
      adminPassword: demoPassword,
      only: ['admin', 'fin', 'fin2', 'ca001'],
    })
    await loadStory(tx, told.story)
  })
}

/**
 * Fills a database with the small demo (domain §9): same day, same data, byte for byte but for passwords. Throws when
 * the tenant has users already. Returns how many rows and how long, ms.
 */
export async function seedSmall(db: Database, options: SmallOptions): Promise<{ rows: number; ms: number }> {
  const {
    today,
    demoPassword,
    progress = () => undefined,
    tenantId = FIRST_TENANT,
    others = tenantId === FIRST_TENANT,
  } = options
  const began = Date.now()
  progress('demo data: tenants, roles, menus')
  const there = await db.owner(async (tx) => {
    const users = await tx.query('select 1 from "user" where tenant_id = $1 limit 1', [tenantId])
    if (users.length > 0) throw new Error(`tenant ${tenantId} has users already`)
    await installMenus(tx)
    await installClients(tx)
    await installTenant(tx, { tenantId, name: '医联结算平台' })
    return paramsOf(tx, tenantId)
  })
  progress('demo data: companies, doctors, settlement orders')
  const told = tellSmall(tenantId, today, { companies: 12, doctors: 400, months: 12 }, there)
  const rows = await db.owner(async (tx) => {
    await createLogins(tx, told.story, { ...told, adminPassword: demoPassword })
    return loadStory(tx, told.story)
  })
  if (others) {
    progress('demo data: two neighbours')
    await addNeighbour(db, '000001', '东方医药结算', options)
    await addNeighbour(db, '000002', '北辰健康结算', options)
  }
  await db.owner((tx) => analyse(tx, told.story.rows.keys()))
  const orders = told.story.of(settlementOrder).length
  const ms = Date.now() - began
  progress(
    `demo data: ${orders} settlement orders, ${told.story.of(orderDoctor).length} doctor orders, ${rows} rows in ${Math.round(ms / 100) / 10} s`,
  )
  return { rows, ms }
}
