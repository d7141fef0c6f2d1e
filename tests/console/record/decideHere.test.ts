import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../src/console/api/client.ts'
import { decideHere, type Here } from '../../../src/console/record/decideHere.ts'
import type { Catalogue, Conflict, Decided, WireRow } from '../../../src/model/kernel/wire.ts'
import { catalogueOf, fakeApi, order } from './fake.tsx'

const state = vi.hoisted(() => ({ catalogue: null as unknown }))
vi.mock('../../../src/console/state/catalogue.ts', async (original) => ({
  ...(await original<object>()),
  catalogueNow: () => state.catalogue as Catalogue,
}))

const decided = (more: Partial<Decided> = {}): Decided => ({
  id: '1',
  version: 4,
  transition: 'audit.pass',
  patch: { settlementStatus: 2 },
  undo: 'recall.audit',
  undoUntil: '2999-01-01 00:00:00',
  ...more,
})
const conflict: Conflict = { id: '1', reason: 'stale', version: 9, by: '财务二', at: '2024-06-15 10:00:00', action: 'audit.pass', fields: [], row: null }

let row: WireRow | null
const here = (more: Partial<Here> = {}) => ({
  row: () => row,
  name: () => 'SO1',
  ask: vi.fn(async () => ({ remark: '金额不符' }) as Readonly<Record<string, unknown>> | null),
  sure: vi.fn(async () => true),
  moved: vi.fn((d: Decided) => {
    row = row && { ...row, ...d.patch, version: d.version }
  }),
  conflict: vi.fn(),
  undoable: vi.fn(),
  ...more,
})
const plain = { detailed: false, batch: false }

beforeEach(() => {
  state.catalogue = catalogueOf()
  row = order('1')
})

describe('a decision on the record’s own page', () => {
  it('is sent with the version seen and the parameters that tell it apart, and said when the server has it', async () => {
    const asked = fakeApi({ 'blade-svc/settlementOrder/audit': () => decided() })
    const h = here()
    const outcome = await decideHere(h).decide('settlementOrder', 'audit.pass', plain)
    expect(asked).toEqual([expect.objectContaining({ method: 'POST', body: { id: '1', version: 3, status: 1 } })])
    expect(outcome).toEqual({ is: 'done', say: '审核通过：SO1' })
    expect(h.ask).not.toHaveBeenCalled()
    expect(h.undoable).toHaveBeenLastCalledWith(1)
  })

  it('asks what must be asked; turning away sends nothing', async () => {
    const asked = fakeApi({ 'blade-svc/settlementOrder/audit': () => decided({ transition: 'audit.reject' }) })
    await decideHere(here()).decide('settlementOrder', 'audit.reject', plain)
    expect(asked[0]?.body).toMatchObject({ status: 2, remark: '金额不符' })
    expect(await decideHere(here({ ask: async () => null })).decide('settlementOrder', 'audit.reject', plain)).toEqual({ is: 'cancelled' })
    expect(asked).toHaveLength(1)
  })

  it('a GET that changes state is sent as a write', async () => {
    const asked = fakeApi({ 'blade-svc/settlementOrder/toSettle': () => decided({ transition: 'toSettle' }) })
    row = order('1', { settlementStatus: 3 })
    await decideHere(here()).decide('settlementOrder', 'toSettle', plain)
    expect(asked[0]).toMatchObject({ method: 'GET', params: { id: '1', version: 3 } })
  })

  it('asks before what cannot be made good', async () => {
    const asked = fakeApi({ 'blade-svc/settlementOrder/remove': () => decided({ transition: 'remove' }) })
    const no = here({ sure: async () => false })
    expect(await decideHere(no).decide('settlementOrder', 'remove', plain)).toEqual({ is: 'cancelled' })
    expect(asked).toHaveLength(0)
  })

  it('says why what is closed cannot be done', async () => {
    const asked = fakeApi({})
    row = order('1', { settlementStatus: 3 })
    expect(await decideHere(here()).decide('settlementOrder', 'push', plain)).toEqual({ is: 'nothing', why: '消息池尚未开放' })
    expect(asked).toHaveLength(0)
  })

  it('a second press while it is under way is none', async () => {
    const asked = fakeApi({ 'blade-svc/settlementOrder/audit': () => decided() })
    const port = decideHere(here())
    const [first, second] = await Promise.all([port.decide('settlementOrder', 'audit.pass', plain), port.decide('settlementOrder', 'audit.pass', plain)])
    expect(first?.is).toBe('done')
    expect(second).toEqual({ is: 'cancelled' })
    expect(asked).toHaveLength(1)
  })

  it('shows who was faster', async () => {
    fakeApi({
      'blade-svc/settlementOrder/audit': () => {
        throw new ApiError(409, '数据已被修改', conflict)
      },
    })
    const h = here()
    expect(await decideHere(h).decide('settlementOrder', 'audit.pass', plain)).toEqual({ is: 'conflict', conflict })
    expect(h.conflict).toHaveBeenCalledWith(conflict)
    expect(h.moved).not.toHaveBeenCalled()
  })

  it('hands on what the server refuses', async () => {
    fakeApi({
      'blade-svc/settlementOrder/audit': () => {
        throw new ApiError(403, '没有权限')
      },
    })
    expect(await decideHere(here()).decide('settlementOrder', 'audit.pass', plain)).toEqual({ is: 'refused', code: 403, message: '没有权限' })
  })
})

describe('taking back', () => {
  it('undoes the last one with the version after it', async () => {
    const asked = fakeApi({
      'blade-svc/settlementOrder/audit': () => decided(),
      'blade-svc/settlementOrder/recall': () => decided({ transition: 'recall.audit', version: 5, patch: { settlementStatus: 0 }, undo: '' }),
    })
    const port = decideHere(here())
    await port.decide('settlementOrder', 'audit.pass', plain)
    expect(await port.takeBack()).toEqual({ is: 'done', say: '撤回审核：SO1' })
    expect(asked[1]?.body).toEqual({ id: '1', version: 4 })
    expect(await port.takeBack()).toEqual({ is: 'nothing', why: '没有可撤回的决定' })
  })

  it('says why it cannot', async () => {
    fakeApi({ 'blade-svc/settlementOrder/audit': () => decided({ undo: '' }) })
    const port = decideHere(here())
    await port.decide('settlementOrder', 'audit.pass', plain)
    expect(await port.takeBack()).toEqual({ is: 'nothing', why: '审核通过不可撤回' })
    fakeApi({ 'blade-svc/settlementOrder/audit': () => decided({ undoUntil: '2000-01-01 00:00:00' }) })
    row = order('1')
    await port.decide('settlementOrder', 'audit.pass', plain)
    expect(await port.takeBack()).toEqual({ is: 'nothing', why: '审核通过已超过可撤回时间 2000-01-01 00:00:00' })
  })
})
