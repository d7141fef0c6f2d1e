/** Kinds of rules of points (specification §3). Each is an event: a doctor is added, certified, has written what is published, or did this with a content. */
export const RULE_KINDS = {
  0: ['开户', 'Open account'],
  1: ['账户认证', 'Account authentication'],
  2: ['发布内容', 'Publish content'],
  3: ['发布评论', 'Publish comment'],
  4: ['浏览内容', 'Browse content'],
  5: ['分享内容', 'Share content'],
  6: ['点赞内容', 'Like content'],
} as const
