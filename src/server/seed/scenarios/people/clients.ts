import type { RowOf } from '../../../../model/language/resource.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { baseProduct } from '../../../../model/people/baseProduct.ts'
import { doctorEmployeeRel } from '../../../../model/people/doctorEmployeeRel.ts'
import { entrustedCompanyMember } from '../../../../model/people/entrustedCompanyMember.ts'
import { entrustedDept } from '../../../../model/people/entrustedDept.ts'
import { entrustedEmployee } from '../../../../model/people/entrustedEmployee.ts'
import { entrustedThirdRel } from '../../../../model/people/entrustedThirdRel.ts'
import { TAX_ITEMS } from '../../../domains/administration/access/outfit/taxItems.ts'
import { DISEASES, doctorName } from '../../values/names.ts'
import { idCardOf, phoneOf } from '../../values/numbers.ts'
import { atTime, plusDays, workdayBefore } from '../../values/times.ts'
import { partnerAt, partnersOf } from '../stage/plan.ts'
import type { Character, Stage } from '../stage/stage.ts'
import type { Company, Doctor, Partner } from './parties.ts'

const { auditStatus } = statesOf(entrustedThirdRel)

const DEPTS = ['市场部', '医学部', '销售部'] as const
const LINES = ['心血管线', '代谢线', '呼吸线'] as const
const JOBS = ['学术专员', '高级学术专员', '区域经理', '产品经理'] as const
/** Employees of each company. */
const STAFF = 10

/** Fields that a record copies of its company. */
export const copiedOf = (c: Company) => ({
  entrustedCompanyId: c.id,
  entrustedCompanyName: c.name,
  socialCreditCode: c.socialCreditCode,
})

/** Products, departments and employees of a company. */
async function addPeopleOf(
  stage: Stage,
  { operations: who, employee }: Staff,
  c: Company,
  n: number,
): Promise<Employee[]> {
  const day = plusDays(c.createTime, 3)
  const products: RowOf<typeof baseProduct>[] = []
  for (const [i, line] of LINES.entries())
    products.push(
      await stage.existing(baseProduct, atTime(day, 9, i), who, {
        ...copiedOf(c),
        productCode: `P${String(n + 1).padStart(2, '0')}${i + 1}`,
        productName: `${c.shortName ?? ''}${['平', '舒', '安'][i]}片`,
        genericName: `${DISEASES[(n + i) % DISEASES.length]}治疗药`,
        productLine: line,
        spec: ['10mg×7片', '20mg×14片', '5mg×28片'][i],
        approvalNumber: `国药准字H99${String(n * 10 + i).padStart(6, '0')}`,
        enableStatus: i === 2 && n % 4 === 3 ? 0 : 1,
      }),
    )
  const head = await stage.existing(entrustedDept, atTime(day, 10), who, {
    ...copiedOf(c),
    deptName: '总部',
    deptCode: '00',
    sort: 1,
  })
  const depts: RowOf<typeof entrustedDept>[] = []
  for (const [i, deptName] of DEPTS.entries())
    depts.push(
      await stage.existing(entrustedDept, atTime(day, 10, i + 1), who, {
        ...copiedOf(c),
        parentId: head.id,
        deptName,
        deptCode: `0${i + 1}`,
        sort: i + 2,
      }),
    )
  const made: Employee[] = []
  for (let i = 0; i < STAFF; i += 1) {
    const number = n * STAFF + i
    const [dept, product] = [depts[i % depts.length], products[i % products.length]]
    made.push(
      await stage.existing(entrustedEmployee, atTime(day, 11, i), who, {
        ...copiedOf(c),
        employeeNumber: `E${String(number + 1).padStart(4, '0')}`,
        // the first of the first company is the one who signs in
        name: number === 0 ? employee.name : doctorName(5000 + number),
        userId: number === 0 ? employee.id : null,
        phone: phoneOf(70_000_000 + number),
        idCardNumber: idCardOf(6000 + number, i % 2 === 0),
        email: `e${String(number + 1).padStart(4, '0')}@example.com`,
        deptId: dept?.id,
        deptName: dept?.deptName,
        productIds: product ? [product.id] : [],
        productNames: product?.productName,
        jobTitle: JOBS[i % JOBS.length],
        enableStatus: i === STAFF - 1 ? 0 : 1,
      }),
    )
  }
  return made
}
type Employee = RowOf<typeof entrustedEmployee>

