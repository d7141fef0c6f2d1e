import type { Label } from '../../model/values/label.ts'
import { label } from '../../model/values/label.ts'
import type { Handler, RequestContext } from '../core/context/context.ts'
import { failed } from '../core/envelope.ts'
import { AppError } from '../core/errors.ts'
import {
  type Attempt,
  claim,
  forgive,
  GUESSING,
  inTurn,
  isGuessed,
  type Standing,
  shown,
  standingOf,
  takeBack,
} from '../core/limits/attempts.ts'
import { networkOf } from '../core/network.ts'
import { languageOf } from '../core/params.ts'
import { tenantStands } from '../core/tenantStands.ts'
import { recordSecurityEvent } from '../writing/unitOfWork/securityEvents.ts'
import { BITS, bitsFor, captchaIs, wantCaptcha } from './captcha.ts'
import { newPasswordProblem } from './changePassword.ts'
import { type Client, clientOf } from './clients.ts'
import { COOKIE, cookieOf, setCookie } from './cookies.ts'
import { knownDevice, rememberDevice } from './devices.ts'
import { clientToken } from './partnerClients.ts'
import { matches, secretOf } from './passwords.ts'
import { profileOf, tokenAnswer } from './profile.ts'
import { endSessionsOf, type Granted, refreshSession, startSession } from './sessions.ts'
import { isInForce, setPassword } from './users.ts'

const WRONG: Label = ['用户名或密码错误', 'The account or the password is wrong']
const CAPTCHA: Label = ['验证码不正确', 'The captcha is wrong']
const GUESSED: Label = [
  '近期登录失败次数过多，请完成验证码后再登录',
  'There were too many failed sign-ins lately: please solve the captcha to sign in',
]
const DISABLED: Label = ['账号已停用，请联系管理员', 'This account is disabled, please ask an administrator']
const COMPANY_DISABLED: Label = [
  '所属企业已停用，请联系平台管理员',
  'Your company is disabled, please ask an administrator of the platform',
]
const EXPIRED: Label = ['登录已过期，请重新登录', 'The session is over, please sign in again']
const UNSUPPORTED: Label = ['不支持的授权类型', 'This grant type is not supported']
const MISSING: Label = ['请输入账号和密码', 'Please enter account and password']
const FIRST: Label = [
  '初始密码只能使用一次，请设置新密码后登录',
  'A first password is good for one thing: set a password of your own to sign in',
]
const IN_URL: Label = [
  '密码和刷新令牌只能放在请求体中',
  'Password and refresh token belong in the body, never in the address',
]

