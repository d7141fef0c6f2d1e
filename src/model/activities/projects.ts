import {
  choice,
  code,
  file,
  flag,
  integer,
  longText,
  money,
  points,
  readOnly,
  ref,
  text,
} from '../language/fields/field.ts'
import { resource } from '../language/resource.ts'
import { facts, history, related } from '../language/section.ts'
import { enabled, product } from '../patterns/mixins.ts'
import { PLAN_TYPES } from './words.ts'

/** Catalogue of what may be ordered, names of activities and the files that belong to them (domain §2.7). */

const operations = ['view', 'add', 'edit', 'delete'] as const
const projectType = choice('项目类型', 'Project type', PLAN_TYPES, {
  required: '请选择项目类型',
  requiredEn: 'Please choose the type',
  width: 100,
})
const named = (width = 180) =>
  text('名称', 'Name', { required: '请输入名称', requiredEn: 'Please enter the name', width })

/** 活动服务项目: what a client may order, its price and its tax item. */
export const activityServiceProject = resource('activityServiceProject', {
  calls: ['blade-act/activityServiceProject'],
  title: ['活动服务项目', 'Service projects'],
  name: 'name',
  fields: {
    code: code('FW', '项目编号', 'Code', { count: 'plain', width: 100 }),
    name: named(),
    projectType,
    ...product,
    taxItemCode: text('税目编码', 'Tax item', {
      search: 'exact',
      length: 16,
      required: '请输入税目编码',
      requiredEn: 'Please enter the tax item',
      width: 90,
    }),
    feeMin: money('最低单价', 'Lowest fee', { min: '0', initial: '0.00', width: 100 }),
    feeMax: money('最高单价', 'Highest fee', { min: '0', initial: '0.00', width: 100 }),
    unitFee: money('单价', 'Unit fee', { min: '0', initial: '0.00', width: 100 }),
    unitPoint: points('单位积分', 'Unit points', { initial: 0, width: 90 }),
    // templates name their projects (caseCollectionTemplateRel): nobody types the id of one
    templateId: text('模板', 'Template', { search: 'exact', length: 19, readOnly: 'always' }),
    requireEvidence: flag('需要凭证', 'Needs evidence', { initial: 0, width: 80 }),
    ...enabled,
    remark: longText('备注', 'Remark', { length: 500 }),
  },
  operations,
  readers: { ops: 'manage', companyAdmin: 'view', employee: 'view', auditor: 'view' },
  list: {
    columns: [
      'code',
      'name',
      'projectType',
      'baseProductName',
      'taxItemCode',
      'feeMin',
      'feeMax',
      'unitFee',
      'unitPoint',
      'enableStatus',
    ],
    search: ['name', 'projectType', 'baseProductId', 'enableStatus'],
    sort: 'createTime',
  },
  lists: {
    listByProductId: {
      title: ['产品的服务项目', 'Of a product'],
      by: { productId: 'baseProductId', projectType: 'projectType' },
      answer: 'list',
    },
  },
  frame: true,
  // of no product of a company: companies order what is offered to all
  owner: { through: 'baseProductId', orNone: true },
  unique: [['code']],
  sections: [
    facts({ without: ['templateId'], last: ['baseProductName', 'baseProductLine', 'taxItemCode', 'requireEvidence'] }),
    history(),
    related(),
  ],
  routes: {
    list: '/act/activityServiceProject',
    add: '/activityServiceProject/add',
    edit: '/activityServiceProject/edit/:id',
    detail: '/activityServiceProject/detail/:id',
  },
})

