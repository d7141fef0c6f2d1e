import { describe, expect, it } from 'vitest'
import { quickReply } from '../../../src/model/content/quickReply.ts'
import { leave, leaveLifecycle } from '../../../src/model/workflow/leave.ts'
import { closedWhy, NOT_OPEN } from '../../../src/server/core/open.ts'
import { playInMemory } from '../../../src/server/deciding/play.ts'
import { composeDomains, defineServerDomain, type ServerDomain } from '../../../src/server/domains/serverDomain.ts'
import taxServices from '../../../src/server/domains/tax/services.ts'
import flow from '../../../src/server/domains/workflow/index.ts'
import { leaveRules } from '../../../src/server/domains/workflow/leave.ts'
import { domains } from '../../../src/server/domains.ts'
import { hooks, hooksOf } from '../../../src/server/writing/hooks.ts'
import { rules } from '../../../src/server/writing/rules.ts'
import { loader } from '../../rules/people.ts'

/** A domain that brings one kind of what it can bring. */
const bringing = (own: Omit<ServerDomain, 'name'>): ServerDomain => defineServerDomain({ name: 'second', ...own })
const compose = (own: Omit<ServerDomain, 'name'>) => () => composeDomains([flow, bringing(own)])

const [handled] = flow.calls ?? []
const [document] = domains.documents.values()
if (!handled || !document) throw new Error('the business has no calls or no documents')

describe('composing domains refuses', () => {
  it.each<[string, Omit<ServerDomain, 'name'>, string]>([
    ['a call that is handled twice', { calls: [handled] }, `the handler of ${handled.call.id} is given twice`],
    [
      'rules of a transition that are given twice',
      { rules: [rules(leave, leaveLifecycle, leaveRules)] },
      'the rule of',
    ],
    ['rules without a lifecycle', { rules: [{ resource: quickReply.id, rules: {} }] }, 'has rules and no lifecycle'],
    ['two sets of hooks of a resource', { hooks: [hooks(leave, {})] }, 'the set of hooks of leave is given twice'],
    ['hooks of no resource', { hooks: [hooks({ id: 'nothing' }, {})] }, 'hooks of nothing, which is no resource'],
    ['SQL facts of no table', { tables: { nothing: {} } }, 'tables of nothing, which is no resource'],
    [
      'services of one domain that two bring, a part of a domain among them',
      { services: { tax: taxServices }, parts: [bringing({ services: { tax: taxServices } })] },
      'the services of tax is given twice',
    ],
    ['a document that is made twice', { documents: [document, document] }, 'the document'],
  ])('%s', (_, own, message) => expect(compose(own)).toThrow(message))

  it('a service that two domains bring', () => {
    const opens = bringing({ openTenant: async () => undefined })
    expect(() => composeDomains([opens, opens])).toThrow('the service openTenant is given twice')
  })

  it('SQL facts of a table that two domains bring', () => {
    const facts = bringing({ tables: { orderDoctor: {} } })
    expect(() => composeDomains([facts, facts])).toThrow('the set of SQL facts of orderDoctor is given twice')
  })

  it('SQL of a view that two domains bring', () => {
    const views = bringing({ views: { 'orders.traceability': 'select 1' } })
    expect(() => composeDomains([views, views])).toThrow('the SQL of the view orders.traceability is given twice')
  })
})

describe('a composed business', () => {
  it('has the rules of one resource from several domains, one of each transition', () => {
    const { reject, ...others } = leaveRules
    const composed = composeDomains([
      bringing({ rules: [{ resource: leave.id, rules: others }] }),
      bringing({ rules: [{ resource: leave.id, rules: { reject } }] }),
    ])
    expect(Object.keys(composed.rules.get(leave.id) ?? {}).sort()).toEqual(Object.keys(leaveRules).sort())
  })

  it('does not see another one of the same process', async () => {
    const refuses = async () => {
      throw new Error('nothing is saved in this one')
    }
    const [one, other] = [
      composeDomains([flow]),
      composeDomains([bringing({ hooks: [hooks(quickReply, { prepare: refuses })] })]),
    ]
    expect([one, other].map((composed) => closedWhy(composed, leave.id, 'pass'))).toEqual([null, NOT_OPEN])
    expect([one, other].map((composed) => composed.handlers.has(handled.call.id))).toEqual([true, false])
    expect(hooksOf(one, quickReply.id)).toEqual({})
    const saved = (composed: typeof one) =>
      playInMemory({ domains: composed, tenantId: '000000', at: '2024-06-01 09:00:00' })
        .as(loader('000000'))
        .save(quickReply.id, { content: '资料不全', moduleCode: 'public' })
    await expect(saved(other)).rejects.toThrow('nothing is saved in this one')
    expect(await saved(one)).toMatchObject({ content: '资料不全' })
  })

  it('refuses a service that no domain brings', () =>
    expect(() => composeDomains([]).filesOf(undefined as never, '000000')).toThrow('no domain brings filesOf'))
})
