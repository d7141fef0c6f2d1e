import { calls, lifecycles, queues, resources } from '../../../src/model/business.ts'
import { addressOf, keyOf, pathsOf } from '../../../src/model/language/address.ts'
import { type AnyCall, commandName, commandsOn, parametersOf } from '../../../src/model/language/domain/call.ts'
import type { Transition } from '../../../src/model/language/lifecycle.ts'
import type { Catalogue, CatalogueDecision, CatalogueResource } from '../../../src/model/wire/catalogue.ts'

let whole: Catalogue | undefined

/**
 * The catalogue of a finance clerk made from the model, cut to what `may` allows: the same cut the server makes. The
 * whole one is made once a test file: calls and queues of its own are declared before.
 */
export function catalogueOf(may?: (resource: string) => boolean): Catalogue {
  if (may) return madeOf(may)
  whole ??= madeOf(() => true)
  return whole
}

/** The catalogue in which one family differs. */
export const differing = (resource: string, by: (of: CatalogueResource) => Partial<CatalogueResource>): Catalogue => {
  const made = catalogueOf()
  return { ...made, resources: made.resources.map((r) => (r.id === resource ? { ...r, ...by(r) } : r)) }
}

/** The catalogue where deleting an order is the generic operation, not a transition of its own. */
export const genericDelete = (): Catalogue => {
  generic ??= differing('settlementOrder', (of) => ({
    operations: ['view', 'add', 'edit', 'delete'],
    decisions: of.decisions.filter((t) => t.id !== 'remove'),
  }))
  return generic
}
let generic: Catalogue | undefined

function madeOf(may: (resource: string) => boolean): Catalogue {
  const transition = (call: string, [id, t]: [string, Transition]): CatalogueDecision => ({
    kind: 'transition',
    by: '',
    id,
    title: t.label[0],
    alias: t.label[1],
    pinyin: [],
    from: t.from as CatalogueDecision['from'],
    method: addressOf(t.call ?? '').method,
    path: pathsOf([call], addressOf(t.call ?? '').paths)[0] ?? '',
    match: { ...t.match, ...t.matchIf },
    select: t.select ?? 'one',
    asks: t.ask !== undefined,
    mustAsk: Object.values(t.ask ?? {}).some((f) => f.facts.required !== undefined),
    undo: t.undo ?? '',
    takesBack: t.takesBack ?? [],
    ...(t.makerChecker ? { makers: { createUser: '您是制单人' } } : {}),
    money: t.money ?? false,
    danger: t.danger ?? false,
    result: t.result ?? 'other',
    key: t.key ?? '',
    closed: t.closed?.[0] ?? '',
  })
  const command = (c: AnyCall): CatalogueDecision => ({
    ...transition('', [
      commandName(c),
      { label: c.title, from: c.from, ...c.command, ask: undefined } as unknown as Transition,
    ]),
    kind: 'call',
    from: (c.from ?? {}) as CatalogueDecision['from'],
    method: c.method,
    path: c.paths[0] ?? '',
    by: keyOf(c.key)?.field === 'id' ? (keyOf(c.key)?.name ?? '') : '',
    select: c.select ?? 'one',
    asks: Object.keys(parametersOf(c)).length > 0,
    mustAsk: Object.values(parametersOf(c)).some((f) => f.facts.required !== undefined),
    undo: commandName({ id: c.command?.undo ?? '', on: c.on }),
    takesBack: (c.command?.takesBack ?? []).map((id) => commandName({ id, on: c.on })),
  })
  return {
    etag: 'x',
    language: 'zh',
    user: { id: '1', name: '财务', account: 'fin', avatar: '', tenantId: '000000', roles: ['finance'], company: '' },
    topMenus: [],
    permissions: [],
    resources: [...resources.values()]
      .filter((r) => may(r.id))
      .map(
        (r): CatalogueResource => ({
          id: r.id,
          title: r.title[0],
          alias: r.title[1],
          pinyin: [],
          domain: r.domain ?? '',
          call: r.calls[0] ?? '',
          listMethod: r.list.method ?? 'GET',
          operations: r.operations,
          routes: r.routes ?? {},
          decisions: [
            ...Object.entries<Transition>(lifecycles.get(r.id)?.transitions ?? {})
              .filter(([, t]) => t.by === 'operator' && t.from !== 'new')
              .map((e) => transition(r.calls[0] ?? '', e)),
            ...commandsOn(calls, r.id).map(command),
          ],
        }),
      ),
    queues: [...queues.values()].map((q) => ({
      code: q.code,
      title: q.title[0],
      alias: q.title[1],
      pinyin: [],
      icon: q.icon,
      domain: q.domain ?? '',
      views: q.views.map((v) => ({
        code: v.code,
        title: v.title[0],
        alias: v.title[1],
        pinyin: [],
        resource: v.resource,
        where: v.where,
        decisions: v.decisions.map((d) => (typeof d === 'string' ? d : d.call.slice(v.resource.length + 1))),
        sort: v.sort ?? '',
      })),
    })),
    today: '2024-06-15',
  }
}
