import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { json, longText, text } from '../language/fields/field.ts'
import { COMMENT_CHARACTERS_MAX, COMMENTS, type Mentionable, type RecordComment } from '../wire/comments.ts'

// A session is all they ask for: whoever sees a record comments on it, and the handler looks whether they see it. No resource: who
// reads a comment goes by the record it is on and by the side of its author together, which no owner of the language says; generic
// lists, searches and exports would show more.
const own = { open: 'session' } as const

const subject = {
  resource: text('数据类型', 'Kind of record', { length: 64, required: '请输入数据类型' }),
  record: text('数据编号', 'Record id', { length: 19, required: '请输入数据编号' }),
}

/** `rounds/comments`: comments on a record, of the caller's own side. */
export const readComments = call('comment.read', {
  ...own,
  method: 'GET',
  paths: [COMMENTS.read],
  title: ['评论', 'Comments'],
  query: subject,
  safe: true,
  answer: answer.typed<readonly RecordComment[]>('list'),
})

/** Writes a comment on a record. */
export const addComment = call('comment.add', {
  ...own,
  method: 'POST',
  paths: [COMMENTS.add],
  title: ['发表评论', 'Write a comment'],
  body: {
    ...subject,
    text: longText('评论', 'Comment', { length: COMMENT_CHARACTERS_MAX, required: '请输入评论' }),
    mentions: json('提及的人', 'Mentioned people'),
  },
  safe: false,
  answer: answer.typed<RecordComment>('one'),
})

/** Deletes a comment of the caller's own; that it was there stays. */
export const removeComment = call('comment.remove', {
  ...own,
  method: 'POST',
  paths: [COMMENTS.remove],
  title: ['删除评论', 'Delete a comment'],
  body: { id: text('评论编号', 'Comment id', { length: 19, required: '请选择评论' }) },
  safe: false,
  answer: answer.typed<RecordComment>('one'),
})

/** People who may be mentioned in a comment on a record. */
export const readMentionable = call('comment.people', {
  ...own,
  method: 'GET',
  paths: [COMMENTS.people],
  title: ['可提及的人', 'People to mention'],
  query: { ...subject, q: text('姓名', 'Name', { length: 50 }) },
  safe: true,
  answer: answer.typed<readonly Mentionable[]>('list'),
})

export const commentCalls = [readComments, addComment, removeComment, readMentionable] as const
