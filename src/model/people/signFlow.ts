import { is } from '../language/conditions/condition.ts'
import { past } from '../language/every.ts'
import { datetime, integer, readOnly, text } from '../language/fields/field.ts'
import type { Transition } from '../language/lifecycle.ts'
import { states } from '../language/states.ts'

/** Nothing is being signed: a file may be made anew and sent again. */
export const NOT_BEING_SIGNED = ['none', 'refused', 'expired', 'failed'] as const

/** How far the signing of a record's file is (port `esign`). Spread into `fields`. */
export const signFlow = readOnly({
  signStatus: states(
    '签署进度',
    'Signing',
    {
      none: [0, '未发起', 'Not sent', 'off'],
      signing: [1, '签署中', 'Being signed', 'busy'],
      signed: [2, '已签署', 'Signed', 'good'],
      refused: [3, '已拒签', 'Refused', 'bad'],
      expired: [4, '已过期', 'Expired', 'bad'],
      failed: [5, '未成功', 'Failed', 'bad'],
    },
    { width: 90, initial: 'none' },
  ),
  signMsg: text('签署说明', 'About the signing', { width: 220 }),
  signFlowId: text('签署流程', 'Sign flow', { search: 'exact', length: 64 }),
  // where the signer signs at the partner's; theirs alone
  signUrl: text('签署链接', 'Link to sign', { search: 'exact', length: 500, masked: true }),
  signQueryCount: integer('签署查询次数', 'Times asked', { initial: 0, width: 90 }),
  signQueryTime: datetime('下次查询签署', 'Asked next', { width: 150 }),
})

/**
 * Steps of the system by which a file is sent to be signed and asked about; how it ends, the record's own lifecycle says by
 * `signed` and `refused`. `open`: its state while its file is to be signed.
 */
export const signEdges = <const Open extends Readonly<Record<string, string>>>(open: Open) => {
  const from = <const S>(signStatus: S) => ({ ...open, signStatus }) as Open & { readonly signStatus: S }
  return {
    'flow.send': {
      label: ['发起签署', 'Sent to be signed'],
      from: from(NOT_BEING_SIGNED),
      to: { signStatus: 'signing' },
      by: 'system',
    },
    'flow.sent': { label: ['等待签署', 'Waits to be signed'], from: from('signing'), to: {}, by: 'system' },
    'flow.fail': {
      label: ['发起签署未成功', 'Not sent to be signed'],
      from: from('signing'),
      to: { signStatus: 'failed' },
      by: 'system',
      result: 'reject',
    },
    'flow.poll': { label: ['再次查询签署', 'Asked again'], from: from('signing'), to: {}, by: 'system' },
    // ended flows stay as they are
    'flow.told': { label: ['签署查询结果', 'Answer about the signing'], from: {}, to: {}, by: 'system' },
    'flow.unanswered': { label: ['签署查询无结果', 'No answer'], from: {}, to: {}, by: 'system' },
    'flow.expire': {
      label: ['签署过期', 'Signing expired'],
      from: from('signing'),
      to: { signStatus: 'expired' },
      by: 'system',
      result: 'reject',
    },
  } as const satisfies Readonly<Record<string, Transition>>
}

/** How the signing of a file ends: from `open`, its state becomes `to`. */
const ending =
  <const S extends 'signed' | 'refused'>(signStatus: S) =>
  <const Open extends object, const To extends object>(open: Open, to: To) =>
    ({
      from: { ...open, signStatus: 'signing' } as Open & { readonly signStatus: 'signing' },
      to: { ...to, signStatus } as To & { readonly signStatus: S },
      by: 'system',
    }) as const
/** The end of a file that was signed. */
export const signedEdge = ending('signed')
/** The end of one whose signer refused. */
export const refusedEdge = ending('refused')

/** Condition of flows to query again: files that are being signed, once their time has come. */
export const BEING_SIGNED = [is('signStatus', signFlow.signStatus.is.signing), past('signQueryTime', 'now')] as const
