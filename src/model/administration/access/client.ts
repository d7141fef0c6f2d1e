import { answer } from '../../language/domain/answer.ts'
import { call } from '../../language/domain/call.ts'
import {
  choice,
  date,
  datetime,
  flag,
  integer,
  longText,
  readOnly,
  refs,
  secret,
  text,
} from '../../language/fields/field.ts'
import { part } from '../../language/form.ts'
import { resource } from '../../language/resource.ts'
import { children, facts, history, panel } from '../../language/section.ts'
import { states } from '../../language/states.ts'
import { SWITCHED } from '../../patterns/mixins.ts'
import { PARTNER_SCOPES, type PartnerScope } from './partnerScopes.ts'

/** Kinds of clients: people sign in through it, or a partner's system calls by itself. */
export const CLIENT_KINDS = { signIn: 1, partner: 2 } as const

const allowed = (scope: PartnerScope) =>
  flag(PARTNER_SCOPES[scope].title[0], PARTNER_SCOPES[scope].title[1], { initial: 0, width: 90 })

/**
 * 应用: client credentials that may ask for tokens (wire §4). People sign in through those of the product; a system of a partner
 * has one of its own, made here, with scopes and the companies that it works for (domain §13). `captcha`: people type their
 * passwords into it, so that where captchas are on none is verified without one; machines need none.
 */
export const client = resource('client', {
  calls: ['blade-system/client'],
  title: ['应用', 'Clients'],
  about: [
    '人员登录所用的应用，以及合作方系统接入所用的应用；后者在此新建，按授权范围和委托企业调用接口',
    'Clients that people sign in through, and those of partners’ systems. The latter are made here and call within their scopes and companies',
  ],
  name: 'clientName',
  fields: {
    clientId: text('应用编号', 'Client id', { search: 'code', length: 64, width: 230, readOnly: 'always' }),
    clientName: text('应用名称', 'Client', {
      length: 50,
      required: '请输入应用名称',
      requiredEn: 'Please enter a name',
      width: 150,
    }),
    kind: choice(
      '应用类型',
      'Kind',
      { 1: ['人员登录', 'Sign-in'], 2: ['系统对接', 'Partner system'] },
      { width: 120, initial: 1, readOnly: 'always' },
    ),
    companies: refs('entrustedCompany', '委托企业', 'Companies', {
      shows: 'companyNames',
      help: [
        '只能调用与所选企业有关的数据；未选企业且未勾选“全部企业”的应用不能调用',
        'It reaches what belongs to these alone; without any, and without “All companies”, it reaches nothing',
      ],
    }),
    companyNames: text('委托企业', 'Companies', { length: 500, width: 200, readOnly: 'always' }),
    wholeTenant: flag('全部企业', 'All companies', {
      initial: 0,
      width: 90,
      help: ['勾选后不受所选企业限制', 'Then the companies above do not limit it'],
    }),
    scopeDoctor: allowed('doctor.register'),
    scopeCertification: allowed('certification.submit'),
    scopeInvitation: allowed('invitation.answer'),
    scopeReport: allowed('report.submit'),
    scopeMeeting: allowed('meeting.attend'),
    scopePlanCreate: allowed('plan.create'),
    scopePlanClose: allowed('plan.close'),
    scopeContent: allowed('content.event'),
    scopeSettlement: allowed('settlement.read'),
    expireTime: date('到期日', 'Last day', {
      past: false,
      width: 110,
      help: ['当天仍可调用；留空表示长期', 'Still good that day; empty: no end'],
    }),
    accessTokenValidity: integer('令牌秒数', 'Token seconds', { width: 110, initial: 3600, min: 60, max: 86_400 }),
    remark: longText('备注', 'Remark', { length: 500 }),
    ...readOnly({
      scope: text('授权范围', 'Scope', { search: 'exact', length: 200, width: 260, initial: 'all' }),
      enableStatus: states('状态', 'Status', SWITCHED, { width: 80, initial: 'enabled' }),
      keyTakenTime: datetime('密钥取得时间', 'Secret since', { width: 150 }),
      // whoever has an earlier secret or token has none that counts
      tokenGeneration: integer('令牌代次', 'Token generation', { initial: 0, width: 90 }),
      clientSecret: secret('密钥', 'Secret'),
      authorizedGrantTypes: text('授权类型', 'Grant types', { length: 200, width: 220 }),
      refreshTokenValidity: integer('刷新令牌秒数', 'Refresh seconds', { width: 120, initial: 604800 }),
      resourceIds: text('资源集合', 'Resources', { length: 200, width: 160 }),
      webServerRedirectUri: text('回调地址', 'Redirect address', { length: 500, width: 200 }),
      additionalInformation: longText('附加说明', 'Further information', { length: 500, width: 200 }),
      autoapprove: flag('自动授权', 'Approved by itself', { initial: 0, width: 90 }),
      captcha: choice(
        '登录验证码',
        'Captcha',
        { 1: ['需要', 'Needed'], 0: ['不需要', 'Not needed'] },
        { width: 110, initial: 1 },
      ),
    }),
  },
  operations: ['view', 'add', 'edit'],
  readers: { auditor: 'view' },
  editable: { edit: { kind: CLIENT_KINDS.partner } },
  afterAdd: [
    '应用已建立，但还不能调用：请在该应用记录的“密钥”中取得密钥并交给合作方',
    'The client is there, and cannot call yet: take its secret from “Secret” of the record and hand it to the partner',
  ],
  form: {
    parts: [
      part(['应用', 'Client'], ['clientName', 'expireTime', 'accessTokenValidity', 'remark']),
      part(['委托企业', 'Companies'], ['companies', 'wholeTenant']),
      part(
        ['授权范围', 'Scopes'],
        [
          'scopeDoctor',
          'scopeCertification',
          'scopeInvitation',
          'scopeReport',
          'scopeMeeting',
          'scopePlanCreate',
          'scopePlanClose',
          'scopeContent',
          'scopeSettlement',
        ],
      ),
    ],
  },
  list: {
    columns: ['clientName', 'clientId', 'kind', 'companyNames', 'scope', 'enableStatus', 'expireTime', 'keyTakenTime'],
    search: ['clientId', 'clientName', 'kind', 'enableStatus'],
    sort: 'createTime',
  },
  children: [{ resource: 'partnerMessage', by: 'clientId' }],
  sections: [
    facts([
      'clientName',
      'clientId',
      'kind',
      'enableStatus',
      'companyNames',
      'wholeTenant',
      'scope',
      'expireTime',
      'accessTokenValidity',
      'authorizedGrantTypes',
      'captcha',
      'remark',
    ]),
    panel('clientSecret', ['密钥', 'Secret']),
    children('partnerMessage', ['收到的消息', 'Messages received']),
    history(),
  ],
  routes: { list: '/system/client' },
  frame: true,
  owner: 'platform',
  unique: [['clientId']],
})

