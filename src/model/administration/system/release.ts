import { choice, datetime, file, flag, integer, longText, readOnly, text } from '../../language/fields/field.ts'
import { resource } from '../../language/resource.ts'

/** 版本: releases of the doctors' app. */
export const appVersion = resource('appVersion', {
  calls: ['blade-sys/appVersion'],
  title: ['应用版本', 'App versions'],
  notInForce: {
    instead: [
      '应用的版本和升级由应用商店决定，本系统不下发',
      'releases and updates of the app are the app stores’; nothing is sent from here',
    ],
  },
  name: 'versionNo',
  fields: {
    appType: choice(
      '应用类型',
      'App',
      { 1: ['安卓', 'Android'], 2: ['苹果', 'iOS'], 3: ['小程序', 'Mini program'] },
      { width: 90, required: '请选择应用类型', requiredEn: 'Please choose the app' },
    ),
    versionNo: text('版本号', 'Version', {
      search: 'code',
      length: 20,
      required: '请输入版本号',
      requiredEn: 'Please enter the version',
      width: 100,
    }),
    versionCode: integer('版本序号', 'Build', { width: 90, min: 1 }),
    forceUpdate: flag('强制更新', 'Forced', { initial: 0, width: 90 }),
    downloadUrl: file('安装包', 'Package'),
    releaseNote: longText('更新说明', 'Release notes', { length: 2000, width: 300 }),
    publishTime: datetime('发布时间', 'Released', { past: false, width: 150 }),
    publishStatus: flag('已发布', 'Published', { initial: 0, width: 80 }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { auditor: 'view' },
  list: {
    columns: ['appType', 'versionNo', 'versionCode', 'forceUpdate', 'releaseNote', 'publishTime', 'publishStatus'],
    search: ['appType', 'versionNo', 'publishStatus'],
    sort: 'createTime',
  },
  frame: true,
  owner: 'platform',
  unique: [['appType', 'versionNo']],
  routes: { list: '/sys/appVersion' },
})

/** 短链: a short address for a long one. */
export const shortUrlManage = resource('shortUrlManage', {
  calls: ['blade-sys/shortUrlManage'],
  title: ['短链', 'Short links'],
  notInForce: {
    instead: [
      '短链不会跳转；对外页面用各单据自己的公开链接',
      'short links lead nowhere; pages for others have the public links of their documents',
    ],
  },
  name: 'shortCode',
  fields: {
    shortCode: text('短链编码', 'Code', {
      search: 'code',
      length: 16,
      required: '请输入短链编码',
      requiredEn: 'Please enter the code',
      readOnly: 'edit',
      width: 120,
    }),
    longUrl: longText('原始链接', 'Leads to', {
      length: 1000,
      required: '请输入原始链接',
      requiredEn: 'Please enter the address',
      width: 320,
    }),
    bizType: text('业务类型', 'For', { search: 'exact', length: 64, width: 140, resourceKey: true }),
    bizId: text('业务编号', 'Record id', { search: 'exact', length: 19, width: 170, idOfType: 'bizType' }),
    ...readOnly({ visitCount: integer('访问次数', 'Visits', { initial: 0, width: 90 }) }),
    expireTime: datetime('过期时间', 'Expires', { past: false, width: 150 }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { auditor: 'view' },
  list: {
    columns: ['shortCode', 'longUrl', 'bizType', 'visitCount', 'expireTime', 'createTime'],
    search: ['shortCode', 'longUrl'],
    sort: 'createTime',
  },
  frame: true,
  owner: 'platform',
  unique: [['shortCode']],
  routes: { list: '/sys/shortUrlManage' },
})
