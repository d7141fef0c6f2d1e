import { useEffect, useReducer } from 'react'
import {
  type AnyCall,
  commandName,
  commandsOn,
  downloadsOf,
  type PresentRead,
  parametersOf,
} from '../../model/language/call.ts'
import type { DrawsOn } from '../../model/language/drawsOn.ts'
import type { Fields } from '../../model/language/fields/field.ts'
import type { Lifecycle } from '../../model/language/lifecycle.ts'
import type { Module } from '../../model/language/module.ts'
import type { Queue } from '../../model/language/queue.ts'
import type { Resource } from '../../model/language/resource.ts'
import type { Label } from '../../model/values/label.ts'
import type { CatalogueMenu } from '../../model/wire/catalogue.ts'
import { catalogueNow } from './catalogue.ts'
import { RELOADED, reloadOnce } from './reload.ts'

/**
 * The lazy halves of the model: fields, lifecycles and queues of one module come as one chunk, when first needed.
 * This is the only file of the console that may import a module's values. The bundler needs each path spelt out;
 * a test holds the list against the model.
 */
export const chunks: Readonly<Record<string, () => Promise<{ readonly default: Module }>>> = {
  access: () => import('../../model/administration/access/index.ts'),
  system: () => import('../../model/administration/system/index.ts'),
  people: () => import('../../model/people/index.ts'),
  activities: () => import('../../model/activities/index.ts'),
  meetings: () => import('../../model/activities/meetings/index.ts'),
  reports: () => import('../../model/activities/reports/index.ts'),
  tender: () => import('../../model/tender/index.ts'),
  doctorSide: () => import('../../model/activities/doctorSide/index.ts'),
  orders: () => import('../../model/orders/index.ts'),
  results: () => import('../../model/settlement/results/index.ts'),
  settlement: () => import('../../model/settlement/index.ts'),
  payments: () => import('../../model/payment/index.ts'),
  invoices: () => import('../../model/tax/index.ts'),
  points: () => import('../../model/points/index.ts'),
  content: () => import('../../model/content/index.ts'),
  funds: () => import('../../model/funds/index.ts'),
  desk: () => import('../../model/desk/index.ts'),
  files: () => import('../../model/files/index.ts'),
  develop: () => import('../../model/administration/develop/index.ts'),
  flow: () => import('../../model/workflow/index.ts'),
  partner: () => import('../../model/administration/partner/index.ts'),
}

const loading = new Map<string, Promise<Module>>()
const loaded = new Map<string, Module>()
const resources = new Map<string, Resource>()
const lifecycles = new Map<string, Lifecycle>()
const queues = new Map<string, Queue>()
const calls = new Map<string, AnyCall>()

function keep(module: Module): Module {
  loaded.set(module.id, module)
  for (const r of module.resources) resources.set(r.id, r)
  for (const l of module.lifecycles ?? []) lifecycles.set(l.resource, l)
  for (const q of module.queues ?? []) queues.set(q.code, q)
  for (const c of module.calls ?? []) calls.set(c.id, c)
  return module
}

/** Chunk of a module; fetched once, and again only after a failure. */
export function loadModule(id: string): Promise<Module> {
  const known = loading.get(id)
  if (known) return known
  const chunk = chunks[id]
  if (!chunk) return Promise.reject(new Error(`no module ${id} in this console`))
  const fetched = chunk().then(
    (module) => {
      try {
        sessionStorage.removeItem(RELOADED)
      } catch {
        // no storage: nothing was set either
      }
      return keep(module.default)
    },
    (error) => {
      loading.delete(id)
      // The page is being left: the failure is not shown.
      if (navigator.onLine !== false && reloadOnce()) return new Promise<never>(() => {})
      throw error
    },
  )
  loading.set(id, fetched)
  return fetched
}

/** Loads the chunks of every resource this user may see: for what names fields of any of them. */
export async function loadVisibleModules(): Promise<true> {
  const wanted = new Set((catalogueNow()?.resources ?? []).map((r) => r.module))
  await Promise.all([...wanted].filter((id) => chunks[id]).map(loadModule))
  return true
}

/** The module of a resource or of a queue, from the catalogue; undefined for what this user cannot see. */
const moduleOf = (id: string): string | undefined => catalogueNow()?.resources.find((r) => r.id === id)?.module
const moduleOfQueue = (code: string): string | undefined => catalogueNow()?.queues.find((q) => q.code === code)?.module

/** A resource with its fields. Rejects for one this user cannot see. */
export async function loadResource(id: string): Promise<Resource> {
  const known = resources.get(id)
  if (known) return known
  const module = moduleOf(id)
  if (!module) throw new Error(`no resource ${id} for this user`)
  await loadModule(module)
  const found = resources.get(id)
  if (!found) throw new Error(`no resource ${id} in module ${module}`)
  return found
}

/** A queue with its columns. Rejects for one this user does not work. */
export async function loadQueue(code: string): Promise<Queue> {
  const known = queues.get(code)
  if (known) return known
  const module = moduleOfQueue(code)
  if (!module) throw new Error(`no queue ${code} for this user`)
  await loadModule(module)
  const found = queues.get(code)
  if (!found) throw new Error(`no queue ${code} in module ${module}`)
  return found
}

