import { resourceOf } from '../../model/all.ts'
import { fieldOf, hasMasked } from '../../model/kernel/resource.ts'
import { isEmpty } from '../../model/kernel/validate.ts'
import { HEADER, type WireRow } from '../../model/kernel/wire.ts'
import { idsIn } from '../decisions/byCall.ts'
import { keyOf, type MadeUp, madeUpKey, once } from '../decisions/idempotency.ts'
import type { AnyResource } from '../decisions/rows.ts'
import { Work } from '../decisions/work.ts'
import type { Ask, Handler } from '../http/house.ts'
import type { GenericName } from '../http/parts.ts'
import { Refusal } from '../http/refusal.ts'
import { detailQuery } from '../store/sql/query.ts'
import { detail, page, tree } from './read.ts'
import { remove } from './remove.ts'
import { duplicate, isMaskedForm, save } from './save.ts'
import { unmasked, wireRow } from './wire.ts'

/** A double click of a client without keys, seconds. */
const DOUBLE = 2

/** One writing call in one transaction, at most once for its key. */
async function write<T>(
  ask: Ask,
  r: AnyResource,
  said: unknown,
  effect: (work: Work) => Promise<T>,
  key: string | null,
  madeUp?: (work: Work) => MadeUp<T>,
): Promise<T> {
  try {
    return await ask.house.db.transaction({ tenantId: ask.actor.tenantId }, (tx) => {
      const work = new Work(ask.house, ask.actor, tx)
      return once(tx, ask.actor, key, said, () => effect(work), madeUp?.(work))
    })
  } catch (e) {
    throw duplicate(r, e) ?? e
  }
}

const keySent = (ask: Ask): string | null => keyOf(ask.request.headers[HEADER.idempotency])

const bodyOf = (ask: Ask): Readonly<Record<string, unknown>> => {
  if (Array.isArray(ask.body)) throw new Refusal(400, ['请求内容须为一个对象', 'The body must be one object'])
  return ask.params
}

/**
 * What was saved, with personal data in full for who may see it. Kept answers are masked (a key may be sent again when the
 * right is gone), so the row is read once more; when somebody changed it in between, the kept answer stands.
 */
async function inFull(ask: Ask, r: AnyResource, kept: WireRow): Promise<WireRow> {
  if (!hasMasked(r) || !unmasked(ask.actor, r)) return kept
  const [row] = await ask.house.db.scoped<Record<string, unknown>>({ tenantId: ask.actor.tenantId }, detailQuery(r, ask.actor, kept.id))
  return row && Number(row.version) === kept.version ? wireRow(ask.actor, r, row, true) : kept
}

/** Asking whether personal data is taken tells whose it is: who may not see it asks so often a day and no more. */
async function countGuess(ask: Ask, r: AnyResource, sent: Readonly<Record<string, unknown>>): Promise<void> {
  const told = (r.unique ?? [])
    .flat()
    .some((name) => fieldOf(r, String(name))?.facts.masked && !isEmpty(sent[String(name)]) && !isMaskedForm(sent[String(name)]))
  if (told && !unmasked(ask.actor, r)) await ask.house.limiter.consume('guesses', `${ask.actor.tenantId} ${ask.actor.userId}`)
}

const saving =
  (r: AnyResource, only?: 'add' | 'edit'): Handler =>
  async (ask) => {
    const sent = bodyOf(ask)
    await countGuess(ask, r, sent)
    const said = { save: r.id, only: only ?? '', sent }
    const effect = (work: Work) => save(work, r, sent, only)
    const key = keySent(ask)
    if (key !== null || !(only === 'add' || isEmpty(sent.id))) return inFull(ask, r, await write(ask, r, said, effect, key))
    // A stock client sends no key: the same new record twice within a moment is one, unless it was deleted in between.
    const stands = (work: Work) => ({ seconds: DOUBLE, stands: async ({ id }: WireRow) => (await work.row(r, id)) !== null })
    return inFull(ask, r, await write(ask, r, said, effect, madeUpKey(said), stands))
  }

const made = new Map<string, Readonly<Record<GenericName, Handler>>>()

/** The generic operations of a resource, by the last segment of their path. */
export function genericHandlers(resourceId: string): Readonly<Record<GenericName, Handler>> {
  const known = made.get(resourceId)
  if (known) return known
  const r = resourceOf(resourceId)
  const handlers: Readonly<Record<GenericName, Handler>> = {
    list: (ask) => page(ask, r),
    page: (ask) => page(ask, r),
    detail: (ask) => detail(ask, r),
    tree: (ask) => tree(ask, r),
    submit: saving(r),
    save: saving(r, 'add'),
    add: saving(r, 'add'),
    update: saving(r, 'edit'),
    remove: async (ask) => {
      const ids = idsIn(ask.params, ask.body)
      await write(ask, r, { remove: r.id, ids }, (work) => remove(work, r, ids), keySent(ask))
      return null
    },
  }
  made.set(resourceId, handlers)
  return handlers
}
