import { expect } from 'vitest'
import type { Client } from '../api.ts'
import { commandTitle, type Hands, valueTitle } from '../hands/hands.ts'
import type { Persons } from '../moneyWalk.ts'
import { addUser, closed, found, type Ground, listed, stands } from './people.ts'
import { COMPANY, PARTNER, png } from './setUp.ts'

const EMPLOYEE = '王活动'
const DOCTOR = '李医生'
const PROJECT = '病例征集（标准）'
const TEMPLATE = '标准病例表'
const PLAN = '远图平片病例征集'
/** Days that everything of the first day is within. */
const DAYS = { from: '2024-07-01', to: '2024-12-31' } as const
/** Identity number whose face check the provider's sandbox passes. */
const ID_NUMBER = '320502198202031042'

/** The company is admitted, e-signs, has a partner, an employee and an administrator; returns the one who looks at its books. */
export async function company(ground: Ground, c: Client, sit: Persons): Promise<Hands> {
  const [admin, ops, ops2, fin] = [await sit('admin'), await sit('ops'), await sit('ops2'), await sit('fin')]
  const of = 'blade-csc/entrustedCompany'
  const named = { name_equal: COMPANY }
  await ops.openList('entrustedCompany')
  await ops.take('entrustedCompany.add', stands(c, of, named), {
    texts: { name: COMPANY },
    file: png('licenseUrl', '营业执照'),
    // the register fills in what it knows
    meanwhile: async () => {
      await ops.press(commandTitle('entrustedCompany.getTycBaseInfo', ops.language))
      await ops.page.getByText(/已按工商登记填入|filled in from the register/).waitFor()
    },
  })
  await ops2.openQueue('admission', 'company')
  await ops2.find(COMPANY)
  await ops2.take('entrustedCompany.audit.pass', stands(c, of, named, { auditStatus: 1, enableStatus: 1 }))
  await ops.openList('entrustedCompany')
  await ops.find(COMPANY)
  await ops.openRecord(COMPANY)
  await ops.take('entrustedCompany.esign.register', stands(c, of, named, { esignStatus: 1 }))
  const rel = 'blade-csc/entrustedThirdRel'
  await ops.openList('entrustedThirdRel')
  await ops.take('entrustedThirdRel.add', async () => (await listed(c, rel)).length > 0, {
    texts: { entrustedId: COMPANY, thirdPlatformId: PARTNER, thirdType: '1', taxItemCodes: 'TI02' },
  })
  await fin.openQueue('admission', 'partner')
  await fin.find(COMPANY)
  await fin.take('entrustedThirdRel.audit.pass', async () => (await listed(c, rel))[0]?.auditStatus === 1)
  await ops.openList('entrustedEmployee')
  await ops.take('entrustedEmployee.add', stands(c, 'blade-csc/entrustedEmployee', { name_equal: EMPLOYEE }), {
    texts: { entrustedCompanyId: COMPANY, employeeNumber: 'E001', name: EMPLOYEE },
  })
  return addUser(ground, admin, c, sit, ['ca001', '企业管理员甲', '企业管理员', COMPANY])
}

/**
 * Records that plans of activities need: product, service project, template, budget, and money in the prepaid account.
 */
