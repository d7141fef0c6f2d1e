import type { OutOf } from '../../../model/language/domain/port.ts'
import type { RulesOf } from '../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { invoiceCheck } from '../../../model/tax/invoiceCheck.ts'
import type { Label } from '../../../model/values/label.ts'
import { sum } from '../../../model/values/money.ts'
import { AppError } from '../../core/errors.ts'
import { stepEach } from '../../writing/unitOfWork/caused.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import type { Invoicing } from './invoicing.ts'
import { moneyInvoicing } from './moneyInvoicing.ts'
import { pointsInvoicing } from './pointsInvoicing.ts'

type File = RowOf<Invoicing['file']>

/** Checked and agreed to; being checked. */
const [AGREES, CHECKING] = [1, 4]

const LATE: Label = ['查验发票超时请稍后重试', 'The check has timed out: try again later']

/** Meaning of the tax bureau's answers: the step of the file, and what is said of it. */
const ANSWERS = {
  VALID: ['agree', '查验一致'],
  DIFFERS: ['differ', '票面信息与查验结果不符'],
  VOIDED: ['differ', '发票已作废'],
} as const

/** @throws AppError 409 while files of an invoice are being checked: nothing else is decided of it meanwhile. */
export function refuseChecking(invoice: { readonly checkStatus: number | null }): null {
  if (invoice.checkStatus === CHECKING)
    throw new AppError(409, ['正在查验发票请等待结果', 'The files are being checked: wait for the result'])
  return null
}

const filesOf = (of: Invoicing, invoiceId: string | null, work: UnitOfWork): Promise<File[]> =>
  work.rows(of.file, { entrustedInvoiceId: invoiceId ?? '' })

/** State of an invoice by its files: being checked, else the gravest, else agreed to. */
function checkedAll(files: readonly Pick<File, 'checkStatus'>[]): 0 | 1 | 2 | 3 | 4 {
  for (const status of [4, 2, 3] as const) if (files.some((f) => f.checkStatus === status)) return status
  return files.length > 0 && files.every((f) => f.checkStatus === AGREES) ? 1 : 0
}

/** Amounts of a file, and what the invoice says all of them come to. */
const SUMMED = { amountExTax: 'filesExTax', taxAmount: 'filesTax', amount: 'filesAmount' } as const
type Summed = Pick<File, 'checkStatus' | keyof typeof SUMMED>

/** Updates the totals of a locked invoice from its files, including `added` ones that are being written. */
export async function updateInvoice(
  of: Invoicing,
  invoiceId: string | null,
  work: UnitOfWork,
  added: readonly Summed[] = [],
): Promise<void> {
  const [files, invoice] = [[...(await filesOf(of, invoiceId, work)), ...added], await work.row(of.invoice, invoiceId)]
  const answered = {
    checkStatus: checkedAll(files),
    ...(Object.fromEntries(
      Object.entries(SUMMED).map(([name, total]) => [total, sum(files.map((f) => f[name as keyof typeof SUMMED]))]),
    ) as Record<(typeof SUMMED)[keyof typeof SUMMED], string>),
  }
  const same = Object.entries(answered).every(([name, value]) => invoice?.[name as keyof typeof answered] === value)
  if (!same) await work.update(of.invoice, invoiceId ?? '', answered)
}

/** Why there is nothing to check. */
export async function checkProblem(of: Invoicing, invoiceId: string, work: UnitOfWork): Promise<Label | null> {
  const files = await filesOf(of, invoiceId, work)
  if (files.length === 0) return ['请先上传发票文件', 'Upload the files of the invoice first']
  return files.every((f) => f.checkStatus === AGREES)
    ? ['发票文件均已查验通过', 'All files of the invoice are agreed to already']
    : null
}

/** Sends the locked files that are not agreed to yet to be checked, at most so many, and returns them. */
export async function startChecks(
  of: Invoicing,
  invoiceId: string,
  work: UnitOfWork,
  most?: number,
): Promise<readonly File[]> {
  const open = (await filesOf(of, invoiceId, work)).filter((f) => f.checkStatus !== AGREES).slice(0, most)
  await stepEach(
    work,
    of.file,
    of.fileSteps,
    'check',
    open.map(({ id }) => ({ id })),
  )
  return open
}

/** Asks the tax bureau about each of these files, under a key of its own each time. */
export async function askChecks(of: Invoicing, files: readonly File[], work: UnitOfWork): Promise<void> {
  for (const f of files)
    await work.intend(
      invoiceCheck,
      'checkInvoice',
      {
        code: f.invoiceCode ?? '',
        no: f.invoiceNo ?? '',
        date: f.invoiceDate,
        amountExTax: f.amountExTax ?? '0.00',
        checkCode: f.checkCode ?? '',
      },
      `IC${work.newId()}`,
      { of: of.file, id: f.id, code: f.invoiceNo, done: 'told', failed: 'refused', lost: 'unanswered' },
    )
}

/** Rules of invoice files, in money or points: the result of a file's check updates its invoice. */
function rulesOf(of: Invoicing): RulesOf<Invoicing['file'], Invoicing['fileSteps'], UnitOfWork> {
  const lock = (file: File) => ({ [of.invoice.id]: file.entrustedInvoiceId ? [file.entrustedInvoiceId] : [] })
  const end = async (work: UnitOfWork, file: File, step: string, msg: string): Promise<undefined> => {
    await stepEach(work, of.file, of.fileSteps, step, [
      { id: file.id, checkTime: work.time, checkMsg: msg.slice(0, 255) },
    ])
    await updateInvoice(of, file.entrustedInvoiceId, work)
    return undefined
  }
  return {
    told: {
      lock: async (file) => lock(file),
      effect: (file, ask: Partial<OutOf<typeof invoiceCheck, 'checkInvoice'>>, work) => {
        const [step, msg] = ANSWERS[ask.state ?? 'DIFFERS']
        return end(work, file, step, msg)
      },
    },
    refused: {
      lock: async (file) => lock(file),
      effect: (file, ask: { readonly remark?: string | null }, work) =>
        end(work, file, 'differ', ask.remark?.replace(/^REJECTED: /, '') || '查无此票'),
    },
    unanswered: { lock: async (file) => lock(file), effect: (file, _ask, work) => end(work, file, 'timeOut', LATE[0]) },
  }
}

/** Rules of files in money. */
export const invoiceFileRules = rulesOf(moneyInvoicing)
/** Rules of files in points. */
export const invoiceFilePointRules = rulesOf(pointsInvoicing)
