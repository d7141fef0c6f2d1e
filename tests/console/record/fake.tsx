import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { vi } from 'vitest'
import { ApiError, api } from '../../../src/console/api/client.ts'
import { calls, lifecycles, queues, resources } from '../../../src/model/all.ts'
import { addressOf, keyOf, pathsOf } from '../../../src/model/kernel/address.ts'
import { type AnyCall, askedBy, commandName, commandsOn } from '../../../src/model/kernel/call.ts'
import type { Catalogue, CatalogueDecision, CatalogueResource } from '../../../src/model/kernel/catalogue.ts'
import type { Transition } from '../../../src/model/kernel/lifecycle.ts'
import type { Page, WireRow } from '../../../src/model/kernel/wire.ts'

/** A catalogue made from the model, cut to what `may` allows: the same cut the server makes. */
export function catalogueOf(may: (resource: string) => boolean = () => true): Catalogue {
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
    asks: Object.keys(askedBy(c)).length > 0,
    mustAsk: Object.values(askedBy(c)).some((f) => f.facts.required !== undefined),
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
          module: r.module ?? '',
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
      module: q.module ?? '',
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

/** Answers a call with data, or throws what the client would throw. */
export type Answers = Record<string, (params: Record<string, unknown>, body: unknown) => unknown>

/**
 * The server, as far as a test needs it: answers by path. A path that is not there is a 404. Returns what was asked.
 */
export function fakeApi(answers: Answers) {
  const asked: { method: string; path: string; params: Record<string, unknown>; body: unknown; key?: string }[] = []
  const answer = async (method: string, path: string, params: Record<string, unknown>, body: unknown, key?: string) => {
    asked.push({ method, path, params, body, key })
    await Promise.resolve()
    const found = answers[path]
    if (!found) throw new ApiError(404, '没找到请求')
    return found(params, body)
  }
  vi.spyOn(api, 'get').mockImplementation(((path: string, params = {}) =>
    answer('GET', path, params, undefined)) as typeof api.get)
  vi.spyOn(api, 'post').mockImplementation(((
    path: string,
    body: unknown,
    options: { params?: Record<string, unknown>; key?: string } = {},
  ) => answer('POST', path, options.params ?? {}, body, options.key)) as typeof api.post)
  return asked
}

export const pageOf = (records: readonly WireRow[], total = records.length): Page => ({
  records,
  total,
  size: 200,
  current: 1,
  pages: Math.ceil(total / 200) || 1,
})

export const missing = (): never => {
  throw new ApiError(404, '记录不存在')
}

/** A settlement order as the wire shows it. */
export const order = (id: string, more: Partial<Record<string, unknown>> = {}): WireRow => ({
  id,
  version: 3,
  code: `SO${id}`,
  entrustedCompanyId: '77',
  entrustedCompanyName: '康泰医药',
  socialCreditCode: '91310000MA1FL0000N',
  settlementCycleId: '88',
  cycleMonth: '202406',
  fiscalTaxId: '',
  fiscalTaxName: '',
  doctorAmount: '1234567.50',
  totalAmount: '1300000.00',
  settlementStatus: 0,
  pushStatus: 0,
  approvalRemark: '',
  createTime: '2024-06-15 08:30:00',
  ...more,
})

/** Renders with a query client and a router of its own. */
export function show(ui: ReactElement, path = '/') {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const wrapped = (element: ReactElement) => (
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>{element}</MemoryRouter>
    </QueryClientProvider>
  )
  const result = render(wrapped(ui))
  return { ...result, client, again: (element: ReactElement) => result.rerender(wrapped(element)) }
}
