import { creditCheck, idCardCheck } from '../../../../src/model/values/officialNumbers.ts'
import { tokenOf } from '../../../../src/server/ports/baiduFace/sandbox.ts'
import { PICTURE } from './deliverables.ts'
import { type Listed, type People, until } from './people.ts'

/** Identity numbers whose face the sandbox takes for theirs and whose card it reads as it was typed. */
function idNumbers(count: number): string[] {
  const found: string[] = []
  for (let n = 1; found.length < count; n += 1) {
    const body = `32050219820203${String(n).padStart(3, '0')}`
    const number = `${body}${idCardCheck(body)}`
    if (tokenOf(number, 'k').startsWith('BF-PASSED') && !/[789X]$|0000$/.test(number)) found.push(number)
  }
  return found
}

/** Doctors are added by those whose turn it is, and their faces checked. Answers the ids of their certification records. */
export async function certifications(p: People, name: string, by: readonly string[]): Promise<string[]> {
  const numbers = idNumbers(by.length)
  const ids: string[] = []
  for (const [n, account] of by.entries()) {
    const file = async (of: string) => (await p.as(account)).putFile(`${of}.png`, PICTURE)
    const doctor = await p.post<Listed>(account, 'blade-authenticationDoctor/submit', {
      doctorName: `${name}${'甲乙丙丁戊己庚辛壬癸子丑'.charAt(n)}`,
      gender: 1,
      phone: `1390000${String(3001 + n)}`,
      hospitalName: '苏州市第一医院',
      idCardNumber: numbers[n],
      practiceCertNo: `1103205000${String(20001 + n)}`,
      bankName: '招商银行',
      bankAccount: `62148300000001${String(10 + n)}`,
      idCardFront: await file('正面'),
      idCardBack: await file('反面'),
      practiceCert: await file('执业证'),
    })
    const { id } = await p.one('admin', 'customerCertificationRecord', { customerId_equal: doctor.id })
    ids.push(id)
  }
  const all = async () => (await p.list('admin', 'customerCertificationRecord')).filter((r) => ids.includes(r.id))
  await until(async () => (await all()).every((r) => r.threeElement === 1), 'the elements are not checked')
  for (const id of ids) await p.post('ops2', 'blade-csc/customerCertificationRecord/resendFaceSms', { id })
  for (const id of ids) {
    const at = async () => (await p.one('ops2', 'customerCertificationRecord', { id_equal: id })).faceStatus
    await until(async () => (await at()) === 3, `no face is asked for of ${id}`)
    const ops2 = await p.as('ops2')
    await until(async () => {
      // refused while the check is being set up
      await ops2.get('blade-csc/customerCertificationRecord/refreshFaceVerify', { id })
      return (await at()) === 1
    }, `the face of ${id} is not known`)
  }
  return ids
}

const creditCode = (n: number): string => {
  const body = `91320500MA1X${String(10_001 + n)}`
  return `${body}${creditCheck(body)}`
}

/** Companies that wait to be admitted, added by those whose turn it is. */
export async function companies(p: People, name: string, by: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const [n, account] of by.entries()) {
    const { id } = await p.post<Listed>(account, 'blade-csc/entrustedCompany/addEntrustedCompany', {
      name: `${name}第${n + 1}医药有限公司`,
      socialCreditCode: creditCode(n),
      legalPerson: '王登记',
      platformFeeRate: '0.08',
      licenseUrl: await (await p.as(account)).putFile('营业执照.png', PICTURE),
    })
    ids.push(id)
  }
  return ids
}

/** A new partner of companies, to be agreed to for each. */
export async function partners(p: People, name: string, by: readonly string[]): Promise<string[]> {
  const companies = await p.list('admin', 'entrustedCompany', { auditStatus_equal: 1, enableStatus_equal: 1 })
  const partner = await p.post<Listed>('admin', 'blade-csc/thirdPlatform/submit', {
    ...{ code: `P${name}`.slice(0, 30), name, thirdType: 2, socialCreditCode: creditCode(900) },
  })
  const ids: string[] = []
  for (const [n, account] of by.entries()) {
    const { id } = await p.post<Listed>(account, 'blade-csc/entrustedThirdRel/submit', {
      entrustedId: companies[n % companies.length]?.id,
      thirdPlatformId: partner.id,
      thirdType: 2,
    })
    ids.push(id)
  }
  return ids
}

/** Budgets that a company hands in. */
export async function budgets(p: People, name: string, by: readonly string[]): Promise<string[]> {
  const company = (await p.one('ca001', 'entrustedEmployee', {})).entrustedCompanyId
  const ids: string[] = []
  for (const [n, account] of by.entries()) {
    const made = await p.post<Listed>(account, 'blade-svc/budgetOrder/submit', {
      name: `${name}${n + 1}`,
      entrustedCompanyId: company,
      periodStart: '2024-06-01',
      periodEnd: '2024-12-31',
      budgetAmount: `${10_000 + n}`,
    })
    await p.post(account, 'blade-svc/budgetOrder/submitAudit', { id: made.id })
    ids.push(made.id)
  }
  return ids
}

/** Content that waits to be read, by those whose turn it is. */
export async function contents(p: People, name: string, by: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const [n, account] of by.entries()) {
    const { id } = await p.post<Listed>(account, 'blade-contentManagement/submit', {
      title: `${name}${n + 1}`,
      content: `<p>规律随访，按时复诊。第 ${n + 1} 篇。</p>`,
    })
    await p.post(account, 'blade-contentManagement/publish', { id })
    ids.push(id)
  }
  return ids
}

/** Wishes of a company's people. */
export async function wishes(p: People, name: string, by: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const [n, account] of by.entries()) {
    const { id } = await p.post<Listed>(account, 'blade-feedback/feedback/save', {
      title: `${name}${n + 1}`,
      content: `希望列表记住第 ${n + 1} 个筛选。`,
    })
    ids.push(id)
  }
  return ids
}
