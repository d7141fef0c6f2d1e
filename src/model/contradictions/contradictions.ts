import { guardedParamOf } from '../administration/system/guardedParams.ts'
import { intent } from '../administration/system/intent.ts'
import {
  calls,
  clockEdges,
  domains,
  editableIn,
  lifecycles,
  pages,
  ports,
  queues,
  resources,
  scopeOf,
  sharersOf,
  transitionsOf,
  uneditable,
} from '../business.ts'
import { TEXT } from '../language/conditions/condition.ts'
import { callProblems, transitionProblems } from '../language/derived/addresses.ts'
import { aloneProblems } from '../language/derived/dualControl.ts'
import { fileProblems } from '../language/derived/fileRights.ts'
import { nodeProblems } from '../language/derived/nodes.ts'
import { partProblems } from '../language/derived/parts.ts'
import { traceProblems } from '../language/derived/traceWays.ts'
import { variantProblems } from '../language/derived/variants.ts'
import type { AnyCall } from '../language/domain/call.ts'
import { pageProblems } from '../language/domain/page.ts'
import { portParam } from '../language/domain/port.ts'
import { drawProblems } from '../language/drawsOn.ts'
import { edgeProblems } from '../language/every.ts'
import { type Field, isRef, isRefs, isRows } from '../language/fields/field.ts'
import { type KindFacts, kindOf } from '../language/fields/kinds.ts'
import { spanFaults } from '../language/fields/spans.ts'
import { flagProblems } from '../language/flag.ts'
import { formProblems } from '../language/form.ts'
import { isByPeople, isBySystem } from '../language/lifecycle.ts'
import { columnProblems, filtersOf, sortProblems, sortsOf } from '../language/listing.ts'
import { listProblems, treePaths } from '../language/lists.ts'
import { makerProblems } from '../language/makers.ts'
import { notInForceProblems } from '../language/notInForce.ts'
import { figuresOf, ownerProblems, ownProblems } from '../language/owner.ts'
import { fieldOf, fixedValues, isShared, type Resource } from '../language/resource.ts'
import { buttonsOfResource, leaves } from '../menus/menus.ts'
import { roundsCalls } from '../roundsCalls.ts'
import { trace } from '../trace.ts'
import { claimsOf, doubleClaims } from '../values/routes.ts'
import { commandProblems } from './commandProblems.ts'
import { lineProblems } from './lineProblems.ts'
import { queueProblems } from './queueProblems.ts'
import { routeProblems } from './routeProblems.ts'
import { sectionProblems } from './sectionProblems.ts'
import { treeProblems } from './treeProblems.ts'
import { viewProblems } from './viewProblems.ts'

const find = (id: string): Resource | undefined => resources.get(id)

/**
 * Places where a resource would reveal its personal data: an order, a queue, a child list or a title made of a masked
 * field says something of it to everybody, and an identity number or a mobile number that is not masked says all.
 */
export function betrayed(r: Resource): string[] {
  const found: string[] = []
  const masked = (of: Resource, name: string) => fieldOf(of, name)?.facts.masked === true
  for (const name of figuresOf(scopeOf(r)))
    if (filtersOf(r).includes(name) || sortsOf(r).includes(name as never))
      found.push(`is filtered or sorted by ${name}, which employees do not see`)
  if (masked(r, r.name)) found.push(`is named by the masked ${r.name}`)
  for (const name of sortsOf(r)) if (masked(r, name)) found.push(`is sorted by the masked ${name}`)
  for (const c of r.children ?? []) {
    const child = resources.get(c.resource)
    if (child && masked(child, c.by)) found.push(`lists children by the masked ${c.by}`)
  }
  for (const q of queues.values())
    for (const v of q.views.filter((x) => x.resource === r.id))
      for (const name of [...v.where.map((c) => c.field), ...(v.sort ? [v.sort.replace(/^\+/, '')] : [])])
        if (masked(r, name)) found.push(`queue view ${v.code} is made by the masked ${name}`)
  for (const [name, f] of Object.entries(r.fields)) {
    if (kindOf(f).personal && !f.facts.masked) found.push(`${name} is personal data and not masked: masked: true`)
  }
  return found
}

/** May records of a resource be edited in whatever state they are? */
const isEditedAlways = (r: Resource): boolean => {
  const from = r.operations.includes('edit') ? editableIn(r, 'edit') : null
  return from !== null && Object.keys(from).length === 0
}

/** Every permission that a resource, a lifecycle or a call asks for. */
const permissionCodes = (): ReadonlySet<string> =>
  new Set([
    ...calls.flatMap((c) => c.permission ?? []),
    ...[...resources.values()].flatMap((r) => [...buttonsOfResource(r, Object.values(transitionsOf(r.id))).keys()]),
  ])

