import type { Label } from '../kernel/label.ts'
import { type GuardedParam, guardedParams, guardedWords } from './guardedParams.ts'

/**
 * A system parameter: what it takes, what is in force without it, and for those that nothing reads yet, what decides
 * instead. A key that is not here is refused: nobody would read it.
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
  unused('retention.days.log', ['日志保留天数', 'Days that logs are kept'], { least: 30, most: 3_650 }, '180', [
    '日志不自动清理',
    'logs are not cleared',
  ]),
  unused('sandbox.enabled', ['沙箱开关', 'Sandboxes'], SWITCH, 'true', [
    '各接口由参数 port.* 决定',
    'the parameters port.* decide for each port',
  ]),
]

/** The parameter of exactly this key. */
export const declaredParamOf = (key: unknown): DeclaredParam | undefined => declaredParams.find((p) => p.key === key)

/** What people read beside a parameter: what it takes, what is in force without it, and whether anything reads it. Pure. */
export function paramRemark(p: DeclaredParam): string {
  const [range] = guardedWords(p)
  const initial = `默认 ${p.initial}`
  return [...(p.unused ? [`尚未生效（${p.unused[0]}）`] : []), `取值：${range}`, initial].join('；')
}
