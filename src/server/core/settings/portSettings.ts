import { StartError } from './startError.ts'

/** Where a port's partner is reached, from the configuration alone: nothing in a record changes it. */
export interface PortSettings {
  /** Base address, without a slash at its end. */
  readonly url: string
  /** Signs every request. */
  readonly secret: string
  /** Longest one call may take, ms. */
  readonly timeout: number
}

type Env = Readonly<Record<string, string | undefined>>

/** Longest one call may take unless port or configuration say otherwise. */
export const SECONDS = 10

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

/** `messagePush` → `MESSAGE_PUSH`. */
export const envName = (port: string): string => port.replace(/[A-Z]/g, (c) => `_${c}`).toUpperCase()

/** @throws StartError naming the setting, where it is no address that everybody may be sent to */
export function urlOf(name: string, given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null
  const plain = url && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOCAL.has(url.hostname))
  if (!plain || !safe)
    throw new StartError(`${name} must be an https:// address such as https://partner.example/api, not "${given}".`)
  return url.href.replace(/\/+$/, '')
}

function secondsOf(name: string, given: string | undefined, otherwise: number): number {
  const text = given?.trim()
  if (!text) return otherwise * 1000
  if (!/^\d{1,3}$/.test(text) || Number(text) < 1 || Number(text) > 120)
    throw new StartError(`${name} must be seconds from 1 to 120, not "${given}".`)
  return Number(text) * 1000
}

/**
 * Settings of each port in the environment: `<PORT>_URL`, `<PORT>_SECRET`, `<PORT>_TIMEOUT`. Without a URL: nothing.
 */
export function portSettings(
  env: Env,
  ports: Iterable<{ readonly id: string; readonly seconds?: number }>,
): Readonly<Record<string, PortSettings>> {
  const found: Record<string, PortSettings> = {}
  for (const { id, seconds = SECONDS } of ports) {
    const name = envName(id)
    const url = env[`${name}_URL`]?.trim()
    if (!url) continue
    const secret = env[`${name}_SECRET`] ?? ''
    if (secret.length < 16)
      throw new StartError(`${name}_SECRET must have at least 16 characters when ${name}_URL is set.`)
    found[id] = {
      url: urlOf(`${name}_URL`, url),
      secret,
      timeout: secondsOf(`${name}_TIMEOUT`, env[`${name}_TIMEOUT`], seconds),
    }
  }
  return found
}
