import type { RulesOf } from '../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { downloadIdCard, downloadIdCardSeal } from '../../../model/tax/calls.ts'
import type { summaryTaxReturnsLifecycle } from '../../../model/tax/lifecycles.ts'
import { summaryTaxReturns, summaryTaxReturnsDetail } from '../../../model/tax/summaryTaxReturns.ts'
import { AppError } from '../../core/errors.ts'
import { askDocument, giveDocument, type MadeDocument } from '../../documents/documents.ts'
import type { Paper } from '../../documents/paper.ts'
import { heldFile } from '../../files/attached.ts'
import { handle } from '../../records/handle.ts'
import type { Stored } from '../../writing/save/attachments.ts'
import type { Row } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'

const { idCardStatus } = statesOf(summaryTaxReturns)

type Return = RowOf<typeof summaryTaxReturns>

const monthOf = ({ taxMonth }: Pick<Return, 'taxMonth'>): string =>
  (taxMonth ?? '').replace(/^(\d{4})(\d{2})$/, '$1-$2')

/** The identity cards of the doctors of a return, each doctor once, in the order of their names. */
async function sheet(work: UnitOfWork, row: Row, title: string, stamped: boolean): Promise<Paper> {
  const of = row as Row & Return
  const details = await work.rows(summaryTaxReturnsDetail, { summaryTaxReturnsId: of.id })
  const doctors = [...new Map(details.map((d) => [d.doctorId, d])).values()].sort((a, b) =>
    `${a.doctorName} ${a.doctorId}` < `${b.doctorName} ${b.doctorId}` ? -1 : 1,
  )
  const pairs = [
    ['财税公司', of.fiscalTaxName ?? ''],
    ['税款所属月', monthOf(of)],
    ['医生数', String(doctors.length)],
  ] as const
  return {
    title,
    code: of.code ?? '',
    wide: false,
    parts: [
      { kind: 'facts', title: '申报单', pairs },
      ...doctors.map((d, n) => ({
        kind: 'pictures' as const,
        title: `${n + 1}. ${d.doctorName ?? ''} ${d.hospitalName ?? ''}`,
        pictures: [
          { caption: '身份证正面', attachId: d.idCardFront ?? null },
          { caption: '身份证反面', attachId: d.idCardBack ?? null },
        ],
      })),
    ],
    ...(stamped ? { stamp: [of.fiscalTaxName ?? '', `${monthOf(of)} 税务申报专用`] } : {}),
  }
}

/** The sheets of identity cards (3.22): drawn one after the other, the stamped one last. */
export const idCardSheets: readonly MadeDocument[] = [
  {
    of: summaryTaxReturns,
    field: 'idCardFile',
    step: 'idCardDrawn',
    paper: (work, row) => sheet(work, row, '身份证汇总', false),
  },
  {
    of: summaryTaxReturns,
    field: 'idCardSealFile',
    step: 'idCardDisposed',
    paper: (work, row) => sheet(work, row, '盖章身份证汇总', true),
  },
]

type Rules = Pick<
  RulesOf<typeof summaryTaxReturns, typeof summaryTaxReturnsLifecycle, UnitOfWork>,
  'idCardDispose' | 'idCardDrawn' | 'idCardDisposed'
>

/** The sheets that were drawn, for whoever may have them. */
export const idCardCalls = [
  handle(downloadIdCard, (request) => heldFile(request, summaryTaxReturns, request.rows[0], 'idCardFile')),
  handle(downloadIdCardSeal, (request) => heldFile(request, summaryTaxReturns, request.rows[0], 'idCardSealFile')),
]

/** Identity cards are collected when they are asked for, and anew when they are asked for again. */
export const idCardRules: Rules = {
  idCardDispose: {
    guard: async (of, _ask, work) =>
      (await work.any(summaryTaxReturnsDetail, { summaryTaxReturnsId: of.id }))
        ? null
        : ['申报单没有明细，请先生成', 'The return has no details yet: collect its lines first'],
    // earlier files are withheld while the new file is drawn
    set: () => ({ idCardFile: null, idCardSealFile: null }),
    effect: async (of, _ask, work) => {
      const queued = await askDocument(work, summaryTaxReturns, 'idCardFile', of.id)
      if (!queued && of.idCardStatus === idCardStatus.collecting)
        throw new AppError(409, ['身份证正在收集，请稍候', 'The identity cards are being collected: please wait'])
      return undefined
    },
  },
  idCardDrawn: {
    effect: async (of, ask: Partial<Stored>, work) => {
      await askDocument(work, summaryTaxReturns, 'idCardSealFile', of.id)
      return giveDocument(work, summaryTaxReturns, of, 'idCardFile', ask as Stored)
    },
  },
  idCardDisposed: {
    effect: (of, ask: Partial<Stored>, work) =>
      giveDocument(work, summaryTaxReturns, of, 'idCardSealFile', ask as Stored),
  },
}
