import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadDomain } from '../../../src/console/data/domains.ts'
import { grouped } from '../../../src/console/fields/amounts.ts'
import { alignOf, badgeOf, cellText, changesIn, rowText, widthsOf } from '../../../src/console/fields/cell.ts'
import { tencentMeetingParticipants } from '../../../src/model/activities/meetings/tencent.ts'
import { dict } from '../../../src/model/administration/system/dictBiz.ts'
import { domains, resourceOf } from '../../../src/model/business.ts'
import * as f from '../../../src/model/language/fields/field.ts'
import { kinds } from '../../../src/model/language/fields/kinds.ts'
import { summaryTaxReturns } from '../../../src/model/tax/summaryTaxReturns.ts'
import { readable } from '../../../src/model/values/money.ts'
import { percent } from '../../../src/model/values/percent.ts'

const status = f.choice('状态', 'Status', {
  0: ['待审核', 'Pending', 'wait'],
  1: ['已通过', 'Passed', 'good'],
  2: ['其他', 'Other'],
})
const words = (code: string, key: string) => (code === 'colour' && key === '1' ? '红' : undefined)

const table: readonly [name: string, field: f.Field, value: unknown, zh: string, en?: string][] = [
  ['text', f.text('名', 'Name'), '康泰', '康泰'],
  ['longText', f.longText('说明', 'Note'), 'a\nb', 'a\nb'],
  ['integer', f.integer('数', 'N'), 12345, '12345'],
  ['text of a month', summaryTaxReturns.fields.taxMonth, '202512', '2025-12'],
  ['text that stands for none', dict.fields.dictKey, '-1', ''],
  ['integer of seconds', tencentMeetingParticipants.fields.durationSeconds, 5900, '1:38:20'],
  ['integer of few seconds', f.integer('时长', 'Duration', { seconds: true }), 65, '1:05'],
  ['integer zero', f.integer('数', 'N'), 0, '0'],
  ['money', f.money('金额', 'Amount'), '1234567.50', '1,234,567.50'],
  ['money small', f.money('金额', 'Amount'), '999.00', '999.00'],
  ['money negative', f.money('金额', 'Amount'), '-1234.00', '-1,234.00'],
  ['money negative small', f.money('金额', 'Amount'), '-123.00', '-123.00'],
  ['rate', f.rate('费率', 'Rate'), '0.060000', '6%'],
  ['rate with places', f.rate('费率', 'Rate'), '0.065000', '6.5%'],
  ['rate one', f.rate('费率', 'Rate'), '1', '100%'],
  ['rate small', f.rate('费率', 'Rate'), '0.000001', '0.0001%'],
  ['rate zero', f.rate('费率', 'Rate'), '0.000000', '0%'],
  ['rate negative', f.rate('费率', 'Rate'), '-0.125', '-12.5%'],
  ['points', f.points('积分', 'Points'), 1234567, '1,234,567'],
  ['date', f.date('日期', 'Date'), '2024-06-15', '2024-06-15'],
  ['datetime', f.datetime('时间', 'Time'), '2024-06-15 08:30:00', '2024-06-15 08:30:00'],
  ['epochSeconds', f.epochSeconds('时间', 'Time'), 1718411400, '2024-06-15 08:30:00'],
  ['epochMillis', f.epochMillis('时间', 'Time'), 1718411400000, '2024-06-15 08:30:00'],
  ['flag yes', f.flag('启用', 'On'), 1, '是', 'Yes'],
  ['flag no', f.flag('启用', 'On'), 0, '否', 'No'],
  ['choice', status, 0, '待审核', 'Pending'],
  ['choice as text', status, '1', '已通过', 'Passed'],
  ['choice unknown', status, 7, '7'],
  ['word', f.choice('状态', 'Status', { FAILED: ['失败', 'Failed', 'bad'] }), 'FAILED', '失败', 'Failed'],
  ['word unknown', f.choice('状态', 'Status', { FAILED: ['失败', 'Failed', 'bad'] }), 'toString', 'toString'],
  ['ref', f.ref('user', '用户', 'User'), '1123598821738675201', '1123598821738675201'],
  ['sealed', f.sealed('账号', 'Account'), '6222021001', '6222021001'],
  ['dict known', f.dict('colour', '颜色', 'Colour'), '1', '红'],
  ['dict unknown', f.dict('colour', '颜色', 'Colour'), '9', '9'],
  ['tree', f.tree('dept', '机构', 'Dept'), '7', '7'],
  ['file', f.file('文件', 'File'), '7', '1 个文件', '1 file'],
  ['images', f.image('图片', 'Image'), '7,8', '2 个文件', '2 files'],
  ['json', f.json('变更', 'Changes'), { a: 1 }, '{"a":1}'],
  ['json empty', f.json('变更', 'Changes'), {}, ''],
  ['json empty list', f.json('变更', 'Changes'), [], ''],
  ['refs', f.refs('user', '用户', 'Users'), ['1', '2'], '1、2', '1, 2'],
  [
    'rows',
    f.list('行', 'Rows', { name: f.text('名', 'Name'), fee: f.money('额', 'Fee'), on: f.flag('启用', 'On') }),
    [
      { name: '甲', fee: '1234.50', on: 1 },
      { name: '乙', fee: null, on: 0 },
    ],
    '甲 1,234.50 是；乙 否',
    '甲 1,234.50 Yes; 乙 No',
  ],
  ['secret', f.secret('密钥', 'Secret'), '******0a1b2c', '已设置', 'Set'],
  ['html', f.html('正文', 'Body'), '<b>a</b>', 'a'],
  ['phone, masked as sent', f.phone('手机', 'Mobile', { masked: true }), '138****5678', '138****5678'],
  ['idCard', f.idCard('身份证', 'Id'), '110101********0011', '110101********0011'],
  ['sealed, masked as sent', f.sealed('账号', 'Account', { masked: true }), '****0011', '****0011'],
]

