import { expect, it } from 'vitest'
import { piecesOf } from '../../../src/console/record/evidence/diff.ts'

const marked = (left: string, right: string) =>
  piecesOf(left, right).map((side) => side.map(({ text, own }) => (own ? `[${text}]` : text)).join(''))

it('marks letter by letter what differs of two versions of a text, and texts with little in common whole', () => {
  expect(marked('收缩压150，症状减轻', '收缩压142，症状减轻')).toEqual([
    '收缩压1[50]，症状减轻',
    '收缩压1[42]，症状减轻',
  ])
  expect(marked('五年前确诊，口服药物控制', '一年来餐后胀痛，自服胃药')).toEqual([
    '[五年前确诊，口服药物控制]',
    '[一年来餐后胀痛，自服胃药]',
  ])
})
