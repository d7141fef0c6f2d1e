import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { initialOf } from '../../../src/console/forms/base/values.ts'
import { fieldMessages, isConflict, merge } from '../../../src/console/forms/conflict.ts'
import * as f from '../../../src/model/language/fields/field.ts'

const fields = { name: f.text('名称', 'Name'), fee: f.rate('费率', 'Fee'), capital: f.money('资本', 'Capital') }
const names = Object.keys(fields)
const base = initialOf(fields, names, { name: '康泰', fee: '0.060000', capital: '1000.00' })
const row = (more: object) => ({ id: '1', version: 5, name: '康泰', fee: '0.060000', capital: '1000.00', ...more })

describe('merge', () => {
  it('takes over what only the other user changed, keeps what only I changed', () => {
    const m = merge(fields, names, base, { ...base, name: '康泰医药' }, row({ fee: '0.070000' }))
    expect(m.typed).toEqual({ name: '康泰医药', fee: '7', capital: '1,000.00' })
    expect(m.base.fee).toBe('7')
    expect(m.taken).toEqual(['fee'])
    expect(m.clashes).toEqual([])
  })
  it('asks where both changed the same field to different values', () => {
    const m = merge(fields, names, base, { ...base, fee: '8' }, row({ fee: '0.070000' }))
    expect(m.clashes.map((c) => [c.name, c.theirs, c.mine])).toEqual([['fee', '7', '8']])
    expect(m.typed.fee).toBe('8')
    expect(m.taken).toEqual([])
  })
  it('does not ask where both came to the same value, however it is written', () => {
    expect(merge(fields, names, base, { ...base, capital: '2000' }, row({ capital: '2000.00' })).clashes).toEqual([])
  })
  it('each field ends as mine, as theirs, or is asked about', () => {
    const text = fc.constantFrom('a', 'b', 'c', '')
    fc.assert(
      fc.property(text, text, text, (was, mine, theirs) => {
        const m = merge({ name: fields.name }, ['name'], { name: was }, { name: mine }, row({ name: theirs }))
        const asked = m.clashes.length === 1
        expect(asked).toBe(was !== mine && was !== theirs && mine !== theirs)
        expect(m.typed.name).toBe(was === mine ? theirs : mine)
        expect(m.base.name).toBe(theirs)
      }),
    )
  })
})

describe('what a refusal carries', () => {
  it('messages by field, in either shape', () => {
    expect(fieldMessages({ name: '请输入企业名称' })).toEqual({ name: '请输入企业名称' })
    expect(fieldMessages({ fields: { name: '请输入企业名称' } })).toEqual({ name: '请输入企业名称' })
    for (const none of [null, 'x', [], { fields: 7, n: 3 }]) expect(fieldMessages(none)).toEqual({})
  })
  it('distinguishes a conflict from other data', () => {
    expect(isConflict({ reason: 'stale', by: 'a', at: 'b', fields: [] })).toBe(true)
    for (const none of [null, undefined, 'x', {}, { fields: {} }]) expect(isConflict(none)).toBe(false)
  })
})
