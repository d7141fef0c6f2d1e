import { describe, expect, it } from 'vitest'
import { filterableOf } from '../../../src/console/filter/filterFields.ts'
import { offersOf } from '../../../src/console/filter/filterOffers.ts'
import { parseFilter } from '../../../src/console/filter/filterText.ts'
import { resources } from '../../../src/model/business.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'

const TODAY = '2024-06-15'
const of = filterableOf(settlementOrder, [])
const at = (line: string, language: 'zh' | 'en' = 'zh') => offersOf(line, of, language, TODAY)

describe('what is offered where the line ends', () => {
  it('are the filters of this very list, those that begin with what is typed first', () => {
    expect(at('')).toMatchObject({ from: 0, of: 'fields', names: null })
    expect(at('').texts).toEqual(expect.arrayContaining(['单号:', '状态:', '金额:', '公司:', '创建时间:']))
    expect(at('状态:待审核 ').from).toBe(7)
    expect(at('状态:待审核 金').texts[0]).toBe('金额:')
    expect(at('-公').texts).toEqual(['-公司:'])
    expect(at('sta', 'en').texts[0]).toBe('Status:')
  })

  it('are the values of the filter that was named, also after a comma, a sign and a minus', () => {
    expect(at('状态:')).toMatchObject({ from: 3, of: 'values' })
    expect(at('状态:').texts).toContain('待审核')
    expect(at('状态:已').texts.every((x) => x.includes('已'))).toBe(true)
    expect(at('状态:待审核,审核驳')).toMatchObject({ from: 7, texts: ['审核驳回'] })
    expect(at('-状态:!待审').from).toBe(5)
    expect(at('status:pend', 'en').texts).toEqual(['"Pending review"'])
    expect(at('创建时间:上').texts).toEqual(['上周', '上月'])
    expect(at('金额:').texts).toEqual([])
    expect(at('没有:').texts).toEqual([])
  })

  it('of a word that is no name are the fields that may hold it', () => {
    expect(at('康泰').texts).toEqual(expect.arrayContaining(['公司:康泰', '财税:康泰', '单号:康泰']))
    expect(at('kt').texts).toContain('公司:kt')
    expect(at('12000').texts).toContain('金额:12000')
    expect(at('上月').texts).toEqual(expect.arrayContaining(['创建时间:上月', '月份:上月']))
    expect(at('月份:').texts).toEqual(['本月', '上月', '今年'])
    expect(at('cycleMonth:', 'en').texts).toContain('last-month')
    expect(at('已付').texts).toContain('状态:已付款')
    expect(at('康泰').texts).not.toContain('金额:康泰')
  })

  it('names what is counted, and the line that counts', () => {
    expect(at('公司:康泰 状态:待')).toMatchObject({
      counted: { field: { name: 'settlementStatus' }, before: '公司:康泰 ' },
    })
    expect(at('单号:1').counted).toBeNull()
    expect(at('创建时间:').counted).toBeNull()
    expect(at('公司:').counted).toMatchObject({ field: { name: 'entrustedCompanyName' }, before: '' })
  })

  it('asks the server for names where a value is one', () => {
    expect(at('公司:康').names).toMatchObject({
      field: { name: 'entrustedCompanyName', to: 'entrustedCompany' },
      typed: '康',
    })
    expect(at('单号:1').names).toBeNull()
  })

  it.each([...resources.values()])('can be read, and reads to the end: $id', (r) => {
    const any = filterableOf(r, [])
    for (const language of ['zh', 'en'] as const)
      for (const name of offersOf('', any, language, TODAY).texts)
        for (const value of offersOf(name, any, language, TODAY).texts)
          expect(parseFilter(`${name}${value}`, any, TODAY).problems, `${name}${value}`).toEqual([])
  })
})
