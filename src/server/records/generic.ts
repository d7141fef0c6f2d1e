import { resourceOf } from '../../model/all.ts'
import { changeRequest } from '../../model/desk/changeRequest.ts'
import { kindOf } from '../../model/kernel/kinds/kinds.ts'
import { hasMasked } from '../../model/kernel/resource.ts'
import { isEmpty } from '../../model/kernel/validate.ts'
import type { WireRow } from '../../model/kernel/wire.ts'
import type { Handler, RequestContext } from '../core/context.ts'
import { Said } from '../core/envelope.ts'
import { AppError } from '../core/errors.ts'
import type { GenericName } from '../core/handlers.ts'
import { sign } from '../core/secrets.ts'
import { madeUpKey } from '../decisions/idempotency.ts'
import { idsIn } from '../decisions/keyed.ts'
import { detailQuery } from '../store/sql/query.ts'
import { revealed, waits } from '../writes/changeRequests.ts'
import { remove } from '../writes/remove.ts'
import type { AnyResource } from '../writes/rows.ts'
import { type Saved, save } from '../writes/save.ts'
import { countGuess } from '../writes/unique.ts'
import type { UnitOfWork } from '../writes/unitOfWork.ts'
import { unmasked, wireRow } from '../writes/wire.ts'
import { detail, page } from './read.ts'
import { tree, treeLevel } from './tree.ts'
import { DOUBLE, keySent, write } from './write.ts'

const bodyOf = (request: RequestContext): Readonly<Record<string, unknown>> => {
  if (Array.isArray(request.body)) throw new AppError(400, ['请求内容须为一个对象', 'The body must be one object'])
  return request.params
}

/**
 * What was saved, with personal data in full for who may see it. Kept answers are masked (a key may be sent again when
 * the right is gone), so the row is read once more; when it was changed in between, the stored answer is used.
 */
async function inFull(request: RequestContext, r: AnyResource, kept: Saved): Promise<Saved> {
  if (!hasMasked(r) || !unmasked(request.actor, r)) return kept
  const [row] = await request.context.db.scoped<Record<string, unknown>>(
    { tenantId: request.actor.tenantId },
    detailQuery(r, request.actor, kept.id),
  )
  if (!row || Number(row.version) !== kept.version) return kept
  return {
    ...wireRow(request.actor, r, row, true),
    ...(kept.changeRequest ? { changeRequest: kept.changeRequest } : {}),
  }
}

/**
 * What was sent, as far as its hash is kept: secrets are signed first, for the hash of a short one could be found by
 * trying.
 */
const hashable = (r: AnyResource, sent: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      const f = Object.hasOwn(r.fields, name) ? r.fields[name] : undefined
      return [name, f && kindOf(f).writeOnly && typeof value === 'string' && value !== '' ? sign(value) : value]
    }),
  )

const saving =
  (r: AnyResource, only?: 'add' | 'edit'): Handler =>
  async (request) => {
    const sent = bodyOf(request)
    await countGuess(request.context, request.actor, r, sent)
    const said = { save: r.id, only: only ?? '', sent: hashable(r, sent) }
    const effect = (work: UnitOfWork) => save(work, r, sent, only)
    const key = keySent(request)
    if (key !== null || !(only === 'add' || isEmpty(sent.id))) {
      const saved = await inFull(request, r, await write(request, r, said, effect, key))
      return saved.changeRequest ? new Said(saved, waits([saved.changeRequest])) : saved
    }
    // A stock client sends no key: the same new record twice within a moment is one, unless it was deleted in between.
    const stands = (work: UnitOfWork) => ({
      seconds: DOUBLE,
      stands: async ({ id }: WireRow) => (await work.row(r, id)) !== null,
    })
    return inFull(request, r, await write(request, r, said, effect, madeUpKey(said), stands))
  }

const made = new Map<string, Readonly<Record<GenericName, Handler>>>()

/** The generic operations of a resource, by the last segment of their path. */
export function genericHandlers(resourceId: string): Readonly<Record<GenericName, Handler>> {
  const known = made.get(resourceId)
  if (known) return known
  const r = resourceOf(resourceId)
  const handlers: Readonly<Record<GenericName, Handler>> = {
    list: (request) => page(request, r),
    page: (request) => page(request, r),
    detail: async (request) =>
      r.id === changeRequest.id ? revealed(request, await detail(request, r)) : detail(request, r),
    tree: (request) => tree(request, r),
    'lazy-list': (request) => treeLevel(request, r),
    'lazy-tree': (request) => treeLevel(request, r),
    submit: saving(r),
    save: saving(r, 'add'),
    add: saving(r, 'add'),
    update: saving(r, 'edit'),
    remove: async (request) => {
      const ids = idsIn(request.params, request.body)
      const asked = await write(request, r, { remove: r.id, ids }, (work) => remove(work, r, ids), keySent(request))
      return asked.length > 0 ? new Said({ changeRequests: asked }, waits(asked)) : null
    },
  }
  made.set(resourceId, handlers)
  return handlers
}
