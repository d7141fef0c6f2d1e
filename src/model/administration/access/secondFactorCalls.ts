import { answer } from '../../language/domain/answer.ts'
import { call } from '../../language/domain/call.ts'
import { text } from '../../language/fields/field.ts'
import { oneTimeCode } from '../../language/fields/oneTimeCode.ts'

/** Whether the person who asks has a second factor. */
export interface SecondFactor {
  readonly on: boolean
  /** Since when, "" where there is none. */
  readonly since: string
}

/** Secret of a new second factor, answered once: a first valid code puts it in force. */
export interface NewSecondFactor {
  /** In base 32, in groups of four: as it is typed into an authenticator app. */
  readonly secret: string
  /** The same as an address that an app on this device opens (`otpauth:`). */
  readonly uri: string
  /** The address as a QR code: an SVG of its own. */
  readonly qr: string
  /** Minutes within which it is confirmed. */
  readonly minutes: number
}

const password = text('当前密码', 'Current password', {
  length: 500,
  required: '请输入当前密码',
  requiredEn: 'Please enter your current password',
})
// a session is all they ask for: everybody has, takes on and takes off their own
const own = { open: 'session', safe: false } as const

/** `rounds/second-factor`: whether the caller has a second factor. */
export const secondFactorState = call('secondFactor.state', {
  method: 'GET',
  paths: ['rounds/second-factor'],
  title: ['两步验证状态', 'State of the second factor'],
  open: 'session',
  safe: true,
  answer: answer.typed<SecondFactor>('one'),
})

/** Makes a new secret, once the password was given again. */
export const beginSecondFactor = call('secondFactor.begin', {
  ...own,
  method: 'POST',
  paths: ['rounds/second-factor/begin'],
  title: ['设置两步验证', 'Set a second factor up'],
  body: { password },
  answer: answer.typed<NewSecondFactor>('one'),
})

/** Puts the new secret in force by a first code. */
export const confirmSecondFactor = call('secondFactor.confirm', {
  ...own,
  method: 'POST',
  paths: ['rounds/second-factor/confirm'],
  title: ['开启两步验证', 'Turn the second factor on'],
  body: { oneTimeCode },
  answer: answer.nothing,
})

/** Takes the second factor off, by password and code. */
export const removeSecondFactor = call('secondFactor.remove', {
  ...own,
  method: 'POST',
  paths: ['rounds/second-factor/remove'],
  title: ['关闭两步验证', 'Turn the second factor off'],
  body: { password, oneTimeCode },
  answer: answer.nothing,
})

export const secondFactorCalls = [
  secondFactorState,
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
] as const
