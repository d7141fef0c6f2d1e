import { type Entries, IDS_PER_CALL_MAX, type Key, keyOf } from '../../model/language/address.ts'
import { isEmpty } from '../../model/language/derived/validate.ts'
import { AppError } from '../core/errors.ts'
import { textOf } from '../core/params.ts'

export type Params = Readonly<Record<string, unknown>>

/**
 * 400: more records than one call may name. More come as a batch (10,000) or as a selection (200,000): those go row by
 * row and can be watched.
 */
export const tooMany = (name = 'ids') =>
  new AppError(
    400,
    [
      `一次最多${IDS_PER_CALL_MAX}条，请分批提交`,
      `At most ${IDS_PER_CALL_MAX} records at a time; please send them in parts`,
    ],
    { [name]: `一次最多${IDS_PER_CALL_MAX}条，请分批提交` },
  )

const isObject = (x: unknown): x is Params => typeof x === 'object' && x !== null && !Array.isArray(x)

/** Part of a list element that carries the names: the first that is there; itself when it is a plain value. */
const own = (x: unknown, names: readonly string[]): unknown => {
  if (!isObject(x)) return x
  const name = names.find((n) => Object.hasOwn(x, n))
  return name === undefined ? x : x[name]
}

/**
 * The values by which a call names records, however a stock client spells them: `1,2`, `["1","2"]`, a bare list as the
 * body, objects that have them. `key`: the parameter they are declared to come by; without it, or where it is not sent,
 * `ids` and `id` are. What is no plain value is 400, and so are too many. Pure.
 */
export function idsIn(params: Params, body: unknown, key?: Key): string[] {
  const declared = keyOf(key)?.name
  const names = [...(declared ? [declared] : []), 'ids', 'id']
  const name = Array.isArray(body) ? (declared ?? 'ids') : (names.find((n) => !isEmpty(params[n])) ?? declared ?? 'id')
  const sent = Array.isArray(body) ? body : params[name]
  const list = Array.isArray(sent) ? sent : textOf(sent, name).split(',')
  if (list.length > IDS_PER_CALL_MAX) throw tooMany(name)
  return list.map((x) => textOf(own(x, [...(declared ? [declared] : []), 'id']), name).trim()).filter((x) => x !== '')
}

/**
 * The field that the values of `idsIn` are of: that of the declared key, and the record's id where `id` or `ids` was
 * sent in its place. Pure.
 */
export function fieldNamed(params: Params, body: unknown, key?: Key): string {
  const declared = keyOf(key)
  if (!declared) return 'id'
  const byId = !Array.isArray(body) && isEmpty(params[declared.name]) && !(isEmpty(params.ids) && isEmpty(params.id))
  return byId ? 'id' : declared.field
}

const noList = (name: string) =>
  new AppError(400, [`参数 ${name} 须为对象列表`, `Parameter ${name} must be a list of objects`], {
    [name]: '须为对象列表',
  })

/**
 * The objects of a call whose records come as a list (`entries`), each with the parameters beside the list; null when
 * no list is sent: the parameters themselves then name the records. 400 names the parameter that is no list of objects.
 * Pure.
 */
export function entriesIn(params: Params, body: unknown, entries: Entries): Params[] | null {
  const { name } = entries
  const sent = name === undefined ? (Array.isArray(body) ? body : undefined) : params[name]
  if (isEmpty(sent)) return null
  if (!Array.isArray(sent) || !sent.every(isObject)) throw noList(name ?? 'body')
  if (sent.length > IDS_PER_CALL_MAX) throw tooMany(name ?? 'body')
  const beside = Object.fromEntries(Object.entries(params).filter(([n]) => n !== name))
  return sent.map((entry) => ({ ...beside, ...entry }))
}
