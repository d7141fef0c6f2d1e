import { describe, expect, it } from 'vitest'
import { choice } from '../../../src/model/language/fields/field.ts'
import { lifecycle } from '../../../src/model/language/lifecycle.ts'
import { resource } from '../../../src/model/language/resource.ts'
import { states, statesOf } from '../../../src/model/language/states.ts'

const fields = {
  bookStatus: states(
    '状态',
    'Status',
    { open: [0, '开', 'Open', 'wait'], shut: [1, '关', 'Shut'], lost: [9, '失', 'Lost', 'bad'] },
    { width: 80, initial: 'open' },
  ),
  postStatus: states('消息', 'Message', {
    received: ['RECEIVED', '收', 'Received'],
    failed: ['FAILED', '败', 'Failed'],
  }),
  kind: choice('类', 'Kind', { 1: ['甲', 'A'], 2: ['乙', 'B'] }),
}
const book = resource('book', {
  calls: ['x/book'],
  title: ['书', 'Books'],
  name: 'kind',
  fields,
  operations: ['edit'],
  list: { columns: [], search: [], sort: 'createTime' },
  owner: 'platform',
  editable: { edit: { bookStatus: ['open', 'lost'], kind: 1 } },
})

describe('states', () => {
  it('are a choice, or a word, for everything that is derived from the model', () => {
    const words = { 0: ['开', 'Open', 'wait'], 1: ['关', 'Shut'], 9: ['失', 'Lost', 'bad'] } as const
    const { is, ...rest } = fields.bookStatus
    expect(rest).toEqual(choice('状态', 'Status', words, { width: 80, initial: 0 }))
    expect(is).toEqual({ open: 0, shut: 1, lost: 9 })
    expect(fields.postStatus).toMatchObject({ kind: 'word', facts: {}, values: { FAILED: ['败', 'Failed'] } })
  })

  it('are named by resource and field, plain choices are not', () =>
    expect(statesOf(book)).toEqual({
      bookStatus: { open: 0, shut: 1, lost: 9 },
      postStatus: { received: 'RECEIVED', failed: 'FAILED' },
    }))

  it('refuse a value that repeats', () =>
    expect(() => states('', 'Status', { open: [0, '', ''], shut: [0, '', ''] })).toThrow(
      'states of Status: shut repeats the value 0',
    ))

  it('refuse a value that is the name of another state', () =>
    expect(() => states('', 'Status', { open: ['shut', '', ''], shut: ['x', '', ''] })).toThrow(
      'states of Status: the value of open is the name of another state',
    ))

  it('are values wherever a lifecycle or a resource was declared by names', () => {
    const told = { label: ['', ''], by: 'system' } as const
    const { transitions } = lifecycle(book, {
      shut: {
        ...told,
        from: { bookStatus: ['open', null], postStatus: 'received', kind: 1 },
        to: { bookStatus: 'shut', postStatus: null },
        together: { where: { bookStatus: 'open' }, why: ['', ''] },
        demands: { kind: { bookStatus: 'lost' }, postStatus: {} },
      },
      make: { ...told, from: 'new', to: { bookStatus: 'open' } },
      back: { ...told, from: { bookStatus: 'shut' }, to: { bookStatus: 'previous' } },
      remove: { ...told, from: { bookStatus: 'lost' }, to: 'deleted' },
    })
    expect(transitions).toMatchObject({
      shut: {
        from: { bookStatus: [0, null], postStatus: 'RECEIVED', kind: 1 },
        to: { bookStatus: 1, postStatus: null },
        together: { where: { bookStatus: 0 } },
        demands: { kind: { bookStatus: 9 }, postStatus: {} },
      },
      make: { from: 'new', to: { bookStatus: 0 } },
      back: { from: { bookStatus: 1 }, to: { bookStatus: 'previous' } },
      remove: { from: { bookStatus: 9 }, to: 'deleted' },
    })
    expect(book.editable).toEqual({ edit: { bookStatus: [0, 9], kind: 1 } })
  })
})
