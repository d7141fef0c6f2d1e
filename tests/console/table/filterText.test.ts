import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distance, type FilterField, filterableOf, plainOperator } from '../../../src/console/filter/filterFields.ts'
import { hintOf } from '../../../src/console/filter/filterHint.ts'
import { filterOf } from '../../../src/console/filter/filterKinds.ts'
import { fromParams, toParams } from '../../../src/console/filter/filterParams.ts'
import { chipsOf, parseFilter, printFilter, withoutChip, wordsOfChip } from '../../../src/console/filter/filterText.ts'
import { type Piece, pieces } from '../../../src/console/filter/filterTokens.ts'
import { readValue } from '../../../src/console/filter/filterValues.ts'
import { apiMessagePool } from '../../../src/model/administration/system/apiMessagePool.ts'
import { resources } from '../../../src/model/business.ts'
import {
  type Condition,
  leavesOut,
  type Operator,
  TEXT,
  takesMany,
} from '../../../src/model/language/conditions/condition.ts'
import { type Field, integer, isChoice, isDict, isRanged, searchOf } from '../../../src/model/language/fields/field.ts'
import { kindOf } from '../../../src/model/language/fields/kinds.ts'
import { unmaskCode } from '../../../src/model/language/resource.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { sampleOf } from '../../kinds.ts'

const orders = filterableOf(settlementOrder, [])
const TODAY = '2024-06-15'
const read = (line: string) => parseFilter(line, orders, TODAY)
const spelt = (line: string) => toParams(read(line).conditions)

describe('may I decide it', () => {
  const checked = filterableOf(settlementOrder, [], true)
  it.each([
    ['可决定:是', { decidable_equal: '1' }],
    ['decidable:yes', { decidable_equal: '1' }],
    ['可决定:否 状态:待审核', { decidable_equal: '0', settlementStatus_equal: '0' }],
    ['-可决定:否', { decidable_notequal: '0' }],
  ])('%s', (line, params) => {
    const found = parseFilter(line, checked, TODAY)
    expect([toParams(found.conditions), found.problems]).toEqual([params, []])
  })
  it('is no filter where nothing needs a second person', () => {
    expect(read('可决定:是').problems).toHaveLength(1)
  })
})

