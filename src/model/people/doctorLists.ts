import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { choice, phone, readOnly, ref, text } from '../language/fields/field.ts'
import { resource } from '../language/resource.ts'
import { regionOf } from './regionOf.ts'

/** 医生名单: names and phones that came for a plan, before certification (specification §2: add, edit and view off). */
export const doctorTemp = resource('doctorTemp', {
  calls: ['blade-csc/doctorTemp'],
  title: ['医生名单', 'Doctor name-phone list'],
  name: 'name',
  fields: {
    name: text('姓名', 'Name', {
      length: 50,
      width: 120,
      means: 'person',
      required: '请输入姓名',
      requiredEn: 'Please enter the name',
    }),
    phone: phone('手机号', 'Mobile', {
      masked: true,
      width: 130,
      required: '请输入手机号',
      requiredEn: 'Please enter the mobile number',
    }),
    hospitalName: text('医院', 'Hospital', { length: 100, width: 200 }),
    departmentName: text('科室', 'Department', { length: 50, width: 120 }),
    ...readOnly({
      importBatch: text('导入批次', 'Batch', { search: 'code', length: 32, width: 150 }),
      doctorId: ref('authenticationDoctor', '对应医生', 'Doctor', { shows: 'doctorName' }),
      doctorName: text('对应医生', 'Doctor', { length: 50, width: 110, means: 'person' }),
    }),
  },
  operations: ['view', 'delete', 'import'],
  readers: { ops: 'manage', auditor: 'view' },
  importBatch: 'importBatch',
  list: {
    columns: ['name', 'phone'],
    search: ['name', 'phone'],
    filters: ['doctorId', 'importBatch'],
    sort: 'createTime',
  },
  owner: 'platform',
  routes: { list: '/csc/doctorTemp' },
})

/** `detailByNameOrPhone?name&phone`: the first entry with this name or this phone. */
export const doctorByNameOrPhone = call('doctorTemp.detailByNameOrPhone', {
  method: 'GET',
  paths: ['blade-csc/doctorTemp/detailByNameOrPhone'],
  title: ['按姓名或手机号查询', 'By name or phone'],
  permission: 'doctorTemp_view',
  safe: true,
  answer: answer.list('doctorTemp'),
  query: {
    name: text('姓名', 'Name', { length: 50 }),
    phone: text('手机号', 'Mobile', { length: 32 }),
  },
})

/** 医生库: doctors who are known from directories, certified or not. */
export const doctorLibrary = resource('doctorLibrary', {
  calls: ['blade-csc/doctorLibrary'],
  title: ['医生库', 'Doctor library'],
  name: 'doctorName',
  fields: {
    doctorName: text('医生姓名', 'Doctor', {
      length: 50,
      required: '请输入医生姓名',
      requiredEn: 'Please enter the name',
      width: 110,
      means: 'person',
    }),
    gender: choice('性别', 'Sex', { 1: ['男', 'Male'], 2: ['女', 'Female'] }, { width: 60 }),
    hospitalName: text('医院', 'Hospital', {
      length: 100,
      required: '请输入医院',
      requiredEn: 'Please enter the hospital',
      width: 200,
    }),
    hospitalLevel: text('医院等级', 'Level', { search: 'exact', length: 10, width: 90 }),
    departmentName: text('科室', 'Department', { length: 50, width: 120 }),
    title: text('职称', 'Title', { length: 32, width: 110 }),
    duty: text('职务', 'Duty', { length: 50, width: 110 }),
    ...regionOf,
    goodAt: text('擅长', 'Good at', { length: 500, width: 240 }),
    practiceCertNo: text('执业证号', 'Practice certificate', { search: 'code', length: 32, width: 160 }),
    ...readOnly({
      source: choice(
        '来源',
        'Source',
        { 1: ['导入', 'Imported'], 2: ['认证回写', 'Certified'] },
        { width: 90, initial: 1 },
      ),
      authDoctorId: ref('authenticationDoctor', '认证医生', 'Certified doctor', { shows: 'authDoctorCode' }),
      authDoctorCode: text('认证医生编号', 'Certified doctor', { length: 32, width: 120 }),
    }),
  },
  operations: ['view', 'add', 'edit', 'delete', 'import', 'export'],
  readers: { ops: 'manage', auditor: 'export' },
  list: {
    columns: [
      'doctorName',
      'gender',
      'hospitalName',
      'hospitalLevel',
      'departmentName',
      'title',
      'duty',
      'source',
      'createTime',
    ],
    search: ['doctorName', 'hospitalName', 'departmentName', 'title'],
    filters: ['authDoctorId'],
    sort: 'createTime',
  },
  owner: 'platform',
  routes: { list: '/csc/doctorlibrary', detail: '/doctorlibrary/detail/:id' },
})
