import type { Label, Language } from '../../values/label.ts'

/** Days that a notification is kept, and how many a person has at most: the oldest go first. */
export const NOTIFICATION_DAYS = 90
export const NOTIFICATIONS_PER_USER_MAX = 2_000
/** Lines of a page, at most, and groups of one marking. */
export const NOTIFICATIONS_PAGE_MAX = 100
/** Choices that a person has for a kind. */
export const NOTIFICATION_CHOICES = ['off', 'inbox', 'browser'] as const
export type NotificationChoice = (typeof NOTIFICATION_CHOICES)[number]

interface NotificationKind {
  readonly title: Label
  /** Choice in force where the person made none. */
  readonly initial: NotificationChoice
  /** Text of a single notification; `{by}` `{title}` `{resource}` `{step}` `{text}` … are its parameters. */
  readonly text: Label
  /** Several of one group, `{count}` of them; absent: each stands alone. */
  readonly grouped?: Label
  /** Belongs to the people who talk: the filter of mentions shows it. */
  readonly talk?: true
}

const kind = (title: Label, text: Label, more: Partial<NotificationKind> = {}): NotificationKind => ({
  title,
  text,
  initial: 'inbox',
  ...more,
})

/** Everything that people are notified of, each declared once, in the order in which a person reads the choices. */
export const NOTIFICATION_KINDS = {
  decisionRefused: kind(
    ['我经办的记录被驳回或退回', 'A record of mine was refused or returned'],
    ['{by} {step}：{resource} {title}', '{by} · {step}: {resource} {title}'],
    { initial: 'browser' },
  ),
  decisionPassed: kind(
    ['我经办的记录已通过', 'A record of mine was passed'],
    ['{by} {step}：{resource} {title}', '{by} · {step}: {resource} {title}'],
    { grouped: ['{count} 条{resource}：{step}', '{count} × {resource}: {step}'] },
  ),
  mention: kind(
    ['有人在评论中提到我', 'Somebody mentioned me in a comment'],
    ['{by} 在{resource} {title} 中提到你：{text}', '{by} mentioned you on {resource} {title}: {text}'],
    { initial: 'browser', talk: true },
  ),
  answer: kind(
    ['我评论过的记录有新评论', 'A new comment where I commented'],
    ['{by} 也评论了{resource} {title}：{text}', '{by} commented, too, on {resource} {title}: {text}'],
    { grouped: ['{count} 条新评论：{resource} {title}', '{count} new comments: {resource} {title}'], talk: true },
  ),
  comment: kind(
    ['我经办的记录有新评论', 'A comment on a record of mine'],
    ['{by} 评论了{resource} {title}：{text}', '{by} commented on {resource} {title}: {text}'],
    { grouped: ['{count} 条新评论：{resource} {title}', '{count} new comments: {resource} {title}'], talk: true },
  ),
  changeWaits: kind(
    ['有配置变更待我复核', 'A change waits for my review'],
    ['{by} 申请的变更待复核：{title}', '{by} asks for a change to be approved: {title}'],
    { grouped: ['{count} 项变更待复核', '{count} changes wait for review'] },
  ),
  batchEnded: kind(
    ['我的批量处理结束', 'A batch of mine ended'],
    ['批量处理{step}：{done} 条成功，{failed} 条失败', 'Batch {step}: {done} done, {failed} failed'],
  ),
  fileMade: kind(
    ['我的导出或单据文件完成', 'An export or document of mine is ready'],
    ['{step}：{text}', '{step}: {text}'],
    { grouped: ['{count} 个文件：{step}', '{count} files: {step}'] },
  ),
  claimTaken: kind(
    ['我占用的记录被他人接手', 'A record in my hand was taken over'],
    ['{by} 接手了{resource} {title}', '{by} took over {resource} {title}'],
  ),
  accountLow: kind(
    ['预存账户余额不足', 'A prepaid account is low'],
    ['{resource} {title} 的可用余额低于预警额', 'The balance of {resource} {title} is below its alert amount'],
  ),
  announcement: kind(['通知公告', 'Notices'], ['{resource}：{title}', '{resource}: {title}']),
} as const satisfies Readonly<Record<string, NotificationKind>>

export type NotificationKindName = keyof typeof NOTIFICATION_KINDS
export const notificationKinds = Object.keys(NOTIFICATION_KINDS) as NotificationKindName[]

/** The declaration of a kind; null for a name that nobody declares. */
export const notificationKind = (name: string): NotificationKind | null =>
  Object.hasOwn(NOTIFICATION_KINDS, name) ? NOTIFICATION_KINDS[name as NotificationKindName] : null

/** Kinds about talk between people, which the filter of mentions shows. */
export const talkKinds = notificationKinds.filter((name) => notificationKind(name)?.talk === true)

/** A line of the inbox: one notification, or several of one group that are read or unread alike, by the newest of them. */
export interface NotificationLine {
  /** Of the newest. */
  readonly id: string
  readonly kind: NotificationKindName
  /** Record of the newest; "" for none. */
  readonly resource: string
  readonly recordId: string
  readonly group: string
  /** How many the line stands for. */
  readonly count: number
  /** Parameters of its text, in the language of the reader; empty where the record is no longer visible. */
  readonly params: Readonly<Record<string, string>>
  /** Its record is there and the reader may see it, or it is about none. */
  readonly visible: boolean
  readonly read: boolean
  /** `yyyy-MM-dd HH:mm:ss` */
  readonly at: string
}

export interface Unread {
  /** At most `UNREAD_MAX` + 1, which reads as more. */
  readonly unread: number
}

export interface NotificationPage extends Unread {
  readonly lines: readonly NotificationLine[]
  readonly more: boolean
}

/** Text where the record of a notification is deleted or no longer the reader's to see. */
export const NO_LONGER_VISIBLE: Label = [
  '相关记录已删除或您已无权查看',
  'The record was deleted or is no longer yours to see',
]

const filled = (pattern: string, params: Readonly<Record<string, string>>): string =>
  pattern
    .replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
    .replace(/ {2,}/g, ' ')
    .trim()

const at = (label: Label, language: Language): string => label[language === 'en' ? 1 : 0]

/** Text of a line, in a language. Pure. */
export function notificationText(
  { kind, params, count, visible }: Pick<NotificationLine, 'kind' | 'params' | 'count' | 'visible'>,
  language: Language,
): string {
  if (!visible) return at(NO_LONGER_VISIBLE, language)
  const declared = notificationKind(kind)
  if (!declared) return ''
  const pattern = count > 1 && declared.grouped ? declared.grouped : declared.text
  return filled(at(pattern, language), { ...params, count: String(count) })
}