/** Does a lifecycle, a clock edge, a queue or a call that writes work on records of a resource? */
const isDecided = (id: string): boolean =>
  lifecycles.has(id) ||
  [...clockEdges.values()].some((edge) => edge.resource === id) ||
  [...queues.values()].some((q) => q.views.some((v) => v.resource === id)) ||
  calls.some((c) => c.on?.id === id && !c.safe)

/** Values that forms offer records by and that their list cannot be asked for. */
function offerProblems(f: Field): string[] {
  const to = isRef(f) ? resources.get(f.to) : undefined
  const { offered } = f.facts
  if (!offered) return []
  return Object.keys(offered).flatMap((name) =>
    to && filtersOf(to).includes(name) ? [] : [`offers records by ${name}, which no list of theirs is filtered by`],
  )
}

/** Copied fields of a reference that its own record or the other lacks, or has in another kind. */
function copyProblems(r: Resource, f: Field, of: (id: string) => Resource | undefined): string[] {
  const to = isRef(f) ? of(f.to) : undefined
  return Object.entries(f.facts.copies ?? {}).flatMap(([own, there]) => {
    const [here, source] = [r.fields[own] as Field | undefined, to && (fieldOf(to, there) as Field | undefined)]
    if (!here || !source) return [`copies ${there} to ${own}, and one of them is no field`]
    if (here.kind !== source.kind) return [`copies ${there} to ${own}, which is no ${source.kind}`]
    return source.facts.masked && !here.facts.masked ? [`copies the masked ${there} to ${own}, which is not`] : []
  })
}

