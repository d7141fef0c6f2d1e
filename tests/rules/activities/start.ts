import { budgetOrder } from '../../../src/model/activities/budgetOrder.ts'
import { activityServiceProject } from '../../../src/model/activities/projects.ts'
import {
  caseCollectionTemplate,
  caseCollectionTemplateAttr,
  clinicalResearchTemplate,
  clinicalResearchTemplateAttr,
} from '../../../src/model/activities/templates.ts'
import { param } from '../../../src/model/administration/system/param.ts'
import { approvalHistory } from '../../../src/model/desk/approvalHistory.ts'
import { integralRule } from '../../../src/model/funds/integral.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { entrustedCompany } from '../../../src/model/people/entrustedCompany.ts'
import { entrustedEmployee } from '../../../src/model/people/entrustedEmployee.ts'
import { entrustedThirdRel } from '../../../src/model/people/entrustedThirdRel.ts'
import { rule } from '../../../src/model/points/rules.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import type { AnyResource } from '../../../src/server/writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../../src/server/writing/unitOfWork/unitOfWork.ts'
import { admitted, type Ground, groundIn } from '../ground.ts'
import { loader, person } from '../people.ts'
import { type Company, type Doctor, EARNS, Mind, type Template } from './mind.ts'
import { Stage, TENANT } from './stage.ts'

const { auditStatus } = statesOf(entrustedThirdRel)
const { enableStatus } = statesOf(entrustedCompany)
const { templateStatus } = statesOf(caseCollectionTemplate)
const { esignStatus, faceStatus, protocolStatus } = statesOf(authenticationDoctor)

/** Somebody who acts: of a role, for a company or for the platform. */
export interface Player {
  readonly actor: Actor
  readonly role: string
  /** Bound to this company. */
  readonly company: string | null
}

/** What every walk begins from: two clients with their people, budgets and partners, doctors under frame agreements. */
export interface Start {
  readonly stage: Stage
  readonly players: readonly Player[]
  mind(): Mind
}

const loading = loader(TENANT)

/** What makes a company able to settle: an employee, and the partner that takes both tax items. */
async function settled(work: UnitOfWork, company: { id: string; name: string }, partnerId: string, by: Actor) {
  const linked = await work.insert(entrustedThirdRel, {
    entrustedId: company.id,
    thirdPlatformId: partnerId,
    thirdType: 1,
    taxItemCodes: '3040407,3040603',
    startDate: '2024-01-01',
    auditStatus: auditStatus.approved,
  })
  await work.insert(approvalHistory, {
    ...{ bizType: 'entrustedThirdRel', bizId: linked.id, action: 'audit.pass', fromStatus: '0', toStatus: '1' },
    ...{ result: 1, operatorId: by.userId, operatorName: by.name, operateTime: '2024-01-01 09:00:00' },
  })
}

async function secondCompany(work: UnitOfWork, by: Actor) {
  const company = await work.insert(entrustedCompany, {
    ...{ code: 'C0002', name: '宁波安和医药有限公司', socialCreditCode: '91330200MA27XW5678', legalPerson: '安和' },
    ...{ platformFeeRate: '0.080000', auditStatus: auditStatus.approved, enableStatus: enableStatus.enabled },
  })
  await admitted(work, company, by)
  const own = { entrustedCompanyId: company.id, entrustedCompanyName: company.name }
  const employee = await work.insert(entrustedEmployee, { ...own, employeeNumber: 'E0002', name: '林海' })
  return { id: company.id, name: company.name, employeeId: employee.id }
}

