import { beforeAll, describe, expect, it } from 'vitest'
import { meeting } from '../../src/model/activities/meetings/meeting.ts'
import develop from '../../src/model/administration/develop/index.ts'
import {
  lifecycles,
  oneCompanyOf,
  ownerOf,
  resourceOf,
  resources,
  sharersOf,
  statusNames,
  transitionsOf,
} from '../../src/model/business.ts'
import { handleApplyInfo } from '../../src/model/funds/handleInfo.ts'
import { problemOf } from '../../src/model/language/derived/validate.ts'
import { type Field, isChoice, isRef, isRefs } from '../../src/model/language/fields/field.ts'
import { isByPeople } from '../../src/model/language/lifecycle.ts'
import type { Resource } from '../../src/model/language/resource.ts'
import { statesOf } from '../../src/model/language/states.ts'
import { entrustedTaxPaymentOrder, servicePaymentOrder } from '../../src/model/payment/payments.ts'
import { authenticationDoctor } from '../../src/model/people/authenticationDoctor.ts'
import { orderDoctorSettlement } from '../../src/model/settlement/settlementLines.ts'
import { settlementOrder } from '../../src/model/settlement/settlementOrder.ts'
import { summaryTaxReturns } from '../../src/model/tax/summaryTaxReturns.ts'
import { fen } from '../../src/model/values/money.ts'
import { brokenInMemory } from '../../src/server/promises/memoryCheck.ts'
import { type Demo, ordersOf, runScenarios } from '../../src/server/seed/scenarios/demo.ts'
import { Agenda } from '../../src/server/seed/scenarios/stage/agenda.ts'
import { invariants } from '../../src/server/verification/check.ts'
import type { Change } from '../../src/server/writing/unitOfWork/rows.ts'

const developed = new Set(develop.resources?.map((r) => r.id))
const { createEvidenceFileStatus } = statesOf(meeting)
const { settlementStatus } = statesOf(settlementOrder)
const { taxPayStatus } = statesOf(entrustedTaxPaymentOrder)
const { returnsStatus } = statesOf(summaryTaxReturns)
const { settleStatus } = statesOf(orderDoctorSettlement)
const { payMode, payStatus } = statesOf(servicePaymentOrder)
const { infoStatus } = statesOf(handleApplyInfo)

