import { type GroupLeaves, leaf } from '../language/menu.ts'
import { commenManagement } from './comment.ts'
import { contentAudit } from './contentAudit.ts'
import { contentEvent } from './contentEvent.ts'
import { contentManagement } from './contentManagement.ts'
import { feedback, feedbackImage } from './feedback.ts'
import { iconInfo, pageIconRel, pageInfo } from './pages.ts'
import { projectQuickReply } from './projectQuickReply.ts'
import { quickReply } from './quickReply.ts'
import { mpFollowUser, shareQrCode } from './sharing.ts'

/** Leaves of the menu tree that lead to screens of this domain. */
export const contentMenu: readonly GroupLeaves[] = [
  {
    group: 'deskFeedback',
    leaves: [leaf(feedback, { icon: 'message', words: 'suggestion, complaint, 建议, 投诉' })],
  },
  {
    group: 'contentText',
    leaves: [
      leaf(contentManagement, {
        title: ['内容管理', 'Content'],
        icon: 'newspaper',
        words: 'article, post, 文章, 资讯',
      }),
      leaf(contentEvent, { icon: 'eye', words: 'read, like, share, 浏览, 点赞, 分享' }),
      leaf(contentAudit, {
        title: ['内容审核', 'Content audits'],
        icon: 'shield',
        words: 'review, moderation, 机审',
      }),
      leaf(commenManagement, {
        title: ['评论管理', 'Comments'],
        icon: 'message',
        words: 'comment, moderation, 留言',
      }),
    ],
  },
  {
    group: 'contentOps',
    leaves: [
      leaf(quickReply, { icon: 'zap', go: 'g k', words: 'template, snippet, canned, 模板, 话术, 常用语' }),
      leaf(projectQuickReply, { icon: 'zap', words: 'reason, template, 理由, 模板' }),
      leaf(iconInfo, { title: ['图标配置', 'Icons'], icon: 'image', words: 'picture, 图片' }),
      leaf(pageInfo, { title: ['页面配置', 'Pages'], icon: 'columns', words: 'page, layout, 页面' }),
      leaf(pageIconRel, { icon: 'link' }),
      leaf(shareQrCode, { icon: 'qr-code', words: 'qr, 扫码' }),
      leaf(feedbackImage, { icon: 'image', words: 'screenshot, 截图' }),
      leaf(mpFollowUser, { icon: 'users', words: 'wechat, follower, 微信, 关注' }),
    ],
  },
]
