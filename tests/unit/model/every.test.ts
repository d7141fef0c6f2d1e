import { describe, expect, it } from 'vitest'
import { clockEdges } from '../../../src/model/business.ts'
import { contradictions } from '../../../src/model/contradictions/contradictions.ts'
import { is, oneOf } from '../../../src/model/language/conditions/condition.ts'
import { atMoment, type ClockEdge, every, past } from '../../../src/model/language/every.ts'
import { isByPeople, isBySystem } from '../../../src/model/language/lifecycle.ts'
import { cronOf, slotBefore } from '../../../src/server/jobs/schedule.ts'

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
  it('start an activity at the first moment after its time, past midnight too', () => {
    const edge = clockEdges.get('caseCollection.start') as ClockEdge
    const due = (releaseTime: string, now: string) =>
      atMoment(edge.where, now)
        .filter((c) => c.field === 'releaseTime')
        .every((c) => (c.op === 'lt' ? releaseTime < c.value : releaseTime >= c.value))
    expect(due('2024-06-14 23:55:00', '2024-06-15 00:00:00')).toBe(true)
    expect(due('2024-06-14 23:55:00', '2024-06-15 23:50:00')).toBe(true)
    expect(due('2024-06-14 23:55:00', '2024-06-16 00:00:00')).toBe(false)
    expect(due('2024-06-15 00:10:00', '2024-06-15 00:10:00')).toBe(false)
  })

  it('have times that the server reads', () => {
    for (const edge of clockEdges.values()) expect(() => cronOf(edge.cron), edge.id).not.toThrow()
  })

  it.each([
    ['5 0 * * *', null],
    ['*/15 8-18 1,15 */3 1-5', null],
    ['0 0 29 2 *', null],
    ['0 0 31 4 0', null],
    ['10-50/20 0 * * 7', null],
    ['0 0 * *', 'five fields'],
    ['0 0 0 * * *', 'five fields'],
    ['', 'five fields'],
    ['60 0 * * *', 'minute cannot be 60'],
    ['0 24 * * *', 'hour cannot be 24'],
    ['0 0 0 * *', 'day cannot be 0'],
    ['0 0 * 13 *', 'month cannot be 13'],
    ['0 0 * * MON', 'weekday cannot be MON'],
    ['5-1 0 * * *', 'minute cannot be 5-1'],
    ['*/0 0 * * *', 'minute cannot be */0'],
    ['10/20 0 * * *', 'minute cannot be 10/20'],
    ['0 0 30 2 *', 'no month has such a day'],
  ])('at %j: %s', (cron, wrong) => {
    const said = withEdge(
      every('trial', { cron, resource: 'settlementCycle', where: [is('cycleStatus', 0)], step: 'close' }),
    ).join()
    if (wrong === null) {
      expect(said).toBe('')
      expect(slotBefore(cron, new Date('2024-06-15T12:00:00+08:00'))).not.toBeNull()
    } else expect(said).toContain(`trial: its times ${cron}: ${wrong}`)
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
    [
      'settlementCycle',
      [oneOf('cycleStatus', [2, 3])],
      'close',
      'finds nothing to do: close does not start from the cycleStatus that it asks for',
    ],
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