describe('cellText', () => {
  it.each(table)('%s', (_, field, value, zh, en) => {
    expect(cellText(field, value, 'zh', words)).toBe(zh)
    expect(cellText(field, value, 'en', words)).toBe(en ?? zh)
  })
  it('covers every kind: the table has at least one row of each', () => {
    const shown = new Set<string>(table.map(([, field]) => field.kind))
    expect(Object.keys(kinds).filter((kind) => !shown.has(kind))).toEqual([])
  })
  it('says nothing for no value, whatever the kind', () => {
    for (const [, field] of table)
      for (const none of ['', null, undefined]) expect(cellText(field, none, 'zh', words)).toBe('')
  })
})

describe('amounts and rates', () => {
  it('groups as the kernel reads amounts', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }),
        fc.integer({ min: 0, max: 99 }),
        fc.boolean(),
        (whole, cents, places) => {
          const text = `${whole}${places ? `.${String(cents).padStart(2, '0')}` : ''}`
          expect(grouped(text)).toBe(readable(text))
        },
      ),
    )
  })
  it('a percentage is the fraction, exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: -9_999_999, max: 9_999_999 }), (millionths) => {
        const abs = String(Math.abs(millionths)).padStart(7, '0')
        const text = `${millionths < 0 ? '-' : ''}${abs.slice(0, -6)}.${abs.slice(-6)}`
        const shown = percent(text)
        expect(shown.endsWith('%')).toBe(true)
        const [whole = '', places = ''] = shown.slice(0, -1).replace('-', '').split('.')
        expect(BigInt(whole + places.padEnd(4, '0'))).toBe(BigInt(abs))
        expect(places.endsWith('0')).toBe(false)
      }),
    )
  })
  it('leaves alone what is no decimal', () => expect(percent('六')).toBe('六'))
})

