import { describe, expect, it } from 'vitest'
import { calls, resources, shownBy, transitionsOf } from '../../../../src/model/business.ts'
import type { AnyCall } from '../../../../src/model/language/domain/call.ts'
import { permissionCodes } from '../../../../src/model/roles/grants.ts'
import { roundsCalls } from '../../../../src/model/roundsCalls.ts'
import { openApi } from '../../../../src/server/http/openapi/openapi.ts'
import { routeOf } from '../../../../src/server/http/router.ts'
import { routeList, routes } from '../../../../src/server/http/routes.ts'
import { realParts } from '../../../../src/server/parts.ts'

const kindOf = (method: string, path: string) => routes().get(`${method} ${path}`)

describe('the alias table', () => {
  it('lets a transition win over the generic operation of its name', () => {
    expect(kindOf('POST', 'blade-svc/settlementOrder/submit')).toMatchObject({
      kind: 'transition',
      transitions: ['submit'],
    })
    expect(kindOf('POST', 'blade-svc/settlementOrder/remove')).toMatchObject({
      kind: 'transition',
      transitions: ['remove'],
    })
  })
  it('puts several transitions behind one call', () => {
    expect(kindOf('POST', 'blade-svc/settlementOrder/audit')?.transitions).toEqual(['audit.pass', 'audit.reject'])
    expect(kindOf('POST', 'blade-svc/settlementOrder/recall')?.access).toMatchObject({
      permissions: expect.arrayContaining(['settlementOrder_audit', 'settlementOrder_confim']),
    })
    expect(kindOf('GET', 'blade-svc/settlementOrder/toSettle')).toMatchObject({ kind: 'transition', writes: true })
  })
  it('never offers what only the system does', () => {
    const offered = [...routes().values()].flatMap((r) =>
      r.resource === 'settlementOrder' ? (r.transitions ?? []) : [],
    )
    for (const [name, t] of Object.entries(transitionsOf('settlementOrder')))
      expect(offered.includes(name), name).toBe(t.by !== 'system')
  })
  it('serves a resource under every path it is spelt with', () => {
    for (const r of resources.values())
      for (const prefix of r.calls)
        if (r.operations.includes('view')) expect(kindOf('GET', `${prefix}/detail`)?.resource, prefix).toBe(r.id)
  })
  it('lets declared calls win over everything', () => {
    for (const c of calls) for (const path of c.paths) expect(kindOf(c.method, path)?.call?.id, path).toBe(c.id)
  })
  it('serves the list of a tree whole', () => {
    expect(kindOf('GET', 'blade-system/menu/list')?.operation).toBe('tree')
    expect(kindOf('GET', 'blade-svc/settlementOrder/list')?.operation).toBe('list')
  })
  it('refuses to write where the resource allows none, by a sentence', () => {
    for (const r of resources.values())
      for (const [name, operations] of [
        ['submit', ['add', 'edit']],
        ['remove', ['delete']],
      ] as const) {
        // writes through an overview go to the resources that it shows
        const offers = [r, ...shownBy(r)].some((one) => operations.some((o) => one.operations.includes(o)))
        if (!r.operations.includes('view') || offers) continue
        for (const prefix of r.calls) expect(kindOf('POST', `${prefix}/${name}`)?.kind, prefix).not.toBe('generic')
      }
    expect(kindOf('POST', 'blade-approvalHistory/submit')?.kind).toBe('refused')
    expect(kindOf('POST', 'blade-approvalHistory/update')).toBeUndefined()
  })
  it('has a handler for every route; a declared call without one is not open yet', () => {
    for (const r of routes().values()) {
      const where = `${r.method} ${r.path}`
      if (r.kind === 'list') expect(realParts.list(r.resource ?? '', r.list ?? ''), where).toBeTypeOf('function')
      if (r.kind === 'generic')
        expect(realParts.generic(r.resource ?? '')[r.operation ?? 'list'], where).toBeTypeOf('function')
    }
    // the compiler holds the handlers of the product's own calls against their declarations (server/parts.ts)
    const own = Object.values<AnyCall>(roundsCalls)
    expect(own.map((c) => c.id)).toEqual(Object.keys(roundsCalls).map((name) => `rounds.${name}`))
    for (const c of own) expect(kindOf(c.method, c.paths[0] ?? ''), c.id).toMatchObject({ kind: 'rounds', call: c })
  })
  it('asks for a permission that exists, or says that it is open', () => {
    for (const r of routeList()) {
      expect(Boolean(r.open) !== Boolean(r.permission), `${r.method} ${r.path}`).toBe(true)
      for (const p of r.permission ?? []) expect(permissionCodes.has(p), p).toBe(true)
      if (r.writes && r.open === 'public')
        expect(r.path).toMatch(
          /^blade-auth\/(oauth\/)?(token|token\/refresh|logout|sendSms)$|send-validate$|^openapi\/doctor\/\w+$|^openapi\/tencentMeeting\/events$/,
        )
    }
  })
})

describe('finding a route', () => {
  it.each([
    ['GET', 'blade-svc/settlementOrder/nosuch', 404],
    ['GET', 'nosuch', 404],
    ['GET', '', 404],
    ['GET', '__proto__', 404],
    ['GET', 'blade-svc/settlementOrder/audit', 405],
    ['PUT', 'blade-svc/settlementOrder/list', 405],
    ['DELETE', 'blade-svc/settlementOrder/detail', 405],
    ['OPTIONS', 'health', 405],
    ['HEAD', 'blade-svc/settlementOrder/toSettle', 405],
    ['PUT', 'blade-svc/nosuch/list', 404],
  ])('%s %s is %d', (method, path, code) =>
    expect(() => routeOf(method, path)).toThrow(expect.objectContaining({ code })),
  )
  it('takes HEAD for GET where nothing is written', () => expect(routeOf('HEAD', 'health').path).toBe('health'))
})

describe('the API document', () => {
  const doc = openApi() as {
    paths: Record<string, Record<string, Record<string, unknown>>>
    components: { schemas: Record<string, unknown> }
    openapi: string
  }
  it('is OpenAPI 3.1 and lists every route once', () => {
    expect(doc.openapi).toBe('3.1.0')
    for (const r of routeList())
      expect(doc.paths[`/api/${r.path}`]?.[r.method.toLowerCase()], `${r.method} ${r.path}`).toBeDefined()
    const operations = Object.values(doc.paths).flatMap((p) => Object.values(p))
    expect(operations).toHaveLength(routeList().length)
    const ids = operations.map((o) => o.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })
  it('refers to nothing that is not there', () => {
    const names = [...JSON.stringify(doc).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map((m) => m[1] ?? '')
    expect(names.length).toBeGreaterThan(100)
    for (const name of new Set(names)) expect(doc.components.schemas, name).toHaveProperty(name)
  })
  it('has money as text, choices by their numbers, and permissions', () => {
    const order = doc.components.schemas.settlementOrder as { properties: Record<string, Record<string, unknown>> }
    expect(order.properties.totalAmount).toMatchObject({ type: 'string', title: '结算总额' })
    expect(order.properties.settlementStatus?.enum).toEqual(expect.arrayContaining([0, 1, 9, null]))
    expect(doc.paths['/api/blade-svc/settlementOrder/audit']?.post).toMatchObject({
      'x-permission': ['settlementOrder_audit'],
      'x-writes': true,
    })
  })
})