export async function means(c: Client, sit: Persons): Promise<void> {
  const [ops, boss, fin, fin2, cashier] = [
    await sit('ops'),
    await sit('ca001'),
    await sit('fin'),
    await sit('fin2'),
    await sit('cashier'),
  ]
  await ops.openList('baseProduct')
  await ops.take('baseProduct.add', stands(c, 'blade-sys/baseProduct', { productCode_equal: 'P001' }), {
    texts: { entrustedCompanyId: COMPANY, productCode: 'P001', productName: '远图平片' },
  })
  const projects = 'blade-act/activityServiceProject'
  await ops.openList('activityServiceProject')
  await ops.take('activityServiceProject.add', stands(c, projects, { name_equal: PROJECT }), {
    texts: {
      name: PROJECT,
      projectType: valueTitle('activityServiceProject', 'projectType', 3, ops.language),
      taxItemCode: 'TI02',
      feeMin: '100',
      feeMax: '5000',
      unitFee: '3000',
    },
  })
  const templates = 'blade-act/caseCollectionTemplate'
  await ops.openList('caseCollectionTemplate')
  await ops.take('caseCollectionTemplate.add', stands(c, templates, { name_equal: TEMPLATE }), {
    texts: { name: TEMPLATE },
    meanwhile: () => ops.addPart('主诉'),
  })
  await ops.openList('caseCollectionTemplate')
  await ops.find(TEMPLATE)
  await ops.take('caseCollectionTemplate.enable', stands(c, templates, { name_equal: TEMPLATE }, { templateStatus: 1 }))
  const budgets = 'blade-svc/budgetOrder'
  await boss.openList('budgetOrder')
  await boss.take('budgetOrder.add', async () => (await listed(c, budgets)).length > 0, {
    texts: { name: '首日预算', periodStart: DAYS.from, periodEnd: DAYS.to, budgetAmount: '10000' },
  })
  const [budget] = await listed(c, budgets)
  const code = String(budget?.code)
  await boss.openList('budgetOrder')
  await boss.find(code)
  await boss.openRecord(code)
  await boss.take('budgetOrder.submit', stands(c, budgets, { code_equal: code }, { budgetStatus: 1 }))
  await fin.openQueue('budgetOrder', 'audit')
  await fin.find(code)
  await fin.take('budgetOrder.audit.pass', stands(c, budgets, { code_equal: code }, { budgetStatus: 2 }))
  const prepaid = 'blade-pay/entrustedAccountPrepay'
  await cashier.openList('entrustedAccountPrepay')
  await cashier.take('entrustedAccountPrepay.add', async () => (await listed(c, prepaid)).length > 0, {
    texts: {
      entrustedCompanyId: COMPANY,
      paymentType: '1',
      chargeType: '1',
      recordAmount: '5000',
      bankSerialNo: 'CMB0001',
    },
    file: png('recordVoucher', '回单'),
  })
  const paid = String((await listed(c, prepaid))[0]?.code)
  await fin2.openQueue('entrustedAccountPrepay', 'submitReview')
  await fin2.find(paid)
  await fin2.take('entrustedAccountPrepay.review.pass', stands(c, prepaid, { code_equal: paid }, { confirmStatus: 1 }))
}

/** The signing of the newest agreement with the doctor is asked about until it is signed. */
async function signed(ops: Hands, c: Client, protocolType: number): Promise<void> {
  const protocols = 'blade-ts/tenderDoctorProtocols'
  const one = { protocolType_equal: protocolType }
  const sent = async () => {
    const [row] = await listed(c, protocols, one)
    return row?.agreementStatus === 1 || (row?.signStatus === 1 && Boolean(row.signFlowId))
  }
  await expect.poll(sent, { timeout: 60_000, interval: 200 }).toBe(true)
  const { protocolCode, agreementStatus } = await found(c, protocols, one)
  // the clock was quicker
  if (agreementStatus === 1) return
  await ops.openList('tenderDoctorProtocols')
  await ops.find(String(protocolCode))
  await ops.openRecord('协议')
  await ops.take('tenderDoctorProtocols.querySign', stands(c, protocols, one, { agreementStatus: 1 }))
}

