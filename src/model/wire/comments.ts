/** Addresses of the calls about comments on records, below /api. */
export const COMMENTS = {
  /** GET ?resource&record → RecordComment[]: those of the caller's own side, oldest first. */
  read: 'rounds/comments',
  /** POST {resource, record, text, mentions} → RecordComment */
  add: 'rounds/comments/add',
  /** POST {id} → RecordComment: the author's own, within `COMMENT_DELETABLE_MINUTES`. */
  remove: 'rounds/comments/remove',
  /** GET ?resource&record&q → Mentionable[]: people of the caller's side who may see the record, `MENTIONABLE_MAX` at most. */
  people: 'rounds/comments/people',
} as const

/** Code of the section of a record that shows its comments. */
export const COMMENTS_SECTION = 'comments'

/** Longest comment, characters. */
export const COMMENT_CHARACTERS_MAX = 1_000
/** People that one comment mentions, at most. */
export const MENTIONS_MAX = 20
/** Comments of one record, at most: what is longer is a conversation for another place. */
export const COMMENTS_PER_RECORD_MAX = 500
/** So long its author may delete a comment, minutes. */
export const COMMENT_DELETABLE_MINUTES = 10
/** People offered for a mention at a time. */
export const MENTIONABLE_MAX = 20

/** Somebody who may be mentioned: of the caller's side, and may see the record. */
export interface Mentionable {
  readonly id: string
  readonly name: string
  readonly account: string
  readonly pinyin: readonly string[]
}

/** A comment of a record. Its text is shown as text, with its line breaks. */
export interface RecordComment {
  readonly id: string
  /** "" where it was deleted: that it stood there stays. */
  readonly text: string
  readonly byId: string
  readonly by: string
  /** `yyyy-MM-dd HH:mm:ss` */
  readonly at: string
  readonly mentions: readonly Pick<Mentionable, 'id' | 'name'>[]
  /** When its author deleted it; "" where it stands. */
  readonly deletedAt: string
  /** Until when the caller may delete it; "" where they may not. */
  readonly deletableUntil: string
}
