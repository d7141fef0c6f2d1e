import type { Label } from '../../values/label.ts'
import { type GuardedParam, guardedParams, guardedValue, guardedWords } from './guardedParams.ts'

/**
 * System parameter: its values, its default and, where no code reads it yet, the setting that decides instead. Keys
 * that are not declared are refused.
 */
export interface DeclaredParam extends Pick<GuardedParam, 'key' | 'title' | 'values'> {
  /** In force where nobody set it. */
  readonly initial: string
  /** Nothing reads it yet: what decides in its place. */
  readonly unused?: Label
}

const guarded = ({ key, title, values, safe }: GuardedParam): DeclaredParam => ({ key, title, values, initial: safe })

const unused = (
  key: string,
  title: Label,
  values: GuardedParam['values'],
  initial: string,
  instead: Label,
): DeclaredParam => ({ key, title, values, initial, unused: instead })

const SWITCH = ['true', 'false'] as const

/** How long the logs of the server are kept, days. */
export const RETENTION = {
  key: 'retention.days.log',
  title: ['日志保留天数', 'Days that logs are kept'],
  values: { least: 30, most: 3_650 },
  initial: '180',
} as const satisfies DeclaredParam

/** Every system parameter. */
export const declaredParams: readonly DeclaredParam[] = [
  ...guardedParams.map(guarded),
  unused('tenant.mode', ['租户模式', 'Tenants'], SWITCH, 'true', [
    '租户按登录页与域名区分',
    'tenants are told apart by the sign-in page and the host',
  ]),
  unused('switch.mode', ['部门角色切换', 'Switching of departments and roles'], SWITCH, 'false', [
    '用户同时拥有其全部角色',
    'people hold all of their roles at once',
  ]),
  unused('tokenTime', ['令牌刷新秒数', 'Seconds until a token is renewed'], { least: 60, most: 3_600 }, '3000', [
    '令牌固定在 3000 秒后刷新',
    'tokens are renewed after 3,000 seconds',
  ]),
  RETENTION,
]

/** The parameter of exactly this key. */
export const declaredParamOf = (key: unknown): DeclaredParam | undefined => declaredParams.find((p) => p.key === key)

/**
 * Facts beside the value of a parameter: the value in force, the default, and its range or the reason why no code reads
 * it. Pure.
 */
export function paramFacts(p: DeclaredParam, value: unknown) {
  const [range, rangeEn] = guardedWords(p)
  return {
    valueInForce: p.unused ? '' : (guardedValue(p, value) ?? p.initial),
    initialValue: p.initial,
    range: p.unused ? `尚未生效：${p.unused[0]}（${range}）` : range,
    rangeEn: p.unused ? `Not in force yet: ${p.unused[1]} (${rangeEn})` : rangeEn,
  }
}