describe('what a line means', () => {
  it.each([
    [
      '状态:待审核 金额:>10000 公司:康泰 2024',
      { settlementStatus_equal: '0', totalAmount_gt: '10000.00', entrustedCompanyName_like: '康泰', q: '2024' },
    ],
    [
      'status:"Pending review" amount:>10000 company:KT',
      { settlementStatus_equal: '0', totalAmount_gt: '10000.00', entrustedCompanyName_like: 'KT' },
    ],
    ['结算状态:已付款', { settlementStatus_equal: '5' }],
    ['状态:待审核,已驳回', { settlementStatus_in: '0,1' }],
    ['settlementStatus:0', { settlementStatus_equal: '0' }],
    ['SETTLEMENTSTATUS:paid', { settlementStatus_equal: '5' }],
    ['状态：待审核，审核驳回', { settlementStatus_in: '0,1' }],
    ['月份:202405', { cycleMonth_equal: '202405' }],
    ['月份:2024-05', { cycleMonth_equal: '202405' }],
    ['月份:2024年5月', { cycleMonth_equal: '202405' }],
    ['月份:上月', { cycleMonth_equal: '@last-month' }],
    ['"cycle month":1', { q: 'cycle month:1' }],
    ['cycleMonth:last-month', { cycleMonth_equal: '@last-month' }],
    ['月份:"this month"', { cycleMonth_equal: '@this-month' }],
    ['月份:本月,上月', { cycleMonth_in: '@this-month,@last-month' }],
    ['月份:2023-11..2024-01', { cycleMonth_in: '202311,202312,202401' }],
    ['-月份:2024-05', { cycleMonth_notequal: '202405' }],
    ['月份:2024-05 月份:2024-06', { cycleMonth_in: '202405,202406' }],
    ['月份:2024*', { cycleMonth_likeright: '2024' }],
    ['状态:待审核 状态:审核驳回', { settlementStatus_in: '0,1' }],
    ['状态:待审核 状态:待审核', { settlementStatus_equal: '0' }],
    ['状态:!已作废', { settlementStatus_notequal: '9' }],
    ['状态:作废', { settlementStatus_equal: '9' }],
    ['金额：＞＝１０００', { totalAmount_ge: '1000.00' }],
    ['金额:1,234.5', { totalAmount_equal: '1234.50' }],
    ['金额:>1.5万', { totalAmount_gt: '15000.00' }],
    ['金额:100..200.5', { totalAmount_ge: '100.00', totalAmount_le: '200.50' }],
    ['金额:100~200', { totalAmount_ge: '100.00', totalAmount_le: '200.00' }],
    ['金额:1000-20000', { totalAmount_ge: '1000.00', totalAmount_le: '20000.00' }],
    ['金额:1000至1.5万', { totalAmount_ge: '1000.00', totalAmount_le: '15000.00' }],
    ['金额:-5--1', { totalAmount_ge: '-5.00', totalAmount_le: '-1.00' }],
    ['金额:-5', { totalAmount_equal: '-5.00' }],
    ['金额:>1万', { totalAmount_gt: '10000.00' }],
    ['-金额:5', { totalAmount_notequal: '5.00' }],
    ['创建时间:2024-06-01-2024-06-15', { createTime_ge: '2024-06-01 00:00:00', createTime_le: '2024-06-15 23:59:59' }],
    ['创建时间:0601-0615', { createTime_ge: '2024-06-01 00:00:00', createTime_le: '2024-06-15 23:59:59' }],
    ['创建时间:2023-2024', { createTime_ge: '2023-01-01 00:00:00', createTime_le: '2024-12-31 23:59:59' }],
    ['-公司:康泰', { entrustedCompanyName_notlike: '康泰' }],
    ['公司:!康泰', { entrustedCompanyName_notlike: '康泰' }],
    ['-公司:=康泰', { entrustedCompanyName_notequal: '康泰' }],
    ['公司:!=康泰,"恒 瑞"', { entrustedCompanyName_notin: '康泰,恒 瑞' }],
    ['-状态:待审核,已作废', { settlementStatus_notin: '0,9' }],
    ['-状态:待审核 -状态:已作废', { settlementStatus_notin: '0,9' }],
    ['公司:康泰 -公司:药业', { entrustedCompanyName_like: '康泰', entrustedCompanyName_notlike: '药业' }],
    ['-单号:12', { code_notlike: '12' }],
    ['-12', { q: '-12' }],
    ['康泰', { q: '康泰' }],
    ['康泰 状态:待审核 医药', { settlementStatus_equal: '0', q: '康泰 医药' }],
    ['康泰 康泰', { q: '康泰' }],
    ['12000', { q: '12000' }],
    ['>1万', { totalAmount_gt: '10000.00' }],
    ['<=-5', { totalAmount_le: '-5.00' }],
    ['1000..20000', { totalAmount_ge: '1000.00', totalAmount_le: '20000.00' }],
    ['1000~2万', { totalAmount_ge: '1000.00', totalAmount_le: '20000.00' }],
    ['">1万" "上月"', { q: '>1万 上月' }],
    ['上月', { createTime_ge: '@last-month', createTime_le: '@last-month' }],
    ['近7天', { createTime_ge: '@last-7-days', createTime_le: '@last-7-days' }],
    ['2024-05', { createTime_ge: '2024-05-01 00:00:00', createTime_le: '2024-05-31 23:59:59' }],
    ['2024-05-01..2024-05-03', { createTime_ge: '2024-05-01 00:00:00', createTime_le: '2024-05-03 23:59:59' }],
    ['a..b', { q: 'a..b' }],
    ['单号:康泰', { code_like: '康泰' }],
    ['金额:..200', { totalAmount_le: '200.00' }],
    ['金额:<=-5', { totalAmount_le: '-5.00' }],
    ['公司:"康泰 生物"', { entrustedCompanyName_like: '康泰 生物' }],
    ['公司:=康泰', { entrustedCompanyName_equal: '康泰' }],
    ['公司:=康泰,"恒 瑞"', { entrustedCompanyName_in: '康泰,恒 瑞' }],
    ['公司:康泰*', { entrustedCompanyName_likeright: '康泰' }],
    ['公司:">5"', { entrustedCompanyName_like: '>5' }],
    ['公司:康泰,瑞禾', { entrustedCompanyName_likeany: '康泰,瑞禾' }],
    ['公司:康泰，瑞禾，康泰', { entrustedCompanyName_likeany: '康泰,瑞禾' }],
    ['公司:康泰 公司:瑞禾', { entrustedCompanyName_likeany: '康泰,瑞禾' }],
    ['-公司:康泰,瑞禾', { entrustedCompanyName_notlikeany: '康泰,瑞禾' }],
    ['公司:"康,泰"', { entrustedCompanyName_like: '康,泰' }],
    ['entrustedCompanyId:1123598821738675201', { entrustedCompanyId_equal: '1123598821738675201' }],
    ['SO2024 0001', { q: 'SO2024 0001' }],
    ['a 状态:待审核 b', { settlementStatus_equal: '0', q: 'a b' }],
    ['"a:b  c"', { q: 'a:b c' }],
    ['"say \\"x\\""', { q: 'say "x"' }],
    ['创建时间:2024-06-15', { createTime_ge: '2024-06-15 00:00:00', createTime_le: '2024-06-15 23:59:59' }],
    ['创建时间:2024-02', { createTime_ge: '2024-02-01 00:00:00', createTime_le: '2024-02-29 23:59:59' }],
    ['创建时间:2024', { createTime_ge: '2024-01-01 00:00:00', createTime_le: '2024-12-31 23:59:59' }],
    ['创建时间:今天', { createTime_ge: '@today', createTime_le: '@today' }],
    ['created:yesterday', { createTime_ge: '@yesterday', createTime_le: '@yesterday' }],
    ['创建时间:6-5', { createTime_ge: '2024-06-05 00:00:00', createTime_le: '2024-06-05 23:59:59' }],
    ['创建时间:0601..今天', { createTime_ge: '2024-06-01 00:00:00', createTime_le: '@today' }],
    ['创建时间:上月', { createTime_ge: '@last-month', createTime_le: '@last-month' }],
    ['状态:待审核 或 金额:>1万', { or: 'settlementStatus_equal=0|totalAmount_gt=10000.00' }],
    ['康泰 或 立方 金额:>1万', { totalAmount_gt: '10000.00', q: '康泰|立方' }],
    ['康泰 | 金额:>1万', { or: 'q=%E5%BA%B7%E6%B3%B0|totalAmount_gt=10000.00' }],
    ['创建时间:>="昨天 9:30"', { createTime_ge: '2024-06-14 09:30:00' }],
    ['创建时间:>2024/6/1', { createTime_gt: '2024-06-01 23:59:59' }],
    ['创建时间:<2024-06', { createTime_lt: '2024-06-01 00:00:00' }],
    ['创建时间:2024-06-01..2024-06-15', { createTime_ge: '2024-06-01 00:00:00', createTime_le: '2024-06-15 23:59:59' }],
    ['创建时间:>="2024-06-01 10:30"', { createTime_ge: '2024-06-01 10:30:00' }],
    ['', {}],
    ['   ', {}],
    ['公司:"未完', { entrustedCompanyName_like: '未完' }],
  ])('%s', (line, params) => {
    const { conditions, problems } = read(line)
    expect(problems).toEqual([])
    expect(toParams(conditions)).toEqual(params)
  })
})

