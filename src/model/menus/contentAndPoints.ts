import { commenManagement } from '../content/comment.ts'
import { contentAudit } from '../content/contentAudit.ts'
import { contentEvent } from '../content/contentEvent.ts'
import { contentManagement } from '../content/contentManagement.ts'
import { feedbackImage } from '../content/feedback.ts'
import { iconInfo, pageIconRel, pageInfo } from '../content/pages.ts'
import { projectQuickReply } from '../content/projectQuickReply.ts'
import { quickReply } from '../content/quickReply.ts'
import { mpFollowUser, shareQrCode } from '../content/sharing.ts'
import { integralAccount, integralRule } from '../funds/integral.ts'
import { integralIssue } from '../funds/integralIssue.ts'
import { dmanInternalTransferPoint } from '../funds/transfers.ts'
import type { TopMenu } from '../language/menu.ts'
import { leaf } from '../language/menu.ts'
import { orderDoctorPaymentPoint } from '../payment/orderDoctorPayment.ts'
import { platServiceFeePoint } from '../payment/platServiceFeePoint.ts'
import { pointsAccount, yuanbaoDetail } from '../points/account.ts'
import { doctorAward } from '../points/award.ts'
import { pointInfo, rule } from '../points/rules.ts'
import { resultOrderPoint } from '../settlement/results/resultOrderPoint.ts'
import {
  orderDoctorSettlementPoint,
  settlementOrderDoctorPoint,
  settlementOrderPoint,
} from '../settlement/settlementOrderPoint.ts'
import { entrustedInvoicePoint } from '../tax/entrustedInvoicePoint.ts'

/** T8: points. */
export const pointsMenu: TopMenu = {
  code: 'point',
  title: ['积分', 'Points'],
  icon: 'coins',
  groups: [
    {
      code: 'pointSettle',
      title: ['积分结算', 'Points settlement'],
      icon: 'clipboard-list',
      leaves: [
        leaf(resultOrderPoint, {
          icon: 'clipboard-list',
          with: ['resultOrderProjectDetailPoint', 'resultOrderDoctorDetailPoint', 'resultOrderPlatformDetailPoint'],
          words: 'outcome, 积分成果单',
        }),
        leaf(settlementOrderPoint, {
          icon: 'file-spreadsheet',
          with: ['settlementOrderTaxItemPoint'],
          words: 'statement, 积分账单',
        }),
        leaf(settlementOrderDoctorPoint, { icon: 'users', words: '积分医生' }),
        leaf(orderDoctorSettlementPoint, { icon: 'coins', words: 'grant, 积分发放' }),
        leaf(orderDoctorPaymentPoint, {
          title: ['医生积分发放审核', 'Points payouts'],
          icon: 'badge-check',
          words: '发积分',
        }),
        leaf(platServiceFeePoint, { icon: 'percent' }),
        leaf(dmanInternalTransferPoint, { icon: 'refresh-cw', words: '划转' }),
        leaf(entrustedInvoicePoint, {
          icon: 'receipt',
          with: ['entrustedInvoiceDetailPoint'],
        }),
      ],
    },
    {
      code: 'pointAccounts',
      title: ['积分账户', 'Points accounts'],
      icon: 'coins',
      leaves: [
        leaf(integralAccount, {
          icon: 'database',
          with: ['integralDetail'],
          words: '企业积分',
        }),
        leaf(integralRule, { icon: 'percent', words: '兑换' }),
        leaf(integralIssue, {
          title: ['积分发行', 'Issues of points'],
          icon: 'download',
          words: 'issue, mint, 发行, 平台积分',
        }),
        leaf(pointsAccount, { icon: 'coins', words: 'balance, 元宝, 余额' }),
        leaf(yuanbaoDetail, { icon: 'list', words: 'ledger, 流水, 元宝' }),
        leaf(doctorAward, { icon: 'badge-check', words: 'award, reward, 奖励, 待发放' }),
        leaf(rule, { icon: 'star', words: 'points rule, 规则, 奖励' }),
        leaf(pointInfo, { icon: 'tag', words: 'point item, 项目' }),
      ],
    },
  ],
}

/** T9: what doctors read and how it is shown. */
export const contentMenu: TopMenu = {
  code: 'content',
  title: ['内容运营', 'Content'],
  icon: 'newspaper',
  groups: [
    {
      code: 'contentText',
      title: ['内容', 'Content'],
      icon: 'newspaper',
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
      code: 'contentOps',
      title: ['运营', 'Operations'],
      icon: 'zap',
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
  ],
}
