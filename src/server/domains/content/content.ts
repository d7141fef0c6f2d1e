import {
  commenManagement,
  type commenManagementLifecycle,
  commenManagement as comments,
  commentTree,
} from '../../../model/content/comment.ts'
import { contentAudit } from '../../../model/content/contentAudit.ts'
import { contentManagement, type contentManagementLifecycle } from '../../../model/content/contentManagement.ts'
import type { feedback, feedbackLifecycle } from '../../../model/content/feedback.ts'
import type { pageInfo, pageInfoLifecycle } from '../../../model/content/pages.ts'
import { is } from '../../../model/language/conditions/condition.ts'
import type { RulesOf } from '../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import { recordsOf } from '../../core/records.ts'
import { handle } from '../../records/handle.ts'
import { nest } from '../../records/tree.ts'
import type { Hooks, Prepare } from '../../writing/hooks.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { wireRow } from '../../writing/unitOfWork/wire.ts'
import { award, EVENT } from '../points/awards.ts'
import { checkByMachine, machineProblem, machineRules } from './machineCheck.ts'
import { countComment, countedWith, namedProblem } from './readers.ts'

const { status } = statesOf(commenManagement)

type Content = RowOf<typeof contentManagement>
type Comment = RowOf<typeof commenManagement>

/** Is it to appear later than now? */
const isLater = (row: Content, work: UnitOfWork): boolean =>
  row.isTimedPublish === 1 && row.timedPublishTime !== null && row.timedPublishTime > work.time

const publisher = (work: UnitOfWork): Partial<Content> => ({
  publisherId: work.actor.userId,
  publisherName: work.actor.name.slice(0, 50),
})

/** Each audit is kept as a record of its own. */
async function record(
  row: Content,
  auditStatus: 1 | 2,
  auditRemark: string | null,
  work: UnitOfWork,
): Promise<undefined> {
  await work.insert(contentAudit, {
    contentId: row.id,
    contentTitle: row.title,
    auditStatus,
    auditRemark,
    machineResult: row.machineResult,
    machineDetail: row.machineHits ? { hits: row.machineHits } : null,
    auditUserName: work.actor.name.slice(0, 50),
    auditTime: work.time,
  })
  return undefined
}

/** Locks of publishing: the doctor who is the author. */
const lockAuthor = async ({ authorId }: Content) => ({ [authenticationDoctor.id]: authorId ? [authorId] : [] })

/** The doctor who wrote what is published is awarded, once for each content. */
async function awardAuthor(row: Content, work: UnitOfWork): Promise<undefined> {
  const author = await work.row(authenticationDoctor, row.authorId)
  if (author) await award(work, EVENT.published, author, { resource: contentManagement, id: row.id })
  return undefined
}

/** Guards and effects of content (3.25). */
export const contentManagementRules: RulesOf<typeof contentManagement, typeof contentManagementLifecycle, UnitOfWork> =
  {
    publish: {
      guard: namedProblem,
      set: (_row, _ask, work) => ({ ...publisher(work), machineResult: null, machineHits: null }),
      effect: async (row, _ask, work) => {
        await checkByMachine(work, row)
        return undefined
      },
    },
    ...machineRules,
    'audit.pass': {
      lock: lockAuthor,
      guard: (row, ask, work) =>
        isLater(row, work)
          ? [
              '该内容设有定时发布，请选择“通过，定时发布”',
              'This is to be published later: approve it to be published on time',
            ]
          : machineProblem(row, ask.auditRemark),
      set: (_row, _ask, work) => ({ publishTime: work.time }),
      effect: async (row, ask, work) => {
        await record(row, 1, ask.auditRemark, work)
        return awardAuthor(row, work)
      },
    },
    'audit.schedule': {
      guard: (row, ask, work) =>
        isLater(row, work)
          ? machineProblem(row, ask.auditRemark)
          : ['该内容没有将来的定时发布时间', 'It has no time to be published at that is still to come'],
      set: (row) => ({ publishTime: row.timedPublishTime }),
      effect: (row, ask, work) => record(row, 1, ask.auditRemark, work),
    },
    'audit.reject': { effect: (row, ask, work) => record(row, 2, ask.auditRemark, work) },
    appear: { lock: lockAuthor, effect: (row, _ask, work) => awardAuthor(row, work) },
    takeDown: 'none',
    putBack: 'none',
  }

/** 3.25: a comment is hidden and shown again; what it is below counts the ones that are shown. */
export const commenManagementRules: RulesOf<typeof commenManagement, typeof commenManagementLifecycle, UnitOfWork> = {
  hide: {
    lock: async (comment) => countedWith([comment]),
    effect: (comment, _ask, work) => countComment(work, comment, -1),
  },
  show: {
    lock: async (comment) => countedWith([comment]),
    effect: (comment, _ask, work) => countComment(work, comment, 1),
  },
}

/** Comments that are deleted are counted no longer. */
export const commentHooks: Hooks = {
  first: async (ids, work) => {
    const rows = (await work.rows(comments, { id: ids })) as Comment[]
    const { [comments.id]: above = [], ...contents } = countedWith(rows)
    await work.lock(comments, [...new Set([...ids, ...above])])
    await work.lock(contentManagement, [...new Set(contents[contentManagement.id])])
  },
  removed: async (rows, work) => {
    const shown = recordsOf(comments, rows).filter((row) => row.status === status.visible)
    for (const row of shown) await countComment(work, row, -1)
  },
}

/** 3.25: pages of the app are switched on and off. */
export const pageInfoRules: RulesOf<typeof pageInfo, typeof pageInfoLifecycle, UnitOfWork> = {
  enable: 'none',
  disable: 'none',
}

/** Stamp of the person who gives feedback, and of the time. */
export const feedbackGiven: Prepare = async (_values, before, work) =>
  before ? {} : { submitUserName: work.actor.name.slice(0, 50), submitTime: work.time }

/** 3.25: feedback is answered, then closed. */
export const feedbackRules: RulesOf<typeof feedback, typeof feedbackLifecycle, UnitOfWork> = {
  reply: {
    set: (_row, ask, work) => ({
      replyContent: ask.replyContent,
      replyUserName: work.actor.name.slice(0, 50),
      replyTime: work.time,
    }),
  },
  close: 'none',
}

/** Most answers that are shown below a comment. */
const ANSWERS_PER_COMMENT_MAX = 5_000

/** A comment with everything below it: all comments of its content, nested, from it on. */
export const contentCalls = [
  handle(commentTree, async ({ rows: [row], reader, actor }) => {
    if (!row) return []
    const all = await reader.rows(comments, {
      where: [is('contentId', String(row.contentId ?? ''))],
      limit: ANSWERS_PER_COMMENT_MAX,
    })
    const find = (nodes: readonly { key: string; children?: readonly unknown[] }[]): object[] =>
      nodes.flatMap((n) => (n.key === row.id ? [n] : find((n.children ?? []) as typeof nodes)))
    return find(
      nest(
        all.map((one) => wireRow(actor, comments, one)),
        'content',
      ),
    )
  }),
]
