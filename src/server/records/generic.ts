import { kindNames, lifecycles, resourceOf, shownBy } from '../../model/business.ts'
import { changeRequest } from '../../model/desk/changeRequest.ts'
import { isEmpty, isId } from '../../model/language/derived/validate.ts'
import { kindOf } from '../../model/language/fields/kinds.ts'
import type { Transition } from '../../model/language/lifecycle.ts'
import { fieldOf, fixedValues, hasMasked } from '../../model/language/resource.ts'
import type { WireRow } from '../../model/wire/wire.ts'
import type { Handler, RequestContext } from '../core/context/context.ts'
import type { GenericName } from '../core/context/handlers.ts'
import { WithMessage } from '../core/envelope.ts'
import { AppError, notFound } from '../core/errors.ts'
import { textParam } from '../core/params.ts'
import { sign } from '../core/settings/secrets.ts'
import { decideIn } from '../deciding/decideIn.ts'
import { generatedKey } from '../deciding/idempotency.ts'
import { idsIn } from '../deciding/keyed.ts'
import { prepare } from '../deciding/transitions.ts'
import { detailQuery } from '../lists/sql/query.ts'
import { reachIn } from '../lists/sql/reach.ts'
import { revealed, waits } from '../writing/save/changeRequests.ts'
import { remove } from '../writing/save/remove.ts'
import { type Saved, save } from '../writing/save/save.ts'
import { countGuess } from '../writing/save/unique.ts'
import type { AnyResource } from '../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../writing/unitOfWork/unitOfWork.ts'
import { unmasked, wireRow } from '../writing/unitOfWork/wire.ts'
import { detail, page } from './read.ts'
import { tree, treeLevel } from './tree.ts'
import { DOUBLE, keySent, write } from './write.ts'

const bodyOf = (request: RequestContext): Readonly<Record<string, unknown>> => {
  if (Array.isArray(request.body)) throw new AppError(400, ['请求内容须为一个对象', 'The body must be one object'])
  return request.params
}

/**
 * Saved record, with personal data in full for users who may see it. Kept answers are masked (a key may be sent again
 * when the right is gone), so the row is read once more; when it was changed in between, the stored answer is used.
 */
async function inFull(request: RequestContext, r: AnyResource, kept: Saved): Promise<Saved> {
  if (!hasMasked(r) || !unmasked(request.actor, r)) return kept
  const [row] = await request.context.db.scoped<Record<string, unknown>>(
    { tenantId: request.actor.tenantId },
    detailQuery(r, reachIn(request.context, request.actor), kept.id),
  )
  if (!row || Number(row.version) !== kept.version) return kept
  return {
    ...wireRow(request.actor, r, row, true),
    ...(kept.changeRequest ? { changeRequest: kept.changeRequest } : {}),
  }
}

/**
 * Sent values in the form that is hashed: secrets and numbers of persons are signed first, for the hash of a short text
 * could be found by trying.
 */
const hashable = (r: AnyResource, sent: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      const f = Object.hasOwn(r.fields, name) ? r.fields[name] : undefined
      return [
        name,
        f && (kindOf(f).writeOnly || kindOf(f).sealed) && typeof value === 'string' && value !== ''
          ? sign(value)
          : value,
      ]
    }),
  )

/** The step that a generic save asks for besides; null in most. */
const stepSavedWith = (r: AnyResource, sent: Readonly<Record<string, unknown>>): string | null =>
  Object.entries<Transition>(lifecycles.get(r.id)?.transitions ?? {}).find(
    ([, { savedWith }]) =>
      savedWith && Object.entries(savedWith).every(([name, value]) => textParam(sent, name) === String(value)),
  )?.[0] ?? null

/** Saves, and takes the step that was asked for with it: both or neither. */
async function savedAndStepped(
  work: UnitOfWork,
  r: AnyResource,
  sent: Readonly<Record<string, unknown>>,
  only?: 'add' | 'edit',
): Promise<Saved> {
  const saved = await save(work, r, sent, only)
  const transition = stepSavedWith(r, sent)
  // a change that waits for a second person is not there yet
  if (!transition || saved.changeRequest) return saved
  await decideIn(work, prepare(work.domains, work.actor, { resource: r.id, transition, ids: [saved.id], ask: sent }))
  const [row] = await work.lock(r, [saved.id])
  return wireRow(work.actor, r, row ?? {})
}

