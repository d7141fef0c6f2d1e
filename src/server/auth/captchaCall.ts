import type { Handler } from '../core/context/context.ts'
import { standingOf } from '../core/limits/attempts.ts'
import { BITS, bitsFor, isWanted, newCaptcha } from './captcha.ts'

/**
 * GET captcha: a picture to read and work to do; either solves it. `type=pow` asks for work alone. With captchas off
 * nothing is needed, and clients show no picture then; who names an account is given work all the same, and an address
 * that has to solve a captcha its picture. The work asked for a named account rises while it, or the address, is being
 * guessed at.
 */
export const captcha: Handler = async ({ context, query, http: request }) => {
  const account = (query.account ?? '').trim().slice(0, 100)
  const tenantId = query.tenantId || '000000'
  const named = account !== '' && /^[0-9A-Za-z_-]{1,12}$/.test(tenantId)
  const work = query.type === 'pow'
  if (!named && !context.config.captcha && (work || !(await isWanted(context.db, request.ip))))
    return { key: '', image: '', required: false }
  const bits = named
    ? bitsFor(await standingOf(context.db, { tenantId, account, address: request.ip, device: null }))
    : BITS.usual
  return newCaptcha(context.db, bits, !work)
}