/** A doctor is added with his papers, certified by another person, and signs the frame agreement. */
export async function doctor(c: Client, sit: Persons): Promise<void> {
  const [ops, ops2] = [await sit('ops'), await sit('ops2')]
  const of = 'blade-authenticationDoctor'
  const named = { doctorName_equal: DOCTOR }
  await ops.openList('authenticationDoctor')
  await ops.take('authenticationDoctor.add', stands(c, of, named), {
    texts: {
      doctorName: DOCTOR,
      gender: '1',
      phone: '13900000022',
      hospitalName: '苏州市第一医院',
      idCardNumber: ID_NUMBER,
      practiceCertNo: '110320500001235',
      bankName: '招商银行',
      bankAccount: '6214830000000011',
    },
    file: [png('idCardFront', '正面'), png('idCardBack', '反面'), png('practiceCert', '执业证')],
  })
  const records = 'blade-csc/customerCertificationRecord'
  const checked = (faceStatus: number) => async () => (await listed(c, records))[0]?.faceStatus === faceStatus
  await expect.poll(async () => (await listed(c, records))[0]?.threeElement, { timeout: 60_000 }).toBe(1)
  await ops2.openQueue('admission', 'certification')
  await ops2.find(DOCTOR)
  // without a face nobody is certified: the page says so, and what there is to do about it
  await ops2.refused('customerCertificationRecord.audit.pass', /人脸核验|face/i)
  await ops2.take('customerCertificationRecord.resendFaceSms', checked(3))
  // asked about before it is set up, the check is refused
  const asked = async () =>
    (await listed(c, 'blade-intent', { port: 'baiduFace' })).find((i) => i.portCall === 'faceInit')
  await expect.poll(async () => (await asked())?.intentStatus, { timeout: 60_000 }).toBe(3)
  await ops2.take('customerCertificationRecord.refreshFaceVerify', checked(1))
  await ops2.sees('customerCertificationRecord', 'faceStatus', 1)
  await ops2.take(
    'customerCertificationRecord.audit.pass',
    async () => (await listed(c, records))[0]?.approvalStatus === 1,
  )
  await ops.openList('authenticationDoctor')
  await ops.find(DOCTOR)
  await ops.openRecord(DOCTOR)
  await ops.take('authenticationDoctor.esign.register', stands(c, of, named, { esignStatus: 1 }))
  await ops.take(
    'authenticationDoctor.generateProtocol',
    async () => (await listed(c, 'blade-ts/tenderDoctorProtocols')).length > 0,
  )
  await signed(ops, c, 1)
}

/** From the plan to the doctor's order. */
export async function activity(c: Client, sit: Persons): Promise<void> {
  const [boss, ops, ops2] = [await sit('ca001'), await sit('ops'), await sit('ops2')]
  const plans = 'blade-act/caseCollection'
  const named = { name_equal: PLAN }
  const budget = String((await listed(c, 'blade-svc/budgetOrder'))[0]?.code)
  await boss.openList('caseCollection')
  await boss.take('caseCollection.add', stands(c, plans, named), {
    texts: {
      name: PLAN,
      templateId: TEMPLATE,
      baseEmployeeId: EMPLOYEE,
      activityServiceProjectId: PROJECT,
      invitationStartDate: DAYS.from,
      invitationEndDate: DAYS.to,
      planSearchNum: '1',
      budgetOrderId: budget,
    },
  })
  await boss.openList('caseCollection')
  await boss.find(PLAN)
  await boss.openRecord(PLAN)
  await boss.take(
    'caseCollection.inviteDoctors',
    async () => (await listed(c, 'blade-act/caseCollectionDoctor')).length > 0,
    {
      texts: { doctorIds: DOCTOR },
    },
  )
  await signed(ops, c, 2)
  await boss.take('caseCollection.start', stands(c, plans, named, { planStatus: 1 }))
  const reports = 'blade-act/caseCollectionReport'
  await ops.openList('caseCollectionReport')
  await ops.take('caseCollectionReport.add', async () => (await listed(c, reports)).length > 0, {
    texts: { caseCollectionId: PLAN, doctorId: DOCTOR, collectData: '反复胸闷三月' },
    file: png('files', '检查报告'),
  })
  const [report] = await listed(c, reports)
  const code = String(report?.codeNumber)
  const is = (state: Record<string, number>) => stands(c, reports, { id_equal: report?.id ?? '' }, state)
  // the person who entered the report does not review it
  await ops.openQueue('reports', 'case')
  await ops.find(code)
  await closed(ops, 'caseCollectionReport.audit.pass')
  await ops2.openQueue('reports', 'case')
  await ops2.find(code)
  await ops2.take('caseCollectionReport.audit.pass', is({ approvalStatus: 1 }))
  await boss.openQueue('reports', 'caseAccept')
  await boss.find(code)
  await boss.take('caseCollectionReport.confirm.pass', is({ confirmStatus: 1 }))
  expect(await found(c, 'blade-svc/orderDoctor', {})).toMatchObject({ feeAmount: '3000.00', doctorName: DOCTOR })
}