describe('what is wrong with a line', () => {
  it.each([
    ['状太:待审核', 0, '没有“状太”这个条件，是否要写“状态”？', 'There is no filter “状太”: did you mean “Status”?'],
    ['amout:5', 0, '没有“amout”这个条件，是否要写“金额”？', 'There is no filter “amout”: did you mean “Amount”?'],
    [
      '2024 金额:abc',
      5,
      '“abc”不是结算总额：请写金额，如 10000 或 1.5万',
      '“abc” is not a value of Total: write an amount, e.g. 10000',
    ],
    ['状态:', 0, '请写结算状态的值', 'Write a value of Status'],
    ['金额:>', 0, '请写结算总额的值', 'Write a value of Total'],
    ['公司:>5', 0, '委托企业不能比大小：去掉“>”', 'Company has no order: leave out “>”'],
    ['金额:>5 金额:>6', 6, '结算总额已经写过一次：请合为一个条件', 'Total stands there already: make it one condition'],
    [
      '创建时间:2024-13',
      0,
      '“2024-13”不是创建时间：请写日期，如 2024-06-15、2024-06 或 今天',
      '“2024-13” is not a value of Created: write a date, e.g. 2024-06-15, 2024-06 or today',
    ],
    [
      '创建时间:2024-02-30',
      0,
      '“2024-02-30”不是创建时间：请写日期，如 2024-06-15、2024-06 或 今天',
      '“2024-02-30” is not a value of Created: write a date, e.g. 2024-06-15, 2024-06 or today',
    ],
    [
      '>5万元整',
      0,
      '“5万元整”不是结算总额：请写金额，如 10000 或 1.5万',
      '“5万元整” is not a value of Total: write an amount, e.g. 10000',
    ],
    [
      '月份:五月',
      0,
      '“五月”不是结算月份：请写月份，如 2024-06、上月 或 2024-01..2024-06',
      '“五月” is not a value of Cycle month: write a month, e.g. 2024-06, last-month or 2024-01..2024-06',
    ],
    ['公司:康泰,"恒,瑞"', 0, '委托企业含逗号的值须单独写', 'A value of Company with a comma has to stand alone'],
    ['-公司:>5', 0, '名称前的“-”不能与“>”同用', '“-” before a name does not go with “>”'],
    [
      '-创建时间:上月',
      0,
      '创建时间只能排除单个值：请改写为 >、< 或另一段范围',
      'Only single values of Created can be left out: write >, < or another range',
    ],
    ['-状太:待审核', 0, '没有“状太”这个条件，是否要写“状态”？', 'There is no filter “状太”: did you mean “Status”?'],
    ['单号:=a b', -1, '', ''],
  ])('%s', (line, at, zh, en) => {
    const { problems } = read(line)
    if (at < 0) return expect(problems).toEqual([])
    expect(problems.length).toBe(1)
    expect(problems[0]?.at).toBe(at)
    expect(problems[0]?.message).toEqual([zh, en])
  })

  it('names all choices for an unknown one and the candidates for a vague one', () => {
    expect(read('状态:好').problems[0]?.message[0]).toContain('可用 待审核、审核驳回、')
    expect(read('状态:已').problems[0]?.message[0]).toBe('“已”可指多个值：企业已确认、已付款、已结清、已作废，请写全')
  })

  it('lists the filters when nothing comes near', () => {
    expect(read('zzzzzzzzzzzz:1').problems[0]?.message[1]).toMatch(/^There is no filter “zzzzzzzzzzzz”: use No, Status/)
  })

  it('refuses to leave out several sizes, which the server has no operator for', () => {
    const count = integer('份数', 'Copies', {})
    const said = (line: string, left: boolean) => readValue(count, (pieces(line)[0] as Piece).value, TODAY, left)
    expect(said('x:1,2', false)).toEqual({ tests: [{ op: 'in', value: '1,2' }] })
    expect(said('x:1,2', true)).toEqual({
      wrong: [expect.stringContaining('只能排除单个值'), expect.stringContaining('Only single values')],
    })
  })

  it('keeps what it did understand', () => {
    expect(spelt('状太:1 金额:>5')).toEqual({ totalAmount_gt: '5.00' })
  })

  it('counts edits with swaps', () => {
    expect([distance('', 'abc'), distance('abc', 'acb'), distance('status', 'statsu'), distance('ab', 'ab')]).toEqual([
      3, 1, 1, 0,
    ])
  })
})

