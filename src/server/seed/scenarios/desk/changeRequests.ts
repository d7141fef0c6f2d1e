import { bankAccountOf } from '../../values/numbers.ts'
import { atTime, daysOf, monthOfDay, plusDays, workdayBefore } from '../../values/times.ts'
import type { Company, Doctor, Rate } from '../people/parties.ts'
import type { Character, Stage } from '../stage/stage.ts'

const BRANCHES = ['中国银行杭州分行', '招商银行上海分行', '建设银行南京分行'] as const

/** Changes of the last days: some wait for a second person, others were agreed to, rejected or withdrawn. */
export function changesOfRates(
  stage: Stage,
  people: { readonly ops: Character; readonly tax: Character; readonly reviewer: Character },
  of: { readonly companies: readonly Company[]; readonly doctors: readonly Doctor[]; readonly rates: readonly Rate[] },
): void {
  const { ops, tax, reviewer } = people
  const { companies, doctors, rates } = of
  if (companies.length < 3 || doctors.length < 2) return
  /** So many working days before the demo's. */
  const back = (n: number): string => {
    let day = stage.today
    for (let i = 0; i < n; i += 1) day = workdayBefore(plusDays(day, -1))
    return day
  }
  /** A user edits a field that needs a second person. */
  const ask = (
    at: string,
    who: Character,
    resource: string,
    id: string | undefined,
    values: Readonly<Record<string, unknown>>,
    changeRemark: string,
    then?: (request: string) => void,
  ): void =>
    stage.agenda.at(at, async () => {
      const { changeRequest } = await stage.as(who).save(resource, { id, ...values, changeRemark })
      if (!changeRequest) throw new Error(`the change of ${resource} was not asked for`)
      then?.(changeRequest.id)
    })
  const decide = (at: string, who: Character, transition: string, answers: object) => (id: string) =>
    stage.agenda.at(at, async () => {
      await stage.as(who).decide({ resource: 'changeRequest', transition, id, ask: { ...answers } })
    })
  ask(
    atTime(back(4), 10, 5, 12),
    ops,
    'entrustedCompany',
    companies[2]?.id,
    { platformFeeRate: '0.030000' },
    '客户要求下调费率',
    decide(atTime(back(3), 9, 41, 7), reviewer, 'reject', { remark: '缺少补充协议' }),
  )
  ask(
    atTime(back(3), 11, 2, 44),
    ops,
    'authenticationDoctor',
    doctors[1]?.id,
    { bankName: '中国银行' },
    '开户行更名',
    decide(atTime(back(3), 11, 21, 3), ops, 'withdraw', {}),
  )
  ask(
    atTime(back(2), 14, 13, 28),
    ops,
    'entrustedCompany',
    companies[0]?.id,
    { bankName: '招商银行杭州分行', bankAccount: bankAccountOf(777_001) },
    '客户来函变更收款账户',
  )
  ask(
    atTime(back(2), 15, 34, 51),
    ops,
    'entrustedCompany',
    companies[1]?.id,
    { platformFeeRate: '0.055000', shortName: '新简称' },
    '续签合同，费率调整',
  )
  ask(
    atTime(back(1), 9, 17, 20),
    ops,
    'authenticationDoctor',
    doctors[0]?.id,
    { bankAccount: bankAccountOf(777_002) },
    '医生换卡',
  )
  for (const [n, doctor] of doctors.slice(2, 9).entries())
    ask(
      atTime(back(5), 10, 7 * n, 31),
      ops,
      'authenticationDoctor',
      doctor.id,
      { bankName: BRANCHES[n % BRANCHES.length] },
      '开户行变更',
      n < 3
        ? decide(atTime(back(4), 13, 5 * n, 9), reviewer, 'approve', {})
        : n < 5
          ? decide(atTime(back(4), 13, 5 * n, 9), reviewer, 'reject', { remark: '请附开户证明' })
          : decide(atTime(back(4), 13, 5 * n, 9), ops, 'withdraw', {}),
    )
  ask(
    atTime(back(1), 16, 47, 36),
    tax,
    'taxItemRate',
    rates[0]?.id,
    { effectiveTo: daysOf(monthOfDay(stage.today)).last },
    '优惠政策到期',
  )
}
