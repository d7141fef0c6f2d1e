import { beforeAll, describe, expect, test } from 'vitest'
import { quickReply } from '../../../src/model/content/quickReply.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { thirdPlatform } from '../../../src/model/people/thirdPlatform.ts'
import type { UnitOfWork } from '../../../src/server/writing/unitOfWork/unitOfWork.ts'
import { load, rowNow, type World, world } from './fixture.ts'

let w: World
let replies: string[]
let partners: string[]
beforeAll(async () => {
  w = await world()
  ;[replies, partners] = await run(async (work) => {
    const made = await work.insertAll(
      quickReply,
      ['甲', '乙', '丙'].map((content) => ({ content, moduleCode: 'public' })),
    )
    const names = ['a', 'b'].map((name) => ({ code: name, name, thirdType: 2 as const }))
    return [made.map((r) => r.id), (await work.insertAll(thirdPlatform, names)).map((r) => r.id)] as const
  }).then(([a, b]) => [[...a], [...b]])
})

const run = <T>(fn: (work: UnitOfWork) => Promise<T>): Promise<T> => load(w.context, w.tenantId, fn)
const reply = (id: string | undefined) => rowNow(w.context, w.tenantId, quickReply, id ?? '')

describe('writes only what it locked or created', () => {
  const change = { content: '改' }
  test.each([
    ['update', (work: UnitOfWork, id: string) => work.update(quickReply, id, change)],
    ['updateAll', (work: UnitOfWork, id: string) => work.updateAll(quickReply, [{ id, ...change }])],
    ['remove', (work: UnitOfWork, id: string) => work.remove(quickReply, [id])],
    ['amend', (work: UnitOfWork, id: string) => work.amend(quickReply, id, change)],
  ])('%s of a row that is not its own throws and changes nothing', async (_, write) => {
    const [id = ''] = replies
    // read is not locked
    const said = run(async (work) => [await work.row(quickReply, id), await write(work, id)])
    await expect(said).rejects.toThrow(/without being locked or created|was not written yet/)
    expect(await reply(id)).toMatchObject({ content: '甲', version: 0, isDeleted: 0 })
  })
  test('one unlocked row refuses all', async () => {
    const [a = '', b = ''] = replies
    const said = run(async (work) => {
      await work.lock(quickReply, [a])
      await work.updateAll(
        quickReply,
        [a, b].map((id) => ({ id, ...change })),
      )
    })
    await expect(said).rejects.toThrow(`quickReply/${b} is written without being locked or created`)
    expect((await reply(a)).version).toBe(0)
  })
  test('locked and created ones are written', async () => {
    const made = await run(async (work) => {
      const row = await work.insert(quickReply, { content: '新', moduleCode: 'public' })
      await work.update(quickReply, row.id, { sort: 3 })
      await work.lock(quickReply, [replies[2] ?? ''])
      await work.update(quickReply, replies[2] ?? '', { sort: 4 })
      return row.id
    })
    expect([(await reply(made)).sort, (await reply(replies[2])).sort]).toEqual([3, 4])
  })
})

describe('locks in one global order', () => {
  test.each([
    [
      'ids of a resource',
      (work: UnitOfWork) => [work.lock(quickReply, [replies[1] ?? '']), work.lock(quickReply, [replies[0] ?? ''])],
    ],
    ['resources', (work: UnitOfWork) => [work.lock(thirdPlatform, partners), work.lock(quickReply, replies)]],
  ])('against the order of %s it throws', async (_, locks) => {
    await expect(run((work) => Promise.all(locks(work)))).rejects.toThrow(/locks against the global order/)
  })
  test('within one call the order asked does not matter; what is held may be asked again', async () => {
    await run(async (work) => {
      expect((await work.lock(quickReply, [...replies].reverse())).map((r) => r.id)).toEqual([...replies].reverse())
      await work.lock(thirdPlatform, partners)
      await work.lock(quickReply, replies)
    })
  })
  test('a longer id comes after a shorter one: they are numbers', async () => {
    await run(async (work) => {
      await work.lock(quickReply, ['9'])
      await work.lock(quickReply, ['10'])
    })
  })
})

