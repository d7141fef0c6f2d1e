import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { flag, text } from '../language/fields/field.ts'
import type { RoleAlias } from '../language/role.ts'
import type { Label } from '../values/label.ts'

/** Something a tenant needs before its first activity can be paid. */
export interface FirstStep {
  readonly code: string
  readonly title: Label
  /** Precondition of the step. */
  readonly needs: Label
  /** The resource that is worked on: who may not see it is not told of the step; its list is where the step leads. */
  readonly of: string
  /**
   * The transition or call that completes the step and whose permission it needs: a step of a resource or a call by its
   * id; without it adding a record of the resource (server/domains/administration/access/firstSteps.ts).
   */
  readonly by?: { readonly of: string; readonly step: string } | { readonly call: string }
  /** So many users in use have to hold a role. */
  readonly users?: { readonly role: RoleAlias; readonly least: number }
}

/** Users of a role, as a step. */
const users = (role: RoleAlias, least: number, name: Label, why: Label): FirstStep => ({
  code: `users.${role}`,
  title: [`用户：${name[0]}`, `Users: ${name[1]}`],
  needs: [
    `至少 ${least} 名启用的用户拥有该角色（${why[0]}）`,
    `At least ${least} active ${least === 1 ? 'user has' : 'users have'} this role (${why[1]})`,
  ],
  of: 'user',
  by: { call: 'user.grant' },
  users: { role, least },
})

