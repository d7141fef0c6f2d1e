import { rule } from '../../../../../model/points/rules.ts'
import type { Brought } from './outfit.ts'

/** Rules of points: the kind, what it is called, the points, most a day. */
const RULES = [
  [0, '开户奖励', 100, null],
  [1, '完成认证', 200, null],
  [2, '发布内容', 50, null],
  [3, '发布评论', 5, 20],
  [4, '浏览内容', 1, 20],
  [5, '分享内容', 10, 20],
  [6, '点赞内容', 1, 20],
] as const

/** 积分规则: one in force of each kind. */
export const pointsRules = {
  of: rule,
  by: ['type'],
  rows: RULES.map(([type, typeName, pointNum, dailyLimit]) => ({
    type,
    typeName,
    pointNum,
    dailyLimit,
    status: 0 as const,
  })),
} satisfies Brought
