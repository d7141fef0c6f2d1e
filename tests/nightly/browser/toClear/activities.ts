import { resourceOf, transitionsOf } from '../../../../src/model/business.ts'
import { addressOf } from '../../../../src/model/language/address.ts'
import { type Listed, type People, until } from './people.ts'

/** A kind of activity: its family, those of its doctors' parts and what it asks besides, and its number in service projects. */
interface Kind {
  readonly type: number
  /** The family of its doctors and the field of theirs that names the activity; none: nobody is invited. */
  readonly doctors?: readonly [family: string, plan: string]
  readonly more?: (p: People) => Promise<Readonly<Record<string, unknown>>>
}

const enabled = async (p: People, family: string): Promise<string> =>
  (await p.one('ops', family, { templateStatus_equal: 1 })).id

const KINDS: Readonly<Record<string, Kind>> = {
  meeting: { type: 1, doctors: ['meetingDoctor', 'meetingId'] },
  lecture: { type: 2, doctors: ['lectureDoctor', 'lectureId'] },
  caseCollection: {
    type: 3,
    doctors: ['caseCollectionDoctor', 'caseCollectionId'],
    more: async (p) => ({ templateId: await enabled(p, 'caseCollectionTemplate') }),
  },
  clinicalResearch: {
    type: 4,
    doctors: ['clinicalResearchDoctor', 'clinicalResearchId'],
    more: async (p) => ({ templateId: await enabled(p, 'clinicalResearchTemplate') }),
  },
  medicationFeedback: { type: 5, doctors: ['medicationFeedbackDoctor', 'medicationFeedbackId'] },
  professionalReview: { type: 6, doctors: ['professionalReviewDoctor', 'professionalReviewId'] },
  patientEducation: { type: 7 },
  knowledgeCreation: { type: 8 },
}

const DAYS = { invitationStartDate: '2024-06-01', invitationEndDate: '2024-08-31' } as const
/** Numbers of doctors who do not answer agreements in the provider's sandbox: those ending with 6 or 8. */
const WAITS = /[68]$/

/** Activities of the company of ca001, planned, agreed on and started by the people whose job it is. */
export class Activities {
  readonly p: People
  private known: readonly Listed[] = []

  constructor(p: People) {
    this.p = p
  }

  /** So many doctors whom the company may invite, from the nth. */
  async doctors(count: number, from = 0): Promise<readonly Listed[]> {
    if (this.known.length === 0) {
      const all = await this.p.list('admin', 'authenticationDoctor', {
        certStatus_equal: 2,
        protocolStatus_equal: 1,
        esignStatus_equal: 1,
        blackStatus_equal: 0,
      })
      this.known = all.filter((d) => !WAITS.test(String(d.phone)))
    }
    const found = this.known.slice(from, from + count)
    if (found.length < count) throw new Error(`only ${this.known.length} doctors may be invited`)
    return found
  }

  /** An activity that somebody plans for the company. Answers its id. */
  async planned(family: string, name: string, more: object = {}, by = 'ca001'): Promise<string> {
    const kind = KINDS[family] as Kind
    const project = await this.p.one('ops', 'activityServiceProject', { projectType_equal: kind.type })
    const employee = await this.employee()
    const made = await this.p.post<Listed>(by, `${resourceOf(family).calls[0]}/submit`, {
      name,
      payType: 2,
      entrustedCompanyId: employee.entrustedCompanyId,
      baseEmployeeId: employee.id,
      activityServiceProjectId: project.id,
      ...DAYS,
      planSearchNum: 30,
      ...(await kind.more?.(this.p)),
      ...more,
    })
    return made.id
  }

  private async employee(): Promise<Listed> {
    const all = await this.p.list('ca001', 'entrustedEmployee')
    const own = all.find((e) => e.userId)
    if (!own) throw new Error('no employee of the company signs in')
    return own
  }

  /** Invites doctors to activities, so many pieces each. */
  async invite(family: string, plan: string, doctors: readonly Listed[], each: number): Promise<void> {
    const [of, by] = KINDS[family]?.doctors ?? []
    await this.p.post(
      'ca001',
      `${resourceOf(of ?? '').calls[0]}/saveList`,
      doctors.map((d) => ({ [by ?? '']: plan, doctorId: d.id, planSearchNum: each })),
    )
  }

  /** Waits until everybody who was invited to these activities has signed; whoever waits asks the provider. */
  async signed(plans: readonly string[]): Promise<void> {
    for (const plan of plans)
      await until(async () => {
        const all = await this.p.list('ops', 'tenderDoctorProtocols', { planId_equal: plan })
        const ops = await this.p.as('ops')
        for (const { id, agreementStatus, signStatus, signFlowId } of all)
          if (agreementStatus === 0 && signStatus === 1 && signFlowId)
            // the clock may have been quicker
            await ops.get('blade-ts/tenderDoctorProtocols/querySign', { id })
        return all.length > 0 && all.every((one) => one.agreementStatus !== 0)
      }, `the agreements of ${plan} are not signed`)
  }

  async start(family: string, plan: string): Promise<void> {
    const { call } = transitionsOf(family).start ?? {}
    const path = addressOf(call ?? '').paths[0]
    await this.p.get('ca001', `${resourceOf(family).calls[0]}/${path}`, { id: plan, status: 1 })
  }

  /** A running activity of doctors who have signed, so many pieces each. */
  async running(family: string, name: string, doctors: readonly Listed[], each: number): Promise<string> {
    const plan = await this.planned(family, name)
    if (KINDS[family]?.doctors) {
      await this.invite(family, plan, doctors, each)
      await this.signed([plan])
    }
    await this.start(family, plan)
    return plan
  }
}
