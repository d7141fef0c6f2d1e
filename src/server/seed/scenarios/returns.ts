import { summaryTaxCert } from '../../../model/invoices/summaryTaxCert.ts'
import type { RowOf } from '../../../model/kernel/resource.ts'
import { orderDoctorSettlement } from '../../../model/settlement/settlementLines.ts'
import { plainPdf } from '../pictures.ts'
import { atTime, daysOf, monthOfDay, plusDays, plusMonths, workdayAfter } from '../times.ts'
import type { Partner } from './parties.ts'
import type { Character, Stage } from './stage.ts'
import { type StoredFile, uploadFile } from './uploads.ts'

/** Returns that are generated, declared: so many of each, the newest ones; the others are taxed. */
const OPEN = 3

/** What a return has come to: 0 draft, 1 generated, 2 declared, 3 taxed. */
type Reached = 0 | 1 | 2 | 3

interface Month {
  readonly partner: Partner
  readonly month: string
  readonly nth: number
}

/** The tax months of the partners that are over, the newest first: those in which lines were paid, and the last one. */
function monthsOf(stage: Stage, partners: readonly Partner[]): { readonly paid: Month[]; readonly empty: Month[] } {
  const lines = stage.store.table(orderDoctorSettlement).live(orderDoctorSettlement, { settleStatus: 3 })
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
    const [cert] = stage.store
      .table(summaryTaxCert)
      .live(summaryTaxCert, { summaryTaxReturnsId: id, certType }) as unknown as RowOf<typeof summaryTaxCert>[]
    if (!cert) return
    const lines = ['Tax certificate', String(cert.code), `Amount ${cert.amount}`]
    const fileUrl = await stage
      .as(tax)
      .work((work) => uploadFile(work, stored, `完税证明-${cert.code}.pdf`, plainPdf(lines)))
    const ask = { fileUrl, certNo: `33${month}${cert.id.slice(-8)}`, certDate: day(13) }
    await decide('summaryTaxCert', 'upload', [cert.id], ask)
  }
  const steps: readonly (() => void)[] = [
    () => at(5, 10, async () => void (await decide('summaryTaxReturns', 'create', [id]))),
    () => {
      at(9, 14, async () => {
        await decide('summaryTaxReturns', 'submit', [id], {
          declareNo: `SB${month}${String(nth + 1).padStart(4, '0')}`,
        })
      })
      at(14, 10, upload(1))
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
export async function tellReturns(
  stage: Stage,
  tax: Character,
  partners: readonly Partner[],
  stored: StoredFile[],
): Promise<void> {
  const { paid, empty } = monthsOf(stage, partners)
  for (const one of empty) await declare(stage, tax, one, 0, stored)
  for (const [n, one] of paid.entries())
    await declare(stage, tax, one, Math.min(3, 1 + Math.floor(n / OPEN)) as Reached, stored)
}