/** Everything in the model that points nowhere or contradicts itself; a test asks for none. */
export function contradictions(): string[] {
  const found: string[] = []
  const say = (where: string, what: string) => found.push(`${where}: ${what}`)
  const ids = domains.flatMap((d) => d.resources.map((r) => r.id))
  const prefixes = new Map<string, string>()
  for (const id of new Set(ids)) if (ids.filter((x) => x === id).length > 1) say(id, 'declared twice')
  const permissions = permissionCodes()
  for (const r of resources.values()) {
    const known = (name: string) => name === 'id' || fieldOf(r, name) !== undefined
    const named = {
      'list.columns': r.list.columns,
      'list.search': r.list.search,
      'list.filters': r.list.filters ?? [],
      'list.sort or list.sorts': sortsOf(r),
      name: [r.name],
      state: r.state ? [r.state] : [],
      'list.amount': r.list.amount ? [r.list.amount] : [],
      'list.party': r.list.party ? [r.list.party] : [],
      'list.gross': r.list.gross ? [r.list.gross] : [],
      unique: (r.unique ?? []).flat(),
      concerns: Object.values(r.concerns ?? {}),
    }
    if (fieldOf(r, TEXT)) say(r.id, `no field may be called ${TEXT}: it stands for all texts of a list`)
    for (const [where, names] of Object.entries<readonly unknown[]>(named))
      for (const name of names) if (!known(String(name))) say(r.id, `${where}: no field ${String(name)}`)
    const must = (what: string, name: string, fits: (f: KindFacts) => boolean) => {
      const f = fieldOf(r, name)
      if (f && !fits(kindOf(f))) say(`${r.id}.${name}`, `is ${f.kind}, which cannot be ${what}`)
    }
    for (const name of sortsOf(r)) must('sorted by', name as string, (kind) => kind.sortable)
    for (const name of filtersOf(r))
      if (name !== 'id') must('filtered by', name as string, (kind) => kind.compared !== 'never')
    for (const [name, f] of Object.entries(r.fields)) {
      if ((isRef(f) || isRefs(f)) && !resources.has(f.to)) say(`${r.id}.${name}`, `refers to unknown resource ${f.to}`)
      for (const what of offerProblems(f)) say(`${r.id}.${name}`, what)
      if (f.facts.tree && !(isRefs(f) && treePaths(find(f.to), f.facts.tree).length > 0))
        say(`${r.id}.${name}`, `is chosen from ${f.facts.tree}, which is no tree of what it refers to`)
      for (const what of nodeProblems(r, f, find)) say(`${r.id}.${name}`, what)
      if (f.facts.idOf && !resources.has(f.facts.idOf))
        say(`${r.id}.${name}`, `holds ids of unknown resource ${f.facts.idOf}`)
      if (f.facts.idOfType && !known(f.facts.idOfType))
        say(`${r.id}.${name}`, `holds ids of what the unknown field ${f.facts.idOfType} names`)
      if (f.facts.changesOf && !known(f.facts.changesOf))
        say(`${r.id}.${name}`, `lists changes of unknown field ${f.facts.changesOf}`)
      if (isRows(f))
        for (const [cell, of] of Object.entries<Field>(f.rows))
          if (!kindOf(of).nested)
            say(`${r.id}.${name}.${cell}`, `is ${of.kind}, which cannot stand in rows: make the rows children`)
      if (kindOf(f).writeOnly && (f.facts.dualControl || f.facts.masked || (r.unique ?? []).flat().includes(name)))
        say(`${r.id}.${name}`, 'is a secret: nothing may compare it, show it in part or put it aside for others')
      if (kindOf(f).sealed && isShared(r)) say(`${r.id}.${name}`, 'is encrypted for a tenant, and the record has none')
      if (f.facts.dualControl) {
        if (f.facts.readOnly === 'always' || f.facts.readOnly === 'edit')
          say(`${r.id}.${name}`, 'is under dual control and cannot be edited')
        if (!r.operations.includes('edit')) say(`${r.id}.${name}`, 'is under dual control in a resource without edits')
        for (const other of f.facts.dualControl === true ? [] : Object.keys(f.facts.dualControl))
          if (!known(other)) say(`${r.id}.${name}`, `is under dual control by unknown field ${other}`)
      }
      if (f.facts.stepOf && !known(f.facts.stepOf))
        say(`${r.id}.${name}`, `names a step of unknown field ${f.facts.stepOf}`)
      if (f.facts.stateOf && !known(f.facts.stateOf))
        say(`${r.id}.${name}`, `names a state of unknown field ${f.facts.stateOf}`)
      if (f.facts.inEnglish && !known(f.facts.inEnglish))
        say(`${r.id}.${name}`, `is in English in unknown field ${f.facts.inEnglish}`)
      if (f.facts.shows && !known(f.facts.shows)) say(`${r.id}.${name}`, `shows unknown field ${f.facts.shows}`)
      for (const what of copyProblems(r, f, find)) say(`${r.id}.${name}`, what)
    }
    const made = Object.entries<Field>(r.fields).filter(([, f]) => f.facts.code)
    if (made.length > 1) say(r.id, 'has two codes')
    const copied = Object.values<Field>(r.fields).some((f) => Object.hasOwn(f.facts.copies ?? {}, 'code'))
    if (r.fields.code?.facts.readOnly === 'always' && made.length === 0 && !copied)
      say(`${r.id}.code`, 'is set by nobody: declare it with code()')
    for (const [name, f] of made) {
      const other = r.variantOf ? undefined : prefixes.get(f.facts.code?.prefix ?? '')
      if (other) say(`${r.id}.${name}`, `counts with the prefix of ${other}`)
      if (!r.variantOf) prefixes.set(f.facts.code?.prefix ?? '', r.id)
    }
    for (const c of r.children ?? []) {
      const child = resources.get(c.resource)
      if (!child) say(r.id, `unknown child ${c.resource}`)
      else if (!fieldOf(child, c.by)) say(r.id, `child ${c.resource} has no field ${c.by}`)
      else if (!filtersOf(child).includes(c.by))
        say(r.id, `child ${c.resource} is not filtered by ${c.by}: name it in list.filters of the child`)
    }
    for (const what of [
      ...betrayed(r),
      ...uneditable(r),
      ...ownerProblems(r, find),
      ...ownProblems(r, (name) => fieldOf(r, name)),
      ...sectionProblems(r, find),
      ...formProblems(r),
      ...treeProblems(r),
      ...spanFaults(r.fields),
      ...listProblems(r),
      ...routeProblems(r),
      ...sortProblems(r),
      ...lineProblems(r, find),
      ...partProblems(r, find),
      ...columnProblems(r),
      ...flagProblems(r),
      ...notInForceProblems(r),
      ...aloneProblems(r, isEditedAlways(r)),
      ...fileProblems(r, (permission) => permissions.has(permission)),
      ...viewProblems(r, { resources: resources.values(), decided: isDecided }),
    ])
      say(r.id, what)
    const base = r.variantOf ? resources.get(r.variantOf.resource) : r
    if (!base || base.variantOf) say(r.id, `is a variant of ${r.variantOf?.resource}, which has no table`)
    else if (base.id === r.id) for (const what of variantProblems(r, sharersOf(r).slice(1))) say(r.id, what)
  }
  for (const page of pages) for (const what of pageProblems(page, calls)) say(page.id, what)
  found.push(
    ...doubleClaims([
      ...[...resources.values()].map((r) => ({ id: r.id, paths: claimsOf(r.routes).map((c) => c.path) })),
      ...pages.map((page) => ({ id: page.id, paths: [page.path] })),
    ]),
  )
  for (const r of resources.values()) {
    const lookup = r.form?.lookup
    const read = lookup && calls.find((c) => c.id === lookup.call)
    if (lookup && !(read?.safe && read.permission && Object.hasOwn(read.query ?? {}, lookup.by)))
      say(r.id, `its form looks up by ${lookup.call}, which is no read asked by ${lookup.by}`)
  }
  const known = { resource: find, transitions: transitionsOf, calls }
  for (const c of [...calls, ...Object.values<AnyCall>(roundsCalls)])
    for (const what of [...callProblems(c, find), ...commandProblems(known, c)]) say(c.id, what)
  // the console has the question of a command with the fields of its records
  for (const d of domains)
    for (const c of d.calls)
      if (c.command && find(c.on?.id)?.domain !== d.name)
        say(c.id, `is a command: declare it in the domain of ${c.on?.id}`)
  for (const l of lifecycles.values()) {
    const of = resources.get(l.resource)
    if (!of) say(l.resource, 'has a lifecycle and is no resource')
    else
      for (const what of [...transitionProblems(of, l), ...makerProblems(of, l, find), ...drawProblems(of, l, find)])
        say(l.resource, what)
    if (l.twinOf !== undefined && !lifecycles.has(l.twinOf)) say(l.resource, `is the twin of the unknown ${l.twinOf}`)
    for (const [id, t] of Object.entries(l.transitions)) {
      for (const [name, own] of Object.entries(t.present ?? {}))
        if (!t.ask?.[name] || !(of && fieldOf(of, own)))
          say(`${l.resource}.${id}`, `begins the unknown ${name} with ${own}`)
      for (const [name, f] of Object.entries<Field>(t.ask ?? {}))
        if (kindOf(f).writeOnly || kindOf(f).sealed)
          say(`${l.resource}.${id}`, `asks for the secret ${name}, which only a record may hold`)
      for (const [name, where] of Object.entries(t.demands ?? {}))
        for (const one of [name, ...Object.keys(where ?? {})])
          if (!(of && fieldOf(of, one))) say(`${l.resource}.${id}`, `demands the unknown ${one}`)
      if (t.undo && !l.transitions[t.undo]) say(`${l.resource}.${id}`, `undo ${t.undo} is not declared`)
      for (const back of t.takesBack ?? [])
        if (!l.transitions[back]) say(`${l.resource}.${id}`, `takes back undeclared ${back}`)
      if (t.from === 'new' && t.makerChecker)
        say(`${l.resource}.${id}`, 'nobody made yet what it creates: makerChecker has no meaning')
      if (isByPeople(t) && !(t.call && t.permission))
        say(`${l.resource}.${id}`, 'an operator transition needs a call and a permission')
      for (const name of of ? Object.keys(fixedValues(of)) : []) {
        if ((typeof t.to === 'object' && name in t.to) || t.ask?.[name])
          say(`${l.resource}.${id}`, `changes ${name}, which says which resource the row belongs to`)
      }
      if (isBySystem(t) && (t.makerChecker || t.takesBack))
        say(`${l.resource}.${id}`, 'is for a person to decide: the system has no second pair of eyes')
    }
  }
  found.push(...traceProblems(trace, resources.values(), find))
  for (const q of queues.values()) for (const what of queueProblems(known, q)) say(q.code, what)
  for (const p of ports.values())
    for (const [name, words] of [
      [p.id, intent.fields.port.values],
      ...Object.keys(p.calls).map((call) => [call, intent.fields.portCall.values] as const),
    ] as const)
      if (!Object.hasOwn(words, name))
        say(p.id, `outgoing requests have no word for ${name}: name it in administration/system/intent.ts`)
  for (const p of ports.values())
    if (!guardedParamOf(portParam(p.id)))
      say(p.id, `its parameter ${portParam(p.id)} is not guarded: name it in administration/system/guardedParams.ts`)
  for (const edge of clockEdges.values()) for (const what of edgeProblems(known, edge)) say(edge.id, what)
  const codes = new Set<string>()
  for (const { leaf } of leaves()) {
    if (codes.has(leaf.code)) say(leaf.code, 'menu code used twice')
    codes.add(leaf.code)
    for (const id of [leaf.resource, ...(leaf.with ?? [])])
      if (id && !resources.has(id)) say(leaf.code, `menu of unknown resource ${id}`)
  }
  return found
}
