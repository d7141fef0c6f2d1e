import { budgetOrder } from '../../../src/model/activities/budgetOrder.ts'
import { caseCollection } from '../../../src/model/activities/collections.ts'
import { activityServiceProject } from '../../../src/model/activities/projects.ts'
import { caseCollectionTemplate, caseCollectionTemplateAttr } from '../../../src/model/activities/templates.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { tenderDoctorProtocols } from '../../../src/model/tender/protocols.ts'
import { inviteAll } from '../../../src/server/domains/tender/invitations.ts'
import type { UnitOfWork } from '../../../src/server/writing/unitOfWork/unitOfWork.ts'
import { loader } from '../people.ts'
import { World } from '../world.ts'

const { templateStatus } = statesOf(caseCollectionTemplate)
const { esignStatus } = statesOf(authenticationDoctor)

/** A company with a service project, a template, a budget of 10,000 in force, and doctors who can sign. */
export class Activities {
  readonly w: World
  readonly project: string
  readonly template: string
  readonly budget: string

  private constructor(w: World, project: string, template: string, budget: string) {
    this.w = w
    this.project = project
    this.template = template
    this.budget = budget
  }

  static async made(): Promise<Activities> {
    const w = await World.made()
    const [project, template] = await w.as(loader('world')).load(async (work) => [
      await work.insert(activityServiceProject, {
        code: 'FW1',
        name: '病例服务',
        projectType: 3,
        taxItemCode: '3040407',
        feeMin: '500.00',
        feeMax: '2000.00',
        unitFee: '800.00',
        enableStatus: 1,
      } as never),
      await work.insert(caseCollectionTemplate, {
        code: 'BM1',
        name: '病例模板',
        templateStatus: templateStatus.draft,
      } as never),
    ])
    const saved = await w.as(w.people.client).save(budgetOrder.id, {
      name: '年度预算',
      entrustedCompanyId: w.g.companyId,
      periodStart: '2024-01-01',
      periodEnd: '2024-12-31',
      budgetAmount: '10000.00',
    })
    const budget = String(saved.id)
    for (const id of w.g.doctors)
      await w.write(authenticationDoctor, id, {
        esignStatus: esignStatus.registered,
        esignAccountId: `A${id}`,
      } as never)
    await w.decide(w.people.client, budgetOrder, 'submit', budget)
    await w.decide(w.people.fin, budgetOrder, 'audit.pass', budget)
    return new Activities(w, project?.id ?? '', template?.id ?? '', budget)
  }

  load<T>(fn: (work: UnitOfWork) => Promise<T>): Promise<T> {
    return this.w.as(loader('world')).load(fn)
  }

  /** What does not hold: doctors have their e-sign accounts without a history here. */
  broken(): string[] {
    return this.w.broken().filter((id) => id !== 'INV-40.authenticationDoctor')
  }

  /** An enabled template with one required question. */
  async enabledTemplate(): Promise<void> {
    await this.load((work) =>
      work.insert(caseCollectionTemplateAttr, {
        templateId: this.template,
        attrName: '主诉',
        attrCode: 'complaint',
        attrType: 1,
        required: 1,
      } as never),
    )
    await this.w.decide(this.w.people.ops, caseCollectionTemplate, 'enable', this.template)
  }

  /** An activity that the company plans; a case collection unless another kind is said. */
  async planned(more: object = {}, of: { readonly id: string } = caseCollection): Promise<string> {
    const { id } = await this.w.as(this.w.people.client).save(of.id, {
      name: '慢病病例征集',
      entrustedCompanyId: this.w.g.companyId,
      baseEmployeeId: this.w.g.employeeId,
      activityServiceProjectId: this.project,
      invitationStartDate: '2024-06-01',
      invitationEndDate: '2024-07-31',
      planSearchNum: 3,
      ...(of.id === caseCollection.id ? { templateId: this.template } : {}),
      ...more,
    })
    return String(id)
  }

  invite(plan: string, doctors: readonly string[], more: object = {}): Promise<void> {
    return this.w.as(this.w.people.ops).work((work) =>
      inviteAll(
        work,
        'caseCollection',
        doctors.map((doctorId) => ({ caseCollectionId: plan, doctorId, planSearchNum: 1, ...more })),
      ),
    )
  }

  /** The e-sign partner says how a doctor answered the agreement for an activity, or for one part in it. */
  async answers(plan: string, doctorId: string, step: 'agree' | 'refuse', partId?: string): Promise<void> {
    const all = this.w.rows(tenderDoctorProtocols, { planId: plan, doctorId })
    const protocol = all.find((p) => !partId || p.partId === partId)
    await this.w.takes(tenderDoctorProtocols, 'flow.send', protocol?.id ?? '')
    await this.w.takes(tenderDoctorProtocols, step, protocol?.id ?? '')
  }

  /** A running activity with these doctors, who have signed. */
  async running(doctors: readonly string[] = this.w.g.doctors.slice(0, 2), more: object = {}): Promise<string> {
    if (this.w.row(caseCollectionTemplate, this.template).templateStatus !== templateStatus.enabled)
      await this.enabledTemplate()
    const plan = await this.planned(more)
    await this.invite(plan, doctors)
    for (const doctor of doctors) await this.answers(plan, doctor, 'agree')
    await this.w.decide(this.w.people.client, caseCollection, 'start', plan)
    return plan
  }
}
