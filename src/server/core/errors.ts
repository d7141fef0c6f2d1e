import type { Label } from '../../model/values/label.ts'

/** A refusal that reaches the client as an envelope: HTTP status = code, message in the asker's language. */
export class AppError extends Error {
  readonly code: 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 416 | 422 | 423 | 429 | 503 | 507
  readonly text: Label
  /** `data` of the envelope: fields of a 400, Conflict of a 409. */
  readonly data: unknown
  /** Seconds after which it is worth trying again (429, 503): the `Retry-After` of the answer. */
  readonly retryAfter: number | null

  constructor(
    code: 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 416 | 422 | 423 | 429 | 503 | 507,
    text: Label,
    data: unknown = null,
    retryAfter: number | null = null,
  ) {
    super(text[0])
    this.code = code
    this.text = text
    this.data = data
    this.retryAfter = retryAfter
    this.name = 'AppError'
  }
}

/** Most refusals whose messages are joined; their fields are all named. */
const PROBLEMS_LISTED_MAX = 5

/** Several refusals (400) as one: messages joined, all fields named. A single one stays as it is. */
export function together(all: readonly AppError[]): AppError | null {
  if (all.length <= 1) return all[0] ?? null
  const joined = (n: 0 | 1, more: string) =>
    [
      ...new Set([
        ...all.slice(0, PROBLEMS_LISTED_MAX).map((e) => e.text[n]),
        ...(all.length > PROBLEMS_LISTED_MAX ? [more] : []),
      ]),
    ].join('；')
  return new AppError(
    400,
    [joined(0, `共 ${all.length} 项有误`), joined(1, `${all.length} are wrong in all`)],
    Object.assign({}, ...all.map((e) => e.data)),
  )
}

/** Results of all these checks; all that they refuse (400) is told at once. */
export function everyOne<T>(checks: readonly (() => T)[]): T[] {
  const refused: AppError[] = []
  const found = checks.flatMap((check) => {
    try {
      return [check()]
    } catch (e) {
      if (!(e instanceof AppError) || e.code !== 400) throw e
      refused.push(e)
      return []
    }
  })
  const all = together(refused)
  if (all) throw all
  return found
}

/** 404: the record does not exist for this user. */
export const notFound = () => new AppError(404, ['记录不存在', 'There is no such record'])
/** 404: there is no such call. */
export const noSuchCall = () => new AppError(404, ['没找到请求', 'There is no such call'])
/** 409: a generic write that the resource of records does not offer. */
export const notOffered = () => new AppError(409, ['该数据不支持此操作', 'These records do not support this operation'])
/** 403: the user lacks the permission. */
export const forbidden = () => new AppError(403, ['没有权限', 'You do not have the permission'])
/** 423: the session is locked. */
export const sessionLocked = () => new AppError(423, ['会话已锁定，请先解锁', 'The session is locked: unlock it first'])
/** 401: no valid session. */
export const signInFirst = () => new AppError(401, ['请求未授权', 'Please sign in'])

/**
 * Returns whether this is a 503. Background work then tries again without logging, since the store has logged the
 * outage.
 */
export const isUnavailable = (e: unknown): boolean => e instanceof AppError && e.code === 503
