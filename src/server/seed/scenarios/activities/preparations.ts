import { clinicalResearchProject } from '../../../../model/activities/clinicalResearchProject.ts'
import { professionalReviewResource } from '../../../../model/activities/professionalReviewResource.ts'
import {
  activityProjectType,
  activityServiceProject,
  doctorPatientProjectType,
} from '../../../../model/activities/projects.ts'
import {
  caseCollectionTemplate,
  caseCollectionTemplateAttr,
  caseCollectionTemplateRel,
  clinicalResearchTemplate,
  clinicalResearchTemplateAttr,
  clinicalResearchTemplateRel,
} from '../../../../model/activities/templates.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { TAX_ITEMS } from '../../../domains/administration/access/outfit/taxItems.ts'
import { DISEASES, doctorName, hospitalName, PLAN_NAMES } from '../../values/names.ts'
import { atTime, plusDays } from '../../values/times.ts'
import type { Character, Stage } from '../stage/stage.ts'
import { PLAN_TYPES, type Planner, type PlanType, type Prepared } from './book.ts'

const { templateStatus: templateStates } = statesOf(caseCollectionTemplate)

/** Payment of a deliverable of each kind, yuan: lowest, usual, highest. */
const FEES: Readonly<Record<PlanType, readonly [string, string, string]>> = {
  1: ['800.00', '2000.00', '12000.00'],
  2: ['800.00', '3000.00', '12000.00'],
  3: ['300.00', '800.00', '5000.00'],
  4: ['300.00', '1200.00', '6000.00'],
  5: ['200.00', '500.00', '5000.00'],
  6: ['500.00', '1500.00', '8000.00'],
  7: ['300.00', '800.00', '5000.00'],
  8: ['500.00', '2400.00', '12000.00'],
}

const taxItemOf = (type: PlanType): string => TAX_ITEMS.find((t) => t.planTypes.includes(type))?.code ?? 'TI01'

/** Attributes of a template: group, name, code, type, options. */
const CASE_ATTRS = [
  ['基本信息', '患者性别', 'sex', 3, ['男', '女']],
  ['基本信息', '患者年龄', 'age', 6, []],
  ['诊疗经过', '主诉', 'complaint', 1, []],
  ['诊疗经过', '现病史', 'history', 2, []],
  ['诊疗经过', '就诊日期', 'visitDate', 5, []],
  ['诊疗经过', '检查资料', 'examination', 7, []],
  ['治疗', '治疗方案', 'therapy', 4, ['药物', '手术', '康复']],
  ['治疗', '疗效评分', 'effect', 8, ['1', '2', '3', '4', '5']],
] as const
const RESEARCH_ATTRS = [
  ['门诊情况', '月均接诊量', 'visits', 6, []],
  ['门诊情况', '主要病种', 'kinds', 4, ['初诊', '复诊', '转诊']],
  ['用药习惯', '首选方案', 'choice', 3, ['单药', '联合', '个体化']],
  ['用药习惯', '不良反应观察', 'adverse', 2, []],
  ['建议', '满意度', 'satisfaction', 8, ['1', '2', '3', '4', '5']],
] as const

/** States of the templates in order; the first ones are those that plans use. */
const TEMPLATE_STATES = [1, 1, 1, 1, 0, 0, 0, 2, 2, 2] as const
/** The same of research projects, one for each company. */
const PROJECT_STATES = [2, 2, 2, 0, 0, 0, 1, 1, 1, 3, 3, 3] as const

async function addTemplates(stage: Stage, day: string, who: Character, planners: readonly Planner[]) {
  const cases: RowOf<typeof caseCollectionTemplate>[] = []
  const researches: RowOf<typeof clinicalResearchTemplate>[] = []
  for (const [n, templateStatus] of TEMPLATE_STATES.entries()) {
    const disease = DISEASES[n % DISEASES.length] as string
    const product = planners[n % planners.length]?.products[n % 3]
    // templates in use serve all companies: they belong to no single product
    const own = templateStatus === templateStates.enabled ? undefined : product
    const common = {
      baseProductId: own?.id,
      baseProductName: own?.productName,
      baseProductLine: own?.productLine,
      templateType: ([1, 1, 2, 3] as const)[n % 4],
      description: `${disease}专用，供医生在线填写。`,
      templateStatus,
    }
    const rel = {
      productId: product?.id,
      productName: product?.productName,
      enableStatus: n % 5 === 4 ? (0 as const) : (1 as const),
    }
    const one = await stage.existingWithCode(caseCollectionTemplate, atTime(day, 9, n), who, {
      ...common,
      name: `${disease}病例模板`,
      attrCount: CASE_ATTRS.length,
    })
    cases.push(one)
    const two = await stage.existingWithCode(clinicalResearchTemplate, atTime(day, 10, n), who, {
      ...common,
      name: `${disease}调研问卷`,
      attrCount: RESEARCH_ATTRS.length,
    })
    researches.push(two)
    const attr = (
      [groupName, attrName, attrCode, attrType, options]: (typeof CASE_ATTRS | typeof RESEARCH_ATTRS)[number],
      i: number,
    ) => ({
      groupName,
      attrName,
      attrCode,
      attrType,
      options: options.map((label) => ({ label })),
      required: i < 3 ? (1 as const) : (0 as const),
      maxLength: attrType === 1 ? 100 : attrType === 2 ? 2000 : null,
      sort: i + 1,
    })
    for (const [i, a] of CASE_ATTRS.entries())
      await stage.existing(caseCollectionTemplateAttr, atTime(day, 9, n, i), who, { templateId: one.id, ...attr(a, i) })
    for (const [i, a] of RESEARCH_ATTRS.entries())
      await stage.existing(clinicalResearchTemplateAttr, atTime(day, 10, n, i), who, {
        templateId: two.id,
        ...attr(a, i),
      })
    await stage.existing(caseCollectionTemplateRel, atTime(day, 9, n, 30), who, { templateId: one.id, ...rel })
    await stage.existing(clinicalResearchTemplateRel, atTime(day, 10, n, 30), who, { templateId: two.id, ...rel })
  }
  return { cases, researches }
}

