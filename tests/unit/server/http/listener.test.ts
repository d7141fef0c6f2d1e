import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { Actor } from '../../../../src/server/core/actor.ts'
import type { Happened } from '../../../../src/server/database/outbox.ts'
import { Listener } from '../../../../src/server/http/listener.ts'

/** A listener bound to a company, over a response that keeps what is written. */
function listener() {
  const written: string[] = []
  const raw = {
    destroyed: false,
    writableEnded: false,
    writableLength: 0,
    write: (text: string) => written.push(text),
    end: () => written.push('end'),
  }
  const actor = {
    tenantId: 't',
    userId: '1',
    roles: [],
    permissions: new Set(['settlementOrder_view', 'leave_view']),
    company: '11',
    fiscalTax: null,
    provider: null,
    employee: null,
  }
  const l = new Listener(raw as unknown as ServerResponse, actor as unknown as Actor, '', { number: '5', id: '50' })
  l.hello({ number: '5', id: '50' }, false)
  l.catchUp([])
  written.splice(0)
  return { l, written }
}
const event = (n: number, company: string): Happened => ({
  number: String(n),
  id: String(n * 10),
  kind: 'changed',
  resource: 'settlementOrder',
  recordId: '1',
  version: 1,
  transition: '',
  actorId: null,
  actorName: '',
  company,
  fiscalTax: null,
  provider: null,
  employee: null,
  payload: {},
})

describe('the place of a stream', () => {
  it('is sent with the keep-alive once it moved, which is a comment otherwise', () => {
    const { l, written } = listener()
    l.beat()
    l.receive(event(6, '12'))
    l.receive(event(7, '12'))
    l.beat()
    l.beat()
    expect(written).toEqual([': still here\n\n', 'id: 7-70\n\n', ': still here\n\n'])
  })

  it('is that of the last event received', () => {
    const { l, written } = listener()
    l.receive(event(6, '12'))
    l.receive(event(7, '11'))
    l.beat()
    expect(written.map((w) => w.split('\n')[0])).toEqual(['id: 7-70', ': still here'])
  })

  it('is sent after two hundred events of others, however fast they come', () => {
    const { l, written } = listener()
    for (let n = 6; n < 6 + 450; n++) l.receive(event(n, '12'))
    expect(written).toEqual(['id: 205-2050\n\n', 'id: 405-4050\n\n'])
  })

  it('is sent before the server ends the stream', () => {
    const { l, written } = listener()
    l.receive(event(6, '12'))
    l.end()
    expect(written).toEqual(['id: 6-60\n\n', 'end'])
  })
})

it('tells of a row of persons whom it names, and of one that names nobody none', () => {
  const { l, written } = listener()
  const about = (n: number, payload: Happened['payload']) =>
    l.receive({ ...event(n, '11'), resource: 'leave', payload })
  about(6, { persons: ['2'] })
  about(7, {})
  about(8, { persons: ['2', '1'] })
  expect(written.map((w) => w.split('\n')[0])).toEqual(['id: 8-80'])
})
