import { choice, integer, points, readOnly, text } from '../language/fields/field.ts'
import { resource } from '../language/resource.ts'
import { states } from '../language/states.ts'
import { RULE_KINDS } from './kinds.ts'

/** 积分规则: what earns points (specification §3, domain 3.25). At most one effective rule of each type. */
export const rule = resource('rule', {
  calls: ['blade-rule/rule'],
  title: ['积分规则', 'Points rules'],
  about: [
    '医生被新增（开户）、通过认证、所写内容发布，以及在医生端评论、浏览、分享、点赞内容时，按有效规则产生积分奖励，同一事件只奖励一次',
    'A doctor earns by effective rules when added, when certified, when what they wrote is published, and by commenting, reading, sharing and liking in the doctors’ app: each event once',
  ],
  name: 'typeName',
  fields: {
    type: choice('规则类型', 'Kind', RULE_KINDS, {
      width: 160,
      required: '请选择规则类型',
      requiredEn: 'Please choose the kind',
    }),
    typeName: text('规则名称', 'Rule', {
      length: 50,
      required: '请输入规则名称',
      requiredEn: 'Please enter the name',
      width: 180,
    }),
    pointNum: points('积分', 'Points', {
      moves: 'money',
      dualControl: true,
      required: '请输入积分',
      requiredEn: 'Please enter the points',
      width: 90,
    }),
    dailyLimit: integer('每日上限', 'Most a day', { moves: 'money', dualControl: true, min: 0, width: 90 }),
    status: choice(
      '状态',
      'Status',
      { 0: ['有效', 'Effective', 'good'], 1: ['无效', 'Not effective', 'off'] },
      { dualControl: true, width: 90, initial: 0 },
    ),
    ...readOnly({ updateUserName: text('更新人', 'Updated by', { length: 50, width: 100 }) }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { finance: 'view', content: 'manage', auditor: 'view' },
  list: {
    columns: ['type', 'typeName', 'pointNum', 'dailyLimit', 'status', 'updateUserName', 'updateTime'],
    search: ['type', 'status'],
    sort: 'createTime',
  },
  frame: true,
  owner: 'platform',
  routes: { list: '/rule/rule' },
})

/** 积分项目: what points are given or taken for, and whether the shop knows of it. */
export const pointInfo = resource('pointInfo', {
  calls: ['blade-pointInfo', 'blade-pointInfo/pointInfo'],
  title: ['积分项目', 'Point items'],
  notInForce: {
    instead: [
      '积分按结算和积分规则发放，不读取积分项目',
      'points are granted by settlement and the rules of points; no item here is read',
    ],
  },
  name: 'name',
  fields: {
    name: text('名称', 'Name', {
      length: 100,
      required: '请输入名称',
      requiredEn: 'Please enter the name',
      width: 220,
    }),
    type: choice(
      '类型',
      'Kind',
      { 1: ['活动积分', 'Activity'], 2: ['奖励积分', 'Reward'], 3: ['商城兑换', 'Exchanged'] },
      { width: 100, initial: 1 },
    ),
    pointNum: points('积分', 'Points', {
      moves: 'money',
      dualControl: true,
      required: '请输入积分',
      requiredEn: 'Please enter the points',
      width: 90,
    }),
    ...readOnly({
      syncStatus: states(
        '同步状态',
        'Synced',
        {
          none: [0, '未同步', 'Not synced', 'off'],
          synced: [1, '已同步', 'Synced', 'good'],
          failed: [2, '同步失败', 'Failed', 'bad'],
        },
        { width: 90, initial: 'none' },
      ),
    }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { finance: 'view', content: 'manage', auditor: 'view' },
  list: {
    columns: ['name', 'type', 'pointNum', 'syncStatus'],
    search: ['name', 'type', 'syncStatus'],
    sort: 'createTime',
  },
  frame: true,
  owner: 'platform',
  routes: { list: '/point/pointInfo' },
})
