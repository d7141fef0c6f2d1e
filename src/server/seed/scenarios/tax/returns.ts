import { statesOf } from '../../../../model/language/states.ts'
import { orderDoctorSettlement } from '../../../../model/settlement/settlementLines.ts'
import { summaryTaxReturnsLifecycle } from '../../../../model/tax/lifecycles.ts'
import { summaryTaxCert } from '../../../../model/tax/summaryTaxCert.ts'
import { summaryTaxReturns, summaryTaxReturnsDetail } from '../../../../model/tax/summaryTaxReturns.ts'
import { declarationBook } from '../../../domains/tax/doctorBook.ts'
import { rowsIn } from '../../../workbooks/sheet.ts'
import { claimAttachments } from '../../../writing/save/attachments.ts'
import { plainPdf } from '../../media/pictures.ts'
import { atTime, daysOf, monthOfDay, plusDays, plusMonths, workdayAfter } from '../../values/times.ts'
import type { Partner } from '../people/parties.ts'
import { type Character, liveRows, type Stage, SYSTEM } from '../stage/stage.ts'
import { type StoredFile, uploadFile } from '../stage/uploads.ts'

const { settleStatus } = statesOf(orderDoctorSettlement)
const { idCardStatus } = statesOf(summaryTaxReturns)

/** The newest returns are generated, the oldest taxed, those between declared: so many generated, and taxed. */
const OPEN = 3

/** How far declared returns came besides: the receipt is in, a certificate is there, identity cards are collected, or being collected. */
interface Further {
  readonly receipt: boolean
  readonly uploaded: boolean
  readonly cards: 1 | 2
}

/** State of a return: 0 draft, 1 generated, 2 declared, 3 taxed. */
type Reached = 0 | 1 | 2 | 3

interface Month {
  readonly partner: Partner
  readonly month: string
  readonly nth: number
}

/** The tax months of the partners that are over, the newest first: those in which lines were paid, and the last one. */
function monthsOf(stage: Stage, partners: readonly Partner[]): { readonly paid: Month[]; readonly empty: Month[] } {
  const lines = stage.store
    .table(orderDoctorSettlement)
    .live(orderDoctorSettlement, { settleStatus: settleStatus.paid })
  const present = monthOfDay(stage.today)
  const keys = new Set(lines.map((l) => `${l.taxMonth} ${l.fiscalTaxId}`))
  const last = plusMonths(present, -1)
  const months = [...new Set([last, ...lines.map((l) => String(l.taxMonth))])].filter((m) => m < present).sort()
  const all = months.reverse().flatMap((month) => partners.map((partner, nth) => ({ partner, month, nth })))
  const isPaid = ({ month, partner }: Month) => keys.has(`${month} ${partner.id}`)
  return { paid: all.filter(isPaid), empty: all.filter((one) => one.month === last && !isPaid(one)) }
}

