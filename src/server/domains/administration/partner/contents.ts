import { reportContentEvent } from '../../../../model/administration/partner/calls.ts'
import { contentEvent } from '../../../../model/content/contentEvent.ts'
import { isId } from '../../../../model/language/derived/validate.ts'
import type { DeclaredHandler } from '../../../records/handle.ts'
import { fieldError } from '../../../writing/save/sentFields.ts'
import { readerDid } from '../../content/readers.ts'
import { type Made, type Sent, taking } from './sent.ts'

/** An action of a doctor on a content in the doctors' app. */
async function did({ work, body }: Sent): Promise<Made> {
  const contentId = String(body.contentId ?? '')
  const parentId = body.parentId ? String(body.parentId) : null
  if (!isId(contentId)) throw fieldError(work.actor, 'contentId', ['内容编号无效', 'This is no id of a content'])
  if (parentId && !isId(parentId))
    throw fieldError(work.actor, 'parentId', ['评论编号无效', 'This is no id of a comment'])
  const id = await readerDid(work, {
    contentId,
    parentId,
    doctorId: String(body.doctorId),
    type: Number(body.eventType) as 3 | 4 | 5 | 6,
    text: typeof body.comment === 'string' ? body.comment : null,
  })
  const row = await work.row(contentEvent, id)
  return { of: contentEvent, id, code: row?.contentTitle ?? '' }
}

export const partnerContentCalls: readonly DeclaredHandler[] = [taking(reportContentEvent, { kind: 'content' }, did)]