test('rows that change different fields are each changed by their own, and answered in the order asked', async () => {
  const [a = '', b = '', c = ''] = replies
  const after = await run(async (work) => {
    await work.lock(quickReply, replies)
    return work.updateAll(quickReply, [
      { id: c, resultType: 2 },
      { id: a, sort: 7 },
      { id: b, sort: 8, content: '乙乙' },
    ])
  })
  expect(after.map((r) => r.id)).toEqual([c, a, b])
  expect([await reply(a), await reply(b), await reply(c)]).toMatchObject([
    { sort: 7, content: '甲', resultType: 0 },
    { sort: 8, content: '乙乙', resultType: 0 },
    { sort: 4, content: '丙', resultType: 2 },
  ])
  const twice = run(async (work) => {
    await work.lock(quickReply, [a])
    await work.updateAll(quickReply, [
      { id: a, sort: 1 },
      { id: a, content: '两次' },
    ])
  })
  await expect(twice).rejects.toThrow(/changed twice/)
})

test('rows that are added with different fields come back in the order asked', async () => {
  const made = await run((work) =>
    work.insertAll(quickReply, [
      { content: '1', moduleCode: 'public' },
      { content: '2', moduleCode: 'public', sort: 2 },
      { content: '3', moduleCode: 'public' },
    ]),
  )
  expect(made.map((r) => r.content)).toEqual(['1', '2', '3'])
})

describe('sums', () => {
  const line = (feeAmount: string, taxItemCode: string | null, orderStatus: 0 | 1 | 2) => ({
    code: `OD-${feeAmount}-${orderStatus}`,
    doctorId: w.doctors[0] as string,
    entrustedCompanyId: w.companyId,
    baseEmployeeId: w.employeeId,
    taxItemCode,
    feeAmount,
    platformFee: '0.10',
    orderStatus,
  })
  beforeAll(() =>
    run(async (work) => {
      await work.insertAll(orderDoctor, [line('0.10', 'a', 0), line('0.20', 'a', 1), line('9.99', null, 1)] as never)
      const [gone] = await work.insertAll(orderDoctor, [line('5.00', 'a', 2)] as never)
      await work.remove(orderDoctor, [gone?.id ?? ''])
    }),
  )
  const mine = () => ({ doctorId: w.doctors[0] as string })

  test('add up the records that meet the conditions exactly; the sum of none is zero', async () => {
    const fields = ['feeAmount', 'platformFee'] as const
    const [all, none, some] = await run((work) =>
      Promise.all([
        work.sum(orderDoctor, fields, mine()),
        work.sum(orderDoctor, fields, { doctorId: [] }),
        work.sum(orderDoctor, fields, { ...mine(), taxItemCode: { not: 'a' } }),
      ]),
    )
    expect(all).toEqual({ feeAmount: '10.29', platformFee: '0.30' })
    expect(none).toEqual({ feeAmount: '0.00', platformFee: '0.00' })
    expect(some).toEqual({ feeAmount: '9.99', platformFee: '0.10' }) // none at all is another value, too
  })
  test('by fields, and several in one question in the order asked', async () => {
    const [groups = [], [total] = []] = await run((work) =>
      work.sums([
        { of: orderDoctor, by: ['taxItemCode', 'orderStatus'], fields: ['feeAmount'], where: mine() },
        { of: orderDoctor, fields: [], where: { ...mine(), orderStatus: { not: [0, 2] } } },
      ]),
    )
    const told = groups.map((g) => [g.key.taxItemCode, g.key.orderStatus, g.sums.feeAmount, g.count])
    expect(told.sort((a, b) => String(a[2]).localeCompare(String(b[2])))).toEqual([
      ['a', 0, '0.10', 1],
      ['a', 1, '0.20', 1],
      [null, 1, '9.99', 1],
    ])
    expect(total?.count).toBe(2)
  })
  test('texts and times are not for it', async () => {
    await expect(run((work) => work.sum(orderDoctor, ['code'], mine()))).rejects.toThrow('cannot be summed')
    await expect(run((work) => work.groupBy(orderDoctor, ['acceptTime'], [], mine()))).rejects.toThrow(
      'time acceptTime',
    )
  })
})
