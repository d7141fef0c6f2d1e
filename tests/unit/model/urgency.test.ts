import { expect, it } from 'vitest'
import { byUrgency, levelOf, nextOf, type QueueUrgency, urgencyOf } from '../../../src/model/wire/urgency.ts'

const view = (code: string, over: Partial<QueueUrgency> = {}): QueueUrgency => ({
  ...{ queue: 'q', view: code, total: 1, exact: true, amount: null, unit: 'money', minutes: 360, targetHours: 24 },
  ...{ next: `${code}1`, decided: 0, perHour: 0 },
  ...over,
})

it('views are ordered by age against their target, then by how much waits; the empty come last', () => {
  const late = view('late', { minutes: 1440 })
  // younger, but of a shorter target
  const later = view('later', { targetHours: 4 })
  const many = view('many', { total: 9 })
  const empty = view('empty', { total: 0, minutes: 0, next: '' })
  const undated = view('undated', { minutes: 0 })
  const order = byUrgency([empty, undated, view('one'), many, late, later]).map((v) => v.view)
  expect(order).toEqual(['later', 'late', 'many', 'one', 'undated', 'empty'])
  expect([late, later, many, empty].map((v) => levelOf(urgencyOf(v)))).toEqual(['late', 'late', 'calm', 'calm'])
  expect(levelOf(urgencyOf(view('half', { minutes: 720 })))).toBe('soon')
})

it('the next one is of the most urgent view with a free record', () => {
  const taken = view('taken', { targetHours: 1, next: '' })
  expect(nextOf([view('a'), taken, view('b', { targetHours: 2 })])?.view).toBe('b')
  expect(nextOf([view('a'), view('b', { targetHours: 2 })], 'q.b')?.view).toBe('a')
  expect(nextOf([taken])).toBeUndefined()
})
