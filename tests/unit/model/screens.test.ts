import { describe, expect, it } from 'vitest'
import { pages, resourceOf, resources } from '../../../src/model/business.ts'
import { isChoice } from '../../../src/model/language/fields/field.ts'
import { fieldOf } from '../../../src/model/language/resource.ts'
import { leaves } from '../../../src/model/menus/menus.ts'
import { matchRoute } from '../../../src/model/values/matchRoute.ts'
import { claimsOf, type ScreenKind } from '../../../src/model/values/routes.ts'

/** Screens of specification §2, compared with the declarations. */

const claims = [...resources.values()].flatMap((r) => claimsOf(r.routes).map((claim) => ({ of: r, claim })))
const screenAt = (path: string): ScreenKind | undefined =>
  claims.find(({ claim }) => matchRoute(claim.path, path) !== null)?.claim.screen

/** Layout routes, by what they show. */
const ADDRESSES: Readonly<Record<ScreenKind, string>> = {
  list:
    '/dict-horizontal/index /dict-vertical/index /entrustedInvoiceItem/detail/1 /summaryInvoiceDetail/detail/1 /summaryTaxCertDetail/detail/1 ' +
    '/integralDetail/integralDetail/1 /entrustedaccount/entrustedAccountRecord/1 /orderdoctosettlement/blackList ' +
    '/orderdoctosettlementpoint/blackList',
  detail: `${[
    'settlementOrderDoctor settlementOrderDoctorPoint settlementCycle servicepaymentorder tenderDoctorProtocols',
    'tenderentrustedprotocols feedback caseCollectionReport demoCaseCollectionReport patientEducationReport budgetorder',
    'orderdoctor orderentrusted medicationFeedbackReport demoMedicationFeedbackReport clinicalResearchReport',
    'demoClinicalResearchReport settlementOrderDoctorDetailOut orderdoctorpayment orderdoctorpaymentpoint meeting',
    'demoMeeting summarytaxreturns doctorlibrary handleApply professionalreviewreport demoProfessionalreviewreport',
    'entrustedTaxPaymentOrder resultOrderDetail customercertificationrecord entrustedInvoice entrustedInvoicePoint',
    'summaryInvoice summarytaxcert resultOrder resultOrderPoint casecollectiontemplate clinicalresearchtemplate',
    'activityServiceProject orderdoctosettlement orderdoctosettlementpoint',
  ]
    .join(' ')
    .split(' ')
    .map((name) => `/${name}/detail/1`)
    .join(
      ' ',
    )} /work/process/leave/detail/1/2 /work/process/leave/handle/1/2/3 /lecture1/detail/1 /lecture2/detail/1 /lecture3/detail/1 /lecture4/detail/1 /demoLecture1/detail/1 /demoLecture2/detail/1 /demoLecture3/detail/1 /demoLecture4/detail/1 /entrustedcompany/detail/1/0 /authenticationDoctor/detail/1/0 /customercertificationrecord/authenticationDoctorDetail/1 /platServiceFee/detail/1/2 /platServiceFeePoint/detail/1/2 /contentManagement/contentDetail/1`,
  add: '/work/process/leave/form/1 /feedback/feedbackAdd /entrustedcompany/add /resultOrder/add /resultOrderPoint/add /casecollectiontemplate/add /clinicalresearchtemplate/add /activityServiceProject/add /contentManagement/contentCreate',
  edit:
    '/entrustedcompany/edit/1 /authenticationDoctor/edit/1 /entrustedInvoice/edit/1 /entrustedInvoicePoint/edit/1 ' +
    '/summaryInvoice/edit/1 /summarytaxcert/edit/1 /casecollectiontemplate/edit/1 /clinicalresearchtemplate/edit/1 ' +
    '/activityServiceProject/edit/1 /contentManagement/contentEdit/1',
}

const PLANS = ['activityPlan', 'activityPlanPoint', 'demoActivityPlan'] as const
const KINDS = [
  'caseCollection',
  'medicationFeedback',
  'clinicalResearch',
  'meeting',
  'lecture',
  'professionalReview',
] as const

describe('addresses of the specification', () => {
  it.each(Object.entries(ADDRESSES) as [ScreenKind, string][])('%s screens', (screen, said) => {
    const wrong = said
      .split(' ')
      .filter((path) => screenAt(path) !== screen)
      .map((path) => `${path}: ${screenAt(path) ?? 'nothing'}`)
    expect(wrong).toEqual([])
  })

  it('plans of each kind are added, edited and viewed in all sets; meetings are added in the demo set only', () => {
    const wrong = PLANS.flatMap((set) =>
      KINDS.flatMap((kind) => {
        const added = kind !== 'meeting' || set === 'demoActivityPlan'
        const shown = {
          [`/${set}/${kind}/add`]: added ? 'add' : undefined,
          [`/${set}/${kind}/edit/1`]: 'edit',
          [`/${set}/${kind}/view/1`]: 'detail',
        }
        return Object.entries(shown).filter(([path, screen]) => screenAt(path) !== screen)
      }),
    )
    expect(wrong).toEqual([])
  })

  it('pages without a session', () => {
    const paths = ['/getSummaryInvoiceDetail/1', '/bdface/x', '/faceverify/1', '/transfer', '/detailSfe/1/0']
    const met = (path: string) => pages.some((page) => matchRoute(page.path, path) !== null)
    expect(paths.filter((path) => !met(path))).toEqual([])
  })
})

