import { ownerOf } from '../../model/all.ts'
import { changeRequest, changeRequestLifecycle } from '../../model/desk/changeRequest.ts'
import { codeOf } from '../writes/codes.ts'
import { wireChange } from '../writes/wire.ts'
import { bankAccountOf } from './numbers.ts'
import type { Company, Doctor, Rate } from './parties.ts'
import type { Person, Story, Told } from './story.ts'
import { atTime, plusDays } from './times.ts'

type Of = Story['rows'] extends Map<infer R, unknown> ? R : never

/** Somebody asks for an edit of a record. */
function ask(
  story: Story,
  of: Of,
  record: Told<Of>,
  at: string,
  who: Person,
  to: Readonly<Record<string, unknown>>,
  remark: string,
): Told<typeof changeRequest> {
  const changes = Object.entries(to).map(([field, value]) => ({ field, from: record[field] ?? null, to: value }))
  const request = story.add(changeRequest, at, who, {
    code: story.codes.next(codeOf(changeRequest)?.rule.prefix ?? '', at),
    bizType: of.id,
    bizId: record.id,
    bizName: String(record[of.name as string] ?? ''),
    recordVersion: record.version,
    changes: changes.map((c) => wireChange(of, c)),
    remark,
    requesterId: who.id,
    requesterName: who.name,
    entrustedCompanyId: ownerOf(of, record, 'company'),
    fiscalTaxId: ownerOf(of, record, 'fiscalTax'),
    providerId: ownerOf(of, record, 'provider'),
  })
  story.requestValues.push({
    id: request.id,
    old: Object.fromEntries(changes.map((c) => [c.field, c.from])),
    new: to,
  })
  return request
}

/** Changes of the last days: four wait for a second person, one was rejected, one withdrawn. */
export function addChangeRequests(
  story: Story,
  today: string,
  people: { readonly ops: Person; readonly tax: Person; readonly reviewer: Person },
  of: { readonly companies: readonly Company[]; readonly doctors: readonly Doctor[]; readonly rates: readonly Rate[] },
  resources: { readonly company: Of; readonly doctor: Of; readonly rate: Of },
): void {
  const day = (back: number): string => plusDays(today, -back)
  const company = (n: number) => of.companies[n % of.companies.length] as Company
  const { ops, tax, reviewer } = people
  if (of.companies.length < 3 || of.doctors.length < 2) return
  const rejected = ask(
    story,
    resources.company,
    company(2),
    atTime(day(4), 10, 5),
    ops,
    { platformFeeRate: '0.030000' },
    '客户要求下调费率',
  )
  story.move(changeRequest, changeRequestLifecycle, rejected, 'reject', {
    who: reviewer,
    at: atTime(day(3), 9, 40),
    patch: {
      reviewerId: reviewer.id,
      reviewerName: reviewer.name,
      reviewTime: atTime(day(3), 9, 40),
      reviewRemark: '缺少补充协议',
    },
    remark: '缺少补充协议',
  })
  const withdrawn = ask(
    story,
    resources.doctor,
    of.doctors[1] as Doctor,
    atTime(day(3), 11, 0),
    ops,
    { bankName: '中国银行' },
    '开户行更名',
  )
  story.move(changeRequest, changeRequestLifecycle, withdrawn, 'withdraw', { who: ops, at: atTime(day(3), 11, 20) })
  ask(
    story,
    resources.company,
    company(0),
    atTime(day(2), 14, 10),
    ops,
    { bankName: '招商银行杭州分行', bankAccount: bankAccountOf(777_001) },
    '客户来函变更收款账户',
  )
  ask(
    story,
    resources.company,
    company(1),
    atTime(day(2), 15, 30),
    ops,
    { platformFeeRate: '0.055000', shortName: '新简称' },
    '续签合同，费率调整',
  )
  ask(
    story,
    resources.doctor,
    of.doctors[0] as Doctor,
    atTime(day(1), 9, 15),
    ops,
    { bankAccount: bankAccountOf(777_002) },
    '医生换卡',
  )
  ask(story, resources.rate, of.rates[0] as Rate, atTime(day(1), 16, 45), tax, { vatRate: '0.030000' }, '优惠政策到期')
}
