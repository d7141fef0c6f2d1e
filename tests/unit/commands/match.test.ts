import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boost } from '../../../commands/search/frecency.ts'
import { matchOf, type Span, soundsOf, soundsOfReadings } from '../../../commands/search/match.ts'
import { mixed, RANK_OF_HIDDEN_MATCH, type Scored } from '../../../commands/search/mix.ts'
import { KIND } from '../../../commands/search/score.ts'
import { readings, soundsOf as soundsFor } from '../../../src/server/core/text/pinyin.ts'

/** Underlined characters, in brackets. */
const shown = (text: string, spans: readonly Span[]): string =>
  [...spans].reverse().reduce((s, [from, to]) => `${s.slice(0, from)}[${s.slice(from, to)}]${s.slice(to)}`, text)
const marked = (text: string, typed: string): string | null => {
  const found = matchOf(text, soundsOf(text, soundsFor(text)), typed)
  return found && shown(text, found.spans)
}

describe('what matched is underlined', () => {
  it.each([
    ['南京瑞禾医药有限公司', 'njrh', '[南京瑞禾]医药有限公司'],
    ['南京瑞禾医药有限公司', 'NJRH', '[南京瑞禾]医药有限公司'],
    ['南京瑞禾医药有限公司', 'ruihe', '南京[瑞禾]医药有限公司'],
    ['南京瑞禾医药有限公司', 'nan jing rui', '[南京瑞]禾医药有限公司'],
    ['南京瑞禾医药有限公司', 'ruihyy', '南京[瑞禾医药]有限公司'],
    ['结算单审核', 'jsdsh', '[结算单审核]'],
    ['南京瑞禾医药有限公司', '瑞禾', '南京[瑞禾]医药有限公司'],
    ['南京瑞禾医药有限公司', '瑞禾 gongsi', '南京[瑞禾]医药有限[公司]'],
    ['重庆长江 Bio 科技', 'cqcj', '[重庆长江] Bio 科技'],
    ['重庆长江 Bio 科技', 'zhongqing', '[重庆]长江 Bio 科技'],
    ['重庆长江 Bio 科技', '长江bio', '重庆[长江 Bio] 科技'],
    ['重庆长江 Bio 科技', 'cjbiokj', '重庆[长江 Bio 科技]'],
    ['厦门大学', 'xmdx', '[厦门大学]'],
    ['SO20240615000123', '0615', 'SO2024[0615]000123'],
    ['ＳＯ２０２４', 'so20', '[ＳＯ２０]２４'],
    ['Settlement order review', 'review order', 'Settlement [order] [review]'],
    ['导出结算单', '导单', '[导]出结算[单]'],
    ['结算单', '发票', null],
    ['结算单', '', null],
    ['', 'a', null],
  ])('%s by %s: %s', (text, typed, wanted) => expect(marked(text, typed)).toBe(wanted))

  it('says how well', () => {
    const kind = (text: string, typed: string) => matchOf(text, soundsOf(text, soundsFor(text)), typed)?.kind
    expect(kind('瑞禾', '瑞禾')).toBe(KIND.title)
    expect(kind('瑞禾医药', '瑞禾')).toBe(KIND.prefix)
    expect(kind('南京瑞禾', '瑞禾')).toBe(KIND.contiguous)
    expect(kind('南京瑞禾', 'njrh')).toBe(KIND.initials)
    expect(kind('南京瑞禾', 'nanjing')).toBe(KIND.pinyin)
    expect(kind('导出结算单', '导单')).toBe(KIND.fuzzy)
  })

  it.each([
    ['导出结算单（CSV）', 'dcjsd', '[导出结算单]（CSV）'],
    ['App 版本管理', 'appbb', '[App 版本]管理'],
    ['重试失败的行', 'chongshi', '[重试]失败的行'],
  ])('whole readings fit their title: %s by %s', (text, typed, wanted) => {
    const found = matchOf(text, soundsOfReadings(text, readings(text)), typed)
    expect(found && shown(text, found.spans)).toBe(wanted)
  })

  it('a reading of something else underlines nothing', () => {
    expect(matchOf('结算单', soundsOfReadings('结算单', ['shen he']), 'sh')).toBeNull()
    expect(matchOf('结算', soundsOfReadings('结算', ['jie suan dan']), 'jsd')).toBeNull()
  })

  it('of any texts: parts in order, inside, not empty, and quickly', () => {
    const text = fc.string({ unit: fc.constantFrom(...'结算单重庆aAｂ 1('), maxLength: 40 })
    fc.assert(
      fc.property(text, text, (title, typed) => {
        const found = matchOf(title, soundsOf(title, soundsFor(title)), typed)
        let end = 0
        for (const [from, to] of found?.spans ?? []) {
          expect(from).toBeGreaterThanOrEqual(end)
          expect(to).toBeGreaterThan(from)
          end = to
        }
        expect(end).toBeLessThanOrEqual(title.length)
      }),
    )
    // the processor's time, which others of a busy machine take nothing of
    const began = process.cpuUsage()
    const long = '重长行会'.repeat(50)
    matchOf(long, soundsOf(long, soundsFor(long)), `${'czh'.repeat(21)}x`)
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(200)
  })
})

describe('commands and records in one list', () => {
  const scored = (...list: readonly (readonly [item: string, score: number])[]): Scored<string>[] =>
    list.map(([item, score]) => ({ item, score }))
  /** A record used so much as can be. */
  const most = boost(1e9)

  it.each<[string, Scored<string>[], Scored<string>[], string]>([
    ['nothing', [], [], ''],
    ['only records', [], scored(['r', KIND.prefix]), 'r'],
    ['the better kind first', scored(['c', KIND.prefix]), scored(['r', KIND.title]), 'r c'],
    [
      'an exact command before the record used most',
      scored(['c', KIND.title]),
      scored(['r', KIND.alias + most]),
      'c r',
    ],
    [
      'an exact number before the command used most',
      scored(['c', KIND.prefix + 498 + most]),
      scored(['r', KIND.title]),
      'r c',
    ],
    ['of one kind the command', scored(['c', KIND.initials + 120]), scored(['r', KIND.initials]), 'c r'],
    ['of one kind the record in use', scored(['c', KIND.initials + 120]), scored(['r', KIND.initials + most]), 'r c'],
    [
      'what the server knows before scattered letters',
      scored(['c', KIND.fuzzy + 399]),
      scored(['r', RANK_OF_HIDDEN_MATCH]),
      'r c',
    ],
    [
      'what the server knows behind what is read so',
      scored(['c', KIND.pinyin]),
      scored(['r', RANK_OF_HIDDEN_MATCH + 490]),
      'c r',
    ],
    [
      'turn by turn',
      scored(['a', 9000], ['b', 7000], ['c', 3000]),
      scored(['1', 10000], ['2', 7100], ['3', 3500]),
      '1 a 2 b 3 c',
    ],
  ])('%s', (_what, commands, records, wanted) => expect(mixed(commands, records, 50).join(' ')).toBe(wanted))

  it('no more than asked for', () => expect(mixed(scored(['a', 2], ['b', 1]), scored(['c', 3]), 2)).toEqual(['c', 'a']))
})
