import { answer } from '../../language/domain/answer.ts'
import { call } from '../../language/domain/call.ts'
import { flag, text } from '../../language/fields/field.ts'

/** Longest lock password, in characters of what the console sends of it. */
const SENT_LENGTH_MAX = 500

/** Answer of a lock. */
export interface SessionLock {
  /** A password of its own; else the one that the person signs in with. */
  readonly own: boolean
}

// a session is all they ask for: everybody locks and unlocks the session that they present, and no other
const own = { open: 'session', safe: false, method: 'POST' } as const

/**
 * `rounds/session/lock`: the presented session serves nothing but its unlocking from here on (423). The lock password belongs to the
 * session and goes with it: the first lock sets it, or says `signInPassword` instead; later ones need neither.
 */
export const lockSession = call('session.lock', {
  ...own,
  paths: ['rounds/session/lock'],
  title: ['锁屏', 'Lock the session'],
  body: {
    password: text('锁屏密码', 'Lock password', { length: SENT_LENGTH_MAX }),
    signInPassword: flag('用登录密码解锁', 'Unlock with the sign-in password', {}),
  },
  whileLocked: true,
  answer: answer.typed<SessionLock>('one'),
})

/** `rounds/session/unlock`: the lock password opens the session again; too many wrong ones end it. */
export const unlockSession = call('session.unlock', {
  ...own,
  paths: ['rounds/session/unlock'],
  title: ['解锁', 'Unlock the session'],
  body: {
    password: text('锁屏密码', 'Lock password', {
      length: SENT_LENGTH_MAX,
      required: '锁屏密码不能为空',
      requiredEn: 'Please enter the lock password',
    }),
  },
  whileLocked: true,
  answer: answer.nothing,
})

export const lockCalls = [lockSession, unlockSession] as const
