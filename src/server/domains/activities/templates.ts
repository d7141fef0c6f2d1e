import { clinicalResearchTemplate, templateStates } from '../../../model/activities/templates.ts'
import { resources } from '../../../model/business.ts'
import { partChildren } from '../../../model/language/derived/parts.ts'
import { type Field, isRef } from '../../../model/language/fields/field.ts'
import { isChosen, templateQuestionOf } from '../../../model/values/questionnaire.ts'
import { AppError } from '../../core/errors.ts'
import type { Prepare } from '../../writing/hooks.ts'
import type { Rules } from '../../writing/rules.ts'
import type { AnyResource, Row } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { kinds } from './kinds.ts'

const refused = (zh: string, en: string): AppError => new AppError(400, [zh, en], { options: zh })

/** Choice questions have options, each once. */
export const optionsGiven: Prepare = async (values, before) => {
  const { attrType, options } = templateQuestionOf({ ...before, ...values })
  if (!isChosen(attrType)) return {}
  if (options.length === 0) throw refused('请至少添加一个选项', 'Please add at least one option')
  if (new Set(options).size < options.length) throw refused('选项不能重复', 'Options must differ')
  return {}
}

const RUNNING = 1

/** Kinds of activities whose deliverables are filled in by a template of a resource. */
const usersOf = (template: AnyResource) =>
  [...kinds.values()].filter(({ of }) => {
    const f = of.fields.templateId as Field | undefined
    return f && isRef(f) && f.to === template.id
  })

/** Rules of templates (3.6): one that asks nothing is not enabled, one in use is not stopped. */
function rulesOf(template: AnyResource): Rules {
  const [attributes] = partChildren(template)
  return {
    enable: {
      guard: async (row: Row, _ask, work) =>
        attributes && (await work.any(resources.get(attributes.resource) as AnyResource, { [attributes.by]: row.id }))
          ? null
          : ['请先为模板添加字段', 'Add attributes to the template first'],
    },
    stop: {
      guard: async (row: Row, _ask, work) => {
        for (const { of } of usersOf(template)) {
          const plan = (await work.any(of, { templateId: row.id, planStatus: RUNNING })) as Row | null
          if (plan)
            return [
              `进行中的活动 ${String(plan.code ?? plan.name)} 正在使用该模板，不能停用`,
              `The activity ${String(plan.code ?? plan.name)} is running with it: the template is not stopped`,
            ]
        }
        return null
      },
    },
  }
}

/** A research project is confirmed with a template that is enabled (3.6). */
const projectRules: Rules = {
  submit: {
    guard: (row: Row) => (row.templateId ? null : ['请先选择调研模板', 'Choose the research template first']),
  },
  confirmTemplate: {
    guard: async (row: Row, _ask, work: UnitOfWork) => {
      const template = await work.row(clinicalResearchTemplate, row.templateId as string | null)
      return template?.templateStatus === templateStates.enabled
        ? null
        : ['调研模板未启用，不能确认', 'The research template is not enabled: it cannot be confirmed']
    },
  },
  reject: 'none',
  disable: 'none',
  enable: 'none',
}

/** Rules of templates and of the projects that use them, by resource. */
export const templateRules: ReadonlyMap<string, Rules> = new Map([
  ...['caseCollectionTemplate', 'clinicalResearchTemplate'].map((id): [string, Rules] => [
    id,
    rulesOf(resources.get(id) as AnyResource),
  ]),
  ['clinicalResearchProject', projectRules],
])