/** Preparations of the platform: service projects with prices, templates, articles. */
export async function prepare(
  stage: Stage,
  since: string,
  who: Character,
  planners: readonly Planner[],
): Promise<Prepared> {
  const day = plusDays(since, 5)
  const projects = new Map<PlanType, RowOf<typeof activityServiceProject>>()
  for (const type of PLAN_TYPES) {
    const [feeMin, unitFee, feeMax] = FEES[type]
    projects.set(
      type,
      await stage.existingWithCode(activityServiceProject, atTime(day, 8, type), who, {
        name: `${PLAN_NAMES[type]}服务`,
        projectType: type,
        taxItemCode: taxItemOf(type),
        feeMin,
        feeMax,
        unitFee,
        unitPoint: Number(unitFee.slice(0, -3)) * 10,
        requireEvidence: type === 1 ? 1 : 0,
        enableStatus: 1,
      }),
    )
    const above = await stage.existing(activityProjectType, atTime(day, 8, 20, type), who, {
      code: `XM0${type}`,
      name: `${PLAN_NAMES[type]}项目`,
      projectType: type,
      cooperationMode: '平台组织',
      enableStatus: 1,
    })
    if (type === 4)
      for (const [i, mode] of ['多中心', '单中心', '真实世界'].entries())
        await stage.existing(activityProjectType, atTime(day, 8, 30, i), who, {
          code: `XM04${i + 1}`,
          name: `${mode}调研`,
          projectType: type,
          parentId: above.id,
          parentName: above.name,
          cooperationMode: mode,
          enableStatus: i === 2 ? 0 : 1,
        })
  }
  for (const [i, name] of ['门诊宣教', '住院宣教', '社区讲座', '线上随访'].entries())
    await stage.existing(doctorPatientProjectType, atTime(day, 8, 40, i), who, {
      code: `HJ0${i + 1}`,
      name,
      sort: i + 1,
      enableStatus: i === 3 ? 0 : 1,
    })
  const { cases, researches } = await addTemplates(stage, day, who, planners)
  const articles: RowOf<typeof professionalReviewResource>[] = []
  for (let n = 0; n < 24; n += 1)
    articles.push(
      await stage.existingWithCode(professionalReviewResource, atTime(day, 11, n), who, {
        title: `${DISEASES[n % DISEASES.length]}${['诊治进展', '用药分析', '随访研究', '病例系列'][n % 4]}`,
        type: 1,
        path: `/articles/${2020 + (n % 5)}/${n + 1}.pdf`,
        authorName: doctorName(9000 + n),
        authorUnitName: hospitalName(n * 3),
        submitTime: atTime(plusDays(day, -n), 15),
        usesNumber: n % 6,
      }),
    )
  const researchProjects: RowOf<typeof clinicalResearchProject>[] = []
  for (const [n, { company, products }] of planners.entries()) {
    const template = researches[n % 4]
    researchProjects.push(
      await stage.existingWithCode(clinicalResearchProject, atTime(plusDays(company.createTime, 6), 9, n), who, {
        name: `${DISEASES[(n * 3) % DISEASES.length]}真实世界研究`,
        entrustedCompanyId: company.id,
        entrustedCompanyName: company.name,
        socialCreditCode: company.socialCreditCode,
        baseProductId: products[0]?.id,
        baseProductName: products[0]?.productName,
        baseProductLine: products[0]?.productLine,
        templateId: template?.id,
        templateName: template?.name,
        startDate: plusDays(stage.today, -300),
        endDate: plusDays(stage.today, 200),
        sampleNum: 100 + n * 20,
        projectStatus: PROJECT_STATES[n % PROJECT_STATES.length],
      }),
    )
  }
  return { projects, caseTemplates: cases, researchTemplates: researches, researchProjects, articles }
}
