import { lifecycles, resources } from '../../model/business.ts'
import type { Handler } from '../core/context/context.ts'
import type { DomainServices, ServerDomains } from '../core/domains.ts'
import type { FactsByResource, TableFacts } from '../database/tableFacts.ts'
import type { ViewSql, Views } from '../database/views/view.ts'
import { documentName, type MadeDocument } from '../documents/documents.ts'
import type { Invariant } from '../promises/invariant.ts'
import type { DeclaredHandler } from '../records/handle.ts'
import type { Hooks, ResourceHooks } from '../writing/hooks.ts'
import type { ResourceRules, Rules } from '../writing/rules.ts'

/** Services of the platform, each brought by one domain. */
type Services = Pick<ServerDomains, 'openTenant' | 'filesOf' | 'readSheet'>

/** The server half of a domain: its behaviour, as the model half is its shape. */
export interface ServerDomain extends Partial<Services> {
  readonly name: string
  /** Parts of the domain that stand in folders of their own. */
  readonly parts?: readonly ServerDomain[]
  /** Rules of transitions. Several domains may bring rules of one resource, of each transition one does. */
  readonly rules?: readonly ResourceRules[]
  /** Hooks into saves and deletions, one set a resource. */
  readonly hooks?: readonly ResourceHooks[]
  /** Handlers of declared calls. */
  readonly calls?: readonly DeclaredHandler[]
  /** SQL facts of its tables that its model does not know, by resource: columns, indexes, sums. */
  readonly tables?: FactsByResource
  /** SQL of its computed lists, by the name that the model says (`view(…, { from })`). */
  readonly views?: ViewSql
  /** Documents that are made when they are asked for, one a field. */
  readonly documents?: readonly MadeDocument[]
  /** Functions that domains before it call, under its own name. */
  readonly services?: Partial<DomainServices>
  /** Promises of its records, checked at night and on request. */
  readonly promises?: readonly Invariant[]
}

/** Declares the server half of a domain. */
export const defineServerDomain = (domain: ServerDomain): ServerDomain => domain

/** Domains with the parts they are made of, each once. */
export const withParts = (domains: readonly ServerDomain[]): ServerDomain[] =>
  domains.flatMap((domain) => [domain, ...withParts(domain.parts ?? [])])

/** A map that refuses to be given one key twice; `what` begins the message: `the call order.audit`. */
class Once<V> extends Map<string, V> {
  readonly what: string

  constructor(what: string) {
    super()
    this.what = what
  }

  add(key: string, value: V, domain: ServerDomain): void {
    if (this.has(key)) throw new Error(`${this.what} ${key} is given twice, the second time by ${domain.name}`)
    this.set(key, value)
  }
}

/** The rules of all domains by resource, of which each transition has one. */
function rulesIn(domains: readonly ServerDomain[]): ReadonlyMap<string, Rules> {
  const byTransition = new Once<Rules[string]>('the rule of')
  const byResource = new Map<string, Rules>()
  for (const domain of domains)
    for (const { resource, rules } of domain.rules ?? []) {
      if (!lifecycles.has(resource)) throw new Error(`${domain.name}: ${resource} has rules and no lifecycle`)
      for (const [name, rule] of Object.entries(rules)) byTransition.add(`${resource}.${name}`, rule, domain)
      byResource.set(resource, { ...byResource.get(resource), ...rules })
    }
  return byResource
}

/** The hooks of all domains by resource. */
function hooksIn(domains: readonly ServerDomain[]): ReadonlyMap<string, Hooks> {
  const byResource = new Once<Hooks>('the set of hooks of')
  for (const domain of domains)
    for (const { resource, hooks } of domain.hooks ?? []) {
      if (!resources.has(resource)) throw new Error(`${domain.name}: hooks of ${resource}, which is no resource`)
      byResource.add(resource, hooks, domain)
    }
  return byResource
}

/** The handlers of all domains by the id of their call. */
function handlersIn(domains: readonly ServerDomain[]): ReadonlyMap<string, Handler> {
  const byCall = new Once<Handler>('the handler of')
  for (const domain of domains) for (const { call, handler } of domain.calls ?? []) byCall.add(call.id, handler, domain)
  return byCall
}

/** The SQL facts of all tables by resource. */
function tablesIn(domains: readonly ServerDomain[]): ReadonlyMap<string, TableFacts> {
  const byResource = new Once<TableFacts>('the set of SQL facts of')
  for (const domain of domains)
    for (const [resource, facts] of Object.entries(domain.tables ?? {})) {
      if (!resources.has(resource)) throw new Error(`${domain.name}: tables of ${resource}, which is no resource`)
      byResource.add(resource, facts, domain)
    }
  return byResource
}

/** The SQL of all views by name. */
function viewsIn(domains: readonly ServerDomain[]): Views {
  const byName = new Once<ViewSql[string]>('the SQL of the view')
  for (const domain of domains)
    for (const [name, sql] of Object.entries(domain.views ?? {})) byName.add(name, sql, domain)
  return byName
}

/** The documents of all domains by resource and field. */
function documentsIn(domains: readonly ServerDomain[]): ReadonlyMap<string, MadeDocument> {
  const byName = new Once<MadeDocument>('the document')
  for (const domain of domains)
    for (const document of domain.documents ?? []) byName.add(documentName(document), document, domain)
  return byName
}

/** Service that one domain provides; without a provider its callers are refused. */
function serviceIn<T>(name: keyof Services, domains: readonly ServerDomain[], own: (domain: ServerDomain) => T) {
  const [first, second] = domains.map(own).filter((one) => one !== undefined)
  if (second) throw new Error(`the service ${name} is given twice`)
  return (
    first ??
    ((): never => {
      throw new Error(`no domain brings ${name}`)
    })
  )
}

/** Services of all domains, by the name of the domain that brings them. */
function servicesIn(domains: readonly ServerDomain[]): DomainServices {
  const byDomain = new Once<unknown>('the services of')
  for (const domain of domains)
    for (const [name, services] of Object.entries(domain.services ?? {})) byDomain.add(name, services, domain)
  return Object.assign({}, ...domains.map((domain) => domain.services))
}

/**
 * Composes domains into the business that the server runs.
 * @throws Error where two bring the same, where rules are of a resource without a lifecycle, or hooks or tables of no
 * resource.
 */
export function composeDomains(given: readonly ServerDomain[]): ServerDomains {
  const domains = withParts(given)
  return Object.freeze({
    rules: rulesIn(domains),
    hooks: hooksIn(domains),
    handlers: handlersIn(domains),
    documents: documentsIn(domains),
    tables: tablesIn(domains),
    views: viewsIn(domains),
    services: servicesIn(domains),
    openTenant: serviceIn('openTenant', domains, (domain) => domain.openTenant),
    filesOf: serviceIn('filesOf', domains, (domain) => domain.filesOf),
    readSheet: serviceIn('readSheet', domains, (domain) => domain.readSheet),
  })
}
