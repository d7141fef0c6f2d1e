import { choice, integer, points, readOnly, text } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

/** 积分规则: what earns points (specification §3, domain 3.25). At most one effective rule of each type. */
export const rule = resource('rule', {
  calls: ['blade-rule/rule'],
  title: ['积分规则', 'Points rules'],
  name: 'typeName',
  fields: {
    type: choice(
      '规则类型',
      'Kind',
      {
        0: ['开户', 'Open account'],
        1: ['账户认证', 'Account authentication'],
        2: ['发布内容', 'Publish content'],
        3: ['发布评论', 'Publish comment'],
        4: ['浏览内容', 'Browse content'],
        5: ['分享内容', 'Share content'],
        6: ['点赞内容', 'Like content'],
      },
      { width: 160, required: '请选择规则类型', requiredEn: 'Please choose the kind' },
    ),
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
      syncStatus: choice(
        '同步状态',
        'Synced',
        { 0: ['未同步', 'Not synced', 'off'], 1: ['已同步', 'Synced', 'good'], 2: ['同步失败', 'Failed', 'bad'] },
        { width: 90, initial: 0 },
      ),
    }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  list: {
    columns: ['name', 'type', 'pointNum', 'syncStatus'],
    search: ['name', 'type', 'syncStatus'],
    sort: 'createTime',
  },
  frame: true,
  owner: 'platform',
  routes: { list: '/point/pointInfo' },
})
