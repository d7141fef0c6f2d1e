import { accessCalls } from '../../../../model/administration/access/calls.ts'
import { captcha } from '../../../auth/captchaCall.ts'
import { changePassword } from '../../../auth/changePassword.ts'
import { basicOf, OWN } from '../../../auth/clients.ts'
import { COOKIE, setCookie } from '../../../auth/cookies.ts'
import { profileOf, userInfo } from '../../../auth/profile.ts'
import { endSession } from '../../../auth/sessions.ts'
import { refresh, token } from '../../../auth/signIn.ts'
import { bearerOf } from '../../../auth/tokens.ts'
import { grantsOfActor } from '../../../auth/who.ts'
import type { Handler } from '../../../core/context/context.ts'
import { handleAll } from '../../../records/handle.ts'
import { keepErrors } from './errorLog.ts'
import { menuButtons, menuRoutes, topMenus } from './menuAnswers.ts'

/**
 * Ends the session of the token header; answers neither 401 nor an error, however often it is called. The console's
 * cookie is removed as well; only the console can request that (another site cannot send the header).
 */
const logout: Handler = async (request) => {
  const { context, http } = request
  const token = bearerOf(http.headers['blade-auth'])
  if (token) await endSession(context, token, 'signed out')
  if (basicOf(http.headers.authorization)?.id === OWN) setCookie(request, COOKIE.refresh, '', 0)
  return { success: 'true', msg: 'success' }
}

const me: Handler = async ({ context, actor }) => {
  const profile = await profileOf(context, actor.tenantId, actor.userId)
  return profile ? userInfo(profile) : {}
}

/** The tenant a host name belongs to: a whole address or only its origin (both are sent by clients); `{}` when none. */
const tenantInfo: Handler = async ({ context, query }) => {
  const given = (query.domain ?? '').trim()
  const host = URL.canParse(given) ? new URL(given).host : (given.split('/')[0] ?? '')
  if (!host) return {}
  const [found] = await context.db.scoped<{ code: string; domain: string }>(
    { tenantId: null },
    {
      name: 'tenant-info',
      text: `select code, domain from "tenant" where is_deleted = 0 and domain = any($1::text[]) order by code limit 1`,
      values: [[host, `http://${host}`, `https://${host}`, given]],
    },
  )
  return found ? { tenantId: found.code, domain: found.domain } : {}
}

/** Handlers of the calls declared in src/model/administration/access/calls.ts, by call id: they read headers and set cookies. */
const handlers: Readonly<Record<string, Handler>> = {
  'auth.token': token,
  'auth.refresh': refresh,
  'auth.captcha': captcha,
  'auth.logout': logout,
  'auth.errorLog': keepErrors,
  'auth.userInfo': me,
  'auth.clearCache': async () => ({ success: 'true', msg: 'success' }),
  'tenant.info': tenantInfo,
  'menu.topMenu': async ({ actor }) => topMenus(grantsOfActor(actor), actor.language),
  'menu.routes': async ({ actor, query }) => menuRoutes(grantsOfActor(actor), actor.language, query.topMenuId ?? ''),
  'menu.buttons': async ({ actor }) => menuButtons(grantsOfActor(actor), actor.language),
  'user.info': me,
  'user.updatePassword': changePassword,
}

/** Handlers of the calls of signing in and of one's own session. */
export const sessionCalls = handleAll(accessCalls, handlers)
