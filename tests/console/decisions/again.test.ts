import { describe, expect, it } from 'vitest'
import type { Entry } from '../../../src/console/decisions/decision.ts'
import { type MacroRow, MacroRun } from '../../../src/console/decisions/macros/macroRun.ts'
import type { PlannedStep } from '../../../src/console/decisions/macros/plan.ts'
import { Redos } from '../../../src/console/decisions/outbox/redos.ts'
import type { Decided } from '../../../src/model/wire/wire.ts'

const entry = (id: string, more: Partial<Entry> = {}) =>
  ({ resource: 'r', id, decision: 'pass', title: id, ask: { reason: 'x' }, version: 1, ...more }) as Entry
const decided = {} as Decided

describe('decisions taken again', () => {
  it('have the answers they were made with and the version the take-back left', () => {
    const redos = new Redos(() => false)
    redos.confirmed(entry('1'), decided)
    redos.takenBack(entry('1', { ask: {}, version: 3 }), true)
    expect(redos.entries).toEqual([
      { resource: 'r', id: '1', decision: 'pass', title: '1', version: 3, ask: { reason: 'x' } },
    ])
  })

  it('of another window are known only where nothing is asked; a later decision of the record ends it', () => {
    const redos = new Redos((_, decision) => decision === 'plain')
    redos.takenBack(entry('1', { version: 3 }), true)
    redos.takenBack(entry('2', { decision: 'plain', version: 3 }), true)
    expect(redos.entries.map((r) => [r.id, r.ask])).toEqual([['2', {}]])
    redos.confirmed(entry('2', { decision: 'other' }), decided)
    expect(redos.entries).toEqual([])
  })

  it('that were never sent can be sent as they were', () => {
    const redos = new Redos(() => false)
    redos.takenBack(entry('1'), false)
    expect(redos.entries[0]).toMatchObject({ version: 1, ask: { reason: 'x' } })
  })
})

describe('a macro over rows', () => {
  const step = (id: string, line: number) => ({ line, decision: { id }, ask: {} }) as unknown as PlannedStep
  const row = (id: string, state: MacroRow['state'] = 'waiting'): MacroRow => ({
    ...{ row: { id, version: 1 }, title: id, state, why: '' },
  })
  const states = (run: MacroRun) => run.snapshot().map((r) => `${r.row.id} ${r.state} ${r.why}`.trim())
  const bench = (rows: readonly MacroRow[], refuses: Readonly<Record<string, string>>) => {
    const sent: string[] = []
    const run = new MacroRun(rows, [step('a', 1), step('b', 2)], {
      decide: async (of, { decision: { id } }) => {
        sent.push(`${of.id} ${id} v${of.version}`)
        return refuses[`${of.id} ${id}`] ?? ({ id: of.id, version: of.version + 1, patch: {} } as unknown as Decided)
      },
      failure: ({ line }, why) => `${line}: ${why}`,
    })
    return { run, sent }
  }

  it('takes each step with the version before it, stops at the first refusal, and goes on with the rest', async () => {
    const { run, sent } = bench([row('1'), row('2'), row('x', 'impossible'), row('3')], { '2 b': 'no' })
    await run.run()
    expect(sent).toEqual(['1 a v1', '1 b v2', '2 a v1', '2 b v2'])
    expect(states(run)).toEqual(['1 done', '2 failed 2: no', 'x impossible', '3 waiting'])
    await run.run()
    expect(sent.slice(4)).toEqual(['3 a v1', '3 b v2'])
    expect(states(run).at(-1)).toBe('3 done')
  })

  it('ends after the row in hand when it is stopped, runs once at a time, and leaves out what is foreseen', async () => {
    const { run, sent } = bench([row('1'), row('2'), row('3')], {})
    run.leaveOut(new Map([['3', 'not yours']]))
    const going = run.run()
    void run.run()
    run.stop()
    await going
    expect(sent).toEqual(['1 a v1', '1 b v2'])
    expect(states(run)).toEqual(['1 done', '2 waiting', '3 impossible not yours'])
  })
})
