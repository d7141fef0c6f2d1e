import type { Label } from '../kernel/label.ts'
import { type GuardedParam, guardedParams, guardedValue } from './guardedParams.ts'

/**
 * A system parameter: what it takes, what is in force without it, and for those that nothing reads yet, what decides
 * instead. A key that is not here is refused: nobody would read it.
 */
export interface DeclaredParam {
  readonly key: string
  readonly title: Label
  readonly takes: 'trueFalse' | 'oneOf' | 'sum' | 'count'
  /** The values of a choice. */
  readonly values?: readonly string[]
  /** The range of an integer. */
  readonly least?: number
  readonly most?: number
  /** In force where nobody set it. */
  readonly initial: string
  /** Nothing reads it yet: what decides in its place. */
  readonly unused?: Label
}

/** What a guarded parameter takes. */
function takenBy({ values }: GuardedParam): Pick<DeclaredParam, 'takes' | 'values' | 'least' | 'most'> {
  if (values === 'amount') return { takes: 'sum' }
  if ('least' in values) return { takes: 'count', least: values.least, most: values.most }
  return values.includes('true') ? { takes: 'trueFalse' } : { takes: 'oneOf', values }
}

const guarded = (p: GuardedParam): DeclaredParam => ({ key: p.key, title: p.title, ...takenBy(p), initial: p.safe })

/** Every system parameter. */
export const declaredParams: readonly DeclaredParam[] = [
  ...guardedParams.map(guarded),
  {
    key: 'tenant.mode',
    title: ['租户模式', 'Tenants'],
    takes: 'trueFalse',
    initial: 'true',
    unused: ['租户按登录页与域名区分', 'tenants are told apart by the sign-in page and the host'],
  },
  {
    key: 'switch.mode',
    title: ['部门角色切换', 'Switching of departments and roles'],
    takes: 'trueFalse',
    initial: 'false',
    unused: ['用户同时拥有其全部角色', 'people hold all of their roles at once'],
  },
  {
    key: 'tokenTime',
    title: ['令牌刷新秒数', 'Seconds until a token is renewed'],
    takes: 'count',
    least: 60,
    most: 3_600,
    initial: '3000',
    unused: ['令牌固定在 3000 秒后刷新', 'tokens are renewed after 3,000 seconds'],
  },
  {
    key: 'retention.days.log',
    title: ['日志保留天数', 'Days that logs are kept'],
    takes: 'count',
    least: 30,
    most: 3_650,
    initial: '180',
    unused: ['日志不自动清理', 'logs are not cleared'],
  },
  {
    key: 'accept.onBehalf',
    title: ['允许代验收', 'Acceptance on behalf of companies'],
    takes: 'trueFalse',
    initial: 'false',
    unused: ['验收由委托企业的人员办理', 'people of the company accept'],
  },
  {
    key: 'sandbox.enabled',
    title: ['沙箱开关', 'Sandboxes'],
    takes: 'trueFalse',
    initial: 'false',
    unused: ['各接口由参数 port.* 决定', 'the parameters port.* decide for each port'],
  },
]

/** The parameter of exactly this key. */
export const declaredParamOf = (key: unknown): DeclaredParam | undefined => declaredParams.find((p) => p.key === key)

/** What a parameter takes, in words. Pure. */
export function rangeOf(p: DeclaredParam): Label {
  switch (p.takes) {
    case 'trueFalse':
      return ['true 或 false', 'true or false']
    case 'oneOf':
      return [(p.values ?? []).join(' 或 '), (p.values ?? []).join(' or ')]
    case 'sum':
      return ['不小于零的金额', 'an amount, not below zero']
    case 'count':
      return [`${p.least} 至 ${p.most} 的整数`, `a whole number from ${p.least} to ${p.most}`]
  }
}

/** A value as the parameter keeps it; undefined where it takes no such value. Pure. */
export function paramValueOf(p: DeclaredParam, value: unknown): string | undefined {
  const own = guardedParams.find((g) => g.key === p.key)
  if (own) return guardedValue(own, value)
  if (typeof value !== 'string') return undefined
  switch (p.takes) {
    case 'trueFalse':
      return ['true', 'false'].find((v) => v === value)
    case 'count':
      return /^\d{1,9}$/.test(value) && Number(value) >= (p.least ?? 0) && Number(value) <= (p.most ?? 999_999_999)
        ? String(Number(value))
        : undefined
    default:
      return p.values?.find((v) => v === value)
  }
}

/** What people read beside a parameter: what it takes, what is in force without it, and whether anything reads it. Pure. */
export function paramRemark(p: DeclaredParam): string {
  const [range] = rangeOf(p)
  const initial = `默认 ${p.initial}`
  return [...(p.unused ? [`尚未生效（${p.unused[0]}）`] : []), `取值：${range}`, initial].join('；')
}
