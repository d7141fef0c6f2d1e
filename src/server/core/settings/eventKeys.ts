import { StartError } from './startError.ts'

/** Token and key of the events of a service, as they were agreed with it. */
export interface EventKeys {
  /** Part of every signature. */
  readonly token: string
  /** 32 bytes that events are encrypted with; null where they come in clear. */
  readonly key: Buffer | null
}

type Env = Readonly<Record<string, string | undefined>>

/**
 * Keys of the events of one service: `<PORT>_EVENT_TOKEN` (25 letters and digits) and `<PORT>_EVENT_KEY` (43, optional), as the
 * service has them entered. Null without a token: nothing is received then. @throws StartError naming the setting
 */
export function eventKeysOf(env: Env, port: string): EventKeys | null {
  const [token, key] = [env[`${port}_EVENT_TOKEN`]?.trim() ?? '', env[`${port}_EVENT_KEY`]?.trim() ?? '']
  if (token === '' && key === '') return null
  if (!/^[A-Za-z0-9]{25}$/.test(token)) throw new StartError(`${port}_EVENT_TOKEN must be 25 letters and digits.`)
  if (key !== '' && !/^[A-Za-z0-9]{43}$/.test(key))
    throw new StartError(`${port}_EVENT_KEY must be 43 letters and digits, or empty.`)
  return { token, key: key === '' ? null : Buffer.from(`${key}=`, 'base64') }
}
