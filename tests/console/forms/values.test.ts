import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fraction } from '../../../src/console/fields/typings.ts'
import {
  changedIn,
  formFieldNames,
  initialOf,
  lockedOf,
  problemIn,
  problemsIn,
  same,
  typedOf,
  valuesOf,
  wireOf,
} from '../../../src/console/forms/base/values.ts'
import { resources } from '../../../src/model/business.ts'
import * as f from '../../../src/model/language/fields/field.ts'
import { yuan } from '../../../src/model/values/money.ts'
import { percent } from '../../../src/model/values/percent.ts'

const amount = f.money('金额', 'Amount', { required: '请输入金额' })
const share = f.rate('费率', 'Rate')
const month = f.text('月份', 'Month', { means: 'month', length: 6 })

describe('what is typed becomes what is sent', () => {
  const cases: readonly [string, f.Field, string, unknown][] = [
    ['money grouped', amount, '1,234.5', '1234.50'],
    ['money with sign and full width', amount, '￥１２３４', '1234.00'],
    ['money unreadable stays as typed', amount, '12x', '12x'],
    ['rate in percent', share, '6.5', '0.065'],
    ['rate with its sign', share, '6.5%', '0.065'],
    ['rate in full width', share, '６', '0.06'],
    ['integer grouped', f.integer('数', 'N'), '1,200', '1200'],
    ['date short', f.date('日', 'Day'), '2024-6-5', '2024-06-05'],
    ['date compact', f.date('日', 'Day'), '20240605', '2024-06-05'],
    ['date in Chinese', f.date('日', 'Day'), '2024年6月5日', '2024-06-05'],
    ['time', f.datetime('时', 'Time'), '2024/6/5 9:30', '2024-06-05 09:30:00'],
    ['time without hours', f.datetime('时', 'Time'), '2024-06-05', '2024-06-05 00:00:00'],
    ['month', month, '2025-12', '202512'],
    ['month as it is kept', month, '202512', '202512'],
    ['month in Chinese', month, '2025年1月', '202501'],
    ['json', f.json('变更', 'Changes'), '{"a":1}', { a: 1 }],
    ['phone in full width', f.phone('手机', 'Mobile'), '１３８００１３８０００ ', '13800138000'],
    ['blank', f.text('名', 'Name'), '   ', null],
    ['text', f.text('名', 'Name'), ' a b ', ' a b '],
  ]
  it.each(cases)('%s', (_, field, typed, value) => expect(wireOf(field, typed)).toEqual(value))

  it('amounts come back as they were', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), (fen) => {
        expect(wireOf(amount, typedOf(amount, yuan(fen)))).toBe(yuan(fen))
      }),
    )
  })
  it('rates come back as the same number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000 }), (millionths) => {
        const text = (millionths / 1e6).toFixed(6)
        expect(Number(fraction(percent(text).slice(0, -1)))).toBe(Number(text))
        expect(Number(wireOf(share, typedOf(share, text)))).toBe(Number(text))
      }),
    )
  })
  it('a fraction never has more than six places', () => {
    expect(fraction('0.0001')).toBe('0.000001')
    expect(fraction('0.00001')).toBeNull()
    expect(fraction('-12.5')).toBe('-0.125')
    expect(fraction('x')).toBeNull()
  })
  it('dates that are none stay for the validator to refuse', () => {
    expect(wireOf(f.date('日', 'Day'), 'soon ')).toBe('soon')
    expect(wireOf(f.datetime('时', 'Time'), '2024-06-05 soon')).toBe('2024-06-05 soon')
    expect(problemIn(f.date('日', 'Day'), '2024-02-31')?.[0]).toBe('日须为日期 yyyy-MM-dd')
  })
})

describe('problems', () => {
  it('are the kernel’s own sentences', () => {
    expect(problemIn(amount, '')?.[0]).toBe('请输入金额')
    expect(problemIn(amount, '12x')?.[0]).toContain('金额')
    expect(problemIn(amount, '1,234.5')).toBeNull()
  })
  it('name what is no month: a day, a year, a thirteenth month', () => {
    expect(typedOf(month, '202512')).toBe('2025-12')
    expect(problemIn(month, '2025-12')).toBeNull()
    for (const typed of ['2025-12-01', '2025', '202513', '十二月'])
      expect(problemIn(month, typed)?.[0]).toBe('月份须为月份，如 2025-12')
  })
  it('name text that is no JSON', () =>
    expect(problemIn(f.json('变更', 'Changes'), '{a')?.[0]).toBe('变更不是有效的 JSON'))
  it('come in the order of the names', () => {
    const fields = { b: f.text('乙', 'B', { required: '请输入乙' }), a: f.text('甲', 'A', { required: '请输入甲' }) }
    expect(problemsIn(fields, {}, ['a', 'b']).map((p) => p.field)).toEqual(['a', 'b'])
  })
  it('name times that end before they begin, as they are typed, at what is sent', () => {
    const fields = { from: f.date('始', 'From'), until: f.date('止', 'Until', { notBefore: 'from' }), amount }
    const said = (from: string, until: string, names: string[]) =>
      problemsIn(fields, { from, until, amount: '12x' }, names).map((p) => p.message[0])
    expect(said('2024-6-5', '20240604', ['from', 'until'])).toEqual(['止不能早于始'])
    expect(said('2024-6-5', '20240604', ['from'])).toEqual(['始不能晚于止'])
    expect(said('2024-6-5', '2024年6月5日', ['from', 'until'])).toEqual([])
    expect(said('2024-6-5', '', ['from', 'until'])).toEqual([])
  })
})

describe('which fields a form asks', () => {
  const company = resources.get('entrustedCompany')
  const user = resources.get('user')
  if (!company || !user) throw new Error('the model lost its companies or users')

  it('none that only the server sets', () => {
    for (const r of resources.values()) {
      for (const mode of ['add', 'edit'] as const)
        for (const name of formFieldNames(r.fields, mode)) expect(r.fields[name]?.facts.readOnly).not.toBe('always')
    }
    expect(formFieldNames(company.fields, 'add')).toContain('name')
    expect(formFieldNames(company.fields, 'add')).not.toContain('auditStatus')
  })
  it('locks what cannot change later', () => {
    const account = user.fields.account as f.Field
    expect(lockedOf(account, 'add', 'zh')).toBeNull()
    expect(lockedOf(account, 'edit', 'zh')).toBe('保存后不可修改')
  })
  it('starts a new record with the model’s values', () => {
    const names = formFieldNames(company.fields, 'add')
    const typed = initialOf(company.fields, names)
    expect(typed.platformFeeRate).toBe('6')
    expect(typed.taxpayerType).toBe('1')
    expect(typed.name).toBe('')
    expect(initialOf(company.fields, names, { name: '康泰' }).name).toBe('康泰')
  })
})

describe('changes', () => {
  const fields = { amount, name: f.text('名', 'Name') }
  it('another way of writing the same is none', () => {
    expect(same(amount, '1,000', '1000.00')).toBe(true)
    expect(
      changedIn(fields, { amount: '1,000.00', name: 'a' }, { amount: '1000', name: 'a' }, ['amount', 'name']),
    ).toEqual([])
    expect(
      changedIn(fields, { amount: '1,000.00', name: 'a' }, { amount: '1001', name: '' }, ['amount', 'name']),
    ).toEqual(['amount', 'name'])
  })
  it('are sent as the wire wants them, emptied ones as null', () => {
    expect(valuesOf(fields, { amount: '1,001', name: ' ' }, ['amount', 'name'])).toEqual({
      amount: '1001.00',
      name: null,
    })
  })
})
