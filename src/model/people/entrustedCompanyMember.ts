import { choice, idCard, phone, readOnly, ref, text } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { resource } from '../language/resource.ts'
import { states } from '../language/states.ts'
import { company, SWITCHED } from '../patterns/mixins.ts'
import { switchEdges } from '../patterns/review.ts'

/** 企业成员: who acts for a company in its portal: legal person, handlers, finance (domain §2.5). */
export const entrustedCompanyMember = resource('entrustedCompanyMember', {
  calls: ['blade-csc/entrustedCompanyMember'],
  title: ['企业成员', 'Company members'],
  name: 'name',
  also: { saveMember: 'add' },
  fields: {
    ...company,
    name: text('姓名', 'Name', {
      length: 50,
      required: '请输入姓名',
      requiredEn: 'Please enter the name',
      width: 100,
      means: 'person',
    }),
    phone: phone('手机号', 'Mobile', { masked: true, width: 120 }),
    idCardNumber: idCard('身份证号', 'Identity no.', { masked: true, width: 170 }),
    memberType: choice(
      '成员类型',
      'Kind',
      {
        1: ['法人', 'Legal person'],
        2: ['经办人', 'Handler'],
        3: ['财务', 'Finance'],
        4: ['其他', 'Other'],
      },
      { width: 90, initial: 2 },
    ),
    ...readOnly({
      userId: ref('user', '账号', 'Account', {}),
      esignAccountId: text('签章账号', 'E-sign account', { search: 'exact', length: 64, width: 160 }),
      enableStatus: states('启用状态', 'Enabled', SWITCHED, { width: 90, initial: 'enabled' }),
    }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { ops: 'manage', companyAdmin: 'manage', auditor: 'view' },
  editable: { edit: {}, delete: {} },
  list: {
    columns: ['name', 'entrustedCompanyId', 'memberType', 'phone', 'enableStatus', 'createTime'],
    search: ['name', 'entrustedCompanyId', 'memberType', 'enableStatus'],
    sort: 'createTime',
  },
  owner: { company: 'entrustedCompanyId' },
  routes: { list: '/csc/entrustedCompanyMember' },
})

/** 3.7: `enable` turns a member on or off, whichever they are not. */
export const entrustedCompanyMemberLifecycle = lifecycle(
  entrustedCompanyMember,
  switchEdges({
    by: 'operator',
    call: 'POST enable',
    permission: 'entrustedCompanyMember_enable',
    roles: ['ops', 'companyAdmin'],
    select: 'one',
  }),
)
