import { region } from '../../../../model/administration/system/region.ts'
import { pathOfNode } from '../../../../model/language/derived/nodes.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { authenticationDoctor } from '../../../../model/people/authenticationDoctor.ts'
import { entrustedCompany } from '../../../../model/people/entrustedCompany.ts'
import { thirdPlatform } from '../../../../model/people/thirdPlatform.ts'
import { taxItemRate } from '../../../../model/settlement/taxItemRate.ts'
import { CITIES, PROVINCES } from '../../../domains/administration/access/outfit/regions.ts'
import { EXAMPLE_RATES, TAX_ITEMS } from '../../../domains/administration/access/outfit/taxItems.ts'
import { claimAttachments } from '../../../writing/save/attachments.ts'
import { licencePicture } from '../../media/pictures.ts'
import {
  BANKS,
  companyName,
  DEPARTMENTS,
  doctorName,
  GIVEN_NAMES,
  hospitalName,
  SURNAMES,
  TITLES,
} from '../../values/names.ts'
import { bankAccountOf, creditCodeOf, idCardOf, phoneOf } from '../../values/numbers.ts'
import { Prng } from '../../values/prng.ts'
import {
  atTime,
  daysOf,
  monthOfDay,
  plusDays,
  plusMonths,
  plusSeconds,
  workdayAfter,
  workdayBefore,
} from '../../values/times.ts'
import { unitAnswered } from '../stage/bankRequests.ts'
import { type Character, nowOf, type Stage } from '../stage/stage.ts'
import { uploadFile } from '../stage/uploads.ts'
import { companyOutcome, doctorOutcome, signing } from './esign.ts'
import { lastDigitOf } from './storyDoctors.ts'

const { certStatus, faceStatus, protocolStatus } = statesOf(authenticationDoctor)

export type Company = RowOf<typeof entrustedCompany>
export type Doctor = RowOf<typeof authenticationDoctor>
export type Partner = RowOf<typeof thirdPlatform>
export type Rate = RowOf<typeof taxItemRate>

/** How the three fiscal-tax companies tax: two by the month above 100,000, one from 500 on. */
const TERMS = [
  { name: '杭州州一财税服务有限公司', authority: '杭州市税务局', vatMonthThreshold: '100000.00' },
  { name: '苏州州二财税服务有限公司', authority: '苏州市税务局', vatMonthThreshold: '100000.00' },
  { name: '昆明云税企业服务有限公司', authority: '昆明市税务局', vatMonthThreshold: '500.00' },
]

/** The `n`-th other person's name. Neighbours and those some hundreds apart have different surnames. */
const contact = (n: number): string =>
  `${SURNAMES[(n * 37 + Math.floor(n / 100) * 11 + 3) % SURNAMES.length]}${GIVEN_NAMES[(n * 71 + Math.floor(n / 7) * 13 + 5) % GIVEN_NAMES.length]}`

/** Three fiscal-tax companies and two providers. */
export async function addPartners(
  stage: Stage,
  since: string,
  who: Character,
): Promise<{ fiscal: Partner[]; providers: Partner[] }> {
  const one = (n: number, name: string, thirdType: 1 | 2, taxAuthority: string | null): Promise<Partner> =>
    stage.existing(thirdPlatform, atTime(since, 9, n), who, {
      code: `TP${String(n).padStart(3, '0')}`,
      name,
      thirdType,
      socialCreditCode: creditCodeOf(9000 + n),
      taxAuthority,
      bankName: BANKS[n % BANKS.length],
      bankAccount: bankAccountOf(900_000 + n * 7),
      contactName: contact(500 + n),
      contactPhone: phoneOf(90_000_000 + n),
      enableStatus: 1,
    })
  const fiscal: Partner[] = []
  for (const t of TERMS) fiscal.push(await one(fiscal.length + 1, t.name, 1, t.authority))
  const providers: Partner[] = []
  for (const name of ['联学医学服务有限公司', '众诊健康科技有限公司'])
    providers.push(await one(fiscal.length + providers.length + 1, name, 2, null))
  return { fiscal, providers }
}

/**
 * Rates of every tax item at every fiscal-tax company, in force from the month of `since` on. The first item had another VAT
 * rate before, which ended with the month before.
 */
