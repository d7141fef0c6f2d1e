import { longText } from '../language/fields/field.ts'

/** Reason that a rejection requires. */
export const rejection = longText('驳回原因', 'Reason', {
  length: 500,
  required: '请输入驳回原因',
})

/** Properties that both decisions of a review share: call, permission, roles, limit per batch. */
interface Common {
  readonly call: string
  readonly permission: string
}

/** Where a review starts and ends, and which parameter tells its decisions apart, where it is not as usual. */
interface Way<Says extends string, From extends string, Passed extends string, Rejected extends string> {
  readonly says?: Says
  readonly from?: From
  readonly passed?: Passed
  readonly rejected?: Rejected
}

/**
 * The two decisions of a review: passed (pending → approved), or rejected for a reason (pending → rejected). `status`: the field that says so;
 * `remark`: the parameter with what the reviewer said. `way`: `says`, the parameter that tells the two apart (1 and 2;
 * default: named as the field; a call without it means neither), and other states than those.
 */
export function reviewEdges<
  const Status extends string,
  const Remark extends string,
  const C extends Common,
  const Says extends string = Status,
  const From extends string = 'pending',
  const Passed extends string = 'approved',
  const Rejected extends string = 'rejected',
>(status: Status, remark: Remark, common: C, way: Way<Says, From, Passed, Rejected> = {}) {
  const {
    says = status,
    from = 'pending' as From,
    passed = 'approved' as Passed,
    rejected = 'rejected' as Rejected,
  } = way
  const state = <const V extends string>(value: V) => ({ [status]: value }) as { readonly [K in Status]: V }
  const sent = (value: number): Readonly<Record<string, number>> => ({ [says]: value })
  const asks = <F>(field: F) => ({ [remark]: field }) as { readonly [K in Remark]: F }
  return {
    'audit.pass': {
      ...common,
      label: ['通过', 'Approve'],
      from: state(from),
      to: state(passed),
      match: sent(1),
      ask: asks(longText('审核意见', 'Remark', { length: 500 })),
      key: 'a',
      result: 'pass',
    },
    'audit.reject': {
      ...common,
      label: ['驳回', 'Reject'],
      from: state(from),
      to: state(rejected),
      match: sent(2),
      ask: asks(rejection),
      key: 'r',
      result: 'reject',
    },
  } as const
}

/** The two decisions by which something is switched on or off, whichever it is not (`enableStatus`). */
export const switchEdges = <const C extends Common>(common: C) =>
  ({
    enable: {
      ...common,
      label: ['启用', 'Enable'],
      from: { enableStatus: 'disabled' },
      to: { enableStatus: 'enabled' },
      result: 'pass',
    },
    disable: {
      ...common,
      label: ['停用', 'Disable'],
      from: { enableStatus: 'enabled' },
      to: { enableStatus: 'disabled' },
      result: 'reject',
    },
  }) as const
