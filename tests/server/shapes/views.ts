import { choice, code, integer, money, phone, ref, text } from '../../../src/model/language/fields/field.ts'
import { resource } from '../../../src/model/language/resource.ts'
import { view } from '../../../src/model/language/view.ts'
import { company } from '../../../src/model/patterns/mixins.ts'
import { declare } from './declare.ts'
import './meetings.ts'

/** Shapes: two lists that are computed, row by row and in groups, and the records they are computed from. */

/** A claim for payment; a record with personal data. */
export const shapeClaim = resource('shapeClaim', {
  calls: ['blade-shape/claim'],
  title: ['报销', 'Claims'],
  name: 'code',
  fields: {
    code: code('ZX', '报销编号', 'Claim no.'),
    ...company,
    meetingId: ref('shapeMeeting', '会议', 'Meeting', {}),
    mobile: phone('手机号', 'Mobile', { masked: true }),
    kind: choice('类别', 'Kind', { 1: ['交通', 'Travel'], 2: ['住宿', 'Lodging'] }, { initial: 1 }),
    amount: money('金额', 'Amount', { initial: '0.00' }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  list: {
    columns: ['code', 'kind', 'amount'],
    search: ['code', 'kind', 'mobile', 'meetingId'],
    sort: 'createTime',
    sorts: ['amount'],
  },
  owner: { company: 'entrustedCompanyId' },
})

/** Row by row: each claim beside its meeting. Every filter and every order reaches the indexes of the claims. */
export const shapeClaimLine = view('shapeClaimLine', {
  from: 'shape.claimLines',
  export: true,
  calls: ['blade-shape/claimLine'],
  title: ['报销明细', 'Claim lines'],
  name: 'claimCode',
  fields: {
    claimCode: text('报销编号', 'Claim no.', { search: 'code', length: 32 }),
    ...company,
    meetingId: ref('shapeMeeting', '会议', 'Meeting', { shows: 'meetingCode' }),
    meetingCode: text('会议编号', 'Meeting no.', { search: 'code', length: 32 }),
    mobile: phone('手机号', 'Mobile', { masked: true }),
    kind: choice('类别', 'Kind', { 1: ['交通', 'Travel'], 2: ['住宿', 'Lodging'] }),
    amount: money('金额', 'Amount'),
  },
  list: {
    columns: ['claimCode', 'entrustedCompanyName', 'meetingCode', 'mobile', 'kind', 'amount'],
    search: ['claimCode', 'entrustedCompanyName', 'kind', 'mobile', 'meetingId'],
    sort: 'createTime',
    sorts: ['amount'],
    amount: 'amount',
  },
  owner: { company: 'entrustedCompanyId' },
  routes: { list: '/shape/claimLine', detail: '/shape/claimLine/detail/:id' },
})

/** In groups: what the claims of each meeting come to. The id of a group is the id of its meeting. */
export const shapeClaimSum = view('shapeClaimSum', {
  from: 'shape.claimSums',
  export: true,
  calls: ['blade-shape/claimSum'],
  title: ['报销统计', 'Claim totals'],
  name: 'meetingCode',
  fields: {
    meetingCode: text('会议编号', 'Meeting no.', { search: 'code', length: 32 }),
    entrustedCompanyId: ref('entrustedCompany', '委托企业', 'Company'),
    claimCount: integer('笔数', 'Claims'),
    amount: money('金额', 'Amount'),
  },
  list: {
    columns: ['meetingCode', 'claimCount', 'amount'],
    search: ['meetingCode'],
    sort: 'createTime',
    sorts: ['amount', 'claimCount'],
    amount: 'amount',
  },
  owner: { company: 'entrustedCompanyId' },
  routes: { list: '/shape/claimSum' },
})

export default declare('shapeViews', { resources: [shapeClaim, shapeClaimLine, shapeClaimSum] })
