import { describe, expect, it } from 'vitest'
import { resources, scopeOf } from '../../../src/model/business.ts'
import { variantProblems } from '../../../src/model/language/derived/variants.ts'
import { type Field, flag, ref, text } from '../../../src/model/language/fields/field.ts'
import {
  inheritedFields,
  ownerProblems,
  ownProblems,
  PARTIES,
  PAYEE,
  rowScope,
} from '../../../src/model/language/owner.ts'
import { fieldOf, type Resource } from '../../../src/model/language/resource.ts'

const fields = {
  code: text('编号', 'No'),
  companyId: ref('entrustedCompany', '企业', 'Company'),
  partnerId: ref('thirdPlatform', '伙伴', 'Partner'),
  meetingId: ref('meeting', '会议', 'Meeting'),
  agendaId: ref('agenda', '议程', 'Agenda'),
  demo: flag('演示', 'Demo', { initial: 0 }),
}
const family = (id: string, more: object): Resource =>
  ({
    id,
    calls: [],
    title: [id, id],
    name: 'code',
    fields,
    operations: [],
    list: { columns: [], search: [], sort: 'code' },
    ...more,
  }) as unknown as Resource
const model = (...all: Resource[]) => {
  const byId = new Map(all.map((r) => [r.id, r]))
  return (id: string) => byId.get(id)
}

it('parties and the payee are those who have a bank account of their own', () => {
  const paid = [...resources.values()].filter((r) =>
    Object.values<Field>(r.fields).some((f) => f.facts.means === 'bankAccount' && f.facts.dualControl),
  )
  // an employee is somebody within the company
  const { employee: _, ...parties } = PARTIES
  expect(new Set(paid.map((r) => r.id))).toEqual(new Set([...Object.values(parties), PAYEE]))
})

describe('the owner of a resource', () => {
  it('is said by every resource, and parties that are not named are refused', () => {
    for (const r of resources.values())
      expect(
        ownerProblems(r, (id) => resources.get(id)),
        r.id,
      ).toEqual([])
    const partners = resources.get('thirdPlatform') as Resource
    expect(scopeOf(partners)).toEqual({
      company: 'closed',
      fiscalTax: { field: 'id' },
      provider: { field: 'id' },
      employee: 'open',
    })
  })

  it.each([
    [{}, 'has no owner'],
    [{ owner: {} }, 'names no party'],
    [{ owner: 'nobody' }, 'unknown owner nobody'],
    [{ owner: { company: 'companyid' } }, 'has no field companyid'],
    [{ owner: { company: 'partnerId' } }, 'owned by partnerId, which refers to no entrustedCompany'],
    [{ owner: { company: 'code' } }, 'owned by code, which refers to no entrustedCompany'],
    [{ owner: { company: 'id' } }, 'is no entrustedCompany itself'],
    [{ owner: { doctor: 'code' } }, 'unknown party doctor'],
    [{ owner: { employee: { within: 'agenda', by: 'code' } } }, 'within agenda by code, no reference to it'],
    [
      { owner: { employee: { within: 'meeting', by: 'wrongId', figures: [] } } },
      'within meeting, which names no employee',
    ],
    [
      { owner: { employee: { within: 'mine', by: 'wrongId', figures: ['code'] } } },
      'keeps the figure code from employees, which is no field that the server alone writes',
    ],
    [
      { owner: { employee: 'closed' }, fields: { baseEmployeeId: ref('entrustedEmployee', '员工', 'Employee') } },
      'twice',
    ],
    [{ owner: { through: 'code' } }, 'through code, which is no reference'],
    [{ owner: { through: 'agendaId' } }, 'to the unknown agenda'],
    [{ owner: { through: 'meetingId' }, scope: 'global' }, 'shared by all tenants'],
    [{ scope: 'global', owner: { company: 'companyId' } }, 'shared by all tenants'],
  ])('%j is refused: %s', (more, why) => {
    const wrong = family('wrong', more)
    const meeting = family('meeting', { owner: 'open', fields: { wrongId: ref('wrong', '记录', 'Record') } })
    const mine = family('mine', {
      owner: { company: 'companyId' },
      fields: { wrongId: ref('wrong', '记录', 'Record'), baseEmployeeId: ref('entrustedEmployee', '员工', 'Employee') },
    })
    const [said] = ownerProblems(wrong, model(wrong, meeting, mine))
    expect(said).toContain(why)
    // and bound users reach no row meanwhile
    if (!('owner' in more))
      expect(rowScope(wrong, model(wrong))).toEqual({
        company: 'closed',
        fiscalTax: 'closed',
        provider: 'closed',
        employee: 'closed',
      })
  })

  it('through a parent is the owner of the nearest record that has one', () => {
    const meeting = family('meeting', { owner: { company: 'companyId', provider: 'open' } })
    const agenda = family('agenda', { owner: { through: 'meetingId' } })
    const note = family('note', { owner: { through: 'agendaId' } })
    const find = model(meeting, agenda, note)
    for (const r of [agenda, note]) {
      expect(rowScope(r, find)).toEqual({
        company: { field: 'ownerCompanyId' },
        fiscalTax: 'closed',
        provider: 'open',
        employee: 'open',
      })
      expect(Object.keys(inheritedFields(r, find))).toEqual(['ownerCompanyId'])
    }
    expect(inheritedFields(meeting, find)).toEqual({})
    const closed = model(family('meeting', { owner: 'platform' }), agenda)
    expect(rowScope(agenda, closed)).toEqual({
      company: 'closed',
      fiscalTax: 'closed',
      provider: 'closed',
      employee: 'closed',
    })
  })

  it('does not form a circle', () => {
    const meeting = family('meeting', { owner: { through: 'agendaId' } })
    const agenda = family('agenda', { owner: { through: 'meetingId' } })
    const find = model(meeting, agenda)
    expect(ownerProblems(agenda, find)).toEqual(['belongs through meetingId to itself'])
    expect(rowScope(agenda, find)).toEqual({
      company: 'closed',
      fiscalTax: 'closed',
      provider: 'closed',
      employee: 'closed',
    })
  })
})

