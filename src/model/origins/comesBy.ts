import type { Label } from '../values/label.ts'

/** Logs that nobody writes by hand. */
const logged: Label = ['系统自动记录', 'Written by the system']
/** Rows of the demonstration. */
const shown: Label = ['随演示数据产生', 'Comes with the demonstration data']
/** Facts that the service of online meetings reports. */
const reported: Label = [
  '线上会议进行中与结束后，由会议服务报告',
  'Reported by the meeting service, during an online meeting and after it',
]
const linesOf = (zh: string, en: string): Label => [`随${zh}产生`, `Lines of ${en}`]

/**
 * Origins of records that neither a person, nor a step or call of another resource, nor the line of documents makes: for
 * lists that have none yet. By resource; a test holds that each list says something.
 */
export const comesBy: Readonly<Record<string, Label>> = {
  approvalHistory: ['每次办理自动记录', 'Written with every step of every record'],
  apiMessagePool: ['待推送给合作方的消息自动进入', 'Messages that are to be pushed to partners'],
  attach: ['在各单据上传附件时产生', 'Uploaded at records'],
  changeRequest: [
    '修改受保护的设置时产生，由另一人复核',
    'Asked for by changing what is guarded; another person agrees',
  ],
  claim: ['流程中可由本人签收的任务', 'Tasks of processes that you may take'],
  commenManagement: ['医生端应用经合作方接口提交评论', 'Comments that the doctors’ app sends through the partner API'],
  contentAudit: ['内容审核时自动记录', 'Written when content is audited'],
  contentEvent: [
    '医生端应用经合作方接口上报浏览、分享、点赞',
    'Reads, shares and likes that the doctors’ app sends through the partner API',
  ],
  contractActivity: ['医生受邀参加活动后列出', 'Doctors’ parts in activities, once they are invited'],
  customerCertificationRecord: [
    '认证医生资料齐全后提交认证时产生',
    'Handed in with a doctor whose papers are complete',
  ],
  demoCaseCollectionReport: shown,
  demoClinicalResearchReport: shown,
  demoLectureReport: shown,
  demoMedicationFeedbackReport: shown,
  doctorAward: ['积分规则的事件发生时产生', 'Made by the events that points rules name'],
  doctorLink: [
    '邀请医生时自动发送，或在活动、成果、认证医生页上生成',
    'Sent with invitations, or made at an activity, a report or a doctor',
  ],
  doctorPaymentDetails: ['医生付款经银行处理后列出', 'Payments to doctors that the bank has dealt with'],
  entrustedAccountRecord: ['预付账户每次收付自动记账', 'Posted with each movement of a prepaid account'],
  entrustedInvoiceItem: linesOf('企业开票', 'company invoices'),
  flowManager: ['随租户开通建立', 'Made with the tenant'],
  follow: ['流程发起后列出', 'Processes that were started'],
  handleApplyInfo: linesOf('经办申请', 'payment batches'),
  handleStatusRecord: ['经办申请状态变化时自动记录', 'Written when a payment batch changes its state'],
  integralAccount: [
    '企业准入与首次积分发行时开立',
    'Opened with the admission of a company, and the first issue of points',
  ],
  integralDetail: ['积分发行、结算、发放时自动记账', 'Posted when points are issued, settled and given out'],
  intent: ['对外部接口的请求自动记录', 'Requests to outside services'],
  logApi: logged,
  logError: logged,
  logUsual: logged,
  meetingDoctor: ['在会议上邀请医生', 'Invited at a meeting'],
  menu: ['随系统版本提供', 'Comes with the version of the system'],
  mpFollowUser: ['由公众号报告', 'Reported by the public account'],
  orderEntrusted: ['活动开始时产生', 'Made when an activity starts'],
  partnerMessage: ['合作方系统经对接接口发送', 'Sent by partners’ systems through the partner API'],
  pointsAccount: ['认证医生新增时开立', 'Opened with a doctor'],
  report: ['由报表设计器产生', 'Drawn by the report designer'],
  securityEvent: [
    '登录失败、授权与受保护设置的变更自动记录',
    'Failed sign-ins, changed rights and changes of what is guarded',
  ],
  servicePaymentBill: linesOf('服务费支付单', 'service payment orders'),
  settlementOrderDoctor: linesOf('结算单', 'settlement orders'),
  settlementOrderDoctorPoint: linesOf('积分结算单', 'points settlement orders'),
  smsLog: ['发送短信时自动记录', 'Written with each short message'],
  start: ['流程定义启用后列出', 'Processes that are enabled'],
  summaryInvoiceDetail: linesOf('汇总发票', 'summary invoices'),
  summaryTaxCertDetail: linesOf('完税证明', 'tax certificates'),
  suspenseEntry: ['银行收到而账上无处可记的款项自动挂账', 'Money at the bank that has no place in the books'],
  tencentMeetingEventsRecording: reported,
  tencentMeetingParticipants: reported,
  tencentMeetingRecordinfo: reported,
  tencentMeetingRecordlist: reported,
  traceability: ['成果验收产生医生订单后列出', 'Doctor orders, once deliverables are accepted'],
  transferAccount: ['经办付款、支付税款时产生', 'Made when payments and taxes are sent to the bank'],
  work: ['流程中待本人处理、已处理与发起的任务', 'Tasks of processes that are yours, done by you and started by you'],
  yuanbaoDetail: ['医生积分每次变动自动记账', 'Posted with each movement of a doctor’s points'],
}
