import { beforeAll, describe, expect, test } from 'vitest'
import { handleApply } from '../../../src/model/funds/handle.ts'
import { transferAccount } from '../../../src/model/funds/transfers.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctorPayment } from '../../../src/model/payment/orderDoctorPayment.ts'
import { type Client, type TestApp, testApp } from '../app.ts'
import { rowNow, world } from '../decisions/fixture.ts'
import {
  asked,
  type BankWorld,
  balanceOf,
  batch,
  carry,
  infosOf,
  less,
  plain,
  transfersOf,
  withBank,
} from './bankWorld.ts'

const { handleStatus } = statesOf(handleApply)
const { transferStatus } = statesOf(transferAccount)

/** The bank's part of the specification over HTTP, by the paths and parameters that its clients use. */
let t: TestApp
let w: BankWorld
let cashier: Client
beforeAll(async () => {
  t = await testApp()
  const tenantId = await t.newTenant()
  w = await withBank(await world('http', tenantId))
  cashier = await t.signIn(tenantId, 'cashier')
})

const HANDLE = 'blade-handleApply/handleApply'
const now = (id: string) => rowNow(w.context, w.tenantId, handleApply, id)

describe('blade-handleApply', () => {
  test('sponsorHandle, queryApplyInfoStatus and the failed ones', async () => {
    const before = await balanceOf(w)
    const b = await batch(w, [plain('6225880000000010'), plain('6225880000000019')])
    for (const role of ['finance', 'ops', 'tax']) {
      const other = await t.signIn(w.tenantId, role)
      expect((await other.post(`${HANDLE}/sponsorHandle`, undefined, { handleIds: b.id })).status, role).toBe(403)
    }
    const theirs = await t.signIn(w.tenantId, 'companyAdmin', { entrustedId: w.companyId } as never)
    expect((await theirs.post(`${HANDLE}/sponsorHandle`, undefined, { handleIds: b.id })).status).toBe(403)

    const key = { 'idempotency-key': `send-${b.id}` }
    const send = () => cashier.post(`${HANDLE}/sponsorHandle`, { handleIds: b.id }, undefined, key)
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.data).toEqual(first.data)
    expect(await transfersOf(w, b.id)).toHaveLength(2)
    const again = await cashier.post(`${HANDLE}/sponsorHandle`, { handleIds: b.id })
    expect([again.status, again.msg]).toEqual([409, expect.stringContaining('当前状态不允许该操作')])

    await carry(w)
    const questions = await Promise.all(
      Array.from({ length: 20 }, () =>
        cashier.get<{ handleStatus: number }>(`${HANDLE}/queryApplyInfoStatus`, { handleApplyId: b.id }),
      ),
    )
    expect(new Set(questions.map((q) => `${q.status} ${q.data.handleStatus}`))).toEqual(new Set(['200 2']))
    expect((await asked(w)).filter((i) => i.portCall === 'payQuery')).toHaveLength(2)
    await carry(w)
    expect(await now(b.id)).toMatchObject({ handleStatus: handleStatus.partlyFailed })
    const [good, bad] = await infosOf(w, b.id)
    expect(await balanceOf(w)).toBe(less(before, good?.amount))
    const over = await cashier.get(`${HANDLE}/queryApplyInfoStatus`, { handleApplyId: b.id })
    expect(over.status).toBe(409)

    const failed = await cashier.get<{ records: { id: string; bankMsg: string }[] }>(`${HANDLE}/getFailApplyInfo`, {
      handleApplyId: b.id,
    })
    expect(failed.data.records.map((r) => [r.id, r.bankMsg])).toEqual([[bad?.id, '收款户名不符']])
    const mended = await cashier.post<{ success: string[]; fail: unknown[] }>(
      `${HANDLE}/sponsorHandleApprovalFailHandle`,
      { handleId: b.id, handleApplyInfoVOList: [{ id: bad?.id, action: 2, remark: '医生放弃' }] },
    )
    expect([mended.status, mended.data.success]).toEqual([200, [bad?.id]])
    expect(await now(b.id)).toMatchObject({ handleStatus: handleStatus.succeeded, failCount: 0 })
  })

  test('what failed is sent again to the present account of the doctor alone, which two persons change', async () => {
    const b = await batch(w, [plain('6225880000000029')])
    await cashier.post(`${HANDLE}/sponsorHandle`, { handleIds: b.id })
    await carry(w)
    await cashier.get(`${HANDLE}/queryApplyInfoStatus`, { handleApplyId: b.id })
    await carry(w)
    const [bad] = await infosOf(w, b.id)
    const resend = (more: object) =>
      cashier.post(`${HANDLE}/sponsorHandleApprovalFailHandle`, {
        handleId: b.id,
        handleApplyInfoVOList: [{ id: bad?.id, action: 1, ...more }],
      })
    const ACCOUNT = '6225880000000030'
    const BRANCH = '308331012343'
    const NEITHER = [{ payeeAccount: ACCOUNT }, { payeeBankNo: BRANCH }]
    for (const given of NEITHER) {
      const refused = await resend(given)
      expect(refused.data).toMatchObject({ success: [], fail: [{ id: bad?.id }] })
      expect(JSON.stringify(refused.data)).toContain('请先变更医生的')
    }
    const doctor = { id: bad?.doctorId, bankAccount: ACCOUNT, bankBranchNo: BRANCH }
    const ops = await t.signIn(w.tenantId, 'ops')
    const asked = await ops.post<{ changeRequest: { id: string } }>('blade-authenticationDoctor/submit', doctor)
    expect([asked.status, asked.msg]).toEqual([200, expect.stringContaining('须由另一人复核')])
    for (const given of NEITHER) expect((await resend(given)).data).toMatchObject({ success: [] })
    const fin = await t.signIn(w.tenantId, 'finance')
    const review = { ids: asked.data.changeRequest.id, status: 1 }
    expect((await fin.post('blade-changeRequest/review', review)).status).toBe(200)
    expect((await resend({})).data).toMatchObject({ success: [bad?.id] })
    expect((await infosOf(w, b.id))[1]).toMatchObject({ payeeAccount: ACCOUNT, payeeBankNo: BRANCH })
    const paid = await rowNow(w.context, w.tenantId, orderDoctorPayment, b.payments[0] ?? '')
    expect(paid.bankAccount).toBe(ACCOUNT)
  })

  test('returnHandle asks for a reason', async () => {
    const b = await batch(w, [plain('6225880000000010')])
    const bare = await cashier.post('blade-handleApply/returnHandle', { handleIds: b.id })
    expect([bare.status, bare.msg]).toEqual([400, expect.stringContaining('请输入退回原因')])
    expect(
      (await cashier.post('blade-handleApply/returnHandle', { handleIds: b.id, reason: '账户待核实' })).status,
    ).toBe(200)
    expect(await now(b.id)).toMatchObject({ handleStatus: handleStatus.returned })
  })
})

test('blade-cmb/transferAccount/payQuery by yurRef, also of what has ended', async () => {
  const b = await batch(w, [plain('6225880000000010')])
  await cashier.post(`${HANDLE}/sponsorHandle`, { handleIds: b.id })
  const [transfer] = await transfersOf(w, b.id)
  const query = () => cashier.post('blade-cmb/transferAccount/payQuery', { yurRef: transfer?.yurRef })
  const early = await query()
  expect([early.status, early.msg]).toEqual([400, '银行尚未受理该笔付款，请稍后查询'])
  await carry(w)
  const before = await balanceOf(w)
  for (let n = 0; n < 3; n++) {
    expect((await query()).status).toBe(200)
    await carry(w)
  }
  expect(await transfersOf(w, b.id)).toMatchObject([{ transferStatus: transferStatus.succeeded, queryCount: 3 }])
  expect(await balanceOf(w)).toBe(less(before, transfer?.amount))
  expect((await cashier.post('blade-cmb/transferAccount/payQuery', { yurRef: 'nobody' })).status).toBe(404)
})