const delayed = (seconds: number): Label => [
  `用户登录失败次数过多，请稍后再试（${seconds} 秒）`,
  `Too many failed sign-ins, please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
]

const refuse = (text: Label) => new AppError(400, text)

/** Facts that help a client to continue. */
interface RefusalFacts {
  readonly retryAfter?: number
  readonly captcha?: boolean
  /** The password is a first one: `newPassword` has to come with it. */
  readonly first?: boolean
}

/** A refusal that says more than its text: how long to wait, that a captcha would help. */
class SignInRefusal extends AppError {
  readonly facts: RefusalFacts

  constructor(code: 400 | 429, text: Label, facts: RefusalFacts) {
    super(code, text)
    this.facts = facts
  }
}

const firstParam = (request: RequestContext, ...names: string[]): string => {
  for (const name of names) {
    const value = request.params[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return ''
}
const header = (request: RequestContext, name: string): string => {
  const value = request.http.headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

/**
 * Parameters come in the body; stock clients put them in the query (wire conventions §5). Our own console never may.
 */
async function clientAsking(request: RequestContext): Promise<Client> {
  const client = await clientOf(request.context.db, request.http.headers.authorization)
  if (client.own && ['password', 'newPassword', 'refresh_token', 'refreshToken'].some((name) => name in request.query))
    throw refuse(IN_URL)
  return client
}

/** POST token: grants password, captcha and refresh_token (wire conventions §5), client_credentials of partners' systems. */
export const token: Handler = async (request) => {
  if (firstParam(request, 'grant_type', 'grantType') === 'client_credentials') return clientToken(request)
  const client = await clientAsking(request)
  const grant = firstParam(request, 'grant_type', 'grantType')
  if (!['password', 'captcha', 'refresh_token'].includes(grant) || !client.grantTypes.includes(grant))
    throw refuse(UNSUPPORTED)
  if (grant === 'refresh_token') return renew(request, client)
  try {
    const granted = await byPassword(request, client)
    if (client.browser) await rememberDevice(request, granted.tenantId, granted.userId)
    return await answer(request, client, granted)
  } catch (e) {
    if (e instanceof SignInRefusal) return refusal(request, e)
    throw e
  }
}

/** POST token/refresh, and the refresh_token grant: a complete new token object (wire conventions §5). */
export const refresh: Handler = async (request) => renew(request, await clientAsking(request))

/** Our own console keeps its refresh token where no script sees it; others send theirs. */
async function renew(request: RequestContext, client: Client): Promise<unknown> {
  const given = client.own ? cookieOf(request, COOKIE.refresh) : firstParam(request, 'refresh_token', 'refreshToken')
  const granted = await refreshSession(request.context, given, client)
  if (!granted) throw refuse(EXPIRED)
  return answer(request, client, granted)
}

async function answer(request: RequestContext, client: Client, granted: Granted): Promise<unknown> {
  const profile = await profileOf(request.context, granted.tenantId, granted.userId)
  if (profile?.status !== 1) throw refuse(EXPIRED)
  if (!client.own) return tokenAnswer(profile, granted)
  setCookie(request, COOKIE.refresh, granted.refresh, granted.refreshExpiresIn)
  return tokenAnswer(profile, { ...granted, refresh: '' })
}

/** The body of a token call that was refused, with what a client can go on by. */
function refusal(request: RequestContext, e: SignInRefusal): unknown {
  const msg = label(e.text, languageOf(request.http))
  request.reply.code(e.code)
  if (e.facts.retryAfter) request.reply.header('retry-after', String(e.facts.retryAfter))
  return {
    ...failed(e.code, msg),
    error: 'invalid_grant',
    error_description: msg,
    ...(e.facts.captcha ? { captcha_required: true } : {}),
    ...(e.facts.first ? { new_password_required: true } : {}),
  }
}

interface Candidate {
  id: string
  status: number
  hash: string | null
  first: boolean
  stands: boolean
  /** Of the company that they work for; null of everybody else. */
  company_enabled: number | null
}

/** Unknown tenant, unknown account and wrong password answer alike and take as long. */
async function byPassword(request: RequestContext, client: Client): Promise<Granted> {
  const { db } = request.context
  const tenantId = firstParam(request, 'tenantId', 'tenant_id') || header(request, 'tenant-id') || '000000'
  const account = firstParam(request, 'username', 'account').trim()
  const password = firstParam(request, 'password')
  if (!account || !password) throw refuse(MISSING)
  if (!/^[0-9A-Za-z_-]{1,12}$/.test(tenantId) || account.length > 100 || password.length > 500) throw refuse(WRONG)
  const address = request.http.ip
  const first: Attempt = { tenantId, account, address, device: await knownDevice(db, tenantId, account, request) }
  await request.context.limiter.consume(
    'token',
    first.device === null ? networkOf(address) : `device ${tenantId} ${first.device}`,
  )
  const standing = await standingOf(db, first)
  const waits = standing.wait > 0
  if (waits && first.device !== null) throw tooSoon(standing, first)
  const solved = await captchaSolved(request, client, first, standing)
  // strangers at the same address may have caused the wait: who solved a captcha is counted apart from them
  const attempt: Attempt = waits ? { ...first, solved } : first
  return inTurn(request.context.limiter, attempt, async () => {
    const counted = await claim(db, attempt)
    if (counted.wait > 0) throw tooSoon(counted, attempt)
    // others may have failed since the captcha was thought needless
    if (
      !solved &&
      attempt.device === null &&
      isGuessed({ account: counted.account - 1, address: counted.address - 1 })
    ) {
      await takeBack(db, attempt)
      await wantCaptcha(db, address)
      throw new SignInRefusal(400, GUESSED, { captcha: true })
    }
    const [user] = await db.scoped<Candidate>(
      { tenantId },
      {
        name: 'sign-in',
        text: `select u.id, u.status, s.hash, s.first_sealed is not null as first, ${tenantStands('e')} as stands,
          c.enable_status as company_enabled
        from "user" u join "tenant" e on e.code = u.tenant_id and e.is_deleted = 0
        left join "user_secret" s on s.tenant_id = u.tenant_id and s.user_id = u.id
        left join "entrusted_company" c on c.tenant_id = u.tenant_id and c.id = u.entrusted_id
        where u.tenant_id = $1 and u.account = $2 and u.is_deleted = 0`,
        values: [tenantId, account],
      },
    )
    if (!(await matches(user?.hash ?? null, password)) || !user?.hash) {
      await reportAttack(request, attempt, user !== undefined)
      throw refuse(WRONG)
    }
    await forgive(db, attempt)
    if (user.status !== 1 || !user.stands) throw refuse(DISABLED)
    if (user.company_enabled === 0) throw refuse(COMPANY_DISABLED)
    const hash = user.first ? await exchanged(request, { tenantId, account, password, user }) : user.hash
    const userAgent = request.http.headers['user-agent'] ?? ''
    const granted = await startSession(
      request.context,
      { tenantId, userId: user.id, hash, clientId: client.id, ip: address, userAgent },
      client,
    )
    if (!granted) throw refuse(WRONG)
    return granted
  })
}

/**
 * Replaces a first password by the owner's own, sent beside it; returns the hash kept of it. A missing or unsuitable
 * password refuses the sign-in.
 */
async function exchanged(
  request: RequestContext,
  given: { readonly tenantId: string; readonly account: string; readonly password: string; readonly user: Candidate },
): Promise<string> {
  const { tenantId, account, password, user } = given
  const newPassword = firstParam(request, 'newPassword')
  if (newPassword === '') throw new SignInRefusal(400, FIRST, { first: true })
  const wrong = newPasswordProblem(account, password, newPassword)
  if (wrong) throw new SignInRefusal(400, wrong, { first: true })
  const secret = await secretOf(newPassword)
  await request.context.db.transaction({ tenantId }, async (tx) => {
    if (!(await isInForce(tx, { tenantId, userId: user.id, hash: user.hash ?? '' }))) throw refuse(WRONG)
    await setPassword(tx, { tenantId, userId: user.id, password: { secret: Promise.resolve(secret) } })
    await endSessionsOf(tx, user.id, 'password changed')
  })
  return secret
}

/** The pair has to wait. Who comes from no known device may solve a captcha instead, once. */
const tooSoon = ({ wait }: Pick<Standing, 'wait'>, { device, solved }: Attempt) =>
  new SignInRefusal(429, delayed(wait), { retryAfter: wait, captcha: device === null && !solved })

/**
 * Was a captcha solved? Refuses where one is needed and was not: from clients that people type passwords into where
 * captchas are on, from any unknown device while the account or the address is being guessed at, and while the pair has
 * to wait.
 */
async function captchaSolved(
  request: RequestContext,
  client: Client,
  attempt: Attempt,
  standing: Standing,
): Promise<boolean> {
  const { db, config } = request.context
  const guessed = attempt.device === null && isGuessed(standing)
  const waits = standing.wait > 0
  if (!guessed && !waits && !(config.captcha && client.browser)) return false
  const key = header(request, 'captcha-key')
  if (waits && !key) {
    if (!config.captcha) await wantCaptcha(db, attempt.address)
    throw tooSoon(standing, attempt)
  }
  if (await captchaIs(db, key, header(request, 'captcha-code'), guessed ? bitsFor(standing) : BITS.usual)) return true
  if ((guessed || waits) && !config.captcha) await wantCaptcha(db, attempt.address)
  throw new SignInRefusal(400, guessed && !key ? GUESSED : CAPTCHA, { captcha: true })
}

/**
 * Records a failure for administrators, and notifies them once per window when an account or an address is under
 * attack.
 */
async function reportAttack(request: RequestContext, attempt: Attempt, exists: boolean): Promise<void> {
  for (const kind of await shown(request.context.db, attempt)) {
    const [subject, detail]: [string, Label] =
      kind === 'account'
        ? [
            attempt.account,
            [
              `账号 ${attempt.account} 在 ${GUESSING.minutes} 分钟内登录失败 ${GUESSING.account} 次，陌生设备登录须先完成验证码`,
              `${GUESSING.account} sign-ins to the account ${attempt.account} failed within ${GUESSING.minutes} minutes; unknown devices now need a captcha`,
            ],
          ]
        : [
            attempt.address,
            [
              `来自 ${attempt.address} 的登录在 ${GUESSING.minutes} 分钟内失败 ${GUESSING.address} 次，该地址的陌生设备登录须先完成验证码`,
              `${GUESSING.address} sign-ins from ${attempt.address} failed within ${GUESSING.minutes} minutes; unknown devices there now need a captcha`,
            ],
          ]
    await recordSecurityEvent(request.context, attempt.tenantId, {
      kind: kind === 'account' ? 'accountGuessing' : 'addressGuessing',
      subject,
      detail,
      ip: attempt.address,
      exists: kind === 'account' && exists,
    })
  }
}
