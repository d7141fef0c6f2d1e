import { isIP } from 'node:net'
import { ports } from '../../../model/business.ts'
import { instantOf } from '../../../model/values/dates.ts'
import { type EventKeys, eventKeysOf } from './eventKeys.ts'
import { type PortSettings, portSettings, urlOf } from './portSettings.ts'
import { parseKeys } from './secrets.ts'
import { StartError } from './startError.ts'

/** A bucket of an S3-compatible store, addressed by path. */
export interface Bucket {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
}

/** Settings of the environment (README, `npm start -- --help`). */
export interface Config {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** Keys that values are encrypted and links signed with (core/settings/secrets.ts); null: those in the data folder. */
  readonly secretKeys: string | null
  readonly databaseUrl: string | null
  readonly captcha: boolean
  /** Hours after which one has to sign in again, whatever was refreshed. */
  readonly sessionHours: number
  readonly seed: 'small' | 'none'
  /** yyyy-MM-dd or null: the demo's day. */
  readonly demoToday: string | null
  readonly demoPassword: string
  readonly adminPassword: string | null
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Proxies whose `X-Forwarded-*` headers are trusted: none, or these addresses and networks. */
  readonly trustProxy: false | string[]
  /** Origins whose pages the console may show inside its own (`/myiframe`). */
  readonly frameHosts?: readonly string[]
  /** Where uploaded files and exports are kept; null: in the data folder. */
  readonly bucket?: Bucket | null
  /** Where people reach this server, without a slash at its end: what links in messages begin with; null where nobody said. */
  readonly publicUrl?: string | null
  /** Where the partners of ports are reached, by port; one that is not here cannot be asked. */
  readonly ports?: Readonly<Record<string, PortSettings>>
  /** Proof of events of online meetings; null: none are received, meetings are polled alone. */
  readonly meetingEvents?: EventKeys | null
}

/** Text of `npm start -- --help`. */
export const HELP = `Rounds: a keyboard-first operations console.

  npm start                 builds what is not built yet, opens the database, serves http://localhost:8080
  npm start -- --help       this page

Environment:
  PORT            port to listen on (8080)
  HOST            address to listen on (127.0.0.1)
  DATA_DIR        folder of the embedded database, of uploaded files and of the keys (./.data);
                  instances on one PostgreSQL share it
  DATABASE_URL    postgres://… of a PostgreSQL 15 or newer to use instead
  CAPTCHA         on | off: ask for a captcha at sign-in (on)
  SESSION_HOURS   hours after which one has to sign in again (12)
  SEED            small | none: demo data on first start (small on the embedded database, none on PostgreSQL)
  DEMO_TODAY      yyyy-MM-dd: the day the demo stands at (the real day)
  DEMO_PASSWORD   password of the demo's admin (admin)
  ADMIN_PASSWORD  password of the first administrator when there is no demo data (generated and printed once)
  SECRET_KEYS     keys that secrets, identity numbers and accounts are encrypted with, as name:base64 of 32 bytes
                  joined by commas, the one in use first (made in DATA_DIR/secret.keys, but for PostgreSQL without a demo)
  S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY, S3_REGION
                  https:// address of an S3-compatible store, its bucket, keys and region (us-east-1): files are kept
                  there and not in DATA_DIR
  MESSAGE_PUSH_URL, MESSAGE_PUSH_SECRET, MESSAGE_PUSH_TIMEOUT
                  https:// address of the message partner, the key that signs requests, seconds a call may take (10)
  CMB_BANK_URL, CMB_BANK_SECRET, CMB_BANK_TIMEOUT
                  the same for the bank that pays
  INVOICE_CHECK_URL, INVOICE_CHECK_SECRET, INVOICE_CHECK_TIMEOUT
                  the same for the tax bureau's check of invoices (30)
  ESIGN_URL, ESIGN_SECRET, ESIGN_TIMEOUT
                  the same for the partner for electronic signatures (30)
  BAIDU_FACE_URL, BAIDU_FACE_SECRET, BAIDU_FACE_TIMEOUT
                  the same for the provider that checks faces and identity cards (30)
  CONTENT_SAFETY_URL, CONTENT_SAFETY_SECRET, CONTENT_SAFETY_TIMEOUT
                  the same for the service that checks content (20)
  SHORT_MESSAGE_URL, SHORT_MESSAGE_SECRET, SHORT_MESSAGE_TIMEOUT
                  the same for the gateway of short messages
  TENCENT_MEETING_URL, TENCENT_MEETING_SECRET, TENCENT_MEETING_TIMEOUT
                  the same for the service of online meetings
  TENCENT_MEETING_EVENT_TOKEN, TENCENT_MEETING_EVENT_KEY
                  token (25 letters and digits) and key (43, may be left out) of its event subscription, whose address is
                  PUBLIC_URL/api/openapi/tencentMeeting/events; without a token it is polled alone
  TIANYANCHA_URL, TIANYANCHA_SECRET, TIANYANCHA_TIMEOUT
                  the same for the business register
  TRUST_PROXY     proxies whose X-Forwarded-For and -Proto are believed: addresses or networks joined by commas
                  (10.0.0.7,192.168.0.0/16), loopback, or off (loopback)
  FRAME_HOSTS     sites that the console may show inside a page (/myiframe): https:// origins joined by commas, as
                  https://help.example.com; http:// only of this machine (none)
  LOG_LEVEL       debug | info | warn | error | silent (info)
`