/** Set-up steps before the first activity of a tenant can be paid (domain §13), in their order. */
export const firstSteps = [
  users(
    'administrator',
    2,
    ['平台管理员', 'platform administrators'],
    [
      '受保护的设置由两人变更；7 天内不由账号的创建人与本人互相复核，首日须有第三名，由第二名创建',
      'two change what is guarded; who made an account and its owner do not agree to each other for 7 days: on the first day a third one is needed, made by the second',
    ],
  ),
  users('ops', 2, ['运营审核员', 'operations reviewers'], ['一人录入，另一人审核', 'one enters, another one reviews']),
  users('finance', 2, ['财务', 'finance'], ['一人经办，另一人复核', 'one makes, another one reviews']),
  users('cashier', 1, ['出纳', 'cashiers'], ['收款与付款', 'what comes in and goes out']),
  users('tax', 1, ['税务', 'tax staff'], ['税率、开票与申报', 'rates, invoices and returns']),
  {
    code: 'ports',
    title: ['外部接口', 'Partners of the system'],
    needs: [
      '服务器配置各接口的地址与密钥，发送短信另须配置本平台的对外地址 PUBLIC_URL；试用时在系统参数中改为 sandbox，由另一名管理员复核',
      'The server names address and key of each partner, and for short messages its own address, PUBLIC_URL; to try it out, their parameters are set to sandbox and another administrator agrees',
    ],
    of: 'param',
  },
  {
    code: 'partner',
    title: ['财税公司', 'Fiscal-tax company'],
    needs: [
      '在“第三方平台”中新增：类型为财税公司，填写开户行与银行账号（税费付往此账号）',
      'A third party of the kind fiscal-tax company, enabled, with its bank and account: taxes are paid to it',
    ],
    of: 'thirdPlatform',
  },
  {
    code: 'taxRate',
    title: ['税目税率', 'Tax rates'],
    needs: [
      '一条今日有效、属于某财税公司的税率：编辑示例，逐项核对，选择财税公司并启用，由另一人复核',
      'A rate in force today at a fiscal-tax company: edit an example, check each figure, choose the company and enable it; another person agrees',
    ],
    of: 'taxItemRate',
  },
  {
    code: 'platformUnit',
    title: ['平台子单元', 'Unit of the platform'],
    needs: [
      '一个属于平台的正常子单元，用于收取服务费：一人“开通子单元”，另一人复核，由银行开通',
      'A unit of the platform in use, which takes in its fees: one person asks for it, another one checks it, the bank opens it',
    ],
    of: 'tradingManagerInfo',
  },
  {
    code: 'company',
    title: ['委托企业', 'Client company'],
    needs: ['一家审核通过、启用且已设服务费率的企业', 'A company that is admitted and enabled, with its fee rate'],
    of: 'entrustedCompany',
  },
  {
    code: 'account',
    title: ['预存账户', 'Prepaid account'],
    needs: [
      '该企业的一个正常的预存账户，企业准入时自动开立',
      'A prepaid account of a company, in use: opened when the company is admitted',
    ],
    of: 'entrustedAccount',
    by: { of: 'entrustedCompany', step: 'audit.pass' },
  },
  {
    code: 'companyUnit',
    title: ['企业子单元', 'Unit of the company'],
    needs: [
      '该企业的一个正常的子单元：企业准入后由银行开通，未开通时在企业上“开通子单元”',
      'A unit of a company, in use: the bank opens it once the company is admitted; where it did not, ask for it again at the company',
    ],
    of: 'entrustedCompany',
    by: { of: 'entrustedCompany', step: 'unit.open' },
  },
  {
    code: 'link',
    title: ['企业合作方', 'Partner of the company'],
    needs: [
      '一条审核通过、今日有效的企业与财税公司的合作',
      'A link of a company to a fiscal-tax company, passed and valid today',
    ],
    of: 'entrustedThirdRel',
  },
  users(
    'companyAdmin',
    1,
    ['企业管理员', 'company administrators'],
    ['由企业确认与付款', 'the company confirms and pays'],
  ),
  {
    code: 'employee',
    title: ['企业员工', 'Employee of the company'],
    needs: [
      '该企业一名启用的员工，作为活动负责人',
      'An employee of the company, enabled: each activity has one in charge',
    ],
    of: 'entrustedEmployee',
  },
  {
    code: 'product',
    title: ['产品', 'Product'],
    needs: ['一个启用的产品', 'A product that is enabled'],
    of: 'baseProduct',
  },
  {
    code: 'project',
    title: ['服务项目', 'Service project'],
    needs: ['一个启用的活动服务项目', 'A service project that is enabled'],
    of: 'activityServiceProject',
  },
  {
    code: 'template',
    title: ['模板', 'Template'],
    needs: ['一个启用的病例征集或临床调研模板', 'A template of case collection or clinical research that is enabled'],
    of: 'caseCollectionTemplate',
  },
  {
    code: 'budget',
    title: ['预算单', 'Budget'],
    needs: ['一张执行中的预算单', 'A budget that is active'],
    of: 'budgetOrder',
  },
  {
    code: 'doctor',
    title: ['医生', 'Doctor'],
    needs: [
      '一名已认证、已签框架协议且有银行账户的医生',
      'A doctor who is certified, under the frame agreement and has a bank account',
    ],
    of: 'authenticationDoctor',
    by: { of: 'customerCertificationRecord', step: 'audit.pass' },
  },
  {
    code: 'balance',
    title: ['预存余额', 'Prepaid balance'],
    needs: ['某预存账户有可用余额', 'Something available in a prepaid account'],
    of: 'entrustedAccountPrepay',
  },
] as const satisfies readonly FirstStep[]

/** Its page, while something is missing. */
export const FIRST_STEPS = { code: 'firstSteps', path: '/desk/firstSteps', permission: 'desk_firstSteps' } as const

const there = { required: '-' } as const

/** `firstSteps`: steps of a new tenant, done and missing, in order; of resources that the person may see. */
export const firstStepsCall = call('desk.firstSteps', {
  method: 'GET',
  paths: ['blade-desk/firstSteps'],
  title: ['开始使用', 'First steps'],
  permission: FIRST_STEPS.permission,
  roles: [],
  safe: true,
  answer: answer.list({
    code: text('步骤', 'Step', there),
    title: text('名称', 'Title', there),
    needs: text('需要', 'What it needs', { length: 500, required: '-' }),
    done: flag('已完成', 'Done', there),
    by: text('由谁办理', 'By', { length: 500, required: '-' }),
    path: text('页面', 'Screen', { length: 255, required: '-' }),
    go: text('按键', 'Key', there),
  }),
})
