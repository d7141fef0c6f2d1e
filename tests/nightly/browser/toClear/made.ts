import { queues } from '../../../../src/model/business.ts'
import type { Clearing } from '../clearing.ts'
import type { Activities } from './activities.ts'
import * as admissions from './admissions.ts'
import type { Made } from './clearMade.ts'
import * as deliverables from './deliverables.ts'

/** A view, who clears it, and how what is to be cleared comes about. */
export interface ToClear extends Clearing {
  /** Makes records by whose turn it is; all of them say the name. */
  readonly make: (a: Activities, name: string, by: readonly string[]) => Promise<string[]>
  /** Maker of the records. */
  readonly by: string
  /** Whoever clears made one of them, too, which is not theirs to decide. */
  readonly second?: true
}

/** How many are cleared of each. */
export const DEEP = 10

const OPS = { who: 'ops', colleague: 'ops2' } as const
const COMPANY = { who: 'ca001', colleague: 'ce001' } as const

/** A family of reports, reviewed by operations and accepted by the company: Q3 to Q7, Q9. */
const reportsOf = (view: string, family: string): ToClear[] => [
  {
    queue: 'reports',
    view,
    ...OPS,
    by: 'ce001',
    second: true,
    make: (a, name, by) => deliverables.reports(a, family, name, { by }),
  },
  {
    queue: 'reports',
    view: `${view}Accept`,
    ...COMPANY,
    by: 'ops2',
    second: true,
    make: (a, name, by) => deliverables.reports(a, family, name, { by, reviewedBy: 'ops' }),
  },
]

type Works = (a: Activities, name: string, handing: deliverables.Handing) => Promise<string[]>

/** Works that doctors are invited for, one at a time. */
const worksOf = (view: string, make: Works): ToClear[] => [
  {
    queue: 'reports',
    view,
    ...OPS,
    by: 'ce001',
    second: true,
    make: (a, name, by) => make(a, name, { by }),
  },
  {
    queue: 'reports',
    view: `${view}Accept`,
    ...COMPANY,
    by: 'ops2',
    second: true,
    make: (a, name, by) => make(a, name, { by, reviewedBy: 'ops' }),
  },
]

/** Q1 to Q10, Q24 and Q25 of domain.md §6, but registrations, which come with sign-in by third parties. */
export const TO_CLEAR: readonly ToClear[] = [
  {
    ...{ queue: 'admission', view: 'certification', who: 'ops', colleague: 'admin', by: 'ops2', second: true },
    make: (a, name, by) => admissions.certifications(a.p, name, by),
  },
  {
    ...{ queue: 'admission', view: 'company', who: 'ops', colleague: 'admin', by: 'ops2', second: true },
    make: (a, name, by) => admissions.companies(a.p, name, by),
  },
  {
    ...{ queue: 'admission', view: 'partner', who: 'fin', colleague: 'fin2', by: 'ops' },
    make: (a, name, by) => admissions.partners(a.p, name, by),
  },
  ...reportsOf('case', 'caseCollectionReport'),
  ...reportsOf('research', 'clinicalResearchReport'),
  ...reportsOf('feedback', 'medicationFeedbackReport'),
  ...reportsOf('opinion', 'professionalReviewReport'),
  ...reportsOf('lectureReport', 'lectureReport'),
  ...reportsOf('education', 'patientEducationReport'),
  ...worksOf('interpretation', deliverables.interpretations),
  ...worksOf('creation', deliverables.creations),
  {
    ...{ queue: 'meetings', view: 'lecture', ...OPS, by: 'ca001', second: true },
    make: deliverables.lectures,
  },
  {
    ...{ queue: 'content', view: 'audit', who: 'content', colleague: 'admin', by: 'content2', second: true },
    make: (a, name, by) => admissions.contents(a.p, name, by),
  },
  {
    ...{ queue: 'content', view: 'feedback', ...OPS, by: 'ce001', asks: true },
    make: (a, name, by) => admissions.wishes(a.p, name, by),
  },
  {
    ...{ queue: 'budgetOrder', view: 'audit', who: 'fin', colleague: 'fin2', by: 'ca001' },
    make: (a, name, by) => admissions.budgets(a.p, name, by),
  },
  {
    ...{ queue: 'meetings', view: 'audit', ...OPS, by: 'ce001', second: true, partsAreOwn: true },
    make: async (a, name, by) => deliverables.held(a, await deliverables.announcedOf(a, name), { by }),
  },
  {
    ...{
      queue: 'meetings',
      view: 'recheck',
      who: 'ca001',
      colleague: 'fin',
      by: 'ce001',
      second: true,
      partsAreOwn: true,
    },
    make: async (a, name, by) =>
      deliverables.held(a, await deliverables.announcedOf(a, name), { by, reviewedBy: 'ops' }),
  },
]

/** Of these, those that are of meetings. */
export const MEETINGS = TO_CLEAR.filter(({ queue, view }) => queue === 'meetings' && view !== 'lecture')

/** Q24: what a partner refused, which has learned since; all of it is cleared. */
export const MESSAGES: Clearing = { queue: 'messages', view: 'failed', ...OPS }

/** Name of a view's records: no other record of it has that name, and lists show it whole. */
export const nameOf = (of: Clearing): string =>
  of.view === 'certification'
    ? '待认'
    : `待清${TO_CLEAR.findIndex((one) => one.queue === of.queue && one.view === of.view) + 10}`

/** Makes what is to be cleared of a view. */
export async function made(a: Activities, of: ToClear): Promise<Made> {
  const name = nameOf(of)
  const by = [...(of.second ? [of.who] : []), ...Array<string>(DEEP).fill(of.by)]
  const ids = await of.make(a, name, by)
  const called = await calledBy(a, of, name, ids)
  const [own] = of.second ? ids : []
  return own === undefined ? { name: called, ids } : { name: called, ids: ids.slice(1), own }
}

const WORKS = /^(interpretation|creation)/

/** Filter that finds these records and no others: handed-in records by the number of their activity. */
async function calledBy(
  a: Activities,
  { queue, view, who }: ToClear,
  name: string,
  ids: readonly string[],
): Promise<string> {
  // of works lists say the activity, of reports their number
  if (queue !== 'reports' || WORKS.test(view)) return name
  const resource = queues.get(queue)?.views.find((v) => v.code === view)?.resource ?? ''
  const row = await a.p.one(who, resource, { id_equal: ids[0] ?? '' })
  return String(row.codeNumber).replace(/-\d+$/, '')
}