/** Members of a company in its portal; finance of every third is switched off by operations. */
async function addMembers(stage: Stage, who: Character, c: Company, n: number): Promise<void> {
  const day = workdayBefore(plusDays(c.createTime, 4))
  for (const [i, memberType] of ([1, 2, 3, 4] as const).entries()) {
    const { id } = await stage.existing(entrustedCompanyMember, atTime(day, 9, i), who, {
      ...copiedOf(c),
      name: i === 0 ? c.legalPerson : doctorName(7000 + n * 4 + i),
      phone: phoneOf(75_000_000 + n * 4 + i),
      memberType,
    })
    if (memberType === 3 && n % 3 === 2)
      stage.agenda.at(atTime(day, 15), async () => {
        await stage.as(who).decide({ resource: 'entrustedCompanyMember', id, transition: 'disable' })
      })
  }
}

/** The codes of the tax items that a company's `nth` fiscal-tax company takes. */
const itemsOf = (company: number, nth: number): string =>
  TAX_ITEMS.flatMap((tax, item) => (partnerAt(company, item) === nth ? [tax.code] : [])).join()

/** Partners of a company, each for tax items of its own, let pass by finance; of those that wait, some were rejected. */
async function addLinks(
  stage: Stage,
  { operations, finance }: { readonly operations: Character; readonly finance: Character },
  c: Company,
  n: number,
  partners: readonly Partner[],
): Promise<void> {
  const day = workdayBefore(plusDays(c.createTime, 5))
  for (const [i, partner] of partners.entries()) {
    const kind = partner.thirdType === 2 ? 2 : 1
    const { id } = await stage.existing(entrustedThirdRel, atTime(day, 9, i), operations, {
      entrustedId: c.id,
      entrustedName: c.name,
      thirdPlatformId: partner.id,
      thirdPlatformName: partner.name,
      thirdType: kind,
      taxItemCodes: kind === 1 ? itemsOf(n, i) : '',
      contractNo: `HT${String(n + 1).padStart(3, '0')}${i + 1}`,
      startDate: day,
      endDate: plusDays(stage.today, 365),
    })
    if (c.auditStatus === auditStatus.pending) continue
    if (n % 5 === 4 && i === partners.length - 1) continue
    const transition =
      c.auditStatus === auditStatus.rejected || (n % 4 === 3 && kind === 2) ? 'audit.reject' : 'audit.pass'
    stage.agenda.at(atTime(day, 14, i), async () => {
      await stage.as(finance).decide({
        resource: 'entrustedThirdRel',
        id,
        transition,
        ask: transition === 'audit.reject' ? { remark: '合同未盖章，请重新上传' } : {},
      })
    })
  }
}

/** Operations and finance staff of the demo. */
export interface Staff {
  readonly operations: Character
  readonly finance: Character
  /** An employee of the first company who signs in. */
  readonly employee: Character
}

/** People, products and partners of every company, and who looks after which doctors. */
export async function addClients(
  stage: Stage,
  staff: Staff,
  companies: readonly Company[],
  doctors: readonly Doctor[],
  partners: { readonly fiscal: readonly Partner[]; readonly providers: readonly Partner[] },
): Promise<void> {
  for (const [n, c] of companies.entries()) {
    await addLinks(stage, staff, c, n, [...partners.fiscal.slice(0, partnersOf(n)), ...partners.providers.slice(0, 1)])
    // companies that were not admitted have nobody on the platform yet
    if (c.auditStatus !== auditStatus.approved) continue
    const employees = await addPeopleOf(stage, staff, c, n)
    await addMembers(stage, staff.operations, c, n)
    for (const [i, d] of doctors
      .filter((_, at) => at % companies.length === n)
      .slice(0, 14)
      .entries()) {
      const employee = employees[i % (STAFF - 1)]
      if (!employee) continue
      await stage.existing(doctorEmployeeRel, atTime(plusDays(c.createTime, 6), 9, i), staff.operations, {
        ...copiedOf(c),
        employeeId: employee.id,
        employeeName: employee.name,
        doctorId: d.id,
        doctorName: d.doctorName,
        hospitalName: d.hospitalName,
        relType: i % 3 === 2 ? 2 : 1,
      })
    }
  }
}
