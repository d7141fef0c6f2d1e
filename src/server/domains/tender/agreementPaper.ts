import type { Choice } from '../../../model/language/fields/field.ts'
import { masked } from '../../../model/language/fields/shapes.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { tenderDoctorProtocols, tenderEntrustedProtocols } from '../../../model/tender/protocols.ts'
import { readable } from '../../../model/values/money.ts'
import { percent } from '../../../model/values/percent.ts'
import type { MadeDocument } from '../../documents/documents.ts'
import type { Paper } from '../../documents/paper.ts'
import type { Row } from '../../writing/unitOfWork/rows.ts'

type CompanyProtocol = RowOf<typeof tenderEntrustedProtocols>
type DoctorProtocol = RowOf<typeof tenderDoctorProtocols>
type Pairs = readonly (readonly [string, string])[]

const NOTHING = '—'
const shown = (value: string | null | undefined): string => value || NOTHING
const kindOf = (field: Choice, value: number | null): string => field.values[String(value)]?.[0] ?? NOTHING
const period = (row: CompanyProtocol | DoctorProtocol): string =>
  row.startDate || row.endDate ? `${shown(row.startDate)} 至 ${row.endDate || '另行约定'}` : '自双方签署之日起'
const numbered = (clauses: readonly string[]): string[] => clauses.map((clause, n) => `${n + 1}. ${clause}`)

/** Closing clauses of both kinds of agreements. */
const LAST = [
  '本协议以电子签章方式签署，与书面签署具有同等效力；签署完成后的文件由平台保存，各方可在平台查看。',
  '本协议的变更须另行签署协议；作废须说明原因并留有记录，作废前已验收成果的费用仍按本协议结算。',
] as const

/** Clauses of the agreement between client company and platform (3.2), as the product settles. */
const companyClauses = (row: CompanyProtocol): string[] => [
  '乙方为甲方的医药学术活动提供计划管理、成果审核、医生劳务费结算与税款代办服务；活动由甲方发起，成果经甲方验收后计费。',
  `平台服务费按医生税前劳务费的 ${percent(row.platformFeeRate ?? '0')} 计收，逐单计算，四舍五入到分。`,
  '每月按已确认的结果单形成结算周期；结算单经乙方审核、甲方确认后，由甲方以预存账户支付或转账支付医生劳务费与平台服务费。',
  '医生的增值税及附加、个人所得税由财税公司按税法规定代扣代缴，不另向甲方收取。',
  '结算单付款前作废的明细不再计费；付款后作废的明细，其劳务费退回甲方预存账户，平台服务费尚未划转的一并退回。',
  ...(Number(row.amountLimit ?? '0') > 0
    ? [`本协议项下结算总额以 ${readable(row.amountLimit ?? '0')} 元为上限。`]
    : []),
  ...LAST,
]

/** Clauses of the agreement between doctor and platform (3.2), as the product settles. */
const doctorClauses = (row: DoctorProtocol): string[] => [
  '乙方以个人身份参加甲方组织的医药学术活动并提交成果；每次活动的内容、数量与劳务费以活动计划为准。',
  Number(row.feeStandard ?? '0') > 0
    ? `劳务费标准为每项成果税前 ${readable(row.feeStandard ?? '0')} 元，成果经审核、验收后计费。`
    : '劳务费标准以各活动计划为准，成果经审核、验收后计费。',
  '劳务费为税前金额；增值税及附加、个人所得税由财税公司按同一月份的累计收入代扣代缴，实付金额以结算确认书为准。',
  '实付金额支付至乙方本人的银行账户；以积分结算的活动，积分发放至乙方的积分账户，不代扣税款。',
  '乙方保证提交的成果真实、由本人完成；未通过审核或验收的成果不计费。',
  ...LAST,
]

const paper = (
  title: string,
  code: string | null,
  parties: Pairs,
  terms: Pairs,
  clauses: readonly string[],
): Paper => ({
  title,
  code: code ?? '',
  wide: false,
  parts: [
    { kind: 'facts', title: '协议双方', pairs: parties },
    { kind: 'facts', title: '协议内容', pairs: terms },
    { kind: 'clauses', title: '条款', paragraphs: numbered(clauses) },
  ],
})

const companyPaper = (row: CompanyProtocol): Paper =>
  paper(
    row.title,
    row.protocolCode,
    [
      ['甲方（委托企业）', shown(row.entrustedCompanyName)],
      ['统一社会信用代码', shown(row.socialCreditCode)],
      ['乙方', '平台'],
    ],
    [
      ['协议类型', kindOf(tenderEntrustedProtocols.fields.protocolType, row.protocolType)],
      ['协议期限', period(row)],
      ['平台服务费率', percent(row.platformFeeRate ?? '0')],
    ],
    companyClauses(row),
  )

const { fields } = tenderDoctorProtocols
const doctorPaper = (row: DoctorProtocol): Paper =>
  paper(
    row.title,
    row.protocolCode,
    [
      ['甲方', '平台'],
      ['乙方（医生）', shown(row.doctorName)],
      // as lists show them
      ['手机号', shown(masked(fields.phone, row.phone ?? ''))],
      ['身份证号', shown(masked(fields.idCardNumber, row.idCardNumber ?? ''))],
      ['医院', shown(row.hospitalName)],
      ['科室', shown(row.departmentName)],
    ],
    [
      ['协议类型', kindOf(fields.protocolType, row.protocolType)],
      ['协议期限', period(row)],
      ...(row.entrustedCompanyName ? [['委托企业', row.entrustedCompanyName] as const] : []),
      ...(row.planName ? [['活动', row.planName] as const] : []),
    ],
    doctorClauses(row),
  )

/** Parameters of signing: an agreement is sent for signing on each request, also unchanged. */
const AGREEMENT = { field: 'fileUrl', step: 'drawn', again: true } as const

/** Agreements as they are signed, drawn of what their record says. */
export const agreementPapers: readonly MadeDocument[] = [
  {
    of: tenderEntrustedProtocols,
    ...AGREEMENT,
    paper: async (_work, row) => companyPaper(row as Row & CompanyProtocol),
  },
  { of: tenderDoctorProtocols, ...AGREEMENT, paper: async (_work, row) => doctorPaper(row as Row & DoctorProtocol) },
]
