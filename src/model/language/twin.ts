import type { Label } from '../values/label.ts'
import type { Fields } from './fields/field.ts'
import type { Lifecycle, Transition } from './lifecycle.ts'
import type { NameOf, Resource } from './resource.ts'
import { editableValues } from './states.ts'

/** Properties that a twin declares itself because they must differ. */
type Own<Id extends string, F extends Fields, G extends Fields, Without> = {
  readonly calls: readonly string[]
  readonly title: Resource['title']
  /** Fields besides or in place of the other's (its code with another prefix). */
  readonly fields?: G
  /** Fields of the other that this one does not have; its lists lose them too. */
  readonly without?: readonly Without[]
} & Partial<Omit<Resource<Id, TwinFields<F, G, Without>>, 'id' | 'calls' | 'title' | 'fields'>>

/** Fields of the other, without some, with others in their place. */
export type TwinFields<F extends Fields, G extends Fields, Without> = Omit<F, (Without & keyof F) | keyof G> & G

/**
 * The same resource for another purpose (in points), with a table of its own: fields, name, operations, list, named
 * lists, owner, uniqueness and editable states are those of `of` unless said otherwise. Paths, title, routes, readers
 * and children are never shared.
 */
export function twin<
  const Id extends string,
  F extends Fields,
  // biome-ignore lint/complexity/noBannedTypes: {} is "no other fields"
  const G extends Fields = {},
  const Without extends Extract<keyof F, string> = never,
>(of: Resource<string, F>, id: Id, own: Own<Id, F, G, Without>): Resource<Id, TwinFields<F, G, Without>> {
  type Made = Resource<Id, TwinFields<F, G, Without>>
  type Name = NameOf<TwinFields<F, G, Without>>
  const { without = [], fields, ...rest } = own
  // the names that the twin takes over are its own where it has those fields: contradictions/ finds those it has not
  const like = of as unknown as Made
  const left = new Set<string>(without)
  const kept = (names: readonly Name[]): Name[] => names.filter((name) => !left.has(name))
  const { amount, ...list } = like.list
  const shared: Omit<Made, 'id' | 'calls' | 'title' | 'fields'> = {
    name: like.name,
    operations: like.operations,
    list: {
      ...list,
      ...(amount !== undefined && !left.has(amount) ? { amount } : {}),
      columns: kept(list.columns),
      search: kept(list.search),
      ...(list.sorts ? { sorts: kept(list.sorts) } : {}),
      ...(list.filters ? { filters: kept(list.filters) } : {}),
    },
    owner: like.owner,
    ...(like.unique ? { unique: like.unique } : {}),
    ...(like.editable ? { editable: like.editable } : {}),
    ...(like.form
      ? { form: { ...like.form, parts: like.form.parts.map((p) => ({ ...p, fields: kept(p.fields) })) } }
      : {}),
    ...(like.lists ? { lists: like.lists } : {}),
  }
  // in the place of what they replace, so that forms and details read alike
  const all = {
    ...Object.fromEntries(Object.entries(of.fields).filter(([name]) => !left.has(name))),
    ...fields,
  } as TwinFields<F, G, Without>
  const { editable } = rest
  return {
    ...shared,
    ...rest,
    ...(editable ? { editable: editableValues(all, editable) } : {}),
    id,
    fields: all,
  }
}

/** A permission code of a resource as its twin's: `settlementOrder_audit` → `settlementOrderPoint_audit`. Pure. */
export const renamed = (code: string, from: string, to: string): string =>
  code.startsWith(`${from}_`) ? `${to}${code.slice(from.length)}` : code

/** The address of a call below the twin's paths: whole paths are the other's own. */
function twinAddress(call: NonNullable<Transition['call']>, path?: (whole: string) => string): Transition['call'] {
  if (typeof call === 'string') return call
  const paths = call.paths.flatMap((p) => (!p.startsWith('/') ? [p] : path ? [path(p)] : []))
  return { ...call, paths }
}

/**
 * The lifecycle of a twin: the same transitions with permissions of its own, and the same rules on the server
 * (`writing/rules.ts`) unless the twin has rules of its own. `without`: transitions it does not have. `roles`: who holds
 * a permission, by the name of the transition, where it is not the same.
 */
export function lifecycleTwin<
  // biome-ignore lint/suspicious/noExplicitAny: a lifecycle of any shape
  L extends Lifecycle<string, any>,
  Id extends string,
  F extends Fields,
  const Without extends Extract<keyof L['transitions'], string> = never,
>(
  of: L,
  resource: Resource<Id, F>,
  own: {
    readonly without?: readonly Without[]
    readonly rename?: (code: string) => string
    readonly roles?: Readonly<Partial<Record<Extract<keyof L['transitions'], string>, Transition['roles']>>>
    /** Whole paths (with a slash in front) of the other's calls as the twin's; left out where nothing is said. */
    readonly path?: (whole: string) => string
    /** Closes transitions of the twin, each with its reason: what its documents bring about is not there yet. */
    readonly closed?: Readonly<Partial<Record<Extract<keyof L['transitions'], string>, Label>>>
  } = {},
): Lifecycle<Id, Omit<L['transitions'], Without>> {
  const left = new Set<string>(own.without ?? [])
  const rename = own.rename ?? ((code: string) => renamed(code, of.resource, resource.id))
  const transitions = Object.entries<Transition>(of.transitions)
    .filter(([name]) => !left.has(name))
    .map(([name, t]): [string, Transition] => [
      name,
      {
        ...t,
        ...(t.call === undefined ? {} : { call: twinAddress(t.call, own.path) }),
        ...(t.permission === undefined ? {} : { permission: rename(t.permission) }),
        ...(own.roles && Object.hasOwn(own.roles, name) ? { roles: own.roles[name as keyof typeof own.roles] } : {}),
        ...(own.closed && Object.hasOwn(own.closed, name)
          ? { closed: own.closed[name as keyof typeof own.closed] }
          : {}),
      },
    ])
  return {
    resource: resource.id,
    twinOf: of.resource,
    // entries have lost their names: they are those of `of` without `without`
    transitions: Object.fromEntries(transitions) as unknown as Omit<L['transitions'], Without>,
  }
}
