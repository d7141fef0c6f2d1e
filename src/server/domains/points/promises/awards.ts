import { commenManagement } from '../../../../model/content/comment.ts'
import { contentEvent } from '../../../../model/content/contentEvent.ts'
import { contentManagement } from '../../../../model/content/contentManagement.ts'
import {
  among,
  and,
  atMost,
  equal,
  not,
  or,
  there,
  when,
  word,
} from '../../../../model/language/conditions/expression.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { yuanbaoDetail } from '../../../../model/points/account.ts'
import { doctorAward } from '../../../../model/points/award.ts'
import { rule } from '../../../../model/points/rules.ts'
import { count, sum } from '../../../promises/form/aggregate.ts'
import { total } from '../../../promises/form/relation.ts'
import { type Invariant, invariant } from '../../../promises/invariant.ts'
import { once } from '../../funds/promises/once.ts'

const { awardStatus } = statesOf(doctorAward)
const { status } = statesOf(commenManagement)

/** Kinds of points awards of doctors, besides settlement and exchange. */
const AWARDS = [0, 1, 2, 3, 4, 5, 6]
const GIVEN = equal('awardStatus', awardStatus.given)

/** How often readers did this with a content. */
const did = (eventType: 4 | 5 | 6) =>
  total({ of: contentEvent, where: equal('eventType', eventType) }, { contentId: 'id' }, { all: count() })
const shown = (by: 'contentId' | 'parentId') =>
  total({ of: commenManagement, where: equal('status', status.visible) }, { [by]: 'id' }, { all: count() })

/** Points that doctors earn by events (INV-39), and what readers did with content (3.25). */
export const awardInvariants: readonly Invariant[] = [
  invariant(
    'INV-39',
    ['积分奖励不超过规则当时的每日上限', 'Awards of a doctor are within the limit of the day, as it was then'],
    { of: doctorAward, where: there('dailyLimit') },
    atMost('nth', 'dailyLimit'),
    { type: 'type', nth: 'nth', dailyLimit: 'dailyLimit' },
  ),
  once(
    'INV-39.places',
    ['同一医生同类奖励当日次序不重复', 'Awards of a doctor, kind and day have a place each'],
    doctorAward,
    ['type', 'doctorId', 'eventDay', 'nth'],
  ),
  once('INV-39.events', ['一个事件最多奖励一次', 'An event is awarded once'], doctorAward, [
    'type',
    'bizType',
    'bizId',
    'doctorId',
  ]),
  once(
    'INV-39.rules',
    ['每类积分规则最多一条有效', 'A kind of award has one effective rule'],
    rule,
    ['type'],
    equal('status', 0),
  ),
  invariant(
    'INV-39.given',
    [
      '已发放的奖励恰有一笔相同积分的明细，待发放的没有',
      'An award that was given moved its points once, one that waits moved none',
    ],
    {
      of: doctorAward,
      with: {
        moves: total(
          { of: yuanbaoDetail, where: and(equal('bizType', word(doctorAward.id)), equal('direction', 1)) },
          { bizId: 'id', doctorId: 'doctorId', changeType: 'type' },
          { all: count(), points: sum('points') },
        ),
      },
    },
    and(equal('moves.all', when(GIVEN, 1, 0)), or(not(GIVEN), equal('moves.points', 'points'))),
    { type: 'type', points: 'points', found: 'moves.points' },
  ),
  invariant(
    'INV-39.earned',
    ['按规则类型入账的积分都有对应的奖励', 'Points of a kind of rule came by an award'],
    {
      of: yuanbaoDetail,
      where: and(equal('direction', 1), among('changeType', AWARDS)),
      with: { award: total({ of: doctorAward, where: GIVEN }, { id: 'bizId' }, { all: count() }) },
    },
    and(equal('bizType', word(doctorAward.id)), equal('award.all', 1)),
    { code: 'code', changeType: 'changeType', found: 'award.all' },
  ),
  invariant(
    '3.25.readers',
    ['内容的浏览、点赞、转发量等于其互动记录', 'Views, likes and forwards of a content are what readers did with it'],
    { of: contentManagement, with: { views: did(4), forwards: did(5), likes: did(6) } },
    and(equal('viewCount', 'views.all'), equal('forwardCount', 'forwards.all'), equal('likeCount', 'likes.all')),
    { title: 'title', viewCount: 'viewCount', found: 'views.all' },
  ),
  once(
    '3.25.likes',
    ['一名医生对同一内容最多点赞一次', 'A doctor likes a content once'],
    contentEvent,
    ['contentId', 'doctorId'],
    equal('eventType', 6),
  ),
  invariant(
    '3.25.comments',
    ['内容的评论量等于其显示中的评论', 'A content counts its comments that are shown'],
    { of: contentManagement, with: { comments: shown('contentId') } },
    equal('commentCount', 'comments.all'),
    { title: 'title', commentCount: 'commentCount', found: 'comments.all' },
  ),
  invariant(
    '3.25.answers',
    ['评论的回复数等于其显示中的回复', 'A comment counts its answers that are shown'],
    { of: commenManagement, with: { answers: shown('parentId') } },
    equal('commentNum', 'answers.all'),
    { commentNum: 'commentNum', found: 'answers.all' },
  ),
]
