import { describe, expect, it } from 'vitest'
import { filterableOf } from '../../../src/console/filter/filterFields.ts'
import { chipsOf, parseFilter, printFilter } from '../../../src/console/filter/filterText.ts'
import { cellsOf, pastedAs } from '../../../src/console/filter/pastedCells.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'

const of = filterableOf(settlementOrder, [])
const read = (line: string) => parseFilter(line, of, '2024-06-15')

describe('what is pasted from a spreadsheet', () => {
  it('is a column of cells, a row of them, or plain text', () => {
    expect(cellsOf('SO1\r\nSO2\r\n\r\nSO1\r\n')).toEqual(['SO1', 'SO2'])
    expect(cellsOf('SO1\t甲\nSO2\t乙\n')).toEqual(['SO1', 'SO2'])
    expect(cellsOf('SO1\tSO2')).toEqual(['SO1', 'SO2'])
    expect(cellsOf('SO1\n')).toEqual([])
    expect(cellsOf('康泰 瑞禾')).toEqual([])
  })
  it('finds any of its lines', () => {
    const all = ['SO1', '南京 康泰|（集团）']
    const line = `状态:待审核 ${pastedAs(all, '状态:待审核 ')}`
    expect(read(line)).toEqual({
      conditions: [
        { field: 'settlementStatus', op: 'equal', value: '0' },
        { field: 'q', op: 'like', value: 'SO1|南京康泰（集团）' },
      ],
      problems: [],
    })
    expect(read(`单号:${pastedAs(['SO1', 'SO2'], '单号:')}`).conditions).toEqual([
      { field: 'code', op: 'likeany', value: 'SO1,SO2' },
    ])
    const many = Array.from({ length: 12 }, (_, n) => `SO${n}`)
    expect(read(`单号：${pastedAs(many, '单号：')}`).conditions).toEqual([
      { field: 'code', op: 'in', value: many.join() },
    ])
    expect(
      pastedAs(
        Array.from({ length: 600 }, (_, n) => `SO20240601${n}`),
        '',
      ),
    ).toBeNull()
  })
  it('or numbers of documents with commas between, and no names', () => {
    for (const line of [
      'SO2024060100001,SO2024060100002',
      'SO2024060100001，SO2024060100002',
      'SO2024060100001、SO2024060100002',
    ])
      expect(read(line).conditions, line).toEqual([
        { field: 'q', op: 'like', value: 'SO2024060100001|SO2024060100002' },
      ])
    expect(read('Co.,Ltd').conditions).toEqual([{ field: 'q', op: 'like', value: 'Co.,Ltd' }])
  })
  it('is written and shown as what it is', () => {
    const { conditions } = read('a|b|c|d|e')
    expect(printFilter(conditions, of, 'zh')).toBe('a|b|c|d|e')
    expect(chipsOf(conditions, of, 'zh').map((chip) => chip.value)).toEqual(['a|b|c… (5)'])
  })
})
