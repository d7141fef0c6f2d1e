import { expect, test } from 'vitest'
import { resourceOf, resources } from '../../../src/model/business.ts'
import { comesBy } from '../../../src/model/origins/comesBy.ts'
import { originsOf } from '../../../src/model/origins/origins.ts'

const said = (id: string) => originsOf(resourceOf(id)).map(({ how, roles }) => `${how[0]}: ${roles.map(([zh]) => zh)}`)

test('an empty list says how its records come about, and who makes them', () => {
  expect(said('quickReply')).toEqual([expect.stringMatching(/^新增: ./)])
  expect(said('orderDoctor')).toEqual([expect.stringMatching(/^由.*病例提交.*产生: $/)])
  expect(said('entrustedAccountPrepay').join()).toMatch(/充值: .*企业管理员/)
})

test('every list says how its records come about, and nothing is told that is declared', () => {
  const silent = [...resources.values()].filter((r) => r.routes?.list && originsOf(r).length === 0)
  expect(silent.map((r) => r.id)).toEqual([])
  const told = Object.entries(comesBy).filter(([id, how]) => originsOf(resourceOf(id))[0]?.how !== how)
  expect(told).toEqual([])
  expect(said('activityPlan')).toEqual([expect.stringMatching(/^新增：病例征集、.*讲座: .*企业管理员/)])
})

test('whoever is named may make one, and what people make is made by somebody', () => {
  const nobody = [...resources.values()].filter(
    (r) => r.operations.includes('add') && originsOf(r).every(({ roles }) => roles.length === 0),
  )
  expect(nobody.map((r) => r.id)).toEqual([])
})