/** Module that is loaded already: for code that cannot wait (cells, key handlers). */
export const resourceNow = (id: string): Resource | undefined => resources.get(id)
export const queueNow = (code: string): Queue | undefined => queues.get(code)
/** A lifecycle that is loaded; an empty one for a resource without. Undefined while its module is not loaded. */
export const lifecycleNow = (id: string): Lifecycle | undefined => {
  const found = lifecycles.get(id)
  if (found) return found
  return resources.has(id) ? none(id) : undefined
}

/** Declaration of a decision as dialogs need it: of a transition and of a command alike. */
export interface DeclaredDecision {
  readonly label: Label
  readonly ask: Fields
  readonly result: 'pass' | 'reject' | 'other'
  readonly danger: boolean
  /** Moves money or fixes amounts. */
  readonly money?: boolean
  /** Present values that answers replace: fields of the record, or what a read answers about it. */
  readonly present?: Readonly<Record<string, string | PresentRead>>
  readonly drawsOn?: DrawsOn
  /** The resource of the record that it makes. */
  readonly makes?: string | undefined
}

/** A decision about records of a resource by its name; undefined while its module is not loaded, or for none. */
export function decisionNow(resource: string, name: string): DeclaredDecision | undefined {
  const t = lifecycleNow(resource)?.transitions[name]
  const c = commandsOn([...calls.values()], resource).find((one) => commandName(one) === name)
  if (!t && !c) return undefined
  const { result = 'other', danger = false, money = false } = t ?? c?.command ?? {}
  const present = t?.present ?? c?.command?.present ?? {}
  return {
    label: t?.label ?? c?.title ?? ['', ''],
    ask: t ? (t.ask ?? {}) : c ? parametersOf(c) : {},
    result,
    danger,
    money,
    present: present as Readonly<Record<string, string | PresentRead>>,
    ...(t?.drawsOn && { drawsOn: t.drawsOn }),
    makes: t ? undefined : c?.answer.resource,
  }
}

/** A declared call by its id; none while its module is not loaded. */
export const callNow = (id: string): AnyCall | undefined => calls.get(id)

/** The files that are made of one record of a resource; none while its module is not loaded. */
export const downloadsNow = (resource: string): readonly AnyCall[] => downloadsOf([...calls.values()], resource)

const empty = new Map<string, Lifecycle>()
function none(id: string): Lifecycle {
  let made = empty.get(id)
  if (!made) {
    made = { resource: id, transitions: {} }
    empty.set(id, made)
  }
  return made
}

/**
 * Export of a chunk: at once when loaded, null while it loads; a failure goes to the nearest error boundary. No
 * Suspense: the screen keeps its content.
 */
function useLoaded<T>(
  key: string,
  now: (key: string) => T | undefined,
  load: (key: string) => Promise<unknown>,
): T | null {
  const [failed, again] = useReducer(
    (_: { key: string; error: unknown } | null, next: { key: string; error: unknown } | null) => next,
    null,
  )
  const found = key ? now(key) : undefined
  const missing = key !== '' && found === undefined
  useEffect(() => {
    if (!missing) return
    let here = true
    load(key).then(
      () => here && again({ key: '', error: null }),
      (error) => here && again({ key, error }),
    )
    return () => {
      here = false
    }
  }, [key, missing, load])
  if (missing && failed?.key === key) throw failed.error
  return found ?? null
}

/** A resource with its fields, null while it loads. `''` asks for nothing. */
export const useResource = (id: string): Resource | null => useLoaded(id, resourceNow, loadResource)
/** The lifecycle of a resource (without transitions when it has none), null while it loads. */
export const useLifecycle = (id: string): Lifecycle | null => useLoaded(id, lifecycleNow, loadResource)
/** A queue, null while it loads. */
export const useQueue = (code: string): Queue | null => useLoaded(code, queueNow, loadQueue)

const whenIdle = (run: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 3000 })
  else setTimeout(run, 200)
}

/** Loads the chunks of these modules, one after the other, while the browser is idle. */
function loadWhenIdle(ids: Iterable<string>): void {
  const rest = [...new Set(ids)].filter((id) => chunks[id] && !loaded.has(id))
  const next = () => {
    const id = rest.shift()
    if (!id) return
    // A chunk that fails here is fetched again when it is needed, with its error shown then.
    chunks[id]?.().then(
      (module) => {
        if (!loading.has(id)) loading.set(id, Promise.resolve(keep(module.default)))
        whenIdle(next)
      },
      () => {},
    )
  }
  whenIdle(next)
}

/**
 * Modules of the queues in which most days begin. While a password is typed nobody knows whose it is, and every module
 * together is half as much script as the console.
 */
export const FIRST_MODULES: readonly string[] = ['settlement', 'results']

/** Fetches the first modules ahead, before anybody is signed in. */
export const prefetchFirstModules = (): void => loadWhenIdle(FIRST_MODULES)

/** Fetches the modules of this person's queues ahead, then those of the lists in their menu. */
export function prefetchOwnModules(): void {
  const catalogue = catalogueNow()
  if (!catalogue) return
  const listed = (menus: readonly CatalogueMenu[]): (string | undefined)[] =>
    menus.flatMap((m) => [moduleOf(m.resource), ...listed(m.children)])
  loadWhenIdle([
    ...catalogue.queues.map((q) => q.module),
    ...listed(catalogue.topMenus).filter((id) => id !== undefined),
  ])
}
