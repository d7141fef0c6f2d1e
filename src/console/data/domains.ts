import { useEffect, useReducer } from 'react'
import {
  type AnyCall,
  commandName,
  commandsOn,
  downloadsOf,
  type PresentRead,
  parametersOf,
} from '../../model/language/domain/call.ts'
import type { Domain } from '../../model/language/domain/domain.ts'
import type { DrawsOn } from '../../model/language/drawsOn.ts'
import type { Fields } from '../../model/language/fields/field.ts'
import type { Lifecycle } from '../../model/language/lifecycle.ts'
import type { Queue } from '../../model/language/queue.ts'
import type { Resource } from '../../model/language/resource.ts'
import type { Label } from '../../model/values/label.ts'
import type { CatalogueMenu } from '../../model/wire/catalogue.ts'
import { catalogueNow } from './catalogue.ts'
import { RELOADED, reloadOnce } from './reload.ts'

/**
 * The lazy halves of the model: fields, lifecycles and queues of one domain come as one chunk, when first needed.
 * This is the only file of the console that may import a domain's values. The bundler needs each path spelt out;
 * a test holds the list against the model.
 */
export const chunks: Readonly<Record<string, () => Promise<{ readonly default: Domain }>>> = {
  people: () => import('../../model/people/index.ts'),
  activities: () => import('../../model/activities/index.ts'),
  tender: () => import('../../model/tender/index.ts'),
  orders: () => import('../../model/orders/index.ts'),
  settlement: () => import('../../model/settlement/index.ts'),
  payment: () => import('../../model/payment/index.ts'),
  funds: () => import('../../model/funds/index.ts'),
  tax: () => import('../../model/tax/index.ts'),
  points: () => import('../../model/points/index.ts'),
  content: () => import('../../model/content/index.ts'),
  desk: () => import('../../model/desk/index.ts'),
  files: () => import('../../model/files/index.ts'),
  workflow: () => import('../../model/workflow/index.ts'),
  administration: () => import('../../model/administration/index.ts'),
}

const loading = new Map<string, Promise<Domain>>()
const loaded = new Map<string, Domain>()
const resources = new Map<string, Resource>()
const lifecycles = new Map<string, Lifecycle>()
const queues = new Map<string, Queue>()
const calls = new Map<string, AnyCall>()

function keep(domain: Domain): Domain {
  loaded.set(domain.name, domain)
  for (const r of domain.resources) resources.set(r.id, r)
  for (const l of domain.lifecycles) lifecycles.set(l.resource, l)
  for (const q of domain.queues) queues.set(q.code, q)
  for (const c of domain.calls) calls.set(c.id, c)
  return domain
}

/** The chunk of a domain; asked for once, asked for again only after it failed. */
export function loadDomain(name: string): Promise<Domain> {
  const known = loading.get(name)
  if (known) return known
  const chunk = chunks[name]
  if (!chunk) return Promise.reject(new Error(`no domain ${name} in this console`))
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
      loading.delete(name)
      // The page is being left: the failure is not shown.
      if (navigator.onLine !== false && reloadOnce()) return new Promise<never>(() => {})
      throw error
    },
  )
  loading.set(name, fetched)
  return fetched
}

/** Loads the chunks of every resource this user may see: for what names fields of any of them. */
export async function loadVisibleDomains(): Promise<true> {
  const wanted = new Set((catalogueNow()?.resources ?? []).map((r) => r.domain))
  await Promise.all([...wanted].filter((id) => chunks[id]).map(loadDomain))
  return true
}

/** The domain of a resource or of a queue, from the catalogue; undefined for what this user cannot see. */
const domainOf = (id: string): string | undefined => catalogueNow()?.resources.find((r) => r.id === id)?.domain
const domainOfQueue = (code: string): string | undefined => catalogueNow()?.queues.find((q) => q.code === code)?.domain

/** A resource with its fields. Rejects for one this user cannot see. */
export async function loadResource(id: string): Promise<Resource> {
  const known = resources.get(id)
  if (known) return known
  const domain = domainOf(id)
  if (!domain) throw new Error(`no resource ${id} for this user`)
  await loadDomain(domain)
  const found = resources.get(id)
  if (!found) throw new Error(`no resource ${id} in domain ${domain}`)
  return found
}

/** A queue with its columns. Rejects for one this user does not work. */
export async function loadQueue(code: string): Promise<Queue> {
  const known = queues.get(code)
  if (known) return known
  const domain = domainOfQueue(code)
  if (!domain) throw new Error(`no queue ${code} for this user`)
  await loadDomain(domain)
  const found = queues.get(code)
  if (!found) throw new Error(`no queue ${code} in domain ${domain}`)
  return found
}

/** Declarations that are loaded already: for code that cannot wait (cells, key handlers). */
export const resourceNow = (id: string): Resource | undefined => resources.get(id)
export const queueNow = (code: string): Queue | undefined => queues.get(code)
/** A lifecycle that is loaded; an empty one for a resource without. Undefined while its domain is not loaded. */
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

/** A decision about records of a resource by its name; undefined while its domain is not loaded, or for none. */
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

/** A declared call by its id; none while its domain is not loaded. */
export const callNow = (id: string): AnyCall | undefined => calls.get(id)

/** The files that are made of one record of a resource; none while its domain is not loaded. */
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

/** Loads the chunks of these domains, one after the other, while the browser is idle. */
function loadWhenIdle(names: Iterable<string>): void {
  const rest = [...new Set(names)].filter((name) => chunks[name] && !loaded.has(name))
  const next = () => {
    const name = rest.shift()
    if (!name) return
    // A chunk that does not come now is asked for again when it is needed, with its error shown there.
    chunks[name]?.().then(
      (module) => {
        if (!loading.has(name)) loading.set(name, Promise.resolve(keep(module.default)))
        whenIdle(next)
      },
      () => {},
    )
  }
  whenIdle(next)
}

/**
 * Domain of the queues in which most days begin. While a password is typed nobody knows whose it is, and all domains
 * together are half as much script as the console.
 */
export const FIRST_DOMAIN = 'settlement'

/** Fetches the first domain ahead, before anybody is signed in. */
export const prefetchFirstDomain = (): void => loadWhenIdle([FIRST_DOMAIN])

/** Fetches the domains of this person's queues ahead, then those of the lists in their menu. */
export function prefetchOwnDomains(): void {
  const catalogue = catalogueNow()
  if (!catalogue) return
  const listed = (menus: readonly CatalogueMenu[]): (string | undefined)[] =>
    menus.flatMap((m) => [domainOf(m.resource), ...listed(m.children)])
  loadWhenIdle([
    ...catalogue.queues.map((q) => q.domain),
    ...listed(catalogue.topMenus).filter((name) => name !== undefined),
  ])
}
