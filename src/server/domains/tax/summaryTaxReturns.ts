import { suspenseEntry } from '../../../model/funds/suspense.ts'
import type { RulesOf } from '../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { orderDoctor } from '../../../model/orders/orderDoctor.ts'
import { thirdPlatform } from '../../../model/people/thirdPlatform.ts'
import { orderDoctorSettlement } from '../../../model/settlement/settlementLines.ts'
import type { summaryTaxCertLifecycle, summaryTaxReturnsLifecycle } from '../../../model/tax/lifecycles.ts'
import { summaryTaxCert, summaryTaxCertDetail } from '../../../model/tax/summaryTaxCert.ts'
import { summaryTaxReturns, summaryTaxReturnsDetail } from '../../../model/tax/summaryTaxReturns.ts'
import type { Label } from '../../../model/values/label.ts'
import { fen, sum } from '../../../model/values/money.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { feesBy, type Line } from '../settlement/requote.ts'
import { personOf } from '../settlement/results/personOf.ts'
import { collect, linesFor, linesIn, lockedBy } from './collect.ts'
import { fileProblem, holdFile, idsOf } from './held.ts'
import { idCardRules } from './idCards.ts'
import { receiptProblem } from './receipt.ts'

const { settleStatus } = statesOf(orderDoctorSettlement)
const { certStatus } = statesOf(summaryTaxCert)

type Return = RowOf<typeof summaryTaxReturns>
type Cert = RowOf<typeof summaryTaxCert>

const FISCAL_TAX = 1

/** 3.22: a fiscal-tax company and a month that is over, or the present one where the parameter allows it. */
async function newProblem(of: Return, work: UnitOfWork): Promise<Label | null> {
  const partner = await work.row(thirdPlatform, of.fiscalTaxId)
  if (partner?.thirdType !== FISCAL_TAX) return ['请选择财税公司', 'Choose a fiscal-tax company']
  const month = of.taxMonth ?? ''
  if (!/^\d{4}(0[1-9]|1[0-2])$/.test(month)) return ['税款所属月须为 yyyyMM', 'The month must be yyyyMM']
  const present = work.time.slice(0, 7).replace('-', '')
  if (month > present) return ['税款所属月尚未开始', 'The month has not begun yet']
  if (month === present && (await work.param('tax.currentMonthAllowed')) !== 'true')
    return ['税款所属月尚未结束', 'The month is not over yet']
  return null
}

/** Lines that a refusal names. */
const NAMED = 3

/** A return is declared as it stands: nothing of its month is under way, and nothing was paid since it was made. */
async function declareProblem(of: Return, work: UnitOfWork): Promise<Label | null> {
  const lines = await linesIn(work, of)
  if (lines.length === 0) return ['申报明细为空，不能申报', 'There is nothing to declare']
  const month = { fiscalTaxId: of.fiscalTaxId, taxMonth: of.taxMonth }
  const paying = await work.rows(orderDoctorSettlement, { ...month, settleStatus: settleStatus.paying, taxFinal: 1 })
  if (paying.length > 0) {
    const codes = paying.slice(0, NAMED).map((l) => l.code ?? '')
    return [
      `该月尚有 ${paying.length} 笔付款中的明细（${codes.join('、')}${paying.length > NAMED ? '…' : ''}），付款结束后方可申报`,
      `${paying.length} lines of the month are still being paid (${codes.join(', ')}${paying.length > NAMED ? ', …' : ''}): declare it when they are`,
    ]
  }
  const now = await linesFor(work, of)
  const same =
    now.length === lines.length && fen(sum(now.map((l) => l.grossAmount ?? '0'))) === fen(of.grossAmount ?? '0')
  return same ? null : ['该月明细有变化，请重新生成', 'Lines of the month have changed since: collect them again']
}

const certsOf = (work: UnitOfWork, of: Return): Promise<Cert[]> =>
  work.rows(summaryTaxCert, { summaryTaxReturnsId: of.id })

/** Certificates to be uploaded: of the income tax, and of VAT and surcharge where there is any (INV-29). */
async function askCertificates(work: UnitOfWork, of: Return): Promise<void> {
  const others = sum([of.vatAmount ?? '0', of.surchargeAmount ?? '0'])
  const amounts = [
    { certType: 1 as const, amount: of.iitAmount },
    ...(fen(others) > 0n ? [{ certType: 2 as const, amount: others }] : []),
  ]
  for (const one of amounts)
    await work.insert(summaryTaxCert, {
      code: await work.code(summaryTaxCert),
      summaryTaxReturnsId: of.id,
      summaryTaxReturnsCode: of.code,
      fiscalTaxId: of.fiscalTaxId,
      fiscalTaxName: of.fiscalTaxName,
      taxMonth: of.taxMonth,
      ...one,
    })
}

