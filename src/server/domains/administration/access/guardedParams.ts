import {
  type GuardedParam,
  guardedParamOf,
  guardedValue,
  guardedWords,
  lookalikeOf,
  valueInForce,
} from '../../../../model/administration/system/guardedParams.ts'
import { param } from '../../../../model/administration/system/param.ts'
import {
  type DeclaredParam,
  declaredParamOf,
  declaredParams,
  paramFacts,
} from '../../../../model/administration/system/params.ts'
import { approvalHistory } from '../../../../model/desk/approvalHistory.ts'
import type { Label } from '../../../../model/values/label.ts'
import { AppError } from '../../../core/errors.ts'
import { hasPlatformRights } from '../../../core/permissions.ts'
import type { SaveMode } from '../../../writing/hooks.ts'
import { requestFieldsOf, sameFrom } from '../../../writing/save/changeRequests.ts'
import type { Row } from '../../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'

type Values = Readonly<Record<string, unknown>>

const wrong = (work: UnitOfWork, field: 'paramKey' | 'paramValue', text: Label): AppError =>
  new AppError(400, text, { [field]: text[work.actor.language === 'en' ? 1 : 0] })

const platformOnly = (work: UnitOfWork, p: GuardedParam): void => {
  if (hasPlatformRights(work.actor)) return
  throw new AppError(403, [
    `只有平台管理员可以修改参数 ${p.key}`,
    `Only a platform administrator may change the parameter ${p.key}`,
  ])
}

/** Writes the history of a guarded parameter (who, when, from what to what) and notifies every administrator. */
async function notice(
  work: UnitOfWork,
  p: GuardedParam,
  id: string,
  before: Values | null,
  to: string,
  mode: SaveMode,
): Promise<void> {
  const request = typeof mode === 'object' ? mode : null
  const from = before ? String(before.paramValue ?? '') : ''
  const { actor } = work
  await work.insert(approvalHistory, {
    bizType: param.id,
    bizId: id,
    bizCode: p.key,
    action: before ? 'edit' : 'add',
    fromStatus: from.slice(0, 32),
    toStatus: to,
    result: request ? 1 : 3,
    remark: request?.remark ?? null,
    operatorId: actor.userId,
    operatorName: actor.name,
    operatorAccount: actor.account || null,
    operatorRole: actor.roleTitles.slice(0, 100),
    ...(request ? requestFieldsOf(request) : {}),
    operateTime: work.present,
    requestId: actor.requestId.slice(0, 64),
    recordVersion: String(before ? Number(before.version) + 1 : 0),
    changes: [{ field: 'paramValue', from: before ? before.paramValue : null, to }],
  })
  const [beside, besideEn] = (request && sameFrom(request, await work.signedInFrom())) ?? ['', '']
  const switched = valueInForce(p, before ? [before.paramValue] : []) !== to
  await work.alert({
    kind: switched ? p.event : 'guardedParamChanged',
    subject: p.key,
    detail: [
      `${request ? `${request.requesterName ?? ''}申请，` : ''}${actor.name}（${actor.account}）${request ? '复核，' : ''}将${p.title[0]}（${p.key}）由“${from || '未设置'}”改为“${to}”${beside}`,
      `${actor.name} (${actor.account}) changed ${p.title[1].toLowerCase()} (${p.key}) from “${from || 'not set'}” to “${to}”${request ? `, as ${request.requesterName ?? ''} had asked` : ''}${besideEn}`,
    ],
    actor,
  })
}

/**
 * Stored form of a parameter that a single person may change.
 * @throws AppError 400 for a key that nothing reads, or a value it does not take.
 */
function kept(values: Values, before: Values | null, key: unknown, work: UnitOfWork): Record<string, unknown> {
  const declared = declaredParamOf(key)
  const named = key !== before?.paramKey
  const { paramValue } = values
  const changed = paramValue !== undefined && paramValue !== before?.paramValue
  if (!named && !changed) return {}
  if (!declared)
    throw wrong(work, 'paramKey', [
      `没有参数“${String(key)}”，系统不读取它。可用的参数：${declaredParams.map((d) => d.key).join('、')}`,
      `There is no parameter “${String(key)}”: nothing would read it. There are: ${declaredParams.map((d) => d.key).join(', ')}`,
    ])
  const value = changed ? guardedValue(declared, paramValue) : undefined
  if (changed && value === undefined) {
    const [zh, en] = guardedWords(declared)
    throw wrong(work, 'paramValue', [
      `参数 ${declared.key} 的值须为${zh}`,
      `The value of ${declared.key} must be ${en}`,
    ])
  }
  return { ...(value === undefined ? {} : { paramValue: value }), ...paramFacts(declared, value ?? before?.paramValue) }
}

/**
 * Before a parameter is written: 403 without platform rights, 400 for keys and values that a guarded one may not have.
 */
export async function guardParam(
  values: Values,
  before: Values | null,
  work: UnitOfWork,
  mode: SaveMode,
): Promise<Record<string, unknown>> {
  const key = values.paramKey === undefined ? before?.paramKey : values.paramKey
  const pretended = lookalikeOf(key)
  if (pretended && key !== before?.paramKey)
    throw wrong(work, 'paramKey', [
      `键名与受保护的参数 ${pretended.key} 过于相似`,
      `The key looks like the guarded parameter ${pretended.key}`,
    ])
  const p = guardedParamOf(before?.paramKey) ?? guardedParamOf(key)
  if (!p) return kept(values, before, key, work)
  platformOnly(work, p)
  if (before && key !== before.paramKey)
    throw wrong(work, 'paramKey', [
      `受保护的参数 ${p.key} 不能改名，其他参数也不能改成它`,
      `The guarded parameter ${p.key} keeps its key, and no other may take it`,
    ])
  const { paramValue } = values
  if (paramValue === undefined || paramValue === before?.paramValue) return {}
  const to = guardedValue(p, paramValue)
  if (to === undefined) {
    const [zh, en] = guardedWords(p)
    const blank = p.values === 'amount' ? '' : ' '
    throw wrong(work, 'paramValue', [`参数 ${p.key} 的值须为${blank}${zh}`, `The value of ${p.key} must be ${en}`])
  }
  // a new row is a change as well: nothing there means `safe`, and one person alone may not say otherwise
  if (!before && to !== p.safe)
    throw wrong(work, 'paramValue', [
      `受保护的参数 ${p.key} 须先以“${p.safe}”新增，再提交修改，由另一人复核`,
      `The guarded parameter ${p.key} is added as “${p.safe}” first; its change then waits for a second person`,
    ])
  const id = before ? String(before.id) : work.newId()
  if (mode !== 'ask') await notice(work, p, id, before, to, mode)
  return {
    ...(before ? {} : { id }),
    ...(mode === 'ask' ? {} : paramFacts(declaredParamOf(p.key) as DeclaredParam, to)),
  }
}

/** Why parameters may not be deleted, null when they may. */
export function paramRemovalProblem(rows: readonly Row[], work: UnitOfWork): Label | null {
  const p = rows.map((row) => guardedParamOf(row.paramKey)).find((found) => found !== undefined)
  if (!p) return null
  platformOnly(work, p)
  return [
    `受保护的参数 ${p.key} 不能删除，请修改它的值`,
    `The guarded parameter ${p.key} cannot be deleted; change its value instead`,
  ]
}
