import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dictBiz } from '../../../src/model/administration/system/dictBiz.ts'
import { param } from '../../../src/model/administration/system/param.ts'
import { resources } from '../../../src/model/business.ts'
import { inWords, isEmpty, problemOf, problemsOf, tidy } from '../../../src/model/language/derived/validate.ts'
import {
  choice,
  date,
  datetime,
  dict,
  type Field,
  flag,
  idCard,
  integer,
  json,
  lengthOf,
  longText,
  money,
  points,
  rate,
  ref,
  text,
} from '../../../src/model/language/fields/field.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { isIdCard } from '../../../src/model/values/officialNumbers.ts'

const said = (f: Field, value: unknown) => problemOf(f, value)?.[0] ?? null

describe('the messages of the specification, letter for letter', () => {
  it('system parameter', () => {
    expect(inWords(problemsOf(param.fields, {}), 'zh')).toEqual({
      msg: '请输入参数名称；请输入参数键名；请输入参数键值',
      fields: { paramName: '请输入参数名称', paramKey: '请输入参数键名', paramValue: '请输入参数键值' },
    })
    expect(problemsOf(param.fields, { paramName: 'a', paramKey: 'b', paramValue: 'c' })).toEqual([])
  })

  it('dictionary', () =>
    expect(inWords(problemsOf(dictBiz.fields, {}), 'zh').fields).toEqual({
      code: '请输入字典编号',
      dictValue: '请输入字典名称',
      sort: '请输入字典排序',
      isSealed: '请选择封存',
    }))

  it.each([
    ['', '手机号码不能为空'],
    ['1391234567', '手机号码长度不为11位'],
    ['139123456789', '手机号码长度不为11位'],
    [13912345678, '手机号码长度不为11位'],
    ['12912345678', '手机号码格式不正确'],
    ['1391234567x', '手机号码格式不正确'],
    ['１３９１２３４５６７８', null],
    ['139 1234-5678', null],
    ['\u202d13912345678\u202c', null],
    ['+86 139 1234 5678', null],
    ['008613912345678', null],
    ['8613912345678', null],
    ['+85291234567', '手机号码长度不为11位'],
    ['13912345678', null],
    ['19912345678', null],
  ])('phone %j: %s', (value, message) => expect(said(authenticationDoctor.fields.phone, value)).toBe(message))

  it('has an English twin for each', () => {
    for (const fields of [param.fields, dictBiz.fields, authenticationDoctor.fields])
      for (const p of problemsOf(fields, {})) expect(p.message[1], p.field).toMatch(/^[\x20-\x7e]+$/)
  })
})

const status = choice('状态', 'Status', { 0: ['否', 'No'], 1: ['是', 'Yes'], 9: ['废', 'Void'] })
const bounded = integer('数', 'N', { min: 1, max: 10 })
const fee = money('额', 'Fee', { min: '0', max: '100' })
const share = rate('率', 'Rate', { min: '0', max: '1' })

