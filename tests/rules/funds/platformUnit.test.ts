import { beforeEach, describe, expect, it } from 'vitest'
import { intent } from '../../../src/model/administration/system/intent.ts'
import { param } from '../../../src/model/administration/system/param.ts'
import { tradingManagerInfo } from '../../../src/model/funds/units.ts'
import type { RowOf } from '../../../src/model/language/resource.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { systemActor } from '../../../src/server/core/actor.ts'
import { decideIn } from '../../../src/server/deciding/decideIn.ts'
import { type Play, playInMemory } from '../../../src/server/deciding/play.ts'
import { prepareForSystem } from '../../../src/server/deciding/transitions.ts'
import { platformUnit } from '../../../src/server/domains/funds/ledger/units.ts'
import { brokenInMemory } from '../../../src/server/promises/memoryCheck.ts'
import { creditCodeOf } from '../../../src/server/seed/values/numbers.ts'
import { invariants } from '../../../src/server/verification/check.ts'
import type { AnyResource } from '../../../src/server/writing/unitOfWork/rows.ts'
import { testDomains } from '../../server/domains.ts'
import { loader, person } from '../people.ts'

const { intentStatus } = statesOf(intent)
const { unitStatus } = statesOf(tradingManagerInfo)

/** The unit of the platform's own (3.19): asked for by one person, checked by another, opened by the bank, in memory. */

const TENANT = '000901'
const by = (alias: string, n: number, more = {}) =>
  person(TENANT, alias, { userId: String(900 + n), name: `人${n}`, ...more })
const [finance, second, admin] = [by('finance', 1), by('finance', 2), by('administrator', 3)]
const OTHERS = [by('ops', 4), by('cashier', 5), by('tax', 6), by('companyAdmin', 7, { company: '77' })]
const RESOURCE = tradingManagerInfo.id
const APPLIED = { holderName: '乙方平台有限公司', creditCode: creditCodeOf(8_999), unitName: '平台服务费' }
const UNIT = { unitNo: 'DM9001', bankAccount: '7559000000009001' }

let play: Play
beforeEach(async () => {
  play = playInMemory({ domains: testDomains, tenantId: TENANT, at: '2024-06-15 10:00:00' })
  await play
    .as(loader(TENANT))
    .load((work) => work.insert(param, { paramName: '四眼', paramKey: 'sod.enabled', paramValue: 'true' } as never))
})
const rows = <R extends AnyResource>(of: R) => play.store.table(of).live(of, {}) as unknown as RowOf<R>[]
const unit = (id: string) => play.store.table(tradingManagerInfo).get(tradingManagerInfo, id)
const open = async (who: typeof finance, ask: object = APPLIED) => {
  const [made] = await play.as(who).decideAll({ resource: RESOURCE, transition: 'open', ids: [], ask: ask as never })
  return made?.id ?? ''
}
const decide = (who: typeof finance, id: string, transition: string, ask = {}) =>
  play.as(who).decide({ resource: RESOURCE, id, transition, ask })
/** The bank answers what waits. */
const bankSays = async (id: string, step: 'succeed' | 'refuse', ask: object) => {
  const actor = systemActor(TENANT, 'bank')
  const asked = rows(intent).find(
    (i) => i.bizId === id && i.portCall === 'unitOpen' && i.intentStatus === intentStatus.pending,
  )
  for (const transition of ['send', step]) {
    const order = { resource: intent.id, transition, ids: [asked?.id ?? ''], ask: transition === step ? ask : {} }
    const prepared = prepareForSystem(testDomains, actor, order as never)
    await play.as(actor).work((work) => decideIn(work, prepared))
  }
}
const inUse = () => play.as(loader(TENANT)).work((work) => platformUnit(work))
const broken = () =>
  brokenInMemory(
    (family) => play.store.table(family).all(family),
    invariants.filter(({ id }) => /^INV-(4[01].*(chain|tradingManagerInfo)|50)/.test(id)),
  )

describe("the platform's unit", () => {
  it('is asked for by finance, checked by another person and opened by the bank, once', async () => {
    for (const who of OTHERS) await expect(open(who)).rejects.toThrow()
    await expect(open(finance, { ...APPLIED, creditCode: '' })).rejects.toThrow('请输入统一社会信用代码')
    await expect(open(finance, { ...APPLIED, creditCode: '123' })).rejects.toThrow()
    const id = await open(finance)
    expect(unit(id)).toMatchObject({
      ...APPLIED,
      holderType: 2,
      holderId: null,
      unitStatus: unitStatus.toCheck,
      balance: '0.00',
    })
    await expect(open(admin)).rejects.toThrow('平台子单元 平台服务费 已在申请中')
    await expect(decide(finance, id, 'audit.pass')).rejects.toThrow()
    for (const who of OTHERS) await expect(decide(who, id, 'audit.pass')).rejects.toThrow()
    expect(rows(intent)).toEqual([])
    await decide(second, id, 'audit.pass')
    expect([unit(id)?.unitStatus, rows(intent).map((i) => [i.portCall, i.bizId])]).toEqual([5, [['unitOpen', id]]])
    expect([...play.store.payloads.values()]).toEqual([APPLIED])
    expect(broken()).toEqual([])
    await expect(decide(second, id, 'audit.pass')).rejects.toThrow('当前状态不允许该操作')
    expect(await inUse()).toBeNull()
    await bankSays(id, 'succeed', { answer: UNIT })
    expect(await inUse()).toMatchObject({ id, ...UNIT, unitStatus: unitStatus.normal, openTime: '2024-06-15 10:00:00' })
    await expect(open(finance)).rejects.toThrow('平台已有子单元 DM9001')
    await expect(decide(by('cashier', 5), id, 'close', { reason: '换' })).rejects.toThrow('不能关闭')
    expect([rows(tradingManagerInfo).length, rows(intent).length, broken()]).toEqual([1, 1, []])
  })

  it('says why it was not opened, and is asked for again with what was wrong corrected', async () => {
    const id = await open(finance)
    await expect(decide(second, id, 'audit.reject')).rejects.toThrow('请输入驳回原因')
    await decide(second, id, 'audit.reject', { remark: '名称与执照不符' })
    expect(unit(id)).toMatchObject({ unitStatus: unitStatus.notOpened, openMsg: '名称与执照不符' })
    await expect(open(finance)).rejects.toThrow('请在该记录上继续')
    const corrected = { ...APPLIED, holderName: '甲方平台有限公司' }
    await decide(admin, id, 'resubmit', corrected)
    expect(unit(id)).toMatchObject({ ...corrected, unitStatus: unitStatus.toCheck, openMsg: null })
    // whoever asked last decides as little as whoever asked first
    for (const who of [admin, finance]) await expect(decide(who, id, 'audit.pass')).rejects.toThrow()
    await decide(second, id, 'audit.pass')
    await bankSays(id, 'refuse', { remark: 'REJECTED: 银行未核实该企业 (UNKNOWN_HOLDER)' })
    expect(unit(id)).toMatchObject({ unitStatus: unitStatus.notOpened, openMsg: '银行未核实该企业 (UNKNOWN_HOLDER)' })
    await decide(finance, id, 'resubmit', APPLIED)
    await decide(second, id, 'audit.pass')
    await bankSays(id, 'succeed', { answer: UNIT })
    expect(unit(id)).toMatchObject({ ...APPLIED, ...UNIT, unitStatus: unitStatus.normal, openMsg: null })
    expect(broken()).toEqual([])
  })
})