/** Areas of the menu, by the leaves they have among others. */
const AREAS: Readonly<Record<string, string>> = {
  'activities and plans':
    'lecture1 lecture2 lecture3 lecture4 meeting meetingTencent meetingDoctor meetingAttend meetingEvidence meetingCost ' +
    'tencentMeetingRecordlist tencentMeetingParticipants caseCollection caseCollectionReport clinicalResearch clinicalResearchReport ' +
    'patientEducation patientEducationReport knowledgeCreation professionalReview professionalReviewReport medicationFeedbackReport',
  'people and companies':
    'authenticationDoctor doctorLibrary customerCertificationRecord entrustedCompany entrustedEmployee entrustedDept entrustedThirdRel userBlacklist',
  money:
    'servicePaymentOrder budgetOrder settlementCycle settlementOrder resultOrder entrustedInvoice summaryInvoice summaryTaxReturns ' +
    'summaryTaxCert orderDoctorPayment entrustedAccount dmanInternalTransfer pointsAccount rule reconciliationInfo',
  content: 'contentManagement commenManagement feedback quickReply smsLog tenderInfoFile bidRecord',
  'system administration':
    'user role menu topmenu tenant tenantPackage dept post region dict dictBiz param dataScope apiScope logUsual logApi logError ' +
    'code flowModel todo done oss appVersion shortUrlManage client',
}

describe('areas of the menu', () => {
  const codes = new Set([...leaves()].map(({ leaf }) => leaf.code))
  it.each(Object.entries(AREAS))('%s', (_, said) =>
    expect(said.split(' ').filter((code) => !codes.has(code))).toEqual([]),
  )
})

/** Configured tables: what they show, are searched by and allow; `off`: operations that they do not. */
interface Table {
  readonly columns?: string
  readonly only?: boolean
  readonly search?: string
  readonly on?: string
  readonly off?: string
  readonly dialogWidth?: number
}

const TABLES: Readonly<Record<string, Table>> = {
  tenantPackage: { on: 'add edit delete', dialogWidth: 600 },
  pointsAccount: {
    columns: 'userName phone points',
    only: true,
    search: 'userName phone',
    off: 'add edit delete',
  },
  tencentMeetingRecordinfo: { on: 'view' },
  quickReply: { columns: 'moduleCode content', search: 'moduleCode' },
  apiMessagePool: { columns: 'messageStatus' },
  contractActivity: { columns: 'agreementStatus' },
  professionalReview: { columns: 'planStatus planEndedMark' },
  lectureContent: { columns: 'materialType' },
  pointInfo: { on: 'view' },
  param: { on: 'view add edit', columns: 'paramName paramKey paramValue' },
  contentManagement: { columns: 'viewCount likeCount commentCount forwardCount status' },
  tencentMeetingEventsRecording: { on: 'view' },
  tencentMeetingParticipants: { columns: 'joinTime leftTime' },
  doctorTemp: { off: 'add edit' },
  professionalReviewResource: { columns: 'type' },
  lectureDoctor: { on: 'view' },
  caseCollectionReport: { columns: 'approvalStatus confirmStatus' },
  rule: { columns: 'status', search: 'status' },
  commenManagement: { columns: 'interaction status' },
  tencentMeetingRecordlist: { columns: 'state' },
  dict: { on: 'view add edit delete', dialogWidth: 880 },
  dictBiz: {
    dialogWidth: 880,
    on: 'view add edit delete',
    columns: 'code dictValue dictKey sort isSealed',
    search: 'code dictValue',
  },
}

describe('configured tables', () => {
  it.each(Object.entries(TABLES))('%s', (id, said) => {
    const r = resourceOf(id)
    const words = (text = '') => text.split(' ').filter(Boolean)
    const missing = (all: readonly string[], wanted: string | undefined) =>
      words(wanted).filter((w) => !all.includes(w))
    expect({
      fields: words(said.columns).filter((name) => !fieldOf(r, name)),
      columns: missing(r.list.columns, said.columns),
      more: said.only ? r.list.columns.filter((name) => !words(said.columns).includes(name)) : [],
      search: missing([...r.list.search, ...(r.list.filters ?? [])], said.search),
      on: missing(r.operations, said.on),
      off: words(said.off).filter((o) => (r.operations as readonly string[]).includes(o)),
      dialogWidth: r.dialogWidth,
    }).toEqual({ fields: [], columns: [], more: [], search: [], on: [], off: [], dialogWidth: said.dialogWidth })
  })

  it('numbers mean what the specification says', () => {
    const meant = (id: string, name: string, value: number) => {
      const f = fieldOf(resourceOf(id), name)
      return f && isChoice(f) ? f.values[value]?.[0] : undefined
    }
    expect([meant('rule', 'status', 0), meant('rule', 'status', 1)]).toEqual(['有效', '无效'])
    expect(meant('professionalReviewResource', 'type', 1)).toBe('文章')
  })
})