/** Declares a month of a partner as far as it has come. */
async function declare(
  stage: Stage,
  tax: Character,
  { partner, month, nth }: Month,
  reached: Reached,
  { receipt, uploaded, cards }: Further,
  stored: StoredFile[],
): Promise<void> {
  const day = (n: number) => {
    const wanted = workdayAfter(plusDays(daysOf(plusMonths(month, 1)).first, n))
    return wanted < stage.today ? wanted : plusDays(stage.today, -1)
  }
  const decide = (resource: string, transition: string, ids: readonly string[], ask: object = {}) =>
    stage.as(tax).decideAll({ resource, transition, ids: [...ids], versions: {}, ask: { ...ask } })
  const at = (n: number, hour: number, what: () => Promise<void>) =>
    stage.agenda.at(atTime(day(n), hour, nth * 7, 20), what)
  let id = ''
  at(5, 9, async () => {
    const ask = { fiscalTaxId: partner.id, taxMonth: month }
    const [made] = await decide('summaryTaxReturns', 'createSummaryTaxReturns', [], ask)
    id = made?.id ?? ''
  })
  /** Uploads certificates of one kind, as far as there are any. */
  const upload = (certType: 1 | 2) => async () => {
    const [cert] = liveRows(stage, summaryTaxCert, { summaryTaxReturnsId: id, certType })
    if (!cert) return
    const lines = ['Tax certificate', String(cert.code), `Amount ${cert.amount}`]
    const fileUrl = await stage
      .as(tax)
      .work((work) => uploadFile(work, stored, `完税证明-${cert.code}.pdf`, plainPdf(lines)))
    const ask = { fileUrl, certNo: `33${month}${cert.id.slice(-8)}`, certDate: day(13) }
    await decide('summaryTaxCert', 'upload', [cert.id], ask)
  }
  const collect = async () => {
    await stage.as(tax).work(async (work) => {
      await work.lock(summaryTaxReturns, [id])
      const { transitions } = summaryTaxReturnsLifecycle
      await work.updateAll(summaryTaxReturns, [{ id, idCardStatus: idCardStatus.collecting }], {
        action: 'idCardDispose',
        decision: {
          transition: transitions.idCardDispose,
          lifecycle: summaryTaxReturnsLifecycle,
          remark: null,
          bySystem: false,
        },
      })
    })
  }
  /** The tax bureau's receipt: what was declared, confirmed row by row. */
  const confirmed = async () => {
    const details = await stage.as(tax).work((work) => work.rows(summaryTaxReturnsDetail, { summaryTaxReturnsId: id }))
    const bytes = Buffer.from((await declarationBook(stage.actor(tax), details)).bytes)
    const declareFile = await stage.as(tax).work((work) => uploadFile(work, stored, `申报回执-${month}.xlsx`, bytes))
    const order = { resource: 'summaryTaxReturns', transition: 'importReceipt', ids: [id], ask: { declareFile } }
    await stage.as(tax).decideAll(order, await rowsIn(bytes, 'xlsx'))
  }
  /** The identity cards of the doctors in one file, and the same with a stamp. */
  const collected = async () => {
    await stage.as(SYSTEM).work(async (work) => {
      const file = (name: string, title: string) =>
        uploadFile(work, stored, `${name}-${month}.pdf`, plainPdf([title, `Tax month ${month}`]))
      const files = {
        idCardFile: await file('身份证汇总', 'Identity cards'),
        idCardSealFile: await file('盖章身份证汇总', 'Identity cards, stamped'),
      }
      await work.lock(summaryTaxReturns, [id])
      await work.step(summaryTaxReturns, [id], 'idCardDisposed')
      await work.update(summaryTaxReturns, id, files)
      await claimAttachments(work, summaryTaxReturns, files, null, id)
    })
  }
  const steps: readonly (() => void)[] = [
    () => at(5, 10, async () => void (await decide('summaryTaxReturns', 'create', [id]))),
    () => {
      at(9, 14, async () => {
        await decide('summaryTaxReturns', 'submit', [id], {
          declareNo: `SB${month}${String(nth + 1).padStart(4, '0')}`,
        })
      })
      at(10, 9, collect)
      // after the declaration, also where both fall on the demo's last day
      if (receipt) at(11, 17, confirmed)
      if (cards === 2) at(11, 16, collected)
      if (uploaded) at(14, 10, upload(1))
    },
    () => {
      at(14, 11, upload(2))
      at(15, 11, async () => void (await decide('summaryTaxReturns', 'certify', [id])))
    },
  ]
  for (const step of steps.slice(0, reached)) step()
  await stage.run()
}

/** Tax returns: a draft of a month without payments, the others by age. Runs when the orders have been played. */
export async function addReturns(
  stage: Stage,
  tax: Character,
  partners: readonly Partner[],
  stored: StoredFile[],
): Promise<void> {
  const { paid, empty } = monthsOf(stage, partners)
  for (const one of empty) await declare(stage, tax, one, 0, { receipt: false, uploaded: false, cards: 1 }, stored)
  for (const [n, one] of paid.entries()) {
    const reached = n < OPEN ? 1 : n < paid.length - OPEN ? 2 : 3
    const further = { receipt: n > OPEN, uploaded: n >= 2 * OPEN - 1, cards: n < 2 * OPEN ? 1 : 2 } as const
    await declare(stage, tax, one, reached, further, stored)
  }
}