/** 项目类型: how a client and doctors may work together on a kind of activity. */
export const activityProjectType = resource('activityProjectType', {
  calls: ['blade-act/activityProjectType'],
  title: ['项目类型', 'Project types'],
  name: 'name',
  fields: {
    code: text('类型编号', 'Code', {
      search: 'code',
      length: 32,
      required: '请输入类型编号',
      requiredEn: 'Please enter the code',
      width: 110,
    }),
    name: named(),
    projectType,
    parentId: ref('activityProjectType', '上级类型', 'Above', { shows: 'parentName' }),
    parentName: text('上级类型', 'Above', { width: 140, readOnly: 'always' }),
    cooperationMode: text('合作方式', 'Cooperation', { length: 50, width: 120 }),
    docUrl: file('说明文件', 'Document'),
    ...enabled,
  },
  operations,
  readers: { ops: 'manage', companyAdmin: 'view', employee: 'view', auditor: 'view' },
  list: {
    columns: ['code', 'name', 'projectType', 'parentName', 'cooperationMode', 'enableStatus'],
    search: ['code', 'name', 'projectType', 'enableStatus'],
    filters: ['parentId'],
    sort: 'createTime',
  },
  lists: {
    getClinicalCooperation: { title: ['合作类型', 'Below a type'], by: { id: 'parentId' }, answer: 'list' },
  },
  frame: true,
  // open to companies: kinds of cooperation are the same for all of them
  owner: { company: 'open' },
  unique: [['code']],
  routes: { list: '/act/activityProjectType' },
})

/** 医患项目类型: kinds of lessons for patients. */
export const doctorPatientProjectType = resource('doctorPatientProjectType', {
  calls: ['blade-doctorPatientProjectType', 'blade-doctorPatientProjectType/doctorPatientProjectType'],
  title: ['医患项目类型', 'Doctor-patient project types'],
  name: 'name',
  fields: {
    code: text('类型编号', 'Code', {
      search: 'code',
      length: 32,
      required: '请输入类型编号',
      requiredEn: 'Please enter the code',
      width: 110,
    }),
    name: named(),
    sort: integer('排序', 'Order', { initial: 0, width: 70 }),
    ...enabled,
    remark: longText('备注', 'Remark', { length: 500, width: 220 }),
  },
  operations,
  readers: { ops: 'manage', companyAdmin: 'view', employee: 'view', auditor: 'view' },
  list: {
    columns: ['code', 'name', 'sort', 'enableStatus', 'remark'],
    search: ['code', 'name', 'enableStatus'],
    sort: '+sort',
  },
  frame: true,
  // open to companies: kinds of lessons are the same for all of them
  owner: { company: 'open' },
  unique: [['code']],
  routes: { list: '/act/doctorPatientProjectType' },
})

/** 活动文件: what was handed in with an activity of any kind. */
export const activityFile = resource('activityFile', {
  calls: ['blade-act/activityFile'],
  title: ['活动文件', 'Activity files'],
  name: 'fileName',
  fields: {
    planId: ref('activityPlan', '活动', 'Activity', {
      required: '请选择活动',
      requiredEn: 'Please choose the activity',
      shows: 'planName',
      copies: { planType: 'planType' },
    }),
    ...readOnly({
      planName: text('活动', 'Activity', { length: 200, width: 200 }),
      planType: choice('类型', 'Type', PLAN_TYPES, { width: 90 }),
    }),
    fileType: choice(
      '文件类型',
      'Kind',
      {
        1: ['方案', 'Plan'],
        2: ['签到', 'Sign-in'],
        3: ['照片', 'Photograph'],
        4: ['课件', 'Slides'],
        5: ['报告', 'Report'],
        9: ['其他', 'Other'],
      },
      { required: '请选择文件类型', requiredEn: 'Please choose the kind', width: 90 },
    ),
    fileName: text('文件名', 'File name', {
      length: 200,
      required: '请输入文件名',
      requiredEn: 'Please enter the file name',
      width: 220,
    }),
    fileUrl: file('文件', 'File', { required: '请上传文件', requiredEn: 'Please upload the file' }),
    size: integer('大小', 'Size', { unit: 'B', width: 90, readOnly: 'always' }),
  },
  operations: ['view', 'add', 'delete'],
  readers: { ops: 'manage', companyAdmin: 'manage', employee: ['view', 'add'], auditor: 'view' },
  list: {
    columns: ['planName', 'planType', 'fileType', 'fileName', 'fileUrl', 'size', 'createTime'],
    search: ['planName', 'planType', 'fileType', 'fileName'],
    filters: ['planId'],
    sort: 'createTime',
  },
  owner: { through: 'planId' },
  routes: { list: '/act/activityFile' },
})
