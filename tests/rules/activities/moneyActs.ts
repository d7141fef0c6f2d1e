import { budgetOrder } from '../../../src/model/activities/budgetOrder.ts'
import { clinicalResearchProject } from '../../../src/model/activities/clinicalResearchProject.ts'
import { activityServiceProject } from '../../../src/model/activities/projects.ts'
import { caseCollectionTemplateAttr, clinicalResearchTemplateAttr } from '../../../src/model/activities/templates.ts'
import { type Act, type Making, notFor, type Scene, somebody, whyNot, yuan } from './act.ts'
import type { Budget, Plan, Template } from './mind.ts'

// Budgets (3.9), and what activities are made of: templates, service projects, projects of research (3.6).

const CLIENTS = ['companyAdmin']
const MOST = 4

const inUse = (plan: Plan): boolean => !plan.gone

const addBudget: Making = (scene) => {
  const { stage, mind, draw } = scene
  const company = draw.of(mind.companies)
  if (!company || mind.budgets.length > MOST) return null
  const by = somebody(scene, CLIENTS, company)
  const total = draw.among(160_000, 1_000_000)
  const days = { periodStart: '2024-01-01', periodEnd: '2024-12-31' }
  return {
    ...{ name: 'budget.add', by, about: company.id },
    why: notFor(by, CLIENTS, company),
    go: () =>
      stage.save(by.actor, budgetOrder, {
        ...{ name: '追加预算', entrustedCompanyId: company.id, budgetAmount: yuan(total), ...days },
      }),
    after: (id) => {
      const own = { total, planned: 0, accepted: 0, status: 0 as const, gone: false }
      mind.budgets.push({ ...own, id: String(id), company, makers: new Set([by.actor.userId]) })
    },
  }
}

/** One step of a budget: by whom, from where, to where. */
const BUDGET_STEPS: Readonly<Record<string, readonly [readonly string[], readonly number[], Budget['status']]>> = {
  submit: [CLIENTS, [0, 3], 1],
  'audit.pass': [['finance'], [1], 2],
  'audit.reject': [['finance'], [1], 3],
  close: [['companyAdmin', 'finance'], [2], 4],
}

const decideBudget: Making = (scene) => {
  const { stage, mind, draw } = scene
  const budget = draw.of(mind.budgets.filter((b) => !b.gone))
  const steps = ['submit', 'audit.pass', 'audit.pass', 'audit.reject', 'close']
  const step = draw.fit(steps, (one) => BUDGET_STEPS[one]?.[1].includes(budget?.status ?? -1) ?? false) ?? 'submit'
  const [roles, from, to] = BUDGET_STEPS[step] ?? [[], [], 0]
  if (!budget) return null
  const by = somebody(scene, roles, budget.company)
  const who = by.actor.userId
  const used = mind.plans.some((p) => inUse(p) && p.budget === budget && p.status <= 1)
  return {
    ...{ name: `budget.${step}`, by, about: budget.id },
    why: whyNot(
      notFor(by, roles, budget.company),
      !from.includes(budget.status) && 'not there',
      step.startsWith('audit') && budget.makers.has(who) && 'their own',
      step === 'close' && used && 'activities have not ended',
    ),
    go: () => stage.decide(by.actor, budgetOrder, step, budget.id, { remark: '已核' }),
    after: () => {
      budget.status = to
      if (step === 'submit') budget.makers.add(who)
    },
  }
}

const changeBudget: Making = (scene) => {
  const { stage, mind, draw } = scene
  const budget = draw.of(mind.budgets.filter((b) => !b.gone))
  if (!budget) return null
  const by = somebody(scene, CLIENTS, budget.company)
  const removes = draw.chance(0.3)
  const total = draw.among(200_000, 500_000)
  const named = mind.plans.some((p) => p.budget === budget && !p.gone)
  return {
    ...{ name: removes ? 'budget.remove' : 'budget.edit', by, about: budget.id },
    why: whyNot(
      notFor(by, CLIENTS, budget.company),
      ![0, 3].includes(budget.status) && 'submitted',
      removes && named && 'activities name it',
    ),
    go: () =>
      removes
        ? stage.remove(by.actor, budgetOrder, budget.id)
        : stage.save(by.actor, budgetOrder, { id: budget.id, budgetAmount: yuan(total) }),
    after: () => {
      if (removes) budget.gone = true
      else if (total !== budget.total) {
        budget.total = total
        budget.makers.add(by.actor.userId)
      }
    },
  }
}

const aTemplate = ({ mind, draw }: Scene): Template | undefined => draw.of(mind.templates.filter((t) => !t.gone))

