import { text } from '../kernel/field.ts'
import type { Transition } from '../kernel/lifecycle.ts'

const STATUS = { none: 0, registered: 1, stopped: 2 } as const

/**
 * 3.7, 3.8: electronic signature of a company or a doctor: registered, stopped, taken up again, given a seal. The port is not
 * there yet. `id`: the resource whose `esignStatus` they change.
 */
export const esignTransitions = <const Id extends string>(id: Id) => {
  const by = (action: string, path: string) =>
    ({
      closed: ['电子签章接口尚未开放', 'The port of electronic signatures is not open yet'],
      by: 'operator',
      call: `GET ${path}`,
      permission: `${id}_${action}`,
      roles: ['ops'],
      select: 'one',
    }) as const
  return {
    'esign.register': {
      ...by('regEsignAccount', 'regEsignAccount'),
      label: ['注册电子签章', 'Register for e-signing'],
      from: { esignStatus: STATUS.none },
      to: { esignStatus: STATUS.registered },
      result: 'pass',
    },
    'esign.stop': {
      ...by('stopEsignAccount', 'stopEsignAccount'),
      label: ['停用电子签章', 'Stop e-signing'],
      from: { esignStatus: STATUS.registered },
      to: { esignStatus: STATUS.stopped },
      match: { status: STATUS.stopped },
      byDefault: true,
      result: 'reject',
    },
    'esign.resume': {
      ...by('stopEsignAccount', 'stopEsignAccount'),
      label: ['恢复电子签章', 'Take up e-signing again'],
      from: { esignStatus: STATUS.stopped },
      to: { esignStatus: STATUS.registered },
      match: { status: STATUS.registered },
      result: 'pass',
    },
    'esign.seal': {
      ...by('regEsignSeal', 'regEsignSeal'),
      label: ['生成印章', 'Make the seal'],
      from: { esignStatus: STATUS.registered },
      to: {},
      ask: { hText: text('横排文字', 'Text across', { length: 20 }) },
      result: 'other',
    },
  } as const satisfies Readonly<Record<string, Transition>>
}
