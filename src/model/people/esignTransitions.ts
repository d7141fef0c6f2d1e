import { text } from '../language/fields/field.ts'
import type { Transition } from '../language/lifecycle.ts'
import { states } from '../language/states.ts'

/** States of an e-sign account, as `authenticationDoctor` and `entrustedCompany` declare them. */
type Account = 'none' | 'registered' | 'stopped'

/** Result of the last request about an e-sign account: on its way, or why it came to nothing. Spread into `fields`. */
export const esignRequest = {
  esignProgress: states(
    '签章办理',
    'E-sign request',
    {
      none: [0, '无', 'None', 'off'],
      inProgress: [1, '办理中', 'In progress', 'busy'],
      failed: [2, '未成功', 'Failed', 'bad'],
    },
    { width: 90, initial: 'none' },
  ),
  esignMsg: text('签章未成功原因', 'Why e-sign failed', { width: 200 }),
}

/**
 * 3.7, 3.8: electronic signature of a company or a doctor: registered, stopped, taken up again, given a seal. Each is asked
 * of the port (`esign`), whose answer is a transition of the system; what failed may be asked for again. `id`: the
 * resource whose `esignStatus` they change.
 */
export const esignTransitions = <const Id extends string>(id: Id) => {
  const by = <const From extends Account>(action: string, path: string, from: From) =>
    ({
      from: { esignStatus: from, esignProgress: ['none', 'failed'] },
      to: { esignProgress: 'inProgress' },
      by: 'operator',
      call: `GET ${path}`,
      permission: `${id}_${action}`,
      roles: ['ops'],
      select: 'one',
    }) as const
  const answered = <const From extends Account, const To extends Account>(from: From, to: To) =>
    ({
      from: { esignStatus: from, esignProgress: 'inProgress' },
      to: { esignStatus: to, esignProgress: 'none' },
      by: 'system',
    }) as const
  return {
    'esign.register': {
      ...by('regEsignAccount', 'regEsignAccount', 'none'),
      label: ['注册电子签章', 'Register for e-signing'],
      // no approval: what is decided of a party that waits is its admission
      result: 'other',
    },
    'esign.stop': {
      ...by('stopEsignAccount', 'stopEsignAccount', 'registered'),
      label: ['停用电子签章', 'Stop e-signing'],
      match: { status: 2 },
      byDefault: true,
      result: 'reject',
    },
    'esign.resume': {
      ...by('stopEsignAccount', 'stopEsignAccount', 'stopped'),
      label: ['恢复电子签章', 'Take up e-signing again'],
      match: { status: 1 },
      result: 'pass',
    },
    'esign.seal': {
      ...by('regEsignSeal', 'regEsignSeal', 'registered'),
      label: ['生成印章', 'Make the seal'],
      ask: { hText: text('横排文字', 'Text across', { length: 20 }) },
      result: 'other',
    },
    'esign.registered': { ...answered('none', 'registered'), label: ['已注册签章', 'Registered'] },
    'esign.stopped': { ...answered('registered', 'stopped'), label: ['已停用签章', 'Stopped'] },
    'esign.resumed': { ...answered('stopped', 'registered'), label: ['已恢复签章', 'Taken up again'] },
    'esign.sealed': { ...answered('registered', 'registered'), label: ['已生成印章', 'Seal made'] },
    // the name or number that the account was opened under is another one
    'esign.forget': {
      label: ['签章账号作废', 'Account given up'],
      from: { esignStatus: 'stopped' },
      to: { esignStatus: 'none', esignProgress: 'none' },
      by: 'system',
    },
    'esign.fail': {
      label: ['签章办理未成功', 'E-sign request failed'],
      from: { esignProgress: 'inProgress' },
      to: { esignProgress: 'failed' },
      by: 'system',
      result: 'reject',
    },
  } as const satisfies Readonly<Record<string, Transition>>
}