const switchTemplate: Making = (scene) => {
  const { stage, mind, draw } = scene
  const template = aTemplate(scene)
  if (!template) return null
  const by = somebody(scene, ['ops'])
  const enables = draw.chance(0.6)
  const runs = mind.plans.some((p) => inUse(p) && p.template === template && p.status === 1)
  return {
    ...{ name: enables ? 'template.enable' : 'template.stop', by, about: template.id },
    why: whyNot(
      notFor(by, ['ops']),
      enables && template.status === 1 && 'enabled',
      enables && template.attributes === 0 && 'asks nothing',
      !enables && template.status !== 1 && 'not enabled',
      !enables && runs && 'in use',
    ),
    go: () => stage.decide(by.actor, template.of, enables ? 'enable' : 'stop', template.id),
    after: () => {
      template.status = enables ? 1 : 2
    },
  }
}

const changeTemplate: Making = (scene) => {
  const { stage, mind, draw } = scene
  const template = aTemplate(scene)
  if (!template) return null
  const by = somebody(scene, ['ops'])
  const asks = draw.chance(0.6)
  const of = template.of.id.startsWith('case') ? caseCollectionTemplateAttr : clinicalResearchTemplateAttr
  const named =
    mind.plans.some((p) => p.template === template && !p.gone) ||
    mind.research.some((r) => r.template === template && !r.gone)
  const attrCode = `q${template.attributes}`
  return {
    ...{ name: asks ? 'template.ask' : 'template.remove', by, about: template.id },
    why: whyNot(notFor(by, ['ops']), template.status !== 0 && 'no draft', !asks && named && 'named'),
    go: () =>
      asks
        ? stage.save(by.actor, of, { templateId: template.id, attrName: `问题${attrCode}`, attrCode, required: 0 })
        : stage.remove(by.actor, template.of, template.id),
    after: () => {
      if (asks) template.attributes += 1
      else template.gone = true
    },
  }
}

const changeProject: Making = (scene) => {
  const { stage, mind, draw } = scene
  const project = draw.of(mind.projects.filter((p) => !p.gone))
  if (!project) return null
  const by = somebody(scene, ['ops'])
  const removes = draw.chance(0.3)
  const enabled = draw.chance(0.7)
  const named = mind.plans.some((p) => p.project === project && !p.gone)
  return {
    ...{ name: removes ? 'project.remove' : 'project.switch', by, about: project.id },
    why: whyNot(notFor(by, ['ops']), removes && named && 'named'),
    go: () =>
      removes
        ? stage.remove(by.actor, activityServiceProject, project.id)
        : stage.save(by.actor, activityServiceProject, { id: project.id, enableStatus: enabled ? 1 : 0 }),
    after: () => {
      if (removes) project.gone = true
      else project.enabled = enabled
    },
  }
}

/** Steps of a project of research: by whom, from where, to where (3.6). */
const RESEARCH: Readonly<Record<string, readonly [readonly string[], number, number]>> = {
  submit: [['ops'], 0, 1],
  confirmTemplate: [['companyAdmin'], 1, 2],
  reject: [['companyAdmin'], 1, 0],
  disable: [['ops'], 2, 3],
  enable: [['ops'], 3, 2],
}

const research: Making = (scene): Act | null => {
  const { stage, mind, draw } = scene
  const project = draw.of(mind.research)
  const company = draw.of(mind.companies)
  if (!company) return null
  if (!project || (mind.research.length < 2 && draw.chance(0.2))) {
    const by = somebody(scene, ['ops', 'companyAdmin', 'employee'], company)
    const template = draw.of(mind.templates.filter((t) => t.of.id === 'clinicalResearchTemplate' && !t.gone)) ?? null
    return {
      ...{ name: 'research.add', by, about: company.id },
      why: notFor(by, ['ops', 'companyAdmin', 'employee'], company),
      go: () =>
        stage.save(by.actor, clinicalResearchProject, {
          ...{ name: '真实世界研究', entrustedCompanyId: company.id, templateId: template?.id },
        }),
      after: (id) => {
        mind.research.push({ id: String(id), company, template, status: 0, gone: false })
      },
    }
  }
  const step = draw.fit(Object.keys(RESEARCH), (one) => RESEARCH[one]?.[1] === project.status) ?? 'submit'
  const [roles, from, to] = RESEARCH[step] ?? [[], 0, 0]
  const by = somebody(scene, roles, project.company)
  return {
    ...{ name: `research.${step}`, by, about: project.id },
    why: whyNot(
      notFor(by, roles, project.company),
      project.status !== from && 'not there',
      step === 'submit' && !project.template && 'no template',
      step === 'confirmTemplate' && project.template?.status !== 1 && 'template not enabled',
    ),
    go: () => stage.decide(by.actor, clinicalResearchProject, step, project.id),
    after: () => {
      project.status = to
    },
  }
}

export const moneyActs: Readonly<Record<string, Making>> = {
  ...{ addBudget, decideBudget, changeBudget, switchTemplate, changeTemplate, changeProject, research },
}
