import { defineDomain } from '../language/domain/domain.ts'
import { commenManagement, commenManagementLifecycle, commentTree } from './comment.ts'
import { contentAudit } from './contentAudit.ts'
import { contentEvent } from './contentEvent.ts'
import { contentAppears, contentManagement, contentManagementLifecycle } from './contentManagement.ts'
import { contentSafety } from './contentSafety.ts'
import { feedback, feedbackImage, feedbackLifecycle } from './feedback.ts'
import { iconInfo, pageIconRel, pageInfo, pageInfoLifecycle } from './pages.ts'
import { projectQuickReply } from './projectQuickReply.ts'
import { contentQueue } from './queue.ts'
import { quickReply, quickReplyList } from './quickReply.ts'
import { mpFollowUser, shareQrCode } from './sharing.ts'

export default defineDomain('content', {
  resources: [
    contentManagement,
    contentAudit,
    commenManagement,
    contentEvent,
    quickReply,
    projectQuickReply,
    feedback,
    feedbackImage,
    iconInfo,
    pageInfo,
    pageIconRel,
    shareQrCode,
    mpFollowUser,
  ],
  lifecycles: [contentManagementLifecycle, commenManagementLifecycle, feedbackLifecycle, pageInfoLifecycle],
  calls: [quickReplyList, commentTree],
  every: [contentAppears],
  queues: [contentQueue],
  ports: [contentSafety],
})