describe('lines, chips and addresses', () => {
  it.each([
    ['月份:=202405', 'zh', '月份:2024-05'],
    ['月份:2024', 'zh', '月份:2024'],
    ['月份:2024-01..2024-03', 'zh', '月份:2024-01..2024-03'],
    ['公司:康泰,瑞禾', 'zh', '公司:康泰,瑞禾'],
    ['">5" "a:b" 康泰', 'zh', '">5" "a:b" 康泰'],
    ['上月', 'zh', '创建时间:上月'],
    ['近7天', 'en', 'Created:last-7-days'],
    ['状态:待审核 或 金额:>1万', 'zh', '状态:待审核 或 金额:>10000'],
    ['>1万', 'zh', '金额:>10000'],
    ['状态:0,1 金额:>=100 金额:<=200 x', 'zh', '状态:待审核,审核驳回 金额:100..200 x'],
    ['状态:0 创建时间:2024-06-01..2024-06-30', 'en', 'Status:"Pending review" Created:2024-06'],
    ['entrustedCompanyId:123', 'zh', 'entrustedCompanyId:123'],
    ['公司:=康泰', 'zh', '公司:=康泰'],
    ['康泰', 'zh', '康泰'],
    ['单号:康泰', 'zh', '单号:康泰'],
    ['创建时间:今天', 'zh', '创建时间:今天'],
    ['金额:>=100', 'en', 'Amount:>=100'],
    ['fiscalTaxName:安税', 'en', 'Partner:安税'],
    ['-公司:青岛', 'zh', '-公司:青岛'],
    ['公司:!青岛,"恒 瑞"', 'zh', '-公司:青岛,"恒 瑞"'],
    ['公司:!=青岛', 'en', '-Company:=青岛'],
    ['-状态:待审核,已作废', 'en', '-Status:"Pending review",Void'],
    ['-金额:-5', 'zh', '-金额:-5'],
  ])('%s in %s is %s', (line, language, out) => {
    expect(printFilter(read(line).conditions, orders, language as 'zh')).toBe(out)
  })

  it('makes one chip of a range and takes it away whole', () => {
    const { conditions } = read('状态:待审核,审核驳回 金额:100..200')
    const chips = chipsOf(conditions, orders, 'zh')
    expect(chips.map((c) => `${c.name}:${c.value}`)).toEqual(['状态:待审核,审核驳回', '金额:100..200'])
    const range = chips[1]
    expect(range && withoutChip(conditions, range)).toEqual(conditions.slice(0, 1))
  })

  it('shows what is left out as it is typed', () => {
    const { conditions } = read('-公司:青岛 公司:康泰')
    expect(chipsOf(conditions, orders, 'zh').map(wordsOfChip)).toEqual(['-公司:青岛', '公司:康泰'])
  })

  it('makes one chip of the words that are looked for everywhere', () => {
    const { conditions } = read('康泰 状态:待审核 2024')
    const chips = chipsOf(conditions, orders, 'zh')
    expect(chips.map(wordsOfChip)).toEqual(['状态:待审核', '康泰 2024'])
    expect(chips[1] && withoutChip(conditions, chips[1])).toEqual(conditions.filter((c) => c.field !== 'q'))
  })

  it('reads addresses, bare names too, and drops unknown parameters', () => {
    const params = new URLSearchParams(
      'settlementStatus=0&code=SO&q=%20a%20%20b&totalAmount_ge=5.00&nonsense=1&current=2&size=30&fiscalTaxName_like=',
    )
    expect(fromParams(params, orders)).toEqual([
      { field: 'settlementStatus', op: 'equal', value: '0' },
      { field: 'code', op: 'like', value: 'SO' },
      { field: 'q', op: 'like', value: 'a b' },
      { field: 'totalAmount', op: 'ge', value: '5.00' },
    ])
  })
})

