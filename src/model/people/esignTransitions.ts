import { choice, text } from '../language/fields/field.ts'
import type { Transition } from '../language/lifecycle.ts'

const STATUS = { none: 0, registered: 1, stopped: 2 } as const
const PROGRESS = { none: 0, asked: 1, failed: 2 } as const

/** What became of the last request about an e-sign account: on its way, or why it came to nothing. Spread into `fields`. */
export const esignRequest = {
  esignProgress: choice(
    '签章办理',
    'E-sign request',
    { 0: ['无', 'None', 'off'], 1: ['办理中', 'In progress', 'busy'], 2: ['未成功', 'Failed', 'bad'] },
    { width: 90, initial: PROGRESS.none },
  ),
  esignMsg: text('签章未成功原因', 'Why e-sign failed', { width: 200 }),
}

/**
 * 3.7, 3.8: electronic signature of a company or a doctor: registered, stopped, taken up again, given a seal. Each is asked
 * of the port (`esign`), whose answer is a transition of the system; what failed may be asked for again. `id`: the
 * resource whose `esignStatus` they change.
 */
export const esignTransitions = <const Id extends string>(id: Id) => {
  const by = <const From extends 0 | 1 | 2>(action: string, path: string, from: From) =>
    ({
      from: { esignStatus: from, esignProgress: [PROGRESS.none, PROGRESS.failed] },
      to: { esignProgress: PROGRESS.asked },
      by: 'operator',
      call: `GET ${path}`,
      permission: `${id}_${action}`,
      roles: ['ops'],
      select: 'one',
    }) as const
  const answered = <const From extends 0 | 1 | 2, const To extends 1 | 2>(from: From, to: To) =>
    ({
      from: { esignStatus: from, esignProgress: PROGRESS.asked },
      to: { esignStatus: to, esignProgress: PROGRESS.none },
      by: 'system',
    }) as const
  return {
    'esign.register': {
      ...by('regEsignAccount', 'regEsignAccount', STATUS.none),
      label: ['注册电子签章', 'Register for e-signing'],
      // no approval: what is decided of a party that waits is its admission
      result: 'other',
    },
    'esign.stop': {
      ...by('stopEsignAccount', 'stopEsignAccount', STATUS.registered),
      label: ['停用电子签章', 'Stop e-signing'],
      match: { status: STATUS.stopped },
      byDefault: true,
      result: 'reject',
    },
    'esign.resume': {
      ...by('stopEsignAccount', 'stopEsignAccount', STATUS.stopped),
      label: ['恢复电子签章', 'Take up e-signing again'],
      match: { status: STATUS.registered },
      result: 'pass',
    },
    'esign.seal': {
      ...by('regEsignSeal', 'regEsignSeal', STATUS.registered),
      label: ['生成印章', 'Make the seal'],
      ask: { hText: text('横排文字', 'Text across', { length: 20 }) },
      result: 'other',
    },
    'esign.registered': { ...answered(STATUS.none, STATUS.registered), label: ['已注册签章', 'Registered'] },
    'esign.stopped': { ...answered(STATUS.registered, STATUS.stopped), label: ['已停用签章', 'Stopped'] },
    'esign.resumed': { ...answered(STATUS.stopped, STATUS.registered), label: ['已恢复签章', 'Taken up again'] },
    'esign.sealed': { ...answered(STATUS.registered, STATUS.registered), label: ['已生成印章', 'Seal made'] },
    // the name or number that the account was opened under is another one
    'esign.forget': {
      label: ['签章账号作废', 'Account given up'],
      from: { esignStatus: STATUS.stopped },
      to: { esignStatus: STATUS.none, esignProgress: PROGRESS.none },
      by: 'system',
    },
    'esign.fail': {
      label: ['签章办理未成功', 'E-sign request failed'],
      from: { esignProgress: PROGRESS.asked },
      to: { esignProgress: PROGRESS.failed },
      by: 'system',
      result: 'reject',
    },
  } as const satisfies Readonly<Record<string, Transition>>
}
