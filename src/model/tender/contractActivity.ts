import { AGREEMENT, PLAN_TYPES } from '../activities/words.ts'
import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { publicPage } from '../language/domain/page.ts'
import { linkCall, linkPanel, token } from '../language/domain/sharedLink.ts'
import { choice, date, datetime, file, idCard, image, phone, ref, text } from '../language/fields/field.ts'
import { facts, related } from '../language/section.ts'
import { states } from '../language/states.ts'
import { view } from '../language/view.ts'

const named = (zh: string, en: string, width: number) => text(zh, en, { width })

/**
 * 合同活动 (SFE): each doctor's part in a plan with the agreement on it (specification §3). A row is a doctor of a plan;
 * its id is the `activeId` of the calls.
 */
export const contractActivity = view('contractActivity', {
  from: 'tender.contractActivities',
  export: true,
  calls: ['openapi/sfe', 'mp/api/contract', 'blade-act/contractActivity'],
  title: ['合同活动', 'Contract activities'],
  name: 'name',
  readers: { ops: 'export', companyAdmin: 'export', employee: 'view', auditor: 'export' },
  fields: {
    name: text('活动名称', 'Activity', { length: 200, width: 200 }),
    code: text('活动编号', 'Activity no.', { search: 'code', length: 32, width: 170, least: 136 }),
    type: choice('类型', 'Type', PLAN_TYPES, { width: 90 }),
    baseProductName: named('产品', 'Product', 140),
    agreementStatus: states('协议状态', 'Agreement', AGREEMENT, { width: 90 }),
    baseEmployeeId: ref('entrustedEmployee', '活动负责人', 'Owner', { shows: 'baseEmployeeName' }),
    baseEmployeeName: named('活动负责人', 'Owner', 100),
    baseEmployeeNumber: text('员工工号', 'Employee no.', { search: 'exact', length: 32, width: 100 }),
    baseDepartmentName: named('部门', 'Department', 130),
    baseProductLine: named('产品线', 'Product line', 110),
    entrustedCompanyId: ref('entrustedCompany', '委托企业', 'Company', {
      shows: 'entrustedCompanyName',
      short: ['公司', 'Company'],
    }),
    entrustedCompanyName: text('委托企业', 'Company', { short: ['公司', 'Company'], width: 210 }),
    purpose: text('活动目的', 'Purpose', { length: 500, width: 200 }),
    format: named('形式', 'Format', 100),
    address: named('地点', 'Place', 180),
    doctorId: ref('authenticationDoctor', '医生', 'Doctor', { shows: 'doctorName' }),
    doctorName: text('医生', 'Doctor', { length: 50, width: 90 }),
    doctorIdCard: idCard('医生身份证号', 'Identity no.', { masked: true, width: 170 }),
    phone: phone('手机号', 'Mobile', { masked: true, width: 120 }),
    agreementTime: datetime('签署时间', 'Signed', { width: 150 }),
    invitationStartDate: date('征集开始', 'Invites from', { width: 100 }),
    invitationEndDate: date('征集结束', 'Invites until', { width: 100 }),
    contractUrl: file('合同', 'Contract', { openedBy: 'record' }),
    imageUrl: image('图片', 'Pictures', { max: 20, openedBy: 'record' }),
    fileUrl: file('文件', 'Files', { max: 20, openedBy: 'record' }),
  },
  list: {
    columns: ['name', 'code', 'doctorName', 'entrustedCompanyName', 'agreementStatus', 'agreementTime'],
    search: ['name', 'code', 'agreementStatus', 'doctorName', 'entrustedCompanyId'],
    sort: 'createTime',
  },
  detailBy: 'activeId',
  owner: { company: 'entrustedCompanyId' },
  sections: [facts(), linkPanel(), related()],
  routes: { list: '/act/contractActivity' },
})

/** The protocol that was signed later on (补签) for a doctor's part in a plan. */
export const retroactiveDetail = call('contractActivity.retroactiveDetail', {
  method: 'GET',
  paths: ['mp/api/contract/retroactiveDetail'],
  title: ['补签合同', 'Contract signed later'],
  permission: 'contractActivity_view',
  query: {
    activeId: text('活动医生', 'Doctor of the activity', { required: '缺少必要的请求参数: activeId', length: 19 }),
  },
  safe: true,
  answer: answer.one({
    protocolCode: text('协议编号', 'No.', {}),
    title: text('协议名称', 'Protocol', {}),
    doctorName: text('医生', 'Doctor', {}),
    signTime: datetime('签署时间', 'Signed', {}),
    agreementStatus: states('协议状态', 'Agreement', AGREEMENT, {}),
  }),
})

/** Makes the link to the public page of a contract activity. */
export const contractLink = linkCall(contractActivity)

/** Public view of a contract for the bearer of its link: the activity, nothing of the doctor. */
export const contractShown = call('contractActivity.shown', {
  method: 'GET',
  paths: ['mp/api/contract/shown'],
  title: ['合同活动', 'Contract activity'],
  // the signed token, which only people who see the activity are given, is the permission
  open: 'public',
  query: {
    id: token,
    tabindex: text('页签', 'Tab', { length: 4 }),
  },
  safe: true,
  answer: answer.one({
    name: text('活动名称', 'Activity', {}),
    code: text('活动编号', 'Activity no.', {}),
    entrustedCompanyName: text('委托企业', 'Company', {}),
    agreementStatus: states('协议状态', 'Agreement', AGREEMENT, {}),
    agreementTime: datetime('签署时间', 'Signed', {}),
  }),
})

export const contractCalls = [retroactiveDetail, contractLink, contractShown]

export const contractPage = publicPage('contractActivityPage', {
  path: '/detailSfe/:id/:tabindex',
  title: ['合同活动详情', 'Contract activity'],
  call: contractShown,
})
