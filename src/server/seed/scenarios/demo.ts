import { invited } from '../../../model/activities/invited.ts'
import { baseProduct } from '../../../model/people/baseProduct.ts'
import { entrustedEmployee } from '../../../model/people/entrustedEmployee.ts'
import { settlementCycle } from '../../../model/settlement/results/settlementCycle.ts'
import { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import { settlementOrderPoint } from '../../../model/settlement/settlementOrderPoint.ts'
import { delivering, kinds } from '../../domains/activities/kinds.ts'
import { Prng } from '../values/prng.ts'
import { atTime, daysOf, plusDays, plusMonths, workdayBefore, working } from '../values/times.ts'
import { Book, fillBook, type Planner } from './activities/book.ts'
import { submitOthers } from './activities/deliveries.ts'
import { addLinks } from './activities/doctorLinks.ts'
import { addInterpretations } from './activities/interpretations.ts'
import { bearPlans } from './activities/plans.ts'
import { prepare } from './activities/preparations.ts'
import { addAlerts } from './administration/alerts.ts'
import { addPartnerClients } from './administration/messages.ts'
import { addParams, addReplies } from './administration/settings.ts'
import { addDevelopment, addResources, addSettingsOfSystem } from './administration/system.ts'
import { addContent, addFeedback, addPages } from './content/content.ts'
import { changesOfRates } from './desk/changeRequests.ts'
import { addFiles } from './files/files.ts'
import { openPlatformUnit, openUnits } from './funds/bank.ts'
import { addExchangeRules } from './funds/integral.ts'
import { addPrepaid } from './funds/prepaid.ts'
import { addFunds } from './funds.ts'
import { addHistories } from './pasts.ts'
import { addCertifications, addDoctorLists } from './people/admission.ts'
import { addClients } from './people/clients.ts'
import { addConfirmations, addSeals } from './people/esign.ts'
import {
  addCompanies,
  addDoctors,
  addPartners,
  addRates,
  type Company,
  OTHER_COMPANIES,
  payable,
} from './people/parties.ts'
import { isInStory } from './people/storyDoctors.ts'
import { addDepartments, peopleOf } from './people.ts'
import { addPoints } from './points/points.ts'
import { addBudgets, budgetsOf } from './settlement/budgets.ts'
import {
  acceptDeliverable,
  acceptMonth,
  acceptMore,
  afterMonth,
  type Client,
  closeCycle,
  type Month,
  openCycle,
} from './settlement/cycles.ts'
import { liveOrder } from './settlement/lives.ts'
import { acceptPoints, livePoints } from './settlement/pointOrders.ts'
import { type ResultDeciders, resultsUnderWay } from './settlement/results.ts'
import { acceptStories } from './settlement/stories.ts'
import {
  confirmedLate,
  confirmerOf,
  hasEnded,
  isLongSettled,
  monthsUpTo,
  outcomeOf,
  partnersOf,
  waitsForConfirmation,
} from './stage/plan.ts'
import { type Character, liveRows, Stage, SYSTEM } from './stage/stage.ts'
import type { StoredFile } from './stage/uploads.ts'
import { addInvoices, clientsOf } from './tax/invoices.ts'
import { addReturns } from './tax/returns.ts'
import { addTenders } from './tender/tenders.ts'
import { addFlows, addProjectReplies } from './workflow/flow.ts'

/** A demo that has been played: all its rows, and the owners of three of its users. */
export interface Demo {
  readonly stage: Stage
  readonly people: ReadonlyMap<string, Character>
  readonly depts: ReadonlyMap<string, string>
  readonly company: string
  readonly fiscalTax: string
  readonly provider: string
  /** Content of the attachments. */
  readonly files: readonly StoredFile[]
}

export interface Sizes {
  readonly companies: number
  readonly doctors: number
  readonly months: number
}

/** When finance confirms the cycle of a client's month: soon after it, or only in the last days. */
function confirmedAt(stage: Stage, { client, month }: Month, at: number): string {
  if (!confirmedLate(client.nth, at)) return afterMonth(stage, month, 2, 9)
  // those whose orders went further since began earlier
  const began = at <= 5 && client.nth !== 0 ? stage.prng.int(7, 9) : stage.prng.int(4, 9)
  // orders that fin confirmed are the newest, at the end of the queue; those of fin2 the oldest, at its top
  const back = { fin: 1, fin2: 9, fin3: began }[confirmerOf(client.nth, at)]
  const day = workdayBefore(plusDays(stage.today, -back))
  const { last } = daysOf(month)
  const moment = working(stage.prng, day > last ? day : plusDays(last, 1))
  return confirmerOf(client.nth, at) === 'fin2' ? `${moment.slice(0, 10)} 11:${moment.slice(14)}` : moment
}

/** Resources whose records are written as they are by now: the play begins with them. */
const PLANNED = [
  ...new Set([
    ...kinds.keys(),
    ...invited.map(([{ id }]) => id),
    ...delivering.keys(),
    ...[
      'caseCollectionTemplate',
      'clinicalResearchTemplate',
      'clinicalResearchProject',
      'bidRecord',
      'meetingTencent',
      'doctorLink',
    ],
  ]),
]

/** Person who confirms for a client: its administrator, else its contact. */
const clientOf = (client: Client, who: (account: string) => Character): Character =>
  client.nth === 0
    ? { ...who('ca001'), company: client.company.id }
    : {
        account: '',
        name: client.company.contactName ?? '',
        role: 'companyAdmin',
        company: client.company.id,
      }

const resultDeciders = (client: Client, who: (account: string) => Character): ResultDeciders => ({
  operations: who('ops'),
  finance: who('fin3'),
  client: clientOf(client, who),
})

/** Settles a client's month: its cycle is confirmed, and the steps of its orders are scheduled. */
function settleMonth(stage: Stage, month: Month, at: number, who: (account: string) => Character): void {
  const { client } = month
  const results = resultDeciders(client, who)
  closeCycle(stage, month, results)
  if (waitsForConfirmation(client.nth, at)) return
  const maker = who(confirmerOf(client.nth, at))
  const reviewer = who(maker.account === 'fin' ? 'fin2' : 'fin')
  const deciders = { maker, reviewer, client: results.client, cashier: who('cashier') }
  const moment = confirmedAt(stage, month, at)
  stage.agenda.at(moment, async () => {
    await stage.as(maker).decide({ resource: settlementCycle.id, transition: 'confim', id: month.cycleId })
    const orders = await stage
      .as(maker)
      .work((work) => work.rows(settlementOrder, { settlementCycleId: month.cycleId }))
    for (const [nth, { id }] of orders.entries()) liveOrder(stage, id, moment, deciders, outcomeOf(client.nth, at, nth))
    for (const { id } of liveRows(stage, settlementOrderPoint, { settlementCycleId: month.cycleId }))
      livePoints(stage, { id, createdAt: moment }, deciders, client, at)
  })
}

/** A month without orders yet: ended and waiting, or still open with what was accepted until yesterday. */
function presentMonth(stage: Stage, client: Client, name: string, deciders: ResultDeciders): void {
  const { prng, today } = stage
  const { first, last } = daysOf(name)
  const month = openCycle(stage, client, name)
  if (last < today) {
    acceptMonth(stage, client, name)
    if (plusDays(last, 1) < today) closeCycle(stage, month, deciders)
    return
  }
  const days = Number(plusDays(today, -1).slice(8))
  if (first >= today) return
  for (let n = 4; n > 0; n -= 1) {
    const day = plusDays(first, prng.int(0, days - 1))
    acceptDeliverable(stage, client, prng.pick(client.doctors), prng.int(0, 5), working(prng, day))
  }
  resultsUnderWay(stage, month, deciders)
}

/** Planner of a company, with the products that they plan for. */
const plannerOf = (stage: Stage, company: Company): Planner => {
  const own = { entrustedCompanyId: company.id }
  return { company, employees: liveRows(stage, entrustedEmployee, own), products: liveRows(stage, baseProduct, own) }
}

/**
 * Plays the whole demo of one tenant in memory. The same day gives the same records. `staged`: called once everything is
 * there that the play begins with, before anything of its agenda happens.
 */
export async function runScenarios(
  tenantId: string,
  today: string,
  sizes: Sizes,
  staged: (stage: Stage) => void = () => undefined,
): Promise<Demo> {
  const { settled, after } = monthsUpTo(today)
  const since = daysOf(plusMonths(settled[0] as string, -48)).first
  const stage = new Stage(tenantId, today, atTime(since, 8), new Prng(20240101))
  const nobody: Character = { account: 'admin', name: '管理员', role: 'administrator' }
  const depts = await addDepartments(stage, since, nobody)
  const people = peopleOf(stage, since, depts)
  const who = (account: string): Character => {
    const found = people.get(account)
    if (!found) throw new Error(`nobody called ${account}`)
    return found
  }
  const { fiscal, providers } = await addPartners(stage, since, who('admin'))
  const rates = await addRates(stage, since, who('admin'), fiscal)
  const admitting = { operations: who('ops'), admitting: who('ops2'), administrator: who('admin') }
  const companies = await addCompanies(stage, since, admitting, {
    working: sizes.companies,
    others: Math.min(OTHER_COMPANIES, sizes.companies),
  })
  const doctors = await addDoctors(stage, since, SYSTEM, who('ops'), sizes.doctors)
  const staff = { operations: who('ops'), finance: who('fin'), employee: who('ce001') }
  await addClients(stage, staff, companies, doctors, { fiscal, providers })
  await addCertifications(stage, who('ops2'), doctors, companies)
  await addDoctorLists(stage, who('ops'), doctors, companies)
  await addSettingsOfSystem(stage, since, who('admin'))
  await addResources(stage, since, who('admin'))
  await addDevelopment(stage, since, who('admin'))
  if (sizes.companies > 1) await addAlerts(stage, SYSTEM)
  await addExchangeRules(stage, since, who('admin'), companies.slice(0, sizes.companies))
  const readers = doctors.filter((d) => payable(d)).slice(0, sizes.companies > 1 ? 40 : 8)
  await addContent(stage, { author: who('content'), reviewer: who('content2'), readers }, sizes.companies > 1 ? 40 : 8)
  await addPages(stage, since, who('content'), doctors)
  await addPoints(stage, since, who('content'), doctors, [who('fin'), who('fin2')])
  const voices = ['ops', 'fin', 'cashier', 'tax', 'ops2'].map(who)
  addFeedback(stage, voices, who('content'), sizes.companies > 1 ? 18 : 3)
  await addReplies(stage, since, who('ops'))
  await addFlows(
    stage,
    since,
    who('admin'),
    ['ops', 'fin', 'ops2', 'tax', 'ca001', 'content'].map(who),
    sizes.companies > 1 ? 40 : 8,
  )
  await addParams(stage, since, who('admin'))

  const planners = companies.slice(0, sizes.companies).map((company): Planner => plannerOf(stage, company))
  const book = new Book()
  const clients: Client[] = companies.slice(0, sizes.companies).map((company, nth) => ({
    company,
    nth,
    planner: planners[nth] as Planner,
    book,
    partners: fiscal.slice(0, partnersOf(nth)),
    doctors: doctors.filter((d, i) => i % sizes.companies === nth && payable(d)),
  }))
  // a whole demo tells of doctors that everybody knows
  if (sizes.companies > 1) acceptStories(stage, clients, doctors, settled.slice(-sizes.months))
  const busy = new Prng(20240103)
  for (const [i, name] of settled.slice(-sizes.months).entries())
    for (const client of clients) {
      if (isLongSettled(i + 12 - sizes.months)) {
        const others = client.doctors.filter((d) => !isInStory(d, doctors))
        const month = i + 12 - sizes.months
        acceptMore(stage, { ...client, doctors: others }, name, busy, hasEnded(month))
      }
      acceptMonth(stage, client, name)
      settleMonth(stage, openCycle(stage, client, name), i + 12 - sizes.months, who)
    }
  for (const [i, name] of settled.slice(-sizes.months).entries())
    for (const client of clients) acceptPoints(stage, client, name, i + 12 - sizes.months)
  for (const name of after) for (const client of clients) presentMonth(stage, client, name, resultDeciders(client, who))
  for (const [i, name] of after.entries()) for (const client of clients) acceptPoints(stage, client, name, 12 + i)
  const certified = doctors.filter((d) => payable(d))
  fillBook(book, planners, certified, sizes.companies > 1)
  const prepared = await prepare(stage, since, who('ops'), planners)
  const budgeted = plusDays(daysOf(settled[0] as string).first, -30)
  const budgets = await budgetsOf(stage, planners, budgeted)
  await bearPlans(stage, book, { prepared, budgets }, who('ops'))
  await addBudgets(stage, planners, who('fin'), { budgets, since: budgeted })
  await submitOthers(stage, book)
  await addProjectReplies(stage, today, who('ops'))
  const signing = { operations: who('ops'), administrator: who('admin'), finance: who('fin') }
  await addTenders(stage, signing, { planners, prepared, book, doctors })
  changesOfRates(stage, { ops: who('ops'), tax: who('tax'), reviewer: who('fin') }, { companies, doctors, rates })
  await openPlatformUnit(stage, atTime(plusDays(since, 2), 10), { finance: who('fin'), second: who('fin2') })
  await openUnits(stage, companies.slice(0, sizes.companies))
  const treasurers = { administrator: who('admin'), cashier: who('cashier'), reviewer: who('fin2') }
  await addPrepaid(stage, treasurers, companies, sizes.companies)
  staged(stage)
  await stage.run()
  const uploads: StoredFile[] = []
  const reviewers = [who('fin'), who('fin2')] as const
  const client = clientsOf(companies, who('ca001'))
  await addInterpretations(stage, book, {
    doctors: certified,
    operations: who('ops'),
    client: (id) => clientOf(clients.find((c) => c.company.id === id) as Client, who),
  })
  await addInvoices(stage, { tax: who('tax'), reviewers, client }, uploads)
  await addReturns(stage, who('tax'), fiscal, uploads)
  await addPartnerClients(stage, who('ops'))
  await addSeals(stage, who('ops'), { companies, doctors })
  await addLinks(stage, who('ops'))
  await addFunds(stage, who, { companies, working: sizes.companies, doctors, fiscal }, since)
  const files = [...stage.files, ...uploads, ...(await addFiles(stage, who('ops')))]
  await addConfirmations(stage)
  await addHistories(stage, PLANNED, {
    operations: [who('ops'), who('ops2'), who('admin')],
    client: (id) => {
      const nth = companies.findIndex((c) => c.id === id)
      const client = clients[nth]
      return client
        ? clientOf(client, who)
        : { account: '', name: companies[nth]?.contactName ?? '', role: 'companyAdmin' }
    },
  })
  return {
    stage,
    people,
    depts,
    company: companies[0]?.id ?? '',
    fiscalTax: fiscal[0]?.id ?? '',
    provider: providers[0]?.id ?? '',
    files,
  }
}

/** Returns the settlement orders of a played demo. */
export const ordersOf = (demo: Demo) => demo.stage.store.table(settlementOrder).all(settlementOrder)