/** Any conditions of any resource that the line can hold. */
const anyText = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 12 }),
    fc.constantFrom(
      '康泰',
      'a b',
      '>5',
      '=x',
      '!',
      'x*',
      'a:b',
      '"',
      'a,b',
      '1..2',
      '，',
      ' x',
      '\\',
      '\\"',
      '～',
      '状态:0',
    ),
  )
  .filter((s) => s.trim() !== '')
const anyValue = (field: Field): fc.Arbitrary<string> => {
  if (isChoice(field)) return fc.constantFrom(...Object.keys(field.values))
  if (field.facts.means === 'month') return fc.constantFrom('202311', '202312', '202401', '202402', '202406')
  return searchOf(field) !== null || isDict(field) ? anyText : sampleOf(field).any.map(String)
}

/** Two or three values, "" where there are no two. */
const severalOf = (field: Field): fc.Arbitrary<string> => {
  if (isChoice(field) && Object.keys(field.values).length < 2) return fc.constant('')
  return fc
    .uniqueArray(
      anyValue(field).filter((v) => !v.includes(',')),
      { minLength: 2, maxLength: 3 },
    )
    .map((values) => values.join(','))
}

/** Operators of a field in the filter line. */
const operatorsOf = (f: FilterField): readonly Operator[] => {
  if (f.field.facts.masked) return ['equal']
  const filter = filterOf(f.field)
  if (isRanged(f.field))
    return [
      'equal',
      'notequal',
      'ge',
      'gt',
      'le',
      'lt',
      ...('ends' in filter && filter.listed ? (['in'] as const) : []),
    ]
  return [
    'equal',
    'notequal',
    'in',
    'notin',
    ...(kindOf(f.field).compared === 'piece' ? (['likeright'] as const) : []),
    ...(plainOperator(f.field) === 'like' ? (['like', 'notlike', 'likeany', 'notlikeany'] as const) : []),
  ]
}
const anyCondition = (f: FilterField, op: Operator): fc.Arbitrary<Condition> =>
  fc.record({
    field: fc.constant(f.name),
    op: fc.constant(op),
    value: takesMany(op) ? severalOf(f.field) : anyValue(f.field),
  })

