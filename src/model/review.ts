import { longText } from './kernel/field.ts'

/** What the two decisions of a review have in common: their call, permission, roles, how many at once. */
interface Common {
  readonly call: string
  readonly permission: string
}

/**
 * The two decisions of a review: passed (0 → 1), or rejected for a reason (0 → 2). `status`: the field that says so; the
 * parameter `says` (its name, where not another one is given) tells the two apart, and a call without it means neither.
 * `remark`: the parameter with what the reviewer said.
 */
export function reviewEdges<
  const Status extends string,
  const Remark extends string,
  const C extends Common,
  const Says extends string = Status,
>(status: Status, remark: Remark, common: C, says?: Says) {
  const state = <const V extends number>(value: V) => ({ [status]: value }) as { readonly [K in Status]: V }
  const sent = (value: number): Readonly<Record<string, number>> => ({ [says ?? status]: value })
  const asks = <F>(field: F) => ({ [remark]: field }) as { readonly [K in Remark]: F }
  return {
    'audit.pass': {
      ...common,
      label: ['通过', 'Approve'],
      from: state(0),
      to: state(1),
      match: sent(1),
      ask: asks(longText('审核意见', 'Remark', { length: 500 })),
      key: 'a',
      result: 'pass',
    },
    'audit.reject': {
      ...common,
      label: ['驳回', 'Reject'],
      from: state(0),
      to: state(2),
      match: sent(2),
      ask: asks(
        longText('驳回原因', 'Reason', {
          length: 500,
          required: '请输入驳回原因',
          requiredEn: 'Please give a reason',
        }),
      ),
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
      from: { enableStatus: 0 },
      to: { enableStatus: 1 },
      result: 'pass',
    },
    disable: {
      ...common,
      label: ['停用', 'Disable'],
      from: { enableStatus: 1 },
      to: { enableStatus: 0 },
      result: 'reject',
    },
  }) as const