describe('by kind', () => {
  const good: [string, Field, unknown, unknown][] = [
    ['text', text('名', 'Name'), '  康泰 ', '康泰'],
    ['text at its length', text('名', 'Name', { length: 2 }), '😀😀', '😀😀'],
    ['long text keeps its blanks', longText('文', 'Text'), ' a\nb ', ' a\nb '],
    ['integer', integer('数', 'N'), ' 12 ', 12],
    ['integer at its bound', bounded, 10, 10],
    ['largest integer', integer('数', 'N'), 2147483647, 2147483647],
    ['points', points('分', 'Points'), '2147483648', 2147483648],
    ['money', money('额', 'Amount'), '1234.5', '1234.5'],
    ['negative money', money('额', 'Amount', { min: '-1' }), '-0.01', '-0.01'],
    ['money as a number', money('额', 'Amount'), 12.5, '12.5'],
    ['rate', share, '0.123456', '0.123456'],
    ['date', date('日', 'Day'), '2024-02-29', '2024-02-29'],
    ['datetime', datetime('时', 'Time'), '2024-06-15 08:00', '2024-06-15 08:00:00'],
    ['flag', flag('旗', 'Flag'), '1', 1],
    ['choice', status, '9', 9],
    ['ref', ref('user', '人', 'User'), '1798000000000000001', '1798000000000000001'],
    ['dict', dict('code', '典', 'Dict'), 'public', 'public'],
    ['identity number', idCard('证', 'Identity'), '110105 19491231-002ｘ', '11010519491231002X'],
    [
      'bank account',
      text('账号', 'Account', { means: 'bankAccount' }),
      '\u202d６２２２ 0212-3456 789 0',
      '6222021234567890',
    ],
    ['branch no.', text('联行号', 'Branch', { means: 'bankBranch' }), ' 1021 0009-9996 ', '102100099996'],
    [
      'branch no. in full width',
      text('联行号', 'Branch', { means: 'bankBranch' }),
      '３０８５８４００００１３',
      '308584000013',
    ],
    ['landline', text('电话', 'Phone', { means: 'telephone' }), '（021）62345678转801', '021-62345678-801'],
    ['landline without hyphens', text('电话', 'Phone', { means: 'telephone' }), '057187654321', '057187654321'],
    ['mobile of an invoice', text('电话', 'Phone', { means: 'telephone' }), '+86 138-1234 5678', '13812345678'],
    ['number of service', text('电话', 'Phone', { means: 'telephone' }), '400-820-1234', '400-820-1234'],
    ['account of a non-resident', text('账号', 'Account', { means: 'bankAccount' }), 'nra123456789', 'NRA123456789'],
    ['serial no.', text('流水', 'Serial', { means: 'bankSerial' }), ' Ｃ－2024 号1 ', 'Ｃ－2024 号1'],
    ['credit code', text('代码', 'Code', { means: 'creditCode' }), ' 91350100m000100y43 ', '91350100M000100Y43'],
    ['e-mail', text('邮箱', 'Email', { means: 'email' }), ' 王.li+1@mail.example.cn ', '王.li+1@mail.example.cn'],
    ['json', json('数据', 'Data'), { a: 1 }, { a: 1 }],
    ['nothing', text('名', 'Name'), '   ', null],
    ['an empty list', json('数据', 'Data'), [], null],
  ]
  it.each(good)('%s is kept', (_, f, value, kept) => {
    expect(problemOf(f, value)).toBeNull()
    expect(tidy(f, value)).toEqual(kept)
  })

  const bad: [string, Field, unknown, string][] = [
    ['too long', text('名', 'Name', { length: 2 }), 'abc', '名不能超过2个字符'],
    ...['102100099995', '10210009999', '1021000999960', '1.02E+11', '招商银行'].map(
      (value): [string, Field, unknown, string] => [
        `no branch no. (${value})`,
        text('联行号', 'Branch', { means: 'bankBranch' }),
        value,
        '联行号须为12位联行号，请核对末位校验码',
      ],
    ),
    ...['12345', '021-1234', '1381234567', '见合同', '6.2E+10'].map((value): [string, Field, unknown, string] => [
      `no phone of an invoice (${value})`,
      text('电话', 'Phone', { means: 'telephone' }),
      value,
      '电话须为手机号或固定电话，如 021-62345678',
    ]),
    ['not text', text('名', 'Name'), 5, '名须为文本'],
    ['a NUL', text('名', 'Name'), 'a\0b', '名含有不能保存的字符'],
    ['a fraction', integer('数', 'N'), '1.5', '数须为整数'],
    ['beyond an integer', integer('数', 'N'), 2147483648, '数不能超过2147483647'],
    ['below the bound', bounded, 0, '数不能小于1'],
    ['above the bound', bounded, 11, '数不能大于10'],
    ['negative points', points('分', 'Points'), -1, '分不能为负数'],
    ['negative money', money('额', 'Amount'), '-0.01', '额不能为负数'],
    ['three places', money('额', 'Amount'), '1.234', '额须为最多2位小数的数字'],
    ['grouped money', money('额', 'Amount'), '1,234', '额须为最多2位小数的数字'],
    ['below the bound', fee, '-0.01', '额不能小于0'],
    ['above the bound', fee, '100.01', '额不能大于100'],
    ['seven places', share, '0.1234567', '率须为最多6位小数的数字'],
    ['a rate no column keeps', rate('率', 'Rate'), '100', '率须为最多6位小数的数字'],
    ['above the bound', share, '1.000001', '率不能大于100%'],
    ['below the bound', rate('率', 'Rate', { min: '0.065' }), '0.06', '率不能小于6.5%'],
    ['no address', text('邮箱', 'Email', { means: 'email' }), 'a@b', '邮箱须为邮箱地址，如 name@example.com'],
    [
      'two addresses',
      text('邮箱', 'Email', { means: 'email' }),
      'a@b.cn,c@d.cn',
      '邮箱须为邮箱地址，如 name@example.com',
    ],
    [
      'a wrong check character of a credit code',
      text('代码', 'Code', { means: 'creditCode' }),
      '91350100M000100Y44',
      '代码须为18位统一社会信用代码，请核对末位校验码',
    ],
    [
      'a credit code with I',
      text('代码', 'Code', { means: 'creditCode' }),
      '9135010I00010OY43',
      '代码须为18位统一社会信用代码，请核对末位校验码',
    ],
    ...['工商银行', '6.22202E+17x', '12345', '卡号 6222021234567890'].map((no): [string, Field, unknown, string] => [
      'no account',
      text('账号', 'Account', { means: 'bankAccount' }),
      no,
      '账号须为银行账号（6 至 30 位数字），请核对',
    ]),
    [
      'an account that a spreadsheet rewrote',
      text('账号', 'Account', { means: 'bankAccount' }),
      '6.22202E+18',
      '账号已被表格软件改写，末尾数字丢失，请填写完整的账号',
    ],
    [
      'a serial no. with a Cyrillic letter',
      text('流水', 'Serial', { means: 'bankSerial' }),
      'Cа1',
      '流水含有其他文字的字母“а”，请切换到英文输入后重新填写',
    ],
    ['born in the future', idCard('证', 'Identity'), '110101209903070013', '证的出生日期在今天之后，请核对'],
    ['born before 1900', idCard('证', 'Identity'), '11010118991231001X', '证的出生日期早于 1900 年，请核对'],
    ...['990000199003070013', '000000199003070014', '160101199003070010', '900000199003070010'].map(
      (n): [string, Field, unknown, string] => [
        'a province that does not exist',
        idCard('证', 'Identity'),
        n,
        '证的地区码（前两位）不存在，请核对',
      ],
    ),
    ['no such day', date('日', 'Day'), '2023-02-29', '日须为日期 yyyy-MM-dd'],
    ['a day with a time', date('日', 'Day'), '2024-06-15 00:00:00', '日须为日期 yyyy-MM-dd'],
    ['no such time', datetime('时', 'Time'), '2024-06-15 24:00:00', '时须为时间 yyyy-MM-dd HH:mm:ss'],
    ['a day only', datetime('时', 'Time'), '2024-06-15', '时须为时间 yyyy-MM-dd HH:mm:ss'],
    ['neither yes nor no', flag('旗', 'Flag'), true, '旗须为是或否'],
    ['not a choice', status, 2, '状态不是可选的值'],
    ['a word for a choice', status, 'toString', '状态不是可选的值'],
    ['an object for a choice', status, { toString: 1 }, '状态不是可选的值'],
    ['no id', ref('user', '人', 'User'), '12a', '人须为有效的编号'],
    ['an id as a number', ref('user', '人', 'User'), 12, '人须为有效的编号'],
    [
      'a wrong check character',
      idCard('证', 'Identity'),
      '110105194912310021',
      '证须为18位身份证号，请核对出生日期和末位校验码',
    ],
  ]
  it.each(bad)('%s is refused', (_, f, value, message) => expect(said(f, value)).toBe(message))
})