/** Prepares what every walk begins from. */
export async function started(): Promise<Start> {
  const stage = new Stage()
  const fin2 = person(TENANT, 'finance', { userId: stage.side.source.id() })
  const made = await stage.work(loading, async (work) => {
    const g = await groundIn(work, 1, fin2)
    const second = await secondCompany(work, fin2)
    const first = { id: g.companyId, name: '杭州康泰医药有限公司', employeeId: g.employeeId }
    await settled(work, first, g.partnerId, fin2)
    await settled(work, second, g.partnerId, fin2)
    await work.insert(param, { paramName: '四眼', paramKey: 'sod.enabled', paramValue: 'true' } as never)
    await work.insert(integralRule, { ruleName: '通用', pointsPerYuan: 10, enableStatus: 1 } as never)
    await work.insertAll(
      rule,
      EARNS.flatMap(([pointNum, dailyLimit], type) => [
        // a rule that was in force before, and is not
        { type, typeName: `旧规则${type}`, pointNum: pointNum + 7, dailyLimit: null, status: 1 },
        { type, typeName: `规则${type}`, pointNum, dailyLimit, status: 0 },
      ]) as never,
    )
    const projects = await work.insertAll(activityServiceProject, [
      {
        ...{ code: 'FW1', name: '甲类服务', projectType: 3, taxItemCode: '3040407', enableStatus: 1 },
        ...{ feeMin: '500.00', feeMax: '2000.00', unitFee: '800.00', unitPoint: 1000 },
      },
      {
        ...{ code: 'FW2', name: '乙类服务', projectType: 3, taxItemCode: '3040603', enableStatus: 1 },
        ...{ feeMin: '100.00', feeMax: '900.00', unitFee: '600.00', unitPoint: 500 },
      },
    ] as never)
    const template = async (of: AnyResource, attribute: AnyResource, n: number, asks: boolean) => {
      const { id } = await work.insert(of, {
        code: `T${of.id}${n}`,
        name: `模板${n}`,
        templateStatus: templateStatus.draft,
      } as never)
      const asked = { templateId: id, attrName: '主诉', attrCode: 'complaint', attrType: 1, required: 1 }
      if (asks) await work.insert(attribute, asked as never)
      return { id, of, attributes: asks ? 1 : 0 }
    }
    const templates = [
      await template(caseCollectionTemplate, caseCollectionTemplateAttr, 1, true),
      await template(caseCollectionTemplate, caseCollectionTemplateAttr, 2, false),
      await template(clinicalResearchTemplate, clinicalResearchTemplateAttr, 1, true),
    ]
    return { g, companies: [first, second], projects: projects.map(({ id }) => id), templates }
  })
  const { doctors } = made.g
  await stage.work(loading, async (work) => {
    await work.lock(authenticationDoctor, doctors)
    const signs = {
      faceStatus: faceStatus.passed,
      protocolStatus: protocolStatus.agreed,
      esignStatus: esignStatus.registered,
    } as const
    for (const id of doctors) await work.update(authenticationDoctor, id, { ...signs, esignAccountId: `A${id}` })
  })
  const by = (role: string, company: string | null = null): Player => ({
    role,
    company,
    actor: person(TENANT, role, { userId: stage.side.source.id(), ...(company ? { company } : {}) }),
  })
  const [one = '', two = ''] = made.companies.map(({ id }) => id)
  const players = [
    ...['ops', 'ops', 'ops', 'administrator', 'finance', 'finance', 'content', 'content', 'auditor'].map((role) =>
      by(role),
    ),
    ...[one, one, two].map((company) => by('companyAdmin', company)),
    ...[one, one, two].map((company) => by('employee', company)),
  ]
  const player = (role: string, company?: string) =>
    players.find((p) => p.role === role && (!company || p.company === company))?.actor as Actor
  const budgets: { id: string; company: string; total: number; makers: string[] }[] = []
  for (const [company, total] of [
    [one, 250_000],
    [one, 2_000_000],
    [two, 1_000_000],
  ] as const) {
    const client = player('companyAdmin', company)
    const values = { name: '年度预算', entrustedCompanyId: company, periodStart: '2024-01-01', periodEnd: '2024-12-31' }
    const id = await stage.save(client, budgetOrder, { ...values, budgetAmount: (total / 100).toFixed(2) })
    await stage.decide(client, budgetOrder, 'submit', id)
    await stage.decide(player('finance'), budgetOrder, 'audit.pass', id)
    budgets.push({ id, company, total, makers: [client.userId] })
  }
  for (const { id, of, attributes } of made.templates)
    if (attributes > 0) await stage.decide(player('ops'), of, 'enable', id)
  const persons = doctors.map((id) => stage.row(authenticationDoctor, id))
  return { stage, players, mind: () => mindOf(made, persons, budgets) }
}

type Made = {
  readonly g: Ground
  readonly companies: readonly { readonly id: string; readonly name: string; readonly employeeId: string }[]
  readonly projects: readonly string[]
  readonly templates: readonly { readonly id: string; readonly of: AnyResource; readonly attributes: number }[]
}

/** What a walk knows at its beginning. */
function mindOf(
  { g, companies, projects, templates }: Made,
  doctors: readonly (Readonly<Record<string, unknown>> | undefined)[],
  budgets: readonly { id: string; company: string; total: number; makers: string[] }[],
): Mind {
  const mind = new Mind(g.partnerId)
  mind.companies.push(
    ...companies.map(
      (c, n): Company => ({
        ...{ ...c, audit: 1, enabled: true, complete: true, switchedOff: false, makers: new Set() },
        ...{ rate: n === 0 ? 6 : 8, entered: false, admitted: true },
      }),
    ),
  )
  mind.doctors.push(
    ...doctors.map(
      (row): Doctor => ({
        ...{ id: String(row?.id), name: String(row?.doctorName), phone: String(row?.phone), maker: '1' },
        ...{ cert: 2, frame: 1, listed: null, record: null, library: false },
      }),
    ),
  )
  mind.budgets.push(
    ...budgets.map((b) => ({
      ...{
        id: b.id,
        total: b.total,
        planned: 0,
        accepted: 0,
        status: 2 as const,
        makers: new Set(b.makers),
        gone: false,
      },
      company: mind.companies.find(({ id }) => id === b.company) as Company,
    })),
  )
  const [first = '', second = ''] = projects
  mind.projects.push(
    { id: first, taxItem: '3040407', min: 50_000, max: 200_000, fee: 80_000, points: 1000, enabled: true, gone: false },
    { id: second, taxItem: '3040603', min: 10_000, max: 90_000, fee: 60_000, points: 500, enabled: true, gone: false },
  )
  mind.templates.push(...templates.map((t): Template => ({ ...t, status: t.attributes > 0 ? 1 : 0, gone: false })))
  return mind
}