const onPartner = { method: 'POST', on: client, safe: false, extra: 'ignored', roles: [] } as const

/**
 * `secret?id`: gives a partner's client a new secret and shows it in this answer only. Sessions of the earlier secret
 * end.
 */
export const clientSecret = call('client.secret', {
  ...onPartner,
  paths: ['blade-system/client/secret'],
  title: ['取得密钥', 'Get the secret'],
  permission: 'client_secret',
  from: { kind: CLIENT_KINDS.partner, enableStatus: 'enabled' },
  shownOnce: true,
  answer: answer.one({
    clientId: text('应用编号', 'Client id', { required: '-' }),
    clientSecret: text('密钥', 'Secret', { required: '-' }),
  }),
})

/** `revoke?id`: a partner's client calls nothing from now on: its tokens and its secret are over. */
export const revokeClient = call('client.revoke', {
  ...onPartner,
  paths: ['blade-system/client/revoke'],
  title: ['停用', 'Revoke'],
  permission: 'client_revoke',
  from: { kind: CLIENT_KINDS.partner, enableStatus: 'enabled' },
  answer: answer.nothing,
  command: { danger: true },
})

/** `enable?id`: a revoked client may be given a secret again. */
export const enableClient = call('client.enable', {
  ...onPartner,
  paths: ['blade-system/client/enable'],
  title: ['启用', 'Enable'],
  permission: 'client_revoke',
  from: { kind: CLIENT_KINDS.partner, enableStatus: 'disabled' },
  answer: answer.nothing,
  command: {},
})

export const clientCalls = [clientSecret, revokeClient, enableClient]
