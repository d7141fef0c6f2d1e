import type { Label } from '../../model/kernel/label.ts'
import type { Ask, Handler } from '../http/house.ts'
import { Refusal } from '../http/refusal.ts'
import { captchaIs } from './captcha.ts'
import { type Client, clientOf } from './clients.ts'
import { countFailure, forgive, inTurn, isLocked } from './lockout.ts'
import { matches } from './passwords.ts'
import { profileOf, tokenAnswer } from './profile.ts'
import { type Granted, refreshSession, startSession } from './sessions.ts'

const WRONG: Label = ['用户名或密码错误', 'The account or the password is wrong']
const LOCKED: Label = ['用户登录失败次数过多，请稍后再试', 'Too many failed sign-ins, please try again later']
const CAPTCHA: Label = ['验证码不正确', 'The captcha is wrong']
const DISABLED: Label = ['账号已停用，请联系管理员', 'This account is disabled, please ask an administrator']
const EXPIRED: Label = ['登录已过期，请重新登录', 'The session is over, please sign in again']
const UNSUPPORTED: Label = ['不支持的授权类型', 'This grant type is not supported']
const MISSING: Label = ['请输入账号和密码', 'Please enter account and password']

const refuse = (text: Label) => new Refusal(400, text)
const said = (ask: Ask, ...names: string[]): string => {
  for (const name of names) {
    const value = ask.params[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return ''
}
const header = (ask: Ask, name: string): string => {
  const value = ask.request.headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

/** POST token: grants password, captcha and refresh_token (wire conventions §5). Parameters in query or form body. */
export const token: Handler = async (ask) => {
  const client = await clientOf(ask.house.db, ask.request.headers.authorization)
  const grant = said(ask, 'grant_type', 'grantType')
  if (!['password', 'captcha', 'refresh_token'].includes(grant) || !client.grantTypes.includes(grant)) throw refuse(UNSUPPORTED)
  if (grant === 'refresh_token') return refresh(ask)
  if (grant === 'captcha' && ask.house.config.captcha && !(await captchaIs(ask.house.db, header(ask, 'captcha-key'), header(ask, 'captcha-code'))))
    throw refuse(CAPTCHA)
  return answer(ask, await byPassword(ask, client))
}

/** POST token/refresh, and the refresh_token grant: a complete new token object (wire conventions §5). */
export const refresh: Handler = async (ask) => {
  const client = await clientOf(ask.house.db, ask.request.headers.authorization)
  const granted = await refreshSession(ask.house, said(ask, 'refresh_token', 'refreshToken'), { access: client.access, refresh: client.refresh })
  if (!granted) throw refuse(EXPIRED)
  return answer(ask, granted)
}

async function answer(ask: Ask, granted: Granted): Promise<unknown> {
  const profile = await profileOf(ask.house, granted.tenantId, granted.userId)
  if (profile?.status !== 1) throw refuse(EXPIRED)
  return tokenAnswer(profile, granted)
}

interface Candidate {
  id: string
  status: number
  hash: string | null
  expired: boolean
}

/** Unknown tenant, unknown account and wrong password answer alike and take as long. */
async function byPassword(ask: Ask, client: Client): Promise<Granted> {
  const { db } = ask.house
  const tenantId = said(ask, 'tenantId', 'tenant_id') || header(ask, 'tenant-id') || '000000'
  const account = said(ask, 'username', 'account').trim()
  const password = said(ask, 'password')
  if (!account || !password) throw refuse(MISSING)
  if (!/^[0-9A-Za-z_-]{1,12}$/.test(tenantId) || account.length > 100 || password.length > 500) throw refuse(WRONG)
  const ip = ask.request.ip
  return inTurn(tenantId, account, async () => {
    if (await isLocked(db, tenantId, account, ip)) throw refuse(LOCKED)
    const [user] = await db.scoped<Candidate>(
      { tenantId },
      {
        name: 'sign-in',
        text: `select u.id, u.status, s.hash, e.expire_time is not null and e.expire_time < (now() at time zone 'Asia/Shanghai')::date as expired
        from "user" u join "tenant" e on e.code = u.tenant_id and e.is_deleted = 0
        left join "user_secret" s on s.tenant_id = u.tenant_id and s.user_id = u.id
        where u.tenant_id = $1 and u.account = $2 and u.is_deleted = 0`,
        values: [tenantId, account],
      },
    )
    if (!(await matches(user?.hash ?? null, password)) || !user) throw refuse((await countFailure(db, tenantId, account, ip)) ? LOCKED : WRONG)
    if (user.status !== 1 || user.expired) throw refuse(DISABLED)
    await forgive(db, tenantId, account)
    const userAgent = ask.request.headers['user-agent'] ?? ''
    return startSession(ask.house, { tenantId, userId: user.id, clientId: client.id, ip, userAgent }, { access: client.access, refresh: client.refresh })
  })
}
