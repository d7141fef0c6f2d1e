/** A record of a list: where it is asked for, and what it is chosen by. */
interface Sought {
  /** Path below `/api`. */
  readonly list: string
  readonly method?: 'GET' | 'POST'
  readonly filter?: Readonly<Record<string, string | number>>
}

/** A screen that a picture is taken of. */
export interface Shown {
  /** Name of the file, without language and width. */
  readonly name: string
  /** One line of docs/screens/README.md: what it is. */
  readonly says: string
  /** Address; `:id` is a record of `of`. */
  readonly path: string
  readonly of?: Sought
  /** Who looks at it (account of the demo); the platform administrator where nothing is said. */
  readonly as?: string
  /** Keys that are pressed before the picture is taken. */
  readonly keys?: readonly string[]
}

/** The screens whose pictures are kept in docs/screens, as their users' work begins with them. */
export const kept: readonly Shown[] = [
  {
    name: 'company',
    says: 'Entrusted company: facts, business information, members, accounts, history',
    path: '/entrustedcompany/detail/:id/0',
    of: { list: 'blade-csc/entrustedCompany/list', filter: { enableStatus: 1 } },
    as: 'ops',
  },
  {
    name: 'company-edit',
    says: 'Entrusted company: edit',
    path: '/entrustedcompany/edit/:id',
    of: { list: 'blade-csc/entrustedCompany/list', filter: { enableStatus: 1 } },
    as: 'ops',
  },
  {
    name: 'doctor',
    says: 'Certified doctor',
    path: '/authenticationDoctor/detail/:id/0',
    of: { list: 'blade-authenticationDoctor/list', filter: { certStatus: 2 } },
    as: 'ops',
  },
  {
    name: 'case-report',
    says: 'Case-collection report with its answers',
    path: '/caseCollectionReport/detail/:id',
    of: { list: 'blade-act/caseCollectionReport/list', method: 'POST' },
    as: 'ops',
  },
  {
    name: 'case-template',
    says: 'Builder of a case-collection template',
    path: '/casecollectiontemplate/edit/:id',
    of: { list: 'blade-act/caseCollectionTemplate/list', filter: { templateStatus: 0 } },
    as: 'ops',
  },
  {
    name: 'meeting-plan',
    says: 'Activity plan of a meeting: edit',
    path: '/activityPlan/meeting/edit/:id',
    of: { list: 'blade-act/activityPlan/list', filter: { planType: 1 } },
    as: 'ops',
  },
  {
    name: 'meeting',
    says: 'Meeting with its evidence',
    path: '/meeting/detail/:id',
    of: { list: 'blade-act/meeting/list', filter: { meetingStatus: 2, confirmStatus: 1 } },
    as: 'ops',
  },
  {
    name: 'result-order',
    says: 'Result order',
    path: '/resultOrder/detail/:id',
    of: { list: 'blade-svc/resultOrder/list', filter: { resultStatus: 3 } },
    as: 'ops',
  },
  {
    name: 'company-invoice-edit',
    says: 'Company invoice: edit',
    path: '/entrustedInvoice/edit/:id',
    of: { list: 'blade-svc/entrustedInvoice/list', filter: { invoiceStatus: 0 } },
    as: 'tax',
  },
  {
    name: 'tax-return',
    says: 'Summary tax return',
    path: '/summarytaxreturns/detail/:id',
    of: { list: 'blade-svc/summaryTaxReturns/list', filter: { returnsStatus: 3 } },
    as: 'tax',
  },
  {
    name: 'prepaid-records',
    says: 'Records of a prepaid account',
    path: '/entrustedaccount/entrustedAccountRecord/:id',
    of: { list: 'blade-pay/entrustedAccount/list', filter: { accountStatus: 1 } },
    as: 'fin',
  },
  {
    name: 'content-edit',
    says: 'Content: edit',
    path: '/contentManagement/contentEdit/:id',
    of: { list: 'blade-contentManagement/page', filter: { status: 0 } },
    as: 'content',
  },
  {
    name: 'dictionaries',
    says: 'System dictionaries: parents and their entries',
    path: '/dict-horizontal/index',
    keys: ['ArrowRight'],
  },
  {
    name: 'dictionary-tree',
    says: 'Business dictionaries as a tree',
    path: '/dict-vertical/index',
    keys: ['ArrowRight'],
  },
  { name: 'users', says: 'Users', path: '/system/user' },
]
