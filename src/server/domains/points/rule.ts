import { rule } from '../../../model/points/rules.ts'
import { AppError } from '../../core/errors.ts'
import type { Prepare } from '../../writing/hooks.ts'

/** Stamp of the last change of a rule; of each type at most one is effective (domain §2.4). */
export const ruleUpdated: Prepare = async (values, before, work) => {
  const [type, status] = [
    values.type ?? before?.type,
    values.status ?? before?.status ?? rule.fields.status.facts.initial,
  ]
  if (status === 0) {
    const others = (await work.rows(rule, { status: 0 })).filter((r) => r.type === type && r.id !== before?.id)
    if (others.length > 0)
      throw new AppError(400, ['该类型已有有效的规则', 'Another rule of this kind is effective'], {
        type: '该类型已有有效的规则',
      })
  }
  return { updateUserName: work.actor.name.slice(0, 50) }
}