export async function addRates(
  stage: Stage,
  since: string,
  who: Character,
  fiscal: readonly Partner[],
): Promise<Rate[]> {
  const made: Rate[] = []
  const month = monthOfDay(since)
  const rateFrom = (p: number, i: number, partner: Partner, more: Partial<Rate>): Promise<Rate> => {
    const item = TAX_ITEMS[i] as (typeof TAX_ITEMS)[number]
    return stage.existing(taxItemRate, atTime(since, 10, p, i), who, {
      taxItemCode: item.code,
      taxItemName: item.name,
      fiscalTaxId: partner.id,
      fiscalTaxName: partner.name,
      ...EXAMPLE_RATES,
      vatMonthThreshold: TERMS[p]?.vatMonthThreshold ?? '0.00',
      ...(p === 2 && item.code === 'TI06' ? { iitMethod: 2, iitFixedRate: '0.015000' } : {}),
      sort: i + 1,
      effectiveFrom: daysOf(month).first,
      enableStatus: 1,
      ...more,
    })
  }
  for (const [p, partner] of fiscal.entries())
    for (const i of TAX_ITEMS.keys()) made.push(await rateFrom(p, i, partner, {}))
  const before = {
    effectiveFrom: daysOf(plusMonths(month, -12)).first,
    effectiveTo: daysOf(plusMonths(month, -1)).last,
  }
  for (const [p, partner] of fiscal.entries()) await rateFrom(p, 0, partner, { ...before, vatRate: '0.030000' })
  return made
}

/** The city that a name begins with, as a region. */
const regionOf = (name: string) => {
  const city = CITIES.find(([, one]) => one.slice(0, 2) === name.slice(0, 2))
  if (!city) return {}
  const province = PROVINCES.find(([code]) => city[0].startsWith(code))
  return { regionCode: city[0], regionName: pathOfNode(region, { provinceName: province?.[1], name: city[1] }) }
}

/** The `nth` moment of the working day after another. */
const dayAfter = (at: string, nth: number): string =>
  atTime(workdayAfter(plusDays(at, 1)), 9 + (nth % 9), (nth * 17) % 60)

/** Operations who enter companies, others of them who admit these, and an administrator who disables some. */
interface Admitting {
  readonly operations: Character
  readonly admitting: Character
  readonly administrator: Character
}

/**
 * Where companies stand that do not work: `waiting` for their review, `rejected`, admitted while the bank has not answered
 * yet (`opening`), or admitted and disabled because the bank opened no unit for them (`refused`).
 */
const OTHERS = [
  ...(['waiting', 'rejected', 'waiting', 'refused', 'rejected', 'waiting', 'rejected'] as const),
  ...(['refused', 'refused', 'opening', 'opening', 'opening'] as const),
] as const
type Standing = (typeof OTHERS)[number] | 'working'

/** Companies that do not work yet, most. */
export const OTHER_COMPANIES = OTHERS.length

/** How a company came to stand where it does. */
async function admitted(
  stage: Stage,
  at: string,
  { admitting, administrator }: Admitting,
  id: string,
  standing: Standing,
): Promise<void> {
  if (standing === 'waiting') return
  if (standing === 'rejected') {
    const auditRemark = '营业执照不清晰，请重新上传'
    return stage.decided(entrustedCompany, at, admitting, id, 'audit.reject', { auditRemark })
  }
  await stage.decided(entrustedCompany, at, admitting, id, 'audit.pass')
  if (standing === 'opening') await unitAnswered(stage, plusSeconds(at, 60), id, 'none')
  if (standing !== 'refused') return
  await unitAnswered(stage, plusSeconds(at, 60), id, 'refused')
  await stage.decided(entrustedCompany, plusSeconds(at, 7200), administrator, id, 'disable')
}

/** Uploads the licence of a company. Returns its attachment. */
const licenceOf = (stage: Stage, at: string, who: Character, name: string, seed: number): Promise<string> => {
  stage.idAt(at)
  return stage.as(who).load((work) => uploadFile(work, stage.files, `营业执照-${name}.png`, licencePicture(seed)))
}

const FEE_RATES = ['0.060000', '0.080000', '0.050000', '0.065000']

/**
 * Client companies: `working` ones that pay, then `others` in other states of admission.
 */