type Env = Readonly<Record<string, string | undefined>>

function oneOf<const T extends string>(env: Env, name: string, values: readonly T[], otherwise: T): T {
  const given = env[name]?.trim()
  if (!given) return otherwise
  const found = values.find((v) => v === given)
  if (!found) throw new StartError(`${name} must be ${values.join(' or ')}, not "${given}".`)
  return found
}

function portOf(env: Env): number {
  const given = env.PORT?.trim()
  if (!given) return 8080
  const port = Number(given)
  if (!/^\d{1,5}$/.test(given) || port > 65535)
    throw new StartError(`PORT must be a number from 0 to 65535, not "${given}".`)
  return port
}

function hoursOf(env: Env): number {
  const given = env.SESSION_HOURS?.trim()
  if (!given) return 12
  const hours = Number(given)
  if (!/^\d{1,3}$/.test(given) || hours < 1 || hours > 720)
    throw new StartError(`SESSION_HOURS must be a number from 1 to 720, not "${given}".`)
  return hours
}

function databaseOf(env: Env): string | null {
  const given = env.DATABASE_URL?.trim()
  if (!given) return null
  const known = URL.canParse(given) && /^postgres(ql)?:$/.test(new URL(given).protocol)
  if (!known)
    throw new StartError(
      'DATABASE_URL must be a postgres:// address such as postgres://user:password@host:5432/database.',
    )
  return given
}

function dayOf(env: Env): string | null {
  const given = env.DEMO_TODAY?.trim()
  if (!given) return null
  if (!/^\d{4}-\d{2}-\d{2}$/.test(given) || instantOf(given) === null)
    throw new StartError(`DEMO_TODAY must be a day such as 2024-06-15, not "${given}".`)
  return given
}

function passwordOf(env: Env, name: string): string | null {
  const given = env[name]
  if (given === undefined || given === '') return null
  if (given.length > 200) throw new StartError(`${name} must not exceed 200 characters.`)
  return given
}

function secretKeysOf(env: Env): string | null {
  const given = env.SECRET_KEYS?.trim()
  if (!given) return null
  parseKeys(given)
  return given
}

/** The bucket that files are kept in: named whole or not at all. */
function bucketOf(env: Env): Bucket | null {
  const [endpoint, bucket, accessKey, secretKey] = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'].map(
    (name) => env[name]?.trim() ?? '',
  )
  if (!endpoint && !bucket && !accessKey && !secretKey) return null
  if (!endpoint || !bucket || !accessKey || !secretKey)
    throw new StartError('S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY belong together: say all of them.')
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null
  // over plain http files would be read on the way
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))))
    throw new StartError('S3_ENDPOINT must be an https:// address; http:// only of this machine.')
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new StartError(`S3_BUCKET must be the name of a bucket, not "${bucket}".`)
  return { endpoint, bucket, accessKey, secretKey, region: env.S3_REGION?.trim() || 'us-east-1' }
}

/** Names of networks of the address library. */
const NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return NETWORKS.includes(text)
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

function proxiesOf(env: Env): Config['trustProxy'] {
  const given = env.TRUST_PROXY?.trim()
  if (!given) return ['loopback']
  if (given === 'off') return false
  const list = given.split(',').map((x) => x.trim())
  if (list.every(isNetwork)) return list
  throw new StartError(
    `TRUST_PROXY must be addresses or networks such as 10.0.0.7,192.168.0.0/16, loopback or off, not "${given}".`,
  )
}

/** Origins that may be framed, each with its scheme and without a path. */
function frameHostsOf(env: Env): readonly string[] {
  const given = env.FRAME_HOSTS?.trim()
  if (!given) return []
  return given.split(',').map((text) => {
    const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null
    const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
    if (!url || !safe || url.username || url.pathname !== '/' || url.search || url.hash || url.host.includes('*'))
      throw new StartError(
        `FRAME_HOSTS must be https:// origins joined by commas, as https://help.example.com, not "${text.trim()}".`,
      )
    return url.origin
  })
}

/**
 * Reads the environment; throws a `StartError` with one sentence for the first wrong value. Empty means "not given".
 */
export function readConfig(env: Env): Config {
  const databaseUrl = databaseOf(env)
  return {
    port: portOf(env),
    host: env.HOST?.trim() || '127.0.0.1',
    dataDir: env.DATA_DIR?.trim() || './.data',
    secretKeys: secretKeysOf(env),
    databaseUrl,
    captcha: oneOf(env, 'CAPTCHA', ['on', 'off'], 'on') === 'on',
    sessionHours: hoursOf(env),
    seed: oneOf(env, 'SEED', ['small', 'none'], databaseUrl ? 'none' : 'small'),
    demoToday: dayOf(env),
    demoPassword: passwordOf(env, 'DEMO_PASSWORD') ?? 'admin',
    adminPassword: passwordOf(env, 'ADMIN_PASSWORD'),
    logLevel: oneOf(env, 'LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
    trustProxy: proxiesOf(env),
    frameHosts: frameHostsOf(env),
    bucket: bucketOf(env),
    publicUrl: env.PUBLIC_URL?.trim() ? urlOf('PUBLIC_URL', env.PUBLIC_URL.trim()) : null,
    ports: portSettings(env, ports.values()),
    meetingEvents: eventKeysOf(env, 'TENCENT_MEETING'),
  }
}

/** Returns whether this address is reachable from this machine only. */
export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127\./.test(host)
