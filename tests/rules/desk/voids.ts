import { cancellationRecord } from '../../../src/model/desk/cancellationRecord.ts'
import { entrustedAccount } from '../../../src/model/funds/accounts.ts'
import { orderDoctorSettlement } from '../../../src/model/settlement/settlementLines.ts'
import { fen, yuan } from '../../../src/model/values/money.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import type { AnyResource } from '../../../src/server/writing/unitOfWork/rows.ts'
import type { World } from '../world.ts'

/** Amounts of money, as they are kept. */
export const plus = (amount: string | null | undefined, by: string): string => yuan(fen(amount ?? '0') + fen(by))
export const less = (amount: string | null | undefined, by: string): string => yuan(fen(amount ?? '0') - fen(by))

/** Cancellations of a world: lines by their own call, whole documents by their number. */
export class Voids {
  private readonly w: World

  constructor(w: World) {
    this.w = w
  }

  /** The newest cancellation of a document. */
  recordOf(bizId: string) {
    const record = this.w.rows(cancellationRecord, { bizId }).at(-1)
    if (!record) throw new Error(`nothing asks for the void of ${bizId}`)
    return record
  }

  record(id: string) {
    return this.w.row(cancellationRecord, id)
  }

  /** Somebody asks for the void of a line. */
  wants(line: string, by = this.w.people.ops, of: AnyResource = orderDoctorSettlement, reason = '重复登记') {
    return this.w.decide(by, of, 'applyForVoid', line, { reason })
  }

  /** The same, and its cancellation, which waits. */
  async wanted(line: string | undefined, by?: Actor, of?: AnyResource): Promise<string> {
    await this.wants(line ?? '', by, of)
    return this.recordOf(line ?? '').id
  }

  /** Somebody asks for the void of a whole document. Answers its cancellation. */
  apply(by: Actor, bizType: string, bizCode: string | null, reason = '月份有误'): Promise<string> {
    return this.w.begin(by, cancellationRecord, 'apply', { bizType, bizCode, reason })
  }

  agrees(by: Actor, record: string) {
    return this.w.decide(by, cancellationRecord, 'audit.pass', record, { auditRemark: '同意' })
  }

  refuses(by: Actor, record: string, auditRemark = '不同意') {
    return this.w.decide(by, cancellationRecord, 'audit.reject', record, { auditRemark })
  }

  /** The prepaid account of the company. */
  account() {
    return this.w.rows(entrustedAccount)[0]
  }
}
