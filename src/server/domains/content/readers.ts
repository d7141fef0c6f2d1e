import { commenManagement } from '../../../model/content/comment.ts'
import { contentEvent } from '../../../model/content/contentEvent.ts'
import { contentManagement } from '../../../model/content/contentManagement.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import type { Label } from '../../../model/values/label.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { recordsOf } from '../../core/records.ts'
import { fieldError } from '../../writing/save/sentFields.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { award } from '../points/awards.ts'

type Content = RowOf<typeof contentManagement>
type Comment = RowOf<typeof commenManagement>
type Doctor = RowOf<typeof authenticationDoctor>

const [COMMENTED, BROWSED, SHARED, LIKED] = [3, 4, 5, 6] as const
const PUBLISHED = 2
const [EVERYBODY, CERTIFIED_ONLY, NAMED] = [0, 1, 2]
const CERTIFIED = 2
const SHOWN = 0

/** An action of a doctor on a content. `text`, `parentId`: of a comment, and the one it answers. */
export interface ReaderEvent {
  readonly contentId: string
  readonly doctorId: string
  readonly type: 3 | 4 | 5 | 6
  readonly text: string | null
  readonly parentId: string | null
}

/** The counter of a content for each thing that readers do. */
const COUNTED = {
  [COMMENTED]: 'commentCount',
  [BROWSED]: 'viewCount',
  [SHARED]: 'forwardCount',
  [LIKED]: 'likeCount',
} as const

/** The doctors who alone may read a content for named doctors. */
const namedIn = ({ readerIds }: Content): readonly string[] => (readerIds ?? []).map(String)

/** Why a content for named doctors is not published: nobody could read it. */
export const namedProblem = (content: Content): Label | null =>
  content.readAuthority === NAMED && namedIn(content).length === 0
    ? ['阅读权限为指定医生，请先选择指定医生', 'It is for named doctors: name them first']
    : null

/** Why this doctor does not do this with this content. */
function problemOf(content: Content, doctor: Doctor, type: ReaderEvent['type']): Label | null {
  if (content.status !== PUBLISHED) return ['该内容未发布', 'The content is not published']
  if (content.readAuthority === CERTIFIED_ONLY && doctor.certStatus !== CERTIFIED)
    return ['该内容只供认证医生阅读', 'The content is for certified doctors']
  const isOpen = content.readAuthority === EVERYBODY || content.readAuthority === CERTIFIED_ONLY
  if (!isOpen && !(content.readAuthority === NAMED && namedIn(content).includes(doctor.id)))
    return ['该内容只供指定医生阅读', 'The content is for named doctors']
  if (type === COMMENTED && content.isComment !== 1) return ['该内容不允许评论', 'The content takes no comments']
  if ((type === SHARED || type === LIKED) && content.interaction !== 1)
    return ['该内容不允许互动', 'The content is neither shared nor liked']
  return null
}

/** The comment that is answered, which is locked: it is shown and of the same content. */
async function answeredOf(work: UnitOfWork, parentId: string | null, contentId: string): Promise<Comment | null> {
  if (!parentId) return null
  const found = await work.row(commenManagement, parentId)
  if (found && found.status === SHOWN && String(found.contentId) === contentId) return found
  throw fieldError(work.actor, 'parentId', ['所回复的评论不存在', 'The comment that is answered does not exist'])
}

/** Adds to a counter of a locked content: no version of it, which whoever decides on it would have to read anew. */
const countOn = (work: UnitOfWork, content: Content, name: (typeof COUNTED)[3 | 4 | 5 | 6], by: 1 | -1) =>
  work.tally(contentManagement, content.id, { [name]: Math.max(0, (content[name] ?? 0) + by) })

/** Records that count a comment: its content, and the comment that it answers. */
export const countedWith = (
  comments: readonly Pick<Comment, 'contentId' | 'parentId'>[],
): Record<string, string[]> => ({
  [contentManagement.id]: comments.flatMap((c) => (c.contentId ? [String(c.contentId)] : [])),
  [commenManagement.id]: comments.flatMap((c) => (c.parentId ? [String(c.parentId)] : [])),
})

/** A comment is shown from now on (1), or no longer (-1): its content and the one it answers count it so. They are locked (`countedWith`). */
export async function countComment(
  work: UnitOfWork,
  { contentId, parentId }: Pick<Comment, 'contentId' | 'parentId'>,
  by: 1 | -1,
): Promise<undefined> {
  const content = contentId ? await work.row(contentManagement, String(contentId)) : null
  if (content) await countOn(work, content, 'commentCount', by)
  const above = parentId ? await work.row(commenManagement, String(parentId)) : null
  if (above) await work.tally(commenManagement, above.id, { commentNum: Math.max(0, (above.commentNum ?? 0) + by) })
  return undefined
}

/** Adds a doctor's comment to a content and to the comment it answers; both counts increase. */
async function commented(work: UnitOfWork, event: ReaderEvent, content: Content, doctor: Doctor): Promise<string> {
  if (!event.text?.trim())
    throw fieldError(work.actor, 'comment', ['请填写评论内容', 'Please send what the comment says'])
  const above = await answeredOf(work, event.parentId, content.id)
  const written = {
    content: event.text.trim(),
    parentId: above?.id ?? null,
    contentId: content.id,
    contentTitle: content.title,
    commenterName: doctor.doctorName,
  }
  await countComment(work, written, 1)
  return (await work.insert(commenManagement, written)).id
}

/**
 * Takes what a doctor did with a published content: it is counted there, and earns points by the rule of its kind (3.25): a
 * comment each, the others once a content. A content is liked once by a doctor; liked again nothing changes. Returns its id.
 * @throws AppError 404, 409 where the content is not theirs to read, 400 naming the field
 */
export async function readerDid(work: UnitOfWork, event: ReaderEvent): Promise<string> {
  const { type, contentId, doctorId } = event
  const [doctor] = recordsOf(authenticationDoctor, await work.lock(authenticationDoctor, [doctorId]))
  if (type === COMMENTED && event.parentId) await work.lock(commenManagement, [event.parentId])
  const [content] = recordsOf(contentManagement, await work.lock(contentManagement, [contentId]))
  if (!doctor || !content) throw notFound()
  const problem = problemOf(content, doctor, type)
  if (problem) throw new AppError(409, problem)
  const liked = type === LIKED ? await work.any(contentEvent, { contentId, doctorId, eventType: LIKED }) : null
  if (liked) return liked.id
  const commentId = type === COMMENTED ? await commented(work, event, content, doctor) : null
  if (type !== COMMENTED) await countOn(work, content, COUNTED[type], 1)
  const { id } = await work.insert(contentEvent, {
    contentId,
    contentTitle: content.title,
    doctorId,
    doctorName: doctor.doctorName,
    eventType: type,
    commentId,
  })
  await award(
    work,
    type,
    doctor,
    commentId ? { resource: commenManagement, id: commentId } : { resource: contentManagement, id: contentId },
  )
  return id
}
