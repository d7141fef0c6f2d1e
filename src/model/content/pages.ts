import { choice, image, integer, json, longText, readOnly, ref, text } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { resource } from '../language/resource.ts'
import { states } from '../language/states.ts'
import { enabled, SWITCHED } from '../patterns/mixins.ts'
import { switchEdges } from '../patterns/review.ts'

/** 图标: pictures of the app that lead somewhere (domain §2.4). */
export const iconInfo = resource('iconInfo', {
  calls: ['blade-iconInfo', 'blade-iconInfo/iconInfo'],
  title: ['图标', 'Icons'],
  notInForce: {
    instead: [
      '医生端应用不在本系统内，它的页面和图标由应用自身决定',
      'the doctors’ app is not part of this product: its pages and icons are its own',
    ],
  },
  name: 'iconName',
  fields: {
    iconName: text('图标名称', 'Icon', {
      length: 50,
      required: '请输入图标名称',
      requiredEn: 'Please enter the name',
      width: 160,
    }),
    iconUrl: image('图标', 'Picture'),
    linkType: choice(
      '链接类型',
      'Leads to',
      { 1: ['页面', 'A page'], 2: ['外链', 'An address'], 3: ['小程序', 'A mini program'] },
      { width: 90, initial: 1 },
    ),
    linkUrl: text('链接地址', 'Address', { search: 'code', length: 500, width: 260 }),
    sort: integer('排序', 'Order', { initial: 0, width: 70 }),
    ...enabled,
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { content: 'manage', auditor: 'view' },
  list: {
    columns: ['iconName', 'iconUrl', 'linkType', 'linkUrl', 'sort', 'enableStatus'],
    search: ['iconName', 'linkType', 'enableStatus'],
    sort: '+sort',
  },
  frame: true,
  owner: 'platform',
  children: [{ resource: 'pageIconRel', by: 'iconId' }],
  routes: { list: '/sys/iconInfo' },
})

/** 页面配置: pages of the app that are put together here. */
export const pageInfo = resource('pageInfo', {
  calls: ['blade-pageInfo', 'blade-pageInfo/pageInfo'],
  title: ['页面', 'Pages'],
  notInForce: {
    instead: [
      '医生端应用不在本系统内，它的页面和图标由应用自身决定',
      'the doctors’ app is not part of this product: its pages and icons are its own',
    ],
  },
  name: 'pageName',
  fields: {
    pageName: text('页面名称', 'Page', {
      length: 50,
      required: '请输入页面名称',
      requiredEn: 'Please enter the name',
      width: 160,
    }),
    pageCode: text('页面编号', 'Code', {
      search: 'code',
      length: 64,
      required: '请输入页面编号',
      requiredEn: 'Please enter the code',
      width: 140,
    }),
    pageType: choice(
      '页面类型',
      'Kind',
      { 1: ['首页', 'First page'], 2: ['活动页', 'Campaign'], 3: ['个人中心', 'My page'] },
      { width: 100, initial: 1 },
    ),
    title: text('标题', 'Title', { length: 100, width: 200 }),
    config: json('配置', 'Settings'),
    ...readOnly({
      enableStatus: states('启用状态', 'Enabled', SWITCHED, { width: 90, initial: 'disabled' }),
    }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { content: 'manage', auditor: 'view' },
  editable: { edit: {}, delete: { enableStatus: 'disabled' } },
  list: {
    columns: ['pageName', 'pageCode', 'pageType', 'title', 'enableStatus', 'updateTime'],
    search: ['pageName', 'pageCode', 'pageType', 'enableStatus'],
    sort: 'createTime',
  },
  frame: true,
  owner: 'platform',
  unique: [['pageCode']],
  children: [{ resource: 'pageIconRel', by: 'pageId' }],
  routes: { list: '/sys/pageInfo' },
})

/** 3.25: `changeStatus` turns a page on or off, whichever it is not. */
export const pageInfoLifecycle = lifecycle(
  pageInfo,
  switchEdges({
    by: 'operator',
    call: 'POST changeStatus',
    permission: 'pageInfo_changeStatus',
    roles: ['content'],
    select: 'one',
  }),
)

/** 页面图标: which icons stand on which page, in which order. */
export const pageIconRel = resource('pageIconRel', {
  calls: ['blade-pageIconRel', 'blade-pageIconRel/pageIconRel'],
  title: ['页面图标', 'Page icons'],
  notInForce: {
    instead: [
      '医生端应用不在本系统内，它的页面和图标由应用自身决定',
      'the doctors’ app is not part of this product: its pages and icons are its own',
    ],
  },
  name: 'pageName',
  fields: {
    pageId: ref('pageInfo', '页面', 'Page', {
      required: '请选择页面',
      requiredEn: 'Please choose a page',
      shows: 'pageName',
      width: 180,
    }),
    pageName: text('页面', 'Page', { length: 50, readOnly: 'always', width: 180 }),
    iconId: ref('iconInfo', '图标', 'Icon', {
      required: '请选择图标',
      requiredEn: 'Please choose an icon',
      shows: 'iconName',
      width: 180,
    }),
    iconName: text('图标', 'Icon', { length: 50, readOnly: 'always', width: 180 }),
    sort: integer('排序', 'Order', { initial: 0, width: 70 }),
    remark: longText('备注', 'Remark', { length: 255, width: 200 }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { content: 'manage', auditor: 'view' },
  list: {
    columns: ['pageId', 'iconId', 'sort'],
    search: ['pageName', 'iconName'],
    filters: ['pageId', 'iconId'],
    sort: '+sort',
  },
  frame: true,
  owner: 'platform',
  unique: [['pageId', 'iconId']],
  routes: { list: '/sys/pageIconRel' },
})