describe('resources of one table', () => {
  const owner = { company: 'companyId' }
  const base = family('meeting', { owner, where: { demo: 0 } })
  const variant = (more: object) =>
    family('demoMeeting', { owner, variantOf: { resource: 'meeting', where: { demo: 1 } }, ...more })

  it('have no row in common', () => {
    expect(variantProblems(base, [variant({})])).toEqual([])
    expect(variantProblems(family('meeting', { owner }), [variant({})])).toEqual([
      'meeting does not say which rows of the table of meeting are its own',
    ])
    expect(variantProblems(base, [variant({ variantOf: { resource: 'meeting', where: { demo: 0 } } })])).toEqual([
      'meeting and demoMeeting would have rows of the table in common',
    ])
    expect(variantProblems(base, [variant({ variantOf: { resource: 'meeting', where: { nosuch: 1 } } })])).toEqual([
      'meeting and demoMeeting would have rows of the table in common',
      'demoMeeting is told apart by nosuch, which is no field of meeting',
    ])
  })

  it('agree about what they share', () => {
    const wide = { ...fields, code: text('编号', 'No', { length: 200 }) }
    expect(variantProblems(base, [variant({ fields: wide })])).toEqual([
      'meeting.code and demoMeeting.code cannot be one column: kind, length, initial value or notBefore differ',
    ])
    expect(variantProblems(base, [variant({ owner: 'open' })])).toEqual([
      'meeting and demoMeeting are rows of one table and have different owners',
    ])
    expect(variantProblems(base, [variant({ appendOnly: true })])).toEqual([
      'only one of meeting and demoMeeting is append-only',
    ])
  })
})

describe('rows of persons', () => {
  const persons = {
    taskUser: ref('user', '审批人', 'Decided by', { readOnly: 'edit' }),
    author: ref('user', '作者', 'Author'),
  }
  const asked = (own: object, more: object = {}) => {
    const r = family('wrong', { owner: 'open', fields: { ...fields, ...persons }, own, ...more })
    return ownProblems(r, (name) => fieldOf(r, name))
  }
  it.each([
    [{ by: ['createUser', 'taskUser'] }, {}, undefined],
    [{ by: [] }, {}, 'says by no field whose'],
    [{ by: ['nobody'] }, {}, 'nobody, which refers to no user'],
    [{ by: ['companyId'] }, {}, 'companyId, which refers to no user'],
    [{ by: ['author'] }, {}, 'author, which may be edited'],
    [{ by: ['taskUser'] }, { scope: 'global' }, 'shared by all tenants'],
    [{ by: ['taskUser'] }, { variantOf: { resource: 'base', where: {} } }, 'shares its table'],
  ])('%j %j: %s', (own, more, why) => {
    const [said] = asked(own, more)
    if (why === undefined) expect(said).toBeUndefined()
    else expect(said).toContain(why)
  })
})
