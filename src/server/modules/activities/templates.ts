import { askedOf, isChosen } from '../../../model/kernel/questionnaire.ts'
import { AppError } from '../../core/errors.ts'
import type { Prepare } from '../../writes/hooks.ts'

const refused = (zh: string, en: string): AppError => new AppError(400, [zh, en], { options: zh })

/** What is chosen from options has some, each once. */
export const optionsGiven: Prepare = async (values, before) => {
  const { attrType, options } = askedOf({ ...before, ...values })
  if (!isChosen(attrType)) return {}
  if (options.length === 0) throw refused('请至少添加一个选项', 'Please add at least one option')
  if (new Set(options).size < options.length) throw refused('选项不能重复', 'Options must differ')
  return {}
}
