import { describe, expect, it } from 'vitest'
import { addressOf, keyNames, keyOf, pathsOf } from '../../../src/model/language/address.ts'
import { callProblems, transitionProblems } from '../../../src/model/language/derived/addresses.ts'
import { answer } from '../../../src/model/language/domain/answer.ts'
import { call } from '../../../src/model/language/domain/call.ts'
import { choice, readOnly, ref, text } from '../../../src/model/language/fields/field.ts'
import { lifecycle } from '../../../src/model/language/lifecycle.ts'
import { listProblems } from '../../../src/model/language/lists.ts'
import { type Resource, resource } from '../../../src/model/language/resource.ts'
import { entriesIn, idsIn } from '../../../src/server/deciding/keyed.ts'

/** Every key that the specification's named calls have besides `id` and `ids`, said by declarations of one shape. */

const thing = resource('thing', {
  calls: ['blade-x/thing'],
  title: ['物', 'Things'],
  name: 'code',
  fields: {
    code: text('编号', 'Code', { search: 'code', length: 32, required: '-' }),
    parentRef: ref('thing', '上级', 'Parent', {}),
    ...readOnly({ state: choice('状态', 'State', { 0: ['甲', 'A'], 1: ['乙', 'B'] }, { initial: 0 }) }),
  },
  operations: ['view'],
  list: { columns: ['code'], search: ['code'], filters: ['parentRef'], sort: 'createTime' },
  owner: 'platform',
  unique: [['code']],
})
const any = thing as unknown as Resource
const find = (id: string) => (id === 'thing' ? any : undefined)

/** Keys that are ids of the records that are decided, worked on or read. */
const IDS = (
  'topMenuIds userIds roleIds userId roleId taskId processInstanceId businessId protocolId handleIds handleId handleApplyId ' +
  'feedbackId contentId activeId entrustedCompanyId entrustedId doctorId activityId meetingId lectureId caseCollectionId ' +
  'clinicalResearchId professionalReviewId medicationFeedbackId productId templateId budgetOrderId settlementOrderId ' +
  'entrustedInvoiceId settlementCycleId resultOrderId resultOrderOrderId orderEntrustedId summaryTaxCertId ' +
  'summaryTaxReturnsId entrustedTaxPaymentOrderId platServiceFeeId'
).split(' ')
/** Keys that are values of a unique field. */
const VALUES = 'yurRef taskid code tenantId phone name doctorName domain parentCode'.split(' ')
/** Parameters that select a list. */
const SELECTS = 'parentId topMenuId tenantId moduleCode productName type projectType status planSearchNum'.split(' ')

const keys = [
  ...IDS.map((name) => [name, name] as const),
  ...VALUES.map((name) => [name, { name, field: 'code' }] as const),
]

describe.each(keys)('%s', (name, key) => {
  it('names the records of a transition', () => {
    const l = lifecycle(thing, {
      go: {
        label: ['走', 'Go'],
        from: { state: 0 },
        to: { state: 1 },
        by: 'operator',
        permission: 'thing_go',
        roles: [],
        call: { method: 'POST', paths: ['go', '/blade-y/other/go'], key },
      },
    })
    expect(transitionProblems(any, l)).toEqual([])
    const address = addressOf(l.transitions.go.call)
    expect(keyNames(address)).toEqual([name, 'id', 'ids'])
    expect(pathsOf(thing.calls, address.paths)).toEqual(['blade-x/thing/go', 'blade-y/other/go'])
  })
  it('names the records of a call', () => {
    const c = call('thing.look', {
      method: 'GET',
      paths: ['blade-x/thing/look'],
      title: ['看', 'Look'],
      permission: 'thing_look',
      roles: [],
      on: thing,
      key,
      safe: true,
      answer: answer.nothing,
    })
    expect(callProblems(c, find)).toEqual([])
    expect(keyOf(c.key)?.name).toBe(name)
  })
  it('is understood joined, as a list, as objects, and as a list that is the body', () => {
    for (const [params, body] of [
      [{ [name]: '7, 8' }, undefined],
      [{ [name]: ['7', 8] }, undefined],
      [{ [name]: [{ [name]: '7' }, { id: '8' }] }, undefined],
      [{}, ['7', { [name]: '8' }]],
    ] as const)
      expect(idsIn(params, body, key)).toEqual(['7', '8'])
    expect(() => idsIn({ [name]: { x: 1 } }, undefined, key)).toThrow()
  })
})

it.each([...SELECTS, ...IDS])('%s selects a list', (name) =>
  expect(
    listProblems({ ...any, lists: { some: { title: ['表', 'List'], by: { [name]: 'parentRef' }, answer: 'list' } } }),
  ).toEqual([]),
)

it.each(['handleApplyInfoVOList', undefined])('records come as a list of objects (%s)', (name) => {
  const list = [{ id: '7', action: 1 }, { id: '8' }]
  const found = name ? entriesIn({ handleId: '1', [name]: list }, undefined, { name }) : entriesIn({}, list, {})
  expect(found?.map((entry) => idsIn(entry, undefined))).toEqual([['7'], ['8']])
  expect(found?.[0]?.handleId).toBe(name && '1')
})
