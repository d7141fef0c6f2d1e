import { lifecycles, resources } from '../../../src/model/all.ts'
import { approvalHistory } from '../../../src/model/desk/approvalHistory.ts'
import { changeRequest } from '../../../src/model/desk/changeRequest.ts'
import { fen } from '../../../src/model/kernel/money.ts'
import { servicePaymentBill, servicePaymentOrder } from '../../../src/model/settlement/payments.ts'
import {
  orderDoctorSettlement,
  settlementOrderDoctor,
  settlementOrderTaxItem,
} from '../../../src/model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import type { MemoryStore } from '../../../src/server/writes/memory/memoryStore.ts'
import type { AnyResource, Row } from '../../../src/server/writes/rows.ts'
import { statusText } from '../../../src/server/writes/trail.ts'

// Invariants on rows in memory (server/invariants has them as SQL over everything): what must hold after every walk.

const live = (store: MemoryStore, r: AnyResource): Row[] =>
  store
    .table(r)
    .all(r)
    .filter((row) => row.isDeleted === 0)

const SUMS = [
  ['doctorAmount', 'grossAmount'],
  ['vatAmount', 'vatAmount'],
  ['surchargeAmount', 'surchargeAmount'],
  ['iitAmount', 'iitAmount'],
  ['netAmount', 'netAmount'],
  ['platformAmount', 'platformFee'],
] as const

const total = (rows: readonly Row[], name: string): bigint =>
  rows.reduce((sum, row) => sum + fen(String(row[name] ?? '0')), 0n)

/** INV-14, 15: an order amounts to its lines, doctors and tax items; its payment to it, and to its bills. */
function settlement(store: MemoryStore): string[] {
  const found: string[] = []
  for (const order of live(store, settlementOrder)) {
    if (order.settlementStatus === 9) continue
    for (const part of [orderDoctorSettlement, settlementOrderDoctor, settlementOrderTaxItem]) {
      const rows = live(store, part).filter((row) => row.settlementOrderId === order.id && row.settleStatus !== 9)
      for (const [own, theirs] of SUMS)
        if (fen(String(order[own])) !== total(rows, theirs))
          found.push(`INV-14 ${String(order.code)} ${part.id} ${own}`)
    }
    for (const payment of live(store, servicePaymentOrder)) {
      if (payment.settlementOrderId !== order.id || payment.payStatus === 9) continue
      const bills = live(store, servicePaymentBill).filter((bill) => bill.servicePaymentOrderId === payment.id)
      if (payment.amount !== order.totalAmount || fen(String(payment.amount)) !== total(bills, 'amount'))
        found.push(`INV-15 ${String(payment.code)}`)
    }
  }
  return found
}

/** INV-40: each line of a history starts where the one before it ended, and the last ends where the record stands. */
function chains(store: MemoryStore): string[] {
  const found: string[] = []
  const told = new Map<string, Row[]>()
  for (const line of live(store, approvalHistory)) {
    const key = `${String(line.bizType)}/${String(line.bizId)}`
    told.set(key, [...(told.get(key) ?? []), line])
  }
  for (const [id, lifecycle] of lifecycles) {
    const r = resources.get(id)
    if (!r) continue
    for (const row of store.table(r).all(r)) {
      const lines = told.get(`${id}/${row.id}`) ?? []
      lines.forEach((line, n) => {
        const before = lines[n - 1]
        if (before && before.toStatus !== line.fromStatus) found.push(`INV-40 ${id}/${row.id} line ${n}`)
      })
      const last = lines.at(-1)
      // a generic deletion is no step of the lifecycle
      const stands = [statusText(lifecycle, row), statusText(lifecycle, { ...row, isDeleted: 0 })]
      if (last && !stands.includes(String(last.toStatus))) found.push(`INV-40 ${id}/${row.id} ends elsewhere`)
    }
  }
  return found
}

/** INV-41: whoever asked for a change did not decide it. The audit trail has every version once. */
function trails(store: MemoryStore): string[] {
  const found: string[] = []
  for (const request of live(store, changeRequest))
    if (request.reviewerId !== null && request.reviewerId === request.requesterId)
      found.push(`INV-41 ${String(request.code)}`)
  const versions = new Map<string, number>()
  for (const line of store.audit) {
    const key = `${String(line.resource)}/${String(line.record_id)}`
    const before = versions.get(key)
    if (before !== undefined && Number(line.version) !== before + 1)
      found.push(`${key} jumps to ${String(line.version)}`)
    versions.set(key, Number(line.version))
  }
  if (store.outbox.filter((o) => o.resource !== 'securityEvent').length !== store.audit.length)
    found.push('a write is told once and not twice')
  return found
}

/** What does not hold, in words; none where all is well. */
export const brokenIn = (store: MemoryStore): string[] => [...settlement(store), ...chains(store), ...trails(store)]
