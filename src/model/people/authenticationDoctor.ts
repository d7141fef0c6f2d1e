import { is } from '../language/conditions/condition.ts'
import { choice, code, datetime, flag, idCard, image, phone, readOnly, sealed, text } from '../language/fields/field.ts'
import { part } from '../language/form.ts'
import { resource } from '../language/resource.ts'
import { children, doctorLinks, facts, files, history, related } from '../language/section.ts'
import { states } from '../language/states.ts'
import { esignRequest } from './esignTransitions.ts'
import { regionOf } from './regionOf.ts'

/** Certified doctors were checked by two persons: changes of their identity need two as well (docs/adr/0046). */
const CERTIFIED = { certStatus: ['2'] } as const

/** 认证医生: the paid individual (domain §2.5). Whoever is added with all that is certified waits for certification (3.8). */
export const authenticationDoctor = resource('authenticationDoctor', {
  calls: ['blade-authenticationDoctor', 'blade-csc/authenticationDoctor', 'blade-csc/blade-authenticationDoctor'],
  title: ['认证医生', 'Certified doctors'],
  name: 'doctorName',
  state: 'certStatus',
  fields: {
    code: code('D', '医生编号', 'Code', { count: 'plain', width: 100 }),
    doctorName: text('医生姓名', 'Doctor', {
      length: 50,
      required: '请输入医生姓名',
      width: 90,
      means: 'person',
      dualControl: CERTIFIED,
    }),
    gender: choice('性别', 'Sex', { 1: ['男', 'Male'], 2: ['女', 'Female'] }, { width: 60 }),
    phone: phone('手机号', 'Mobile', {
      masked: true,
      required: '手机号码不能为空',
      requiredEn: 'Please enter a mobile number',
      width: 120,
    }),
    idCardNumber: idCard('身份证号', 'Identity no.', { masked: true, width: 170, dualControl: CERTIFIED }),
    idCardFront: image('身份证正面', 'Identity card, front', { openedBy: 'unmask' }),
    idCardBack: image('身份证反面', 'Identity card, back', { openedBy: 'unmask' }),
    idPhoto: image('证件照', 'Photo', { openedBy: { permission: 'authenticationDoctor_export-IDPhoto' } }),
    hospitalName: text('医院', 'Hospital', { width: 180 }),
    departmentName: text('科室', 'Department', { length: 50, width: 100 }),
    title: text('职称', 'Title', { length: 32, width: 100 }),
    duty: text('职务', 'Duty', { length: 50, width: 100 }),
    doctorLevel: choice(
      '级别',
      'Level',
      { 1: ['普通', 'Regular'], 2: ['知名', 'Known'], 3: ['权威', 'Authority'] },
      { width: 70 },
    ),
    practiceCertNo: text('执业证号', 'Practice certificate no.', { search: 'code', length: 32, width: 160 }),
    practiceCert: image('执业证', 'Practice certificate', { openedBy: 'unmask' }),
    qualificationCert: image('资格证', 'Qualification', { openedBy: 'unmask' }),
    ...regionOf,
    bankName: text('开户行', 'Bank', { moves: 'money', dualControl: true, width: 140 }),
    bankAccount: sealed('银行账号', 'Bank account', {
      dualControl: true,
      length: 32,
      masked: true,
      width: 170,
      means: 'bankAccount',
    }),
    bankBranchNo: text('联行号', 'Branch no.', {
      moves: 'money',
      dualControl: true,
      search: 'code',
      length: 20,
      width: 130,
      means: 'bankBranch',
    }),
    ...readOnly({
      bankBoundStatus: flag('已绑卡', 'Card bound', { initial: 0, width: 80 }),
      certStatus: states(
        '认证状态',
        'Certification',
        {
          none: [0, '未认证', 'None', 'off'],
          inProgress: [1, '认证中', 'In progress', 'wait'],
          certified: [2, '已认证', 'Certified', 'good'],
          rejected: [3, '驳回', 'Rejected', 'bad'],
        },
        { width: 90, initial: 'none' },
      ),
      faceStatus: states(
        '人脸核验',
        'Face check',
        {
          none: [0, '未核验', 'None', 'off'],
          passed: [1, '通过', 'Passed', 'good'],
          failed: [2, '失败', 'Failed', 'bad'],
          waiting: [3, '待用户', 'Waiting', 'wait'],
        },
        { width: 90, initial: 'none' },
      ),
      esignStatus: states(
        '电子签章',
        'E-sign',
        {
          none: [0, '未注册', 'None', 'off'],
          registered: [1, '已注册', 'Registered', 'good'],
          stopped: [2, '已停用', 'Stopped', 'bad'],
        },
        { width: 90, initial: 'none' },
      ),
      ...esignRequest,
      esignAccountId: text('签章账号', 'E-sign account', { search: 'exact', length: 64, width: 160 }),
      sealUrl: image('印章图片', 'Seal picture', { openedBy: 'unmask' }),
      openId: text('微信标识', 'WeChat id', { search: 'exact', length: 64, masked: true }),
      protocolStatus: states(
        '框架协议',
        'Protocol',
        {
          toSign: [0, '待签署', 'To sign', 'wait'],
          agreed: [1, '已同意', 'Agreed', 'good'],
          refused: [2, '已拒绝', 'Refused', 'bad'],
          voided: [3, '已作废', 'Void', 'off'],
        },
        { width: 90, initial: 'toSign' },
      ),
      blackStatus: flag('黑名单', 'Blacklisted', { width: 80, initial: 0 }),
      registerTime: datetime('注册时间', 'Registered', { width: 150 }),
    }),
  },
  operations: ['view', 'add', 'edit', 'import', 'export'],
  readers: {
    ops: 'manage',
    finance: 'view',
    content: 'view',
    companyAdmin: 'view',
    employee: 'view',
    auditor: 'export',
  },
  editable: { edit: {} },
  form: {
    parts: [
      part(
        ['医生', 'Doctor'],
        [
          'doctorName',
          'gender',
          'phone',
          'hospitalName',
          'departmentName',
          'title',
          'duty',
          'doctorLevel',
          'regionCode',
        ],
      ),
      part(
        ['认证材料（齐全后随保存提交认证）', 'For certification (handed in once all is there)'],
        ['idCardNumber', 'practiceCertNo', 'idCardFront', 'idCardBack', 'practiceCert', 'qualificationCert', 'idPhoto'],
      ),
      part(['银行卡', 'Bank card'], ['bankName', 'bankAccount', 'bankBranchNo']),
    ],
  },
  list: {
    columns: [
      'code',
      'doctorName',
      'phone',
      'idCardNumber',
      'hospitalName',
      'departmentName',
      'title',
      'certStatus',
      'faceStatus',
      'esignStatus',
      'protocolStatus',
      'blackStatus',
    ],
    search: [
      'doctorName',
      'phone',
      'idCardNumber',
      'hospitalName',
      'certStatus',
      'faceStatus',
      'esignStatus',
      'protocolStatus',
      'blackStatus',
      'departmentName',
      'title',
    ],
    sort: 'createTime',
  },
  lists: {
    getDoctorList: { title: ['医生选项', 'To choose from'], answer: 'list' },
    // doctors who may be invited to a plan: certified, verified, in agreement, on no blacklist
    getPlanDoctor: {
      title: ['可邀请医生', 'To be invited'],
      where: [is('certStatus', 2), is('faceStatus', 1), is('protocolStatus', 1), is('blackStatus', 0)],
      answer: 'page',
    },
  },
  // open to companies: doctors work for all of them, who choose among all (domain §5: "doctors view")
  owner: { company: 'open' },
  unique: [['phone'], ['idCardNumber']],
  children: [
    { resource: 'orderDoctorSettlement', by: 'doctorId' },
    { resource: 'userBlacklist', by: 'doctorId' },
    { resource: 'doctorEmployeeRel', by: 'doctorId' },
    { resource: 'yuanbaoDetail', by: 'doctorId' },
  ],
  sections: [
    facts([
      'code',
      'doctorName',
      'gender',
      'phone',
      'idCardNumber',
      'hospitalName',
      'departmentName',
      'title',
      'duty',
      'doctorLevel',
      'regionName',
      'certStatus',
      'faceStatus',
      'esignStatus',
      'esignProgress',
      'esignMsg',
      'protocolStatus',
      'blackStatus',
      'registerTime',
    ]),
    facts(['practiceCertNo'], ['证件', 'Certificates'], 'certificates'),
    files(
      ['idPhoto', 'idCardFront', 'idCardBack', 'practiceCert', 'qualificationCert', 'sealUrl'],
      ['证件照片', 'Pictures'],
    ),
    facts(['bankName', 'bankAccount', 'bankBranchNo', 'bankBoundStatus'], ['银行卡', 'Bank card'], 'bank'),
    doctorLinks(),
    children('orderDoctorSettlement'),
    children('yuanbaoDetail'),
    children('doctorEmployeeRel'),
    children('userBlacklist'),
    history(),
    related(),
  ],
  routes: {
    list: '/csc/authenticationDoctor',
    detail: '/authenticationDoctor/detail/:id/:tabindex',
    edit: '/authenticationDoctor/edit/:id',
  },
})