const anyConditions = fc.constantFrom(...resources.values()).chain((resource) => {
  const of = filterableOf(resource, [unmaskCode(resource)])
  return fc
    .uniqueArray(
      fc.constantFrom(...of.fields).chain((f) => fc.constantFrom(...operatorsOf(f)).chain((op) => anyCondition(f, op))),
      // a single value and several of a closed set are the same condition
      { maxLength: 6, selector: (c) => `${c.field}_${c.op.replace('in', 'equal').replace('any', '')}` },
    )
    .filter((conditions) => conditions.every((c) => c.value !== ''))
    .chain((conditions) =>
      fc
        .constantFrom(undefined, '康泰', '康泰 医药', '>5 上月', '2024-05', '1..2', 'a:b "x', '-a', '12000')
        .map((q) => ({
          of,
          conditions:
            q && of.texts.length > 0 ? [...conditions, { field: TEXT, op: 'like' as const, value: q }] : conditions,
        })),
    )
})

const sorted = (conditions: readonly Condition[]) => [...conditions].map((c) => `${c.field}_${c.op}=${c.value}`).sort()

describe('personal data', () => {
  const names = (granted: string[]) => filterableOf(authenticationDoctor, granted).fields.map((f) => f.name)
  const all = filterableOf(authenticationDoctor, ['authenticationDoctor_unmask'])

  it('is offered to those only who may see it', () => {
    expect(names(['authenticationDoctor_view'])).not.toContain('phone')
    expect(names(['authenticationDoctor_view'])).not.toContain('idCardNumber')
    expect(names(['authenticationDoctor_unmask'])).toEqual(expect.arrayContaining(['phone', 'idCardNumber']))
    for (const line of ['手机号:19900000001', '手机号:', 'phone:1'])
      expect(parseFilter(line, filterableOf(authenticationDoctor, []), TODAY).problems.map((p) => p.message)).toEqual([
        ['按手机号查找需要查看个人信息的权限', 'Looking by mobile needs the right to see personal data'],
      ])
    expect(fromParams([['phone_equal', '19900000001']], filterableOf(authenticationDoctor, []))).toEqual([])
  })

  it.each([
    ['手机号:19900000001', { phone_equal: '19900000001' }],
    ['手机号:=19900000001', { phone_equal: '19900000001' }],
    ['手机号:199*', { phone_equal: '199*' }],
    ['手机号:1,2', { phone_equal: '1,2' }],
  ])('%s asks for the whole value', (line, params) => {
    const { conditions, problems } = parseFilter(line, all, TODAY)
    expect(problems).toEqual([])
    expect(toParams(conditions)).toEqual(params)
  })

  it('is neither excluded nor asked for in another way', () => {
    expect(parseFilter('手机号:!19900000001', all, TODAY).problems[0]?.message[0]).toBe('手机号只能按完整的值查找')
    expect(fromParams([['phone_likeright', '199']], all)).toEqual([])
    expect(fromParams([['phone', '19900000001']], all)).toEqual([{ field: 'phone', op: 'equal', value: '19900000001' }])
  })
})