/** The taxes of a certificate by doctor, client and tax item (INV-30). */
async function detail(work: UnitOfWork, cert: Cert, lines: readonly Line[]): Promise<void> {
  const keyOf = (l: Line) => `${l.doctorId} ${l.entrustedCompanyId} ${l.taxItemCode ?? ''}`
  const byKey = new Map(lines.map((l) => [keyOf(l), l]))
  const rows = [...feesBy(lines, keyOf)].flatMap(([key, fees]) => {
    const line = byKey.get(key)
    const taxAmount = cert.certType === 1 ? fees.iitAmount : sum([fees.vatAmount, fees.surchargeAmount])
    if (!line || fen(taxAmount) === 0n) return []
    return [
      {
        summaryTaxCertId: cert.id,
        summaryTaxCertCode: cert.code,
        certType: cert.certType,
        ...personOf(line),
        entrustedCompanyId: line.entrustedCompanyId,
        entrustedCompanyName: line.entrustedCompanyName,
        socialCreditCode: line.socialCreditCode,
        taxItemCode: line.taxItemCode,
        taxItemName: line.taxItemName,
        grossAmount: fees.grossAmount,
        taxAmount,
      },
    ]
  })
  await work.insertAll(summaryTaxCertDetail, rows)
}

const ordersOf = (lines: readonly Line[]): string[] => lines.flatMap((l) => l.orderDoctorId ?? [])

const detailsOf = async (work: UnitOfWork, certs: readonly Cert[]): Promise<string[]> =>
  certs.length === 0 ? [] : idsOf(await work.rows(summaryTaxCertDetail, { summaryTaxCertId: idsOf(certs) }))

const lockCertified = async (of: Return, work: UnitOfWork) => {
  const certs = await certsOf(work, of)
  return {
    orderDoctor: ordersOf(await linesIn(work, of)),
    summaryTaxCert: idsOf(certs),
    summaryTaxCertDetail: await detailsOf(work, certs),
  }
}

/** Guards and effects of lifecycle 3.22. */
export const summaryTaxReturnsRules: RulesOf<typeof summaryTaxReturns, typeof summaryTaxReturnsLifecycle, UnitOfWork> =
  {
    ...idCardRules,
    createSummaryTaxReturns: { guard: (of, _ask, work) => newProblem(of, work) },
    create: {
      lock: lockedBy,
      effect: (of, _ask, work) => collect(work, of),
    },
    submit: {
      lock: lockedBy,
      guard: (of, _ask, work) => declareProblem(of, work),
      set: (_of, { declareNo }, work) => ({ declareNo, declareTime: work.time }),
      effect: async (of, _ask, work) => {
        await askCertificates(work, of)
        return undefined
      },
    },
    importReceipt: {
      guard: async (of, { declareFile, sheet }, work) =>
        (await fileProblem(work, summaryTaxReturns, of as never, { declareFile })) ??
        receiptProblem(of, await work.rows(summaryTaxReturnsDetail, { summaryTaxReturnsId: of.id }), sheet),
      set: (_of, { declareFile }) => ({ declareFile }),
      effect: async (of, { declareFile }, work) => {
        await holdFile(work, summaryTaxReturns, of, { declareFile })
        return undefined
      },
    },
    certify: {
      lock: lockCertified,
      guard: async (of, _ask, work) => {
        const certs = await certsOf(work, of)
        return certs.length > 0 && certs.every((c) => c.certStatus === certStatus.uploaded)
          ? null
          : ['完税证明尚未全部上传', 'Not all certificates are uploaded yet']
      },
      effect: async (of, _ask, work) => {
        const [certs, lines] = [await certsOf(work, of), await linesIn(work, of)]
        await work.step(summaryTaxCert, idsOf(certs), 'take')
        for (const cert of certs) await detail(work, cert, lines)
        await work.step(orderDoctor, ordersOf(lines), 'tax')
        return undefined
      },
    },
    uncertify: {
      lock: lockCertified,
      effect: async (of, _ask, work) => {
        const [certs, lines] = [await certsOf(work, of), await linesIn(work, of)]
        await work.remove(summaryTaxCertDetail, await detailsOf(work, certs))
        await work.step(summaryTaxCert, idsOf(certs), 'back')
        await work.step(orderDoctor, ordersOf(lines), 'untax')
        return undefined
      },
    },
    remove: {
      lock: lockedBy,
      effect: async (of, _ask, work) => {
        await work.updateAll(
          orderDoctorSettlement,
          (await linesIn(work, of)).map((l) => ({ id: l.id, summaryTaxReturnsId: null })),
        )
        await work.updateAll(
          suspenseEntry,
          (await work.rows(suspenseEntry, { summaryTaxReturnsId: of.id })).map((e) => ({
            id: e.id,
            summaryTaxReturnsId: null,
          })),
        )
        await work.remove(
          summaryTaxReturnsDetail,
          idsOf(await work.rows(summaryTaxReturnsDetail, { summaryTaxReturnsId: of.id })),
        )
        return undefined
      },
    },
  }

/** 3.22 of certificates. */
export const summaryTaxCertRules: RulesOf<typeof summaryTaxCert, typeof summaryTaxCertLifecycle, UnitOfWork> = {
  upload: {
    guard: (cert, { fileUrl }, work) => fileProblem(work, summaryTaxCert, cert as never, { fileUrl }),
    set: (_cert, { fileUrl, certNo, certDate }) => ({ fileUrl, certNo, certDate }),
    effect: async (cert, { fileUrl }, work) => {
      await holdFile(work, summaryTaxCert, cert, { fileUrl })
      return undefined
    },
  },
}
