import { commenManagement, commenManagementLifecycle } from '../../../model/content/comment.ts'
import { contentManagement, contentManagementLifecycle } from '../../../model/content/contentManagement.ts'
import { feedback, feedbackLifecycle } from '../../../model/content/feedback.ts'
import { pageInfo, pageInfoLifecycle } from '../../../model/content/pages.ts'
import { hooks } from '../../writing/hooks.ts'
import { rules } from '../../writing/rules.ts'
import { defineServerDomain } from '../serverDomain.ts'
import {
  commenManagementRules,
  commentHooks,
  contentCalls,
  contentManagementRules,
  feedbackGiven,
  feedbackRules,
  pageInfoRules,
} from './content.ts'
import { quickReplyCalls } from './quickReply.ts'

/** Contents, comments on them, public pages and feedback. */
export default defineServerDomain({
  name: 'content',
  rules: [
    rules(commenManagement, commenManagementLifecycle, commenManagementRules),
    rules(contentManagement, contentManagementLifecycle, contentManagementRules),
    rules(feedback, feedbackLifecycle, feedbackRules),
    rules(pageInfo, pageInfoLifecycle, pageInfoRules),
  ],
  hooks: [hooks(commenManagement, commentHooks), hooks(feedback, { prepare: feedbackGiven })],
  calls: [...contentCalls, ...quickReplyCalls],
})