describe('laws', () => {
  it('what is printed is read back, in both languages', () => {
    fc.assert(
      fc.property(anyConditions, fc.constantFrom('zh' as const, 'en' as const), ({ of, conditions }, language) => {
        const line = printFilter(conditions, of, language)
        const back = parseFilter(line, of, TODAY)
        expect(back.problems, line).toEqual([])
        expect(sorted(back.conditions), line).toEqual(sorted(conditions))
        expect(printFilter(back.conditions, of, language).split(' ').sort()).toEqual(line.split(' ').sort())
      }),
      { numRuns: 500 },
    )
  })

  it('every field of every list is asked everything it can be asked, and what is left out has a minus', () => {
    // some ten thousand lines: an `expect` for each takes longer than what is asked
    const wrong: unknown[] = []
    for (const r of resources.values()) {
      const of = filterableOf(r, [unmaskCode(r)])
      for (const f of of.fields)
        for (const op of operatorsOf(f))
          for (const c of fc.sample(anyCondition(f, op), { seed: 7, numRuns: 3 })) {
            if (c.value === '') continue
            for (const language of ['zh', 'en'] as const) {
              const line = printFilter([c], of, language)
              const back = parseFilter(line, of, TODAY)
              const [found, ...more] = [...back.conditions, ...back.problems] as Condition[]
              const same = found?.field === c.field && found.op === c.op && found.value === c.value
              if (!same || more.length > 0 || line.startsWith('-') !== leavesOut(op) || /^[^:]*:!/.test(line))
                wrong.push({ list: r.id, line, asked: c, back })
            }
          }
    }
    expect(wrong).toEqual([])
  })

  it('addresses hold the same', () => {
    fc.assert(
      fc.property(anyConditions, ({ of, conditions }) => {
        const search = new URLSearchParams(toParams(conditions)).toString()
        expect(sorted(fromParams(new URLSearchParams(search), of))).toEqual(sorted(conditions))
      }),
    )
  })

  it('chips hold every condition once', () => {
    fc.assert(
      fc.property(anyConditions, ({ of, conditions }) => {
        expect(sorted(chipsOf(conditions, of, 'zh').flatMap((c) => c.conditions))).toEqual(sorted(conditions))
      }),
    )
  })

  it('no line breaks it, and problems point into the line', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 40 }),
        fc.constantFrom('', '状态:', '金额:', '公司:"', 'createTime:'),
        (tail, head) => {
          const line = head + tail
          const { problems } = read(line)
          for (const p of problems) {
            expect(p.at).toBeGreaterThanOrEqual(0)
            expect(p.end).toBeLessThanOrEqual(line.length)
            expect(p.message[0]).not.toBe('')
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('the example in an empty line', () => {
  it('is of the resource at hand', () => {
    expect(hintOf(orders, 'zh')).toMatch(/^状态:待审核 金额:>10000 \S+:…$/)
    expect(hintOf(orders, 'en')).toMatch(/^status:"Pending review" amount:>10000 \S+:…$/i)
    expect(hintOf(filterableOf(apiMessagePool, []), 'zh')).toBe('场景:结算单已确认 企业:…')
  })

  it.each([...resources.values()])('is read without a complaint: $id', (r) => {
    for (const language of ['zh', 'en'] as const) {
      const of = filterableOf(r, [])
      expect(parseFilter(hintOf(of, language), of, TODAY).problems).toEqual([])
    }
  })
})
