import { choice, datetime, image, integer, longText, phone, readOnly, ref, text } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { resource } from '../language/resource.ts'
import { everybody } from '../language/role.ts'
import { states } from '../language/states.ts'

/** 意见反馈: what people of the platform and its clients wish for (domain §2.4, 3.25). */
export const feedback = resource('feedback', {
  calls: ['blade-feedback/feedback'],
  title: ['意见反馈', 'Feedback'],
  name: 'title',
  fields: {
    title: text('反馈标题', 'Title', {
      length: 200,
      required: '请输入反馈标题',
      requiredEn: 'Please enter the title',
      width: 260,
    }),
    feedbackType: choice(
      '反馈类型',
      'Kind',
      { 1: ['功能', 'Function'], 2: ['数据', 'Data'], 3: ['付款', 'Payment'], 4: ['其他', 'Other'] },
      { width: 80, initial: 1 },
    ),
    content: longText('反馈内容', 'Content', {
      length: 2000,
      required: '请输入反馈内容',
      requiredEn: 'Please enter the content',
      width: 320,
    }),
    contactPhone: phone('联系电话', 'Phone', { masked: true, width: 120 }),
    images: image('图片', 'Pictures', { max: 6, openedBy: 'record' }),
    ...readOnly({
      // company of the submitter: its users read their own
      entrustedCompanyId: ref('entrustedCompany', '委托企业', 'Company', {}),
      fiscalTaxId: ref('thirdPlatform', '财税公司', 'Fiscal-tax company', {}),
      providerId: ref('thirdPlatform', '服务商', 'Provider', {}),
      submitUserName: text('反馈人', 'By', { length: 50, width: 100 }),
      submitTime: datetime('反馈时间', 'Submitted', { width: 150 }),
      handleStatus: states(
        '处理状态',
        'Status',
        {
          pending: [0, '待处理', 'Pending', 'wait'],
          replied: [1, '已回复', 'Replied', 'good'],
          closed: [2, '已关闭', 'Closed', 'off'],
        },
        { width: 90, initial: 'pending' },
      ),
      replyContent: longText('回复内容', 'Reply', { length: 1000, width: 260 }),
      replyUserName: text('回复人', 'Replied by', { length: 50, width: 100 }),
      replyTime: datetime('回复时间', 'Replied', { width: 150 }),
    }),
  },
  operations: ['view', 'add', 'delete'],
  readers: { ...everybody(['view', 'add']), content: 'manage' },
  editable: { delete: { handleStatus: 'closed' } },
  list: {
    columns: ['title', 'feedbackType', 'content', 'submitUserName', 'submitTime', 'handleStatus', 'replyUserName'],
    search: ['title', 'handleStatus', 'feedbackType'],
    sort: 'createTime',
  },
  detailBy: 'feedbackId',
  owner: { company: 'entrustedCompanyId', fiscalTax: 'fiscalTaxId', provider: 'providerId' },
  children: [{ resource: 'feedbackImage', by: 'feedbackId' }],
  routes: { list: '/feedback/feedback', detail: '/feedback/detail/:id', add: '/feedback/feedbackAdd' },
})

/** 3.25: `save` (the generic one) makes it, `submit` answers and closes it. */
export const feedbackLifecycle = lifecycle(feedback, {
  reply: {
    label: ['回复', 'Reply'],
    from: { handleStatus: 'pending' },
    to: { handleStatus: 'replied' },
    by: 'operator',
    call: 'POST submit',
    replaces: 'submit',
    permission: 'feedback_submit',
    roles: ['content', 'ops'],
    select: 'one',
    ask: {
      replyContent: longText('回复内容', 'Reply', {
        length: 1000,
        required: '请输入回复内容',
        requiredEn: 'Please enter the reply',
      }),
    },
    key: 'a',
    result: 'pass',
  },
  close: {
    label: ['关闭', 'Close'],
    from: { handleStatus: 'replied' },
    to: { handleStatus: 'closed' },
    by: 'operator',
    call: 'POST submit',
    replaces: 'submit',
    permission: 'feedback_submit',
    roles: ['content', 'ops'],
    select: 'one',
    key: 's',
    result: 'other',
  },
})

/** 反馈图片: pictures that came with feedback, one by one. */
export const feedbackImage = resource('feedbackImage', {
  calls: ['blade-sys/feedbackImage'],
  title: ['反馈图片', 'Feedback pictures'],
  name: 'feedbackTitle',
  fields: {
    feedbackId: ref('feedback', '意见反馈', 'Feedback', {
      required: '请选择意见反馈',
      requiredEn: 'Please choose the feedback',
      shows: 'feedbackTitle',
      width: 240,
    }),
    feedbackTitle: text('反馈标题', 'Feedback', { length: 200, readOnly: 'always', width: 240 }),
    imageUrl: image('图片', 'Picture', { required: '请上传图片', requiredEn: 'Please upload a picture' }),
    sort: integer('排序', 'Order', { initial: 0, width: 70 }),
  },
  operations: ['view', 'add', 'delete'],
  readers: { content: 'manage', auditor: 'view' },
  list: {
    columns: ['feedbackId', 'imageUrl', 'sort', 'createTime'],
    search: ['feedbackTitle'],
    filters: ['feedbackId'],
    sort: '+sort',
  },
  owner: { through: 'feedbackId' },
  routes: { list: '/sys/feedbackImage' },
})