export async function addCompanies(
  stage: Stage,
  since: string,
  who: Admitting,
  { working, others }: { working: number; others: number },
): Promise<Company[]> {
  const made: Company[] = []
  // of their own, so that more companies do not change what happens in the rest of the demo
  const prng = new Prng(20240104)
  for (let n = 0; n < working + others; n += 1) {
    const name = companyName(n)
    const standing: Standing = n < working ? 'working' : (OTHERS[(n - working) % OTHERS.length] ?? 'waiting')
    const lately = standing === 'waiting' || standing === 'opening'
    const createdAt = lately
      ? workdayBefore(plusDays(stage.today, -20 + (n % 6)))
      : plusDays(since, n < working ? n % 90 : 300 + (n % 50))
    const at = atTime(createdAt, 9 + (n % 8), (n * 17) % 60)
    // the last waiting company lacks a document that admission requires
    const licenseUrl = n === working ? null : await licenceOf(stage, at, who.operations, name, n)
    const company = await stage.existingWithCode(entrustedCompany, at, who.operations, {
      licenseUrl,
      name,
      shortName: name.slice(2, 4),
      socialCreditCode: creditCodeOf(n + 1),
      legalPerson: contact(n),
      registeredCapital: `${prng.pick([500, 1000, 2000, 5000, 10000])}万元人民币`,
      establishDate: `${2000 + (n % 18)}-0${1 + (n % 9)}-1${n % 9}`,
      businessScope: '药品、医疗器械的研发、生产与销售；医学信息咨询；学术会议服务。',
      ...regionOf(name),
      address: `${name.slice(0, 2)}市高新区医药大道${100 + n}号`,
      contactName: contact(100 + n),
      contactPhone: phoneOf(80_000_000 + n),
      email: `c${String(n + 1).padStart(4, '0')}@example.com`,
      bankName: BANKS[n % BANKS.length],
      bankAccount: bankAccountOf(800_000 + n),
      taxpayerType: n % 5 === 4 ? 2 : 1,
      invoiceTitle: name,
      invoiceTaxNo: creditCodeOf(n + 1),
      platformFeeRate: FEE_RATES[n % FEE_RATES.length],
      settleMode: n % 6 === 5 ? 3 : 1,
    })
    if (licenseUrl)
      await stage
        .as(who.operations)
        .load((work) => claimAttachments(work, entrustedCompany, { licenseUrl }, null, company.id))
    const decided = dayAfter(at, n)
    await admitted(stage, decided, who, company.id, standing)
    if (standing === 'working')
      await signing(stage, entrustedCompany, plusSeconds(decided, 120), who.operations, company, companyOutcome(n))
    made.push(nowOf(stage, entrustedCompany, company.id))
  }
  return made
}

/**
 * Certified doctors, who came through their own app; the last of every twenty are in other states. `operations`: who
 * registered them for e-signing.
 */
export async function addDoctors(
  stage: Stage,
  since: string,
  who: Character,
  operations: Character,
  count: number,
): Promise<Doctor[]> {
  const made: Doctor[] = []
  // of their own, so that more doctors do not change what happens in the rest of the demo
  const prng = new Prng(20240102)
  for (let n = 0; n < count; n += 1) {
    const female = n % 2 === 0
    const odd = n % 20
    const at = atTime(plusDays(since, 1 + (n % 60)), 8 + (n % 12), prng.int(0, 59), prng.int(0, 59))
    const rank = prng.pick([0, 1, 1, 1, 2, 2, 2, 3])
    const doctor = await stage.existingWithCode(authenticationDoctor, at, who, {
      doctorName: doctorName(n),
      gender: female ? 2 : 1,
      phone: phoneOf(n + 1),
      idCardNumber: idCardOf(n, female),
      hospitalName: hospitalName((n * 7) % 60),
      ...regionOf(hospitalName((n * 7) % 60)),
      departmentName: prng.pick(DEPARTMENTS),
      title: TITLES[rank],
      doctorLevel: rank === 0 ? 3 : rank === 1 ? 2 : 1,
      bankName: BANKS[n % BANKS.length],
      bankAccount: bankAccountOf(n + 1, lastDigitOf(n)),
      certStatus:
        odd === 19
          ? certStatus.inProgress
          : odd === 18
            ? certStatus.rejected
            : odd === 17
              ? certStatus.none
              : certStatus.certified,
      faceStatus:
        odd === 19
          ? faceStatus.waiting
          : odd === 18
            ? faceStatus.failed
            : odd === 17
              ? faceStatus.none
              : faceStatus.passed,
      protocolStatus:
        odd === 17
          ? protocolStatus.toSign
          : odd === 15
            ? protocolStatus.refused
            : odd === 14
              ? protocolStatus.voided
              : protocolStatus.agreed,
      blackStatus: n % 97 === 6 ? 1 : 0,
      registerTime: at,
    })
    await signing(stage, authenticationDoctor, dayAfter(at, n), operations, doctor, doctorOutcome(n))
    made.push(nowOf(stage, authenticationDoctor, doctor.id))
  }
  return made
}

/** May be paid: certified, and in agreement. Only these appear in settlements. */
export const payable = (d: Doctor): boolean =>
  d.certStatus === certStatus.certified &&
  d.faceStatus === faceStatus.passed &&
  d.protocolStatus === protocolStatus.agreed
