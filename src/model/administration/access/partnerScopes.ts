import type { Label } from '../../values/label.ts'

/**
 * Permissions of a client of the partner API, each a field of the client (domain §13). `field`: the field of the client
 * that allows it.
 */
export const PARTNER_SCOPES = {
  'doctor.register': { field: 'scopeDoctor', title: ['登记医生', 'Register doctors'] },
  'certification.submit': { field: 'scopeCertification', title: ['提交认证', 'Hand in certifications'] },
  'invitation.answer': { field: 'scopeInvitation', title: ['答复邀请', 'Answer invitations'] },
  'report.submit': { field: 'scopeReport', title: ['提交成果', 'Hand in reports'] },
  'meeting.attend': { field: 'scopeMeeting', title: ['会议签到', 'Sign in to meetings'] },
  'plan.create': { field: 'scopePlanCreate', title: ['新建活动', 'Plan activities'] },
  'plan.close': { field: 'scopePlanClose', title: ['关闭活动', 'Close activities'] },
  'content.event': { field: 'scopeContent', title: ['上报内容互动', 'Tell what readers did'] },
  'settlement.read': { field: 'scopeSettlement', title: ['查询结算', 'Read settlements'] },
} as const satisfies Readonly<Record<string, { readonly field: string; readonly title: Label }>>

export type PartnerScope = keyof typeof PARTNER_SCOPES

export const partnerScopes = Object.keys(PARTNER_SCOPES) as readonly PartnerScope[]