describe('required', () => {
  const name = text('名', 'Name', { required: '请输入名' })
  it.each([undefined, null, '', '   ', '\t\n', []])('%j is nothing', (value) => {
    expect(isEmpty(value)).toBe(true)
    expect(problemOf(name, value)).toEqual(['请输入名', 'Please enter the name'])
  })
  it.each([0, false, '0', [0], {}])('%j is something', (value) => expect(isEmpty(value)).toBe(false))

  it('an edit of some fields asks for those only; what only the server sets is never asked for', () => {
    const fields = { a: name, b: name, c: text('设', 'Set', { required: '请输入', readOnly: 'always' }) }
    expect(problemsOf(fields, {}).map((p) => p.field)).toEqual(['a', 'b'])
    expect(problemsOf(fields, {}, new Set(['b'])).map((p) => p.field)).toEqual(['b'])
  })
})

describe('identity numbers (GB 11643)', () => {
  it.each([
    '11010519491231002X',
    '11010519491231002x',
    '440524190101010014',
    '810000199003070015',
    '911156199003070017',
  ])('%s', (n) => expect(isIdCard(n)).toBe(true))
  it.each(['', '110105194912310021', '11010519491331002X', '1101051949123100', 'A1010519491231002X'])('not %j', (n) =>
    expect(isIdCard(n)).toBe(false),
  )

  it('no single wrong digit passes', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 16 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const n = '440524190101010014'
        const wrong = n.slice(0, at) + ((Number(n[at]) + by) % 10) + n.slice(at + 1)
        expect(isIdCard(wrong)).toBe(false)
      }),
    ))
})

describe('every field of the model', () => {
  const fields = [...resources.values()].flatMap((r) =>
    Object.entries(r.fields as Record<string, Field>).map(([name, f]) => [`${r.id}.${name}`, f] as const),
  )
  const anything = fc.oneof(
    fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, maxDepth: 2 }),
    fc.string({ unit: 'binary' }),
    fc.integer().map(String),
    fc.integer(),
    fc.double(),
    fc.constantFrom(
      '2024-06-15',
      '2024-06-15 10:00',
      '1.50',
      '13912345678',
      ' ',
      '0',
      '1',
      '9',
      { toString: 1 },
      { valueOf: null },
    ),
  )

  it('never throws, and what passes stays right once tidied', () =>
    fc.assert(
      fc.property(fc.constantFrom(...fields), anything, ([name, f], value) => {
        if (problemOf(f, value) !== null) return
        const kept = tidy(f, value)
        expect(problemOf(f, kept), `${name}: ${fc.stringify(kept)}`).toBeNull()
        expect(tidy(f, kept), name).toEqual(kept)
        if (typeof kept === 'string' && lengthOf(f) !== undefined)
          expect([...kept].length).toBeLessThanOrEqual(lengthOf(f) as number)
      }),
      { numRuns: 10_000 },
    ))

  it('the initial value of a field is valid', () => {
    for (const [name, f] of fields)
      if (f.facts.initial !== undefined) expect(problemOf(f, f.facts.initial), name).toBeNull()
  })
})