/** The demo as its people play it, in memory; played on further `days` too. */
export function demoPlays(days: readonly string[]): void {
  const TODAY = '2024-06-15'
  const DAYS = [TODAY, ...days]
  /** The demo, and less of it: what is decided by chance is decided alike. */
  const SMALL = { companies: 12, doctors: 400, months: 12 }
  const TINY = { companies: 3, doctors: 60, months: 12 }

  /** States that fewer than three records of the demo have, and why. */
  const RARE: ReadonlySet<string> = new Set([
    // one is enabled at a time: enabling another switches it off
    'oss.status 2',
    'sms.status 2',
    // a run is what a check of a database found: the play is checked in memory, and tells of none
    ...[0, 1, 2, 3, 4].map((status) => `ledgerCheck.checkStatus ${status}`),
    // no bank stands between a company's points and a doctor's, so that none fails
    'orderDoctorSettlementPoint.settleStatus 4',
    // collected while the account was closed: nobody closes one in the demo
    'entrustedAccountPrepay.confirmStatus 3',
    // they last as long as the service takes to answer
    'meetingTencent.state CREATING',
    'meetingTencent.state CANCELLING',
    // so many meetings of the demo are still to be held
    'meetingTencent.state SCHEDULED',
    // the platform has one unit at a time, and in the demo the bank has opened it
    ...[4, 5, 6].map((status) => `tradingManagerInfo.unitStatus ${status}`),
    // a change that was asked for and overtaken
    'changeRequest.requestStatus 4',
  ])

  /** Nothing that a person may do moves a record of this family yet. */
  const isShut = (id: string): boolean =>
    Object.values(transitionsOf(id)).every((t) => !isByPeople(t) || t.closed !== undefined)

  describe('the play itself', () => {
    const play = (today: string, size = SMALL) => runScenarios('000000', today, size)
    let told: Demo
    let records: ReturnType<Demo['stage']['store']['records']>
    beforeAll(async () => {
      told = await play(TODAY)
      records = told.stage.store.records()
    })
    const all = (id: string) => [...(records.get(id) ?? [])]

    it('is the same every time', async () => {
      const [one, other] = [await play(TODAY, TINY), await play(TODAY, TINY)]
      expect([...other.stage.store.records()]).toEqual([...one.stage.store.records()])
      expect([...other.stage.store.changes]).toEqual([...one.stage.store.changes])
    })

    it('can be played on any day, and always has open work', async () => {
      for (const today of DAYS) {
        const orders = ordersOf(today === TODAY ? told : await play(today))
        const at = (status: number) => orders.filter((o) => o.settlementStatus === status).length
        expect(at(0), today).toBeGreaterThanOrEqual(120)
        expect(at(3), today).toBeGreaterThanOrEqual(30)
        for (const s of [1, 2, 4, 5, 6, 9]) expect(at(s), `${today}: ${s}`).toBeGreaterThanOrEqual(3)
        for (const o of orders)
          expect(String(o.updateTime) < `${today} 00:00:00`, `${today}: ${o.updateTime}`).toBe(true)
      }
    }, 300_000)

    it('has every status of every lifecycle at least three times', () => {
      const rare: string[] = []
      for (const id of lifecycles.keys()) {
        const r = resourceOf(id)
        // the demonstration set is a few records of each kind; of a table with variants all are counted
        if (r.variantOf?.where.demo === 1) continue
        const rows = sharersOf(r).flatMap((of) => all(of.id))
        // without a scenario as long as its rules are not there
        if (rows.length === 0 && isShut(id)) continue
        for (const name of statusNames(r)) {
          const f = r.fields[name] as Field | undefined
          if (!f || !isChoice(f)) continue
          for (const value of Object.keys(f.values)) {
            const status = `${id}.${name} ${value}`
            const count = rows.filter((row) => String(row[name]) === value && row.isDeleted === 0).length
            if (count < 3 && !RARE.has(status)) rare.push(`${status}: ${count}`)
          }
        }
      }
      expect(rare).toEqual([])
    })

    it('keeps the promises of dates, names and ways out; the whole of them is asked where it is loaded', () => {
      const quick = invariants.filter(({ id }) => /^INV-(8|10|17|28|49|50)\b/.test(id))
      expect(quick.length).toBeGreaterThan(30)
      const broken = brokenInMemory((of) => told.stage.store.table(of).all(of), quick)
      expect(broken.map(({ id, ids }) => `${id}: ${ids.length}`)).toEqual([])
    })

    it('holds the evidence file of each meeting that says that it is ready', () => {
      const ready = all('meeting').filter((m) => m.createEvidenceFileStatus === createEvidenceFileStatus.ready)
      expect(ready.length).toBeGreaterThanOrEqual(3)
      expect(ready.filter((m) => !m.evidenceFile).map((m) => m.code)).toEqual([])
    })

    it('keeps with a payment that was released what it was reviewed with', () => {
      const released = all('orderDoctorPayment').filter((p) => p.paymentStatus === 9 && p.approvalDate)
      expect(released.length).toBeGreaterThan(0)
      for (const payment of released) {
        // what its line was when its taxes were fixed, by the audit trail
        const line: Record<string, unknown> = {}
        let fixed: Record<string, unknown> | undefined
        for (const entry of told.stage.store.auditFor(
          'orderDoctorSettlement',
          String(payment.orderDoctorSettlementId),
        )) {
          const diff = (typeof entry.diff === 'string' ? JSON.parse(entry.diff) : entry.diff) as Change[]
          for (const c of diff) line[c.field] = c.to
          if (line.taxFinal === 1) fixed ??= { ...line }
        }
        const amounts = ['grossAmount', 'vatAmount', 'surchargeAmount', 'iitAmount', 'netAmount']
        const of = (row: Readonly<Record<string, unknown>> | undefined) => amounts.map((name) => row?.[name])
        expect([payment.code, ...of(payment)]).toEqual([payment.code, ...of(fixed)])
      }
    })

    it('names records of one company', () => {
      const foreign = new Set<string>()
      for (const r of resources.values())
        for (const name of oneCompanyOf(r)) {
          const f = r.fields[name] as Field
          const to = isRef(f) || isRefs(f) ? resourceOf(f.to) : r
          const there = sharersOf(to.variantOf ? resourceOf(to.variantOf.resource) : to).flatMap((of) => all(of.id))
          const companies = new Map(there.map((row) => [row.id, ownerOf(to, row, 'company')]))
          for (const row of all(r.id)) {
            const own = ownerOf(r, row, 'company')
            for (const id of [row[name] ?? []].flat()) {
              const other = companies.get(String(id)) ?? null
              if (own !== null && other !== null && own !== other) foreign.add(`${r.id}.${name}`)
            }
          }
        }
      expect([...foreign]).toEqual([])
    })

    it('shows no key of a family and no bare id: what holds one says whose it is', () => {
      const ids = new Set([...records.values()].flat().map((row) => String(row.id)))
      const bare: string[] = []
      for (const r of resources.values())
        for (const [name, f] of Object.entries<Field>(r.fields)) {
          if (f.kind !== 'text' && f.kind !== 'longText') continue
          const { resourceKey, idOf, idOfType, shows, says } = f.facts
          const spoken = Object.values(r.concerns ?? {}).includes(name as never)
          // what nobody is shown, and what developers name tables and columns by
          if (r.operations.length === 0 || developed.has(r.id)) continue
          if (resourceKey || idOf || idOfType || shows || spoken) continue
          // said in the words of the step
          if (r.id === 'approvalHistory' && name === 'action') continue
          const values = all(r.id).map((row) => String(row[name] ?? ''))
          const found = values.find((v) => (resources.has(v) && !says?.[v]) || (/^\d{16,19}$/.test(v) && ids.has(v)))
          if (found) bare.push(`${r.id}.${name} = ${found}`)
        }
      expect(bare).toEqual([])
    })

    it('has the rows that tours and tests tell of (domain §9)', () => {
      const [first] = all('entrustedCompany').sort((a, b) => String(a.code).localeCompare(String(b.code)))
      const of = (id: string) => all(id).filter((row) => row.entrustedCompanyId === first?.id)
      expect(first?.code).toBe('C0001')
      // a whole chain, from a million paid in to taxes paid
      expect(of('entrustedAccountPrepay')[0]?.recordAmount).toBe('1000000.00')
      expect(
        of('settlementOrder').filter((o) => o.settlementStatus === settlementStatus.settled).length,
      ).toBeGreaterThan(0)
      expect(of('entrustedTaxPaymentOrder').filter((o) => o.taxPayStatus === taxPayStatus.paid).length).toBeGreaterThan(
        0,
      )
      expect(all('summaryTaxReturns').filter((r) => r.returnsStatus === returnsStatus.taxed).length).toBeGreaterThan(0)
      // 3000 and 3000 in a month: the second of them is taxed with the first
      const lines = all('orderDoctorSettlement').filter((l) => l.grossAmount === '3000.00')
      for (const tax of ['440.00', '520.00']) expect(lines.map((l) => l.iitAmount)).toContain(tax)
      const doctor = (code: string) => all('authenticationDoctor').find((d) => d.code === code)
      const ofDoctor = (id: string, code: string) => all(id).filter((row) => row.doctorId === doctor(code)?.id)
      const both = ofDoctor('orderDoctorSettlement', 'D0001').filter(
        (l) => l.grossAmount === '3000.00' && l.settleStatus === settleStatus.paid,
      )
      expect(new Set(both.map((l) => `${l.taxItemCode} ${l.taxMonth} ${l.settleStatus}`)).size).toBe(1)
      expect(both.map((l) => [l.settleStatus, l.iitAmount])).toEqual([
        [3, '440.00'],
        [3, '520.00'],
      ])
      // black-listed, and his payment frozen
      expect(doctor('D0007')?.blackStatus).toBe(1)
      expect(ofDoctor('orderDoctorPayment', 'D0007').map((p) => [p.paymentStatus, p.freezeReason])).toContainEqual([
        6,
        '医生在黑名单中',
      ])
      // an account that the bank refused at first: sent again, and paid
      expect(String(doctor('D0009')?.bankAccount).endsWith('9')).toBe(true)
      const sent = ofDoctor('handleApplyInfo', 'D0009')
      const retried = sent.find((i) => i.retryOfId)
      expect([sent.find((i) => i.id === retried?.retryOfId)?.infoStatus, retried?.infoStatus]).toEqual([5, 2])
      // a prepaid account with less than what waits to be paid from it
      const waits = all('servicePaymentOrder').filter((p) => p.payStatus === payStatus.toPay)
      const poor = all('entrustedAccount').filter((a) =>
        waits.some(
          (p) =>
            p.entrustedCompanyId === a.entrustedCompanyId && fen(String(a.availableAmount)) < fen(String(p.amount)),
        ),
      )
      expect(poor.map((a) => [a.accountStatus, fen(String(a.availableAmount)) > 0n])).toContainEqual([1, true])
      // the bank failed, was asked again, and paid
      expect(
        all('handleApplyInfo').filter((i) => i.retryOfId && i.infoStatus === infoStatus.succeeded).length,
      ).toBeGreaterThan(0)
      expect(all('orderDoctorPayment').filter((p) => p.paymentStatus === 6 && p.freezeReason).length).toBeGreaterThan(0)
      expect(all('servicePaymentOrder').filter((p) => p.payMode === payMode.transfer).length).toBeGreaterThan(0)
      expect(all('servicePaymentOrderDetail').length).toBeGreaterThan(0)
      // a line that was voided after its order was paid: refunded to the account, the fee of the order less by its part
      const refunds = all('entrustedAccountRecord').filter((r) => r.recordType === 3)
      for (const id of ['orderDoctorSettlement', 'orderDoctorSettlementPoint']) {
        const voided = all(id).filter((l) => l.settleStatus === settleStatus.voided && l.refundRecordId)
        expect(voided.length, id).toBeGreaterThan(2)
        for (const l of voided) {
          const refund = refunds.find((r) => r.id === l.refundRecordId)
          const cost = fen(String(l.grossAmount ?? l.pointCost)) + fen(String(l.platformFee))
          expect([refund?.bizId, fen(String(refund?.amount))], String(l.code)).toEqual([l.id, cost])
          expect(all('orderDoctor').find((o) => o.id === l.orderDoctorId)?.orderStatus).toBe(9)
        }
      }
      // an invoice number ending 99 is a check that timed out
      const late = all('entrustedInvoiceDetail').filter((f) => String(f.invoiceNo).endsWith('99'))
      expect([late.length > 0, ...new Set(late.map((f) => f.checkStatus))]).toEqual([true, 3])
      expect(all('reconciliationInfo').filter((r) => Number(r.diffCount) > 0).length).toBeGreaterThan(0)
      expect(all('entrustedEmployee').filter((e) => !e.userId).length).toBeGreaterThan(0)
      for (const kind of ['Meeting', 'Lecture', 'CaseCollection', 'MedicationFeedback', 'ClinicalResearch'])
        expect(all(`demo${kind}`).length, kind).toBeGreaterThan(0)
    })

    it.each([
      ['points', 2000, ['integralDetail', 'yuanbaoDetail']],
      ['doctor orders', 2000, ['orderDoctor']],
      ['settlement lines', 1400, ['orderDoctorSettlement']],
      ['payments', 1000, ['orderDoctorPayment']],
      ['bank instructions', 700, ['handleApplyInfo']],
      ['invoices', 36, ['entrustedInvoice']],
      [
        'reports',
        3000,
        [
          'caseCollectionReport',
          'clinicalResearchReport',
          'medicationFeedbackReport',
          'professionalReviewReport',
          'patientEducationReport',
          'lectureReport',
        ],
      ],
    ])('has as many %s as domain §9 says', (_, least, families) => {
      expect(families.reduce((sum, id) => sum + all(id).length, 0)).toBeGreaterThanOrEqual(least)
    })

    it('holds only values the model allows', () => {
      const wrong: string[] = []
      for (const [id, rows] of records) {
        const of = resourceOf(id)
        for (const row of rows.slice(0, 200))
          for (const [name, f] of Object.entries(of.fields as Record<string, Parameters<typeof problemOf>[0]>)) {
            const value = row[name]
            if (value === null || value === undefined || value === '') continue
            const problem = problemOf(f, value)
            if (problem !== null) wrong.push(`${id}.${name} = ${value}: ${problem[1]}`)
            if (isChoice(f) && !Object.hasOwn(f.values, String(value)))
              wrong.push(`${id}.${name} = ${value}: no choice`)
          }
      }
      expect(wrong).toEqual([])
    })

    it('leaves nothing out that a record must have: what is required, its code, and what it copies of records that it names', () => {
      const isEmpty = (value: unknown) => value === null || value === undefined || String(value) === ''
      /** A record that another one names, where it is in the play. */
      const named = (to: Resource, id: unknown) =>
        sharersOf(to.variantOf ? resourceOf(to.variantOf.resource) : to)
          .flatMap((of) => records.get(of.id) ?? [])
          .find((row) => row.id === id)
      /** Fields of a row that hold something by one of its fields, and are empty. */
      const emptyIn = (row: Readonly<Record<string, unknown>>, name: string, f: Field): string[] => {
        if (isEmpty(row[name])) return f.facts.required !== undefined || f.facts.code ? [name] : []
        const { shows, copies = {} } = f.facts
        const to = isRef(f) ? resourceOf(f.to) : null
        const copied = [...(shows ? [[shows, to?.name] as const] : []), ...Object.entries(copies)]
        return copied.flatMap(([own, theirs]) => {
          if (!isEmpty(row[own])) return []
          const there = to && theirs ? named(to, row[name]) : undefined
          return there && isEmpty(there[theirs as string]) ? [] : [own]
        })
      }
      const empty = new Set<string>()
      for (const [id, rows] of records)
        for (const [name, f] of Object.entries<Field>(resourceOf(id).fields))
          for (const row of rows) for (const field of emptyIn(row, name, f)) empty.add(`${id}.${field}`)
      expect([...empty]).toEqual([])
    })

    it('has names of its own for companies and doctors, and contacts who are no kin', () => {
      for (const id of ['entrustedCompany', 'authenticationDoctor']) {
        const codes = all(id).map((r) => r.code)
        expect(new Set(codes).size).toBe(codes.length)
      }
      const contacts = all('entrustedCompany').map((c) => String(c.contactName))
      expect(new Set(contacts).size).toBe(contacts.length)
      expect(new Set(contacts.map((c) => c[0])).size).toBeGreaterThan(10)
      // a firm is named after the town where it is registered
      for (const partner of all('thirdPlatform').filter((p) => p.taxAuthority))
        expect(String(partner.name).slice(0, 2)).toBe(String(partner.taxAuthority).slice(0, 2))
    })

    it('spreads doctors: every department has several titles, every hospital several departments', () => {
      const doctors = told.stage.store.table(authenticationDoctor).all(authenticationDoctor)
      const several = (of: 'departmentName' | 'hospitalName', what: 'title' | 'departmentName') => {
        const found = new Map<string, Set<string>>()
        for (const d of doctors) {
          const key = String(d[of])
          found.set(key, (found.get(key) ?? new Set()).add(String(d[what])))
        }
        return Math.min(...[...found.values()].map((v) => v.size))
      }
      expect(several('departmentName', 'title')).toBe(4)
      expect(several('hospitalName', 'departmentName')).toBeGreaterThan(2)
    })

    it('has decisions by people who may take them, on working days, at odd minutes', () => {
      const decided = all('approvalHistory').filter((h) => h.operatorRole !== '系统')
      expect(decided.length).toBeGreaterThan(600)
      for (const h of decided) {
        const day = new Date(`${String(h.operateTime).slice(0, 10)}T00:00:00Z`).getUTCDay()
        expect([0, 6].includes(day), `${h.operateTime} ${h.action}`).toBe(false)
        expect(Number(String(h.operateTime).slice(11, 13)), `${h.operateTime} ${h.action}`).toBeGreaterThanOrEqual(9)
        expect(Number(String(h.operateTime).slice(11, 13)), `${h.operateTime} ${h.action}`).toBeLessThan(20)
      }
      expect(new Set(decided.map((h) => String(h.operateTime).slice(14, 16))).size).toBeGreaterThan(50)
    })

    it('has work that waits a few days, and fees as contracts have them', () => {
      const waiting = ordersOf(told).filter((o) => [0, 2, 3].includes(Number(o.settlementStatus)))
      const young = waiting.filter((o) => String(o.createTime) >= '2024-06-05')
      expect(young.length / waiting.length).toBeGreaterThan(0.8)
      for (const o of all('orderDoctor')) expect(Number(o.feeAmount) % 100).toBe(0)
    })

    it('leaves to the rules what rules do: each decision has its history, documents have codes of their day', () => {
      const settled = all('approvalHistory').filter((h) => h.action === 'toSettle')
      const payments = all('servicePaymentOrder')
      expect(payments.length).toBe(settled.length)
      for (const p of payments)
        expect(String(p.code)).toContain(`SP${String(p.createTime).slice(0, 10).replaceAll('-', '')}`)
    })
  })

  describe('the agenda', () => {
    it('plays in the order of time, then of thought, what is thought of meanwhile included', async () => {
      const agenda = new Agenda()
      const said: string[] = []
      const say = (at: string, more?: () => void) =>
        agenda.at(at, async () => {
          said.push(at)
          more?.()
        })
      for (const at of ['5', '3', '9', '1', '7', '3']) say(at)
      say('2', () => say('4'))
      const clock: string[] = []
      await agenda.run((at) => clock.push(at))
      expect(said).toEqual(['1', '2', '3', '3', '4', '5', '7', '9'])
      expect(clock).toEqual(said)
    })
  })
}