const saving =
  (r: AnyResource, only?: 'add' | 'edit'): Handler =>
  async (request) => {
    const sent = bodyOf(request)
    await countGuess(request.context, request.actor, r, sent)
    const body = { save: r.id, only: only ?? '', sent: hashable(r, sent) }
    const effect = (work: UnitOfWork) => savedAndStepped(work, r, sent, only)
    const key = keySent(request)
    if (key !== null || !(only === 'add' || isEmpty(sent.id))) {
      const saved = await inFull(request, r, await write(request, r, body, effect, key))
      return saved.changeRequest ? new WithMessage(saved, waits([saved.changeRequest])) : saved
    }
    // A stock client sends no key: the same new record twice within a moment is one, unless it was deleted in between.
    const stands = (work: UnitOfWork) => ({
      seconds: DOUBLE,
      stands: async ({ id }: WireRow) => (await work.row(r, id)) !== null,
    })
    return inFull(request, r, await write(request, r, body, effect, generatedKey(body), stands))
  }

const made = new Map<string, Readonly<Record<GenericName, Handler>>>()

/** The resource that a row of an overview is a record of; 400 where what was sent does not say it. */
function shownAs(r: AnyResource, row: Readonly<Record<string, unknown>>): AnyResource {
  const names = kindNames(r)
  const found = shownBy(r).find((of) => names.every((name) => String(fixedValues(of)[name]) === textParam(row, name)))
  if (found) return found
  const missing = names.map((name) => fieldOf(r, name)?.label ?? [name, name])
  throw new AppError(
    400,
    [
      `请选择${missing.map(([zh]) => zh).join('、')}`,
      `Please choose ${missing.map(([, en]) => en.toLowerCase()).join(', ')}`,
    ],
    Object.fromEntries(names.map((name) => [name, '请选择'])),
  )
}

/** The resource that records of an overview are of, all of them the same; 404 for what the user does not reach. */
async function kindOfIds(request: RequestContext, r: AnyResource, ids: readonly string[]): Promise<AnyResource> {
  const kinds = new Set<AnyResource>()
  for (const id of ids) {
    if (!isId(id)) throw notFound()
    const [row] = await request.context.db.scoped<Record<string, unknown>>(
      { tenantId: request.actor.tenantId },
      detailQuery(r, reachIn(request.context, request.actor), id),
    )
    if (!row) throw notFound()
    kinds.add(shownAs(r, row))
  }
  const [kind] = kinds
  if (!kind || kinds.size > 1)
    throw new AppError(400, ['一次只能操作同一类型的记录', 'Records of one type only, please'])
  return kind
}

/** The generic operations of an overview: each write is that of the resource whose record it is. */
const overviewHandlers = (r: AnyResource): Readonly<Record<GenericName, Handler>> => {
  const saved =
    (name: 'submit' | 'save' | 'add' | 'update'): Handler =>
    async (request) => {
      const id = textParam(request.params, 'id').trim()
      const kind =
        id === '' || name === 'save' || name === 'add' ? shownAs(r, bodyOf(request)) : await kindOfIds(request, r, [id])
      return genericHandlers(kind.id)[name](request)
    }
  return {
    ...ownHandlers(r),
    submit: saved('submit'),
    save: saved('save'),
    add: saved('add'),
    update: saved('update'),
    remove: async (request) => {
      const kind = await kindOfIds(request, r, idsIn(request.params, request.body))
      return genericHandlers(kind.id).remove(request)
    },
  }
}

/** The generic operations of a resource, by the last segment of their path. */
export function genericHandlers(resourceId: string): Readonly<Record<GenericName, Handler>> {
  const known = made.get(resourceId)
  if (known) return known
  const r = resourceOf(resourceId)
  const handlers = r.overview ? overviewHandlers(r) : ownHandlers(r)
  made.set(resourceId, handlers)
  return handlers
}

const ownHandlers = (r: AnyResource): Readonly<Record<GenericName, Handler>> => ({
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
    const requests = await write(request, r, { remove: r.id, ids }, (work) => remove(work, r, ids), keySent(request))
    return requests.length > 0 ? new WithMessage({ changeRequests: requests }, waits(requests)) : null
  },
})