describe('rowText', () => {
  const of = {
    fields: {
      companyId: f.ref('company', '公司', 'Company', { shows: 'companyName' }),
      companyName: f.text('公司', 'Company'),
    },
  }
  it('shows a ref by the name kept beside it', () =>
    expect(rowText(of, 'companyId', { companyId: '7', companyName: '康泰' }, 'zh')).toBe('康泰'))
  it('shows that name as its field is shown', () => {
    const cycle = {
      cycleId: f.ref('cycle', '周期', 'Cycle', { shows: 'month' }),
      month: f.text('月', 'M', { means: 'month' }),
    }
    expect(rowText({ fields: cycle }, 'cycleId', { cycleId: '7', month: '202512' }, 'zh')).toBe('2025-12')
  })
  it('shows its number when the name is not there', () =>
    expect(rowText(of, 'companyId', { companyId: '7', companyName: '' }, 'zh')).toBe('7'))
  it('shows the audit columns', () =>
    expect(rowText(of, 'createTime', { createTime: '2024-06-15 08:30:00' }, 'zh')).toBe('2024-06-15 08:30:00'))
  it('tells the values of a text that holds several, and the text itself where it holds none', () => {
    const told = {
      fields: {
        about: f.longText('参数', 'Parameters', {
          holds: { code: f.text('单号', 'No.'), sum: f.money('总额', 'Total') },
        }),
      },
    }
    const text = '{"sum":"1234.50","code":"SO1","more":1}'
    expect(rowText(told, 'about', { about: text }, 'zh')).toBe('单号 SO1；总额 1,234.50')
    expect(rowText(told, 'about', { about: text }, 'en')).toBe('No. SO1; Total 1,234.50')
    for (const other of ['', 'x', 'null', '{}', '{"more":1}'])
      expect(rowText(told, 'about', { about: other }, 'zh')).toBe(other)
  })
  it('tells a step by its word once its module is there, by its name before', async () => {
    const row = { of: 'apiMessagePool', done: 'process' }
    const told = { fields: { of: f.text('类型', 'Type'), done: f.text('成功后', 'When done', { stepOf: 'of' }) } }
    expect(rowText(told, 'done', row, 'zh')).toBe('process')
    await loadDomain('administration')
    expect(rowText(told, 'done', row, 'zh')).toBe('已处理')
    expect(rowText(told, 'done', { ...row, done: 'nosuch' }, 'en')).toBe('nosuch')
  })
  it('tells a kept state in the words of its record, and an old one as it was kept', async () => {
    const told = { fields: { of: f.text('类型', 'Type'), was: f.text('原状态', 'From', { stateOf: 'of' }) } }
    const text = (of: string, was: string, language: 'zh' | 'en' = 'zh') => rowText(told, 'was', { of, was }, language)
    expect(text('settlementOrder', '0')).toBe('0')
    await loadDomain('settlement')
    expect(text('settlementOrder', '0')).toBe('待审核')
    expect(text('settlementOrder', '0', 'en')).toBe('Pending review')
    expect(text('settlementOrder', '77')).toBe('77')
    expect(text('settlementOrder', 'deleted', 'en')).toBe('Deleted')
    expect(text('settlementOrder', '')).toBe('')
    expect(text('gone', '0')).toBe('0')
  })
  it('tells a text in English where there is one', () => {
    const told = {
      fields: { detail: f.longText('说明', 'Detail', { inEnglish: 'en' }), en: f.longText('英文', 'English') },
    }
    expect(rowText(told, 'detail', { detail: '已关闭', en: 'Off' }, 'zh')).toBe('已关闭')
    expect(rowText(told, 'detail', { detail: '已关闭', en: 'Off' }, 'en')).toBe('Off')
    expect(rowText(told, 'detail', { detail: '已关闭', en: '' }, 'en')).toBe('已关闭')
  })
  it('does not fail on an undeclared field', () => expect(rowText(of, 'later', { later: 'x' }, 'zh')).toBe('x'))
})

describe('badgeOf', () => {
  it('gives words and tone', () => expect(badgeOf(status, 0)).toEqual({ text: ['待审核', 'Pending'], tone: 'wait' }))
  it('makes each badge once: cells may compare it', () => expect(badgeOf(status, 1)).toBe(badgeOf(status, '1')))
  it('none without a tone, a known value, a value or a choice', () => {
    for (const [field, value] of [
      [status, 2],
      [status, 8],
      [status, null],
      [status, ''],
      [f.text('x', 'x'), 0],
    ] as const)
      expect(badgeOf(field, value)).toBeNull()
  })
})

it('numbers are aligned right', () => {
  const right = table.filter(([, field]) => alignOf(field) === 'right').map(([, field]) => field.kind)
  expect([...new Set(right)].sort()).toEqual(['integer', 'money', 'points', 'rate'])
})

it('every column of the model has a sensible width', () => {
  for (const s of domains)
    for (const r of s.resources)
      for (const field of Object.values(r.fields as f.Fields)) {
        const { least, width, most } = widthsOf(field)
        expect([least >= 40, width >= least, most >= width]).toEqual([true, true, true])
      }
})

it('a change names who a record still names, and who it named before by what is called so today', () => {
  const changes = [{ field: 'entrustedId', from: '', to: '1246018079293440003' }]
  const now = { entrustedId: '1246018079293440003', entrustedName: '长沙康安生物有限公司' }
  const told = (row: object) => {
    const [line] = changesIn(resourceOf('entrustedThirdRel'), changes, 'zh', undefined, row as never)
    return [line?.to, line?.of]
  }
  expect(told(now)).toEqual(['长沙康安生物有限公司', undefined])
  // the number is for looking up what it is called
  expect(told({ entrustedId: '7', entrustedName: '别家' })).toEqual(['1246018079293440003', { to: 'entrustedCompany' }])
})
