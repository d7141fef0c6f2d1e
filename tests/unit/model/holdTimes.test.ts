import { describe, expect, it } from 'vitest'
import { instantOf, wallClock } from '../../../src/model/values/dates.ts'
import {
  HOLD_MS_MAX,
  holdChoices,
  holdMoment,
  momentField,
  typedMoment,
} from '../../../src/model/wire/settings/holdTimes.ts'
import { HELD_REASON_LENGTH_MAX, heldShape, isBack } from '../../../src/model/wire/settings/shapes.ts'

const at = (wall: string) => instantOf(wall) as number
const shown = (choice: Parameters<typeof holdMoment>[0], now: string) => {
  const moment = holdMoment(choice, at(now))
  return moment === null ? null : wallClock(moment).slice(0, 16)
}

describe('moments of a hold', () => {
  it('are of the calendar of Shanghai, whatever the zone of the machine', () => {
    // a Saturday, half an hour before midnight there
    expect(shown('tomorrow', '2024-06-15 23:30')).toBe('2024-06-16 09:00')
    expect(shown('monday', '2024-06-15 23:30')).toBe('2024-06-17 09:00')
    expect(shown('monday', '2024-06-16 08:00')).toBe('2024-06-17 09:00')
    // on a Monday it is the next one
    expect(shown('monday', '2024-06-17 08:00')).toBe('2024-06-24 09:00')
    expect(shown('twoHours', '2024-12-31 23:10:30')).toBe('2025-01-01 01:11')
    expect([shown('open', '2024-06-15 10:00'), shown('own', '2024-06-15 10:00')]).toEqual([null, null])
  })

  it('are offered once: on a Sunday tomorrow is the Monday', () => {
    const offered = (now: string) => holdChoices(at(now)).map((c) => c.choice)
    const all = ['twoHours', 'tomorrow', 'monday', 'open', 'own']
    for (const [day, weekday] of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].entries())
      for (const time of ['00:00', '07:00', '23:59']) {
        const now = `2024-06-${17 + day} ${time}`
        expect(offered(now), now).toEqual(weekday === 'Sun' ? all.filter((c) => c !== 'monday') : all)
      }
  })

  it('that are typed lie ahead, within a year', () => {
    const now = at('2024-06-15 10:00')
    expect(typedMoment('2024-06-15T10:01', now)).toBe(at('2024-06-15 10:01'))
    for (const wrong of ['', '2024-06-15T10:00', '2024-02-30T09:00', momentField(now + HOLD_MS_MAX + 60_000)])
      expect(typedMoment(wrong, now), wrong).toBeNull()
  })
})

describe('a held row', () => {
  const old = { title: 'SO1', view: 'audit', at: 5 }
  it('is read as it was kept before, and with a time and a reason', () => {
    expect(heldShape.check({ 1: old })).toEqual({ 1: old })
    const whole = { ...old, until: 9, reason: '等发票' }
    expect(heldShape.check({ 1: whole })).toEqual({ 1: whole })
    for (const wrong of [
      { until: '9' },
      { reason: '' },
      { reason: 'x'.repeat(HELD_REASON_LENGTH_MAX + 1) },
      { other: 1 },
    ])
      expect(heldShape.check({ 1: { ...old, ...wrong } })).toBeNull()
  })
  it('is back at its moment, and never without one', () => {
    expect([isBack({ ...old, until: 9 }, 8), isBack({ ...old, until: 9 }, 9), isBack(old, 9e12)]).toEqual([
      false,
      true,
      false,
    ])
  })
})
