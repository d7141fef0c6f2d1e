import { describe, expect, it } from 'vitest'
import { buildIndex } from '../../../commands/search/score.ts'
import { typedAnswers } from '../../../src/console/palette/typedAnswers.ts'

const commands = [
  { id: 'reject', title: '审核驳回', alias: 'Reject', pinyin: ['shen he bo hui'], words: ['refuse'] },
  { id: 'pass', title: '审核通过', alias: 'Approve', pinyin: ['shen he tong guo'] },
  { id: 'late', title: '退回 待补', alias: 'Send back late', pinyin: ['tui hui dai bu'] },
]
const index = buildIndex(commands)
const all = new Uint8Array([1, 1, 1])
const found = (typed: string, include = all) => typedAnswers(index, typed, include).map((a) => [a.command.id, a.text])

describe('an answer typed behind the name of a command', () => {
  it.each([
    ['驳回 材料不全', 'reject', '材料不全'],
    ['驳回：材料不全', 'reject', '材料不全'],
    ['驳回\u3000材料 不全', 'reject', '材料 不全'],
    ['shbh 材料不全', 'reject', '材料不全'],
    ['reject no invoice', 'reject', 'no invoice'],
    ['refuse: no invoice', 'reject', 'no invoice'],
    ['send back late no seal', 'late', 'no seal'],
  ])('%s', (typed, id, text) => {
    expect(found(typed)[0]).toEqual([id, text])
  })

  it('is first only where the query can hardly be anything else: no pinyin behind pinyin', () => {
    const clear = (typed: string) => typedAnswers(index, typed, all)[0]?.clear
    expect(['驳回 材料不全', 'bh 材料不全', 'reject no invoice', '驳回 late'].map(clear)).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(['hui yi', 'shbh cl'].map(clear)).toEqual([false, false])
  })

  it('needs a name, a gap and an answer', () => {
    for (const typed of ['驳回', '驳回 ', ' 材料不全', '材料不全 驳回', 'zq x', '']) expect(found(typed)).toEqual([])
  })

  it('offers no command that may not be offered', () => {
    expect(found('驳回 材料不全', new Uint8Array([0, 1, 1]))).toEqual([])
  })
})
