import { describe, expect, it } from 'vitest'
import { clockEdges, contradictions } from '../../src/model/all.ts'
import { is } from '../../src/model/kernel/condition.ts'
import { atMoment, type ClockEdge, every, past } from '../../src/model/kernel/every.ts'
import { isByPeople, isBySystem } from '../../src/model/kernel/lifecycle.ts'
import { cronOf } from '../../src/server/jobs/schedule.ts'

const withEdge = (edge: ClockEdge): string[] => {
  const map = clockEdges as Map<string, ClockEdge>
  map.set(edge.id, edge)
  try {
    return contradictions().filter((c) => c.startsWith(`${edge.id}:`))
  } finally {
    map.delete(edge.id)
  }
}

describe('clock edges', () => {
  it('have times that are times', () => {
    for (const edge of clockEdges.values()) expect(() => cronOf(edge.cron), edge.id).not.toThrow()
  })

  it('contain the moment at which they run', () => {
    const where = [is('cycleStatus', 0), past('endDate', 'today'), past('createTime', 'now')]
    expect(atMoment(where, '2024-06-15 10:00:00')).toEqual([
      { field: 'cycleStatus', op: 'equal', value: '0' },
      { field: 'endDate', op: 'lt', value: '2024-06-15' },
      { field: 'createTime', op: 'lt', value: '2024-06-15 10:00:00' },
    ])
  })

  it.each([
    [
      'settlementOrder',
      [is('settlementStatus', 0)],
      'audit.pass',
      'the system may not cause settlementOrder.audit.pass',
    ],
    ['settlementOrder', [is('settlementStatus', 0)], 'nothing', 'settlementOrder has no transition nothing'],
    ['settlementCycle', [], 'close', 'has no condition'],
    ['settlementCycle', [is('nothing', 0)], 'close', 'has no field nothing'],
    ['settlementCycle', [is('endDate', 0)], 'close', 'is not filtered by endDate'],
    ['nothing', [], 'close', 'unknown resource nothing'],
  ])('contradict the model where %s with %j cannot take %s', (resource, where, step, what) => {
    expect(withEdge(every('trial', { cron: '* * * * *', resource, where, step })).join()).toContain(what)
  })

  it('both means people and the system', () => {
    const by = (['operator', 'system', 'both'] as const).map((who) => [
      isByPeople({ by: who }),
      isBySystem({ by: who }),
    ])
    expect(by).toEqual([
      [true, false],
      [false, true],
      [true, true],
    ])
  })
})
