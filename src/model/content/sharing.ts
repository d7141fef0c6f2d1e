import { datetime, flag, image, integer, readOnly, ref, text } from '../language/fields/field.ts'
import { resource } from '../language/resource.ts'

/** 分享二维码: pictures that lead a doctor to a page of the app. */
export const shareQrCode = resource('shareQrCode', {
  calls: ['blade-op/shareQrCode'],
  title: ['分享二维码', 'QR codes'],
  notInForce: {
    instead: [
      '医生端应用不在本系统内，二维码不会生成，也不统计扫码',
      'the doctors’ app is not part of this product: no code is drawn, and no scan is counted',
    ],
  },
  name: 'title',
  fields: {
    title: text('标题', 'Title', {
      length: 100,
      required: '请输入标题',
      requiredEn: 'Please enter the title',
      width: 220,
    }),
    bizType: text('业务类型', 'For', { search: 'exact', length: 64, width: 140, resourceKey: true }),
    bizId: text('业务编号', 'Record id', { search: 'exact', length: 19, width: 170, idOfType: 'bizType' }),
    qrUrl: image('二维码', 'Code'),
    pageUrl: text('页面地址', 'Leads to', {
      search: 'code',
      length: 500,
      required: '请输入页面地址',
      requiredEn: 'Please enter the address',
      width: 280,
    }),
    ...readOnly({ scanCount: integer('扫码次数', 'Scans', { initial: 0, width: 90 }) }),
    expireTime: datetime('过期时间', 'Expires', { past: false, width: 150 }),
  },
  operations: ['view', 'add', 'delete'],
  readers: { content: 'manage', auditor: 'view' },
  list: {
    columns: ['title', 'bizType', 'qrUrl', 'pageUrl', 'scanCount', 'expireTime', 'createTime'],
    search: ['title', 'bizType'],
    sort: 'createTime',
  },
  frame: true,
  owner: 'platform',
  routes: { list: '/op/shareQrCode' },
})

/** 公众号粉丝: who follows the public account. Told by WeChat, edited by nobody. */
export const mpFollowUser = resource('mpFollowUser', {
  calls: ['blade-sys/mpFollowUser'],
  title: ['公众号粉丝', 'WeChat followers'],
  notInForce: {
    instead: [
      '本系统不与公众号同步，名单不会更新',
      'nothing is exchanged with the public account: the list does not change',
    ],
  },
  name: 'nickName',
  fields: {
    ...readOnly({
      nickName: text('昵称', 'Nickname', { length: 50, width: 160, means: 'person' }),
      headImg: image('头像', 'Picture'),
      openId: text('用户标识', 'Open id', { search: 'code', length: 64, width: 240 }),
      unionId: text('统一标识', 'Union id', { search: 'code', length: 64, width: 240 }),
      subscribeStatus: flag('关注', 'Follows', { initial: 1, width: 70 }),
      subscribeTime: datetime('关注时间', 'Since', { width: 150 }),
      doctorId: ref('authenticationDoctor', '医生', 'Doctor', { shows: 'doctorName' }),
      doctorName: text('医生', 'Doctor', { length: 50, width: 100 }),
    }),
  },
  operations: ['view'],
  readers: { content: 'view', auditor: 'view' },
  list: {
    columns: ['nickName', 'openId', 'subscribeStatus', 'subscribeTime', 'doctorId'],
    search: ['nickName', 'subscribeStatus', 'doctorName'],
    sort: 'createTime',
  },
  owner: 'platform',
  unique: [['openId']],
  routes: { list: '/sys/mpFollowUser' },
})
