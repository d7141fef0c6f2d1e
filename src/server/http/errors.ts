import type { Label, Language } from '../../model/values/label.ts'
import { AppError } from '../core/errors.ts'
import { sqlState } from '../database/values.ts'
import { unkept } from '../writing/save/unkept.ts'

const BUSY: Label = ['系统繁忙，请稍后再试', 'The server is busy, please try again']
const BAD: Label = ['请求参数格式错误', 'A parameter has the wrong form']

/** SQLSTATE classes that say something about the request or the moment rather than about the code. */
function ofDatabase(state: string): AppError | null {
  if (state === '23505') return new AppError(409, ['数据已存在', 'Such a record exists already'])
  if (state.startsWith('22')) return new AppError(400, BAD)
  if (state === '40001' || state === '40P01' || state === '55P03') return new AppError(503, BUSY)
  if (/^(08|53|57)/.test(state) || state === '25006') return new AppError(503, BUSY)
  return null
}

/** Fastify's own refusals, by its error codes. */
const OF_FASTIFY: Readonly<Record<string, () => AppError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError(413, ['请求内容过大', 'The request is too large']),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new AppError(415, ['不支持当前媒体类型', 'This media type is not supported']),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new AppError(400, ['消息不能读取', 'The message cannot be read']),
  FST_ERR_CTP_INVALID_JSON_BODY: () => new AppError(400, ['消息不能读取', 'The message cannot be read']),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new AppError(400, ['消息不能读取', 'The message cannot be read']),
  FST_ERR_MAX_PARAM_LENGTH: () => new AppError(404, ['没找到请求', 'There is no such call']),
  FST_ERR_BAD_URL: () => new AppError(400, ['请求地址格式错误', 'The address has the wrong form']),
}

/**
 * A thrown thing as a refusal, or null when it is a fault of the server; messages about fields in one language. Pure.
 */
export function refusalOf(error: unknown, language: Language): AppError | null {
  if (error instanceof AppError) return error
  const state = sqlState(error)
  if (state) return ofDatabase(state) ?? unkept(error, language)
  if (!(error instanceof Error)) return null
  const { code, statusCode } = error as Error & { code?: string; statusCode?: number }
  const known = code ? OF_FASTIFY[code] : undefined
  if (known) return known()
  if (code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === 'ETIMEDOUT') return new AppError(503, BUSY)
  if (statusCode === 403 || statusCode === 404) return new AppError(404, ['没找到请求', 'There is no such call'])
  if (code?.startsWith('FST_') && statusCode && statusCode >= 400 && statusCode < 500)
    return new AppError(400, ['消息不能读取', 'The message cannot be read'])
  if (error instanceof SyntaxError && statusCode === 400)
    return new AppError(400, ['消息不能读取', 'The message cannot be read'])
  return null
}
