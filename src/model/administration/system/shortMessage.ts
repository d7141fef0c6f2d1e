import { port } from '../../language/domain/port.ts'
import { choice, list, longText, text } from '../../language/fields/field.ts'
import type { Label } from '../../values/label.ts'

/** The texts that are sent, by the name of their template; `{name}` stands for a parameter. */
export const MESSAGES = {
  faceCheck: '{doctorName}您好，请在30分钟内打开链接完成人脸核验：/bdface/{code}',
  doctorInvitation: '{doctorName}您好，邀请您参加“{title}”，请打开链接查看并签署协议（{until}前有效）：/d/{code}',
  doctorFace: '{doctorName}您好，请打开链接完成人脸核验（{until}前有效）：/d/{code}',
  doctorReport: '{doctorName}您好，请打开链接填写“{title}”的报告（{until}前有效）：/d/{code}',
  doctorCorrection: '{doctorName}您好，您提交的“{title}”需要补正，请打开链接修改（{until}前有效）：/d/{code}',
  doctorIncome: '{doctorName}您好，请打开链接查看您的收入与完税（{until}前有效）：/d/{code}',
  doctorCode: '{doctorName}您好，您的验证码是 {code}，5分钟内有效，请勿告诉他人。',
} as const

const TEMPLATES = {
  faceCheck: ['人脸核验', 'Face check'],
  doctorInvitation: ['邀请与协议', 'Invitation'],
  doctorFace: ['人脸核验链接', 'Link to a face check'],
  doctorReport: ['报告填写', 'Report'],
  doctorCorrection: ['退回补正', 'Correction'],
  doctorIncome: ['收入与完税', 'Income and tax'],
  doctorCode: ['验证码', 'Code'],
} as const satisfies Readonly<Record<keyof typeof MESSAGES, Label>>

/** 短信: sends a text to a mobile number (domain §7). */
export const shortMessage = port('shortMessage', {
  title: ['短信', 'Short messages'],
  calls: {
    sendText: {
      title: ['发送短信', 'Send a short message'],
      in: {
        phone: text('手机号', 'Mobile', { length: 20 }),
        template: choice('模板', 'Template', TEMPLATES, {}),
        params: list(
          '参数',
          'Parameters',
          { name: text('名称', 'Name', { length: 32 }), value: text('值', 'Value', { length: 200 }) },
          { max: 20 },
        ),
      },
      out: {
        bizId: text('发送回执', 'Receipt', {
          length: 64,
          required: '缺少发送回执',
          requiredEn: 'The receipt is missing',
        }),
        // a partner that sends nothing (sandbox) shows what it would have sent
        shown: longText('内容', 'Text', { length: 1000 }),
      },
      failures: {
        BLACKLISTED: ['号码已被拉黑', 'The number is blocked'],
        LIMIT: ['该号码今日短信已达上限', 'The number has had its messages of today'],
        NO_SUCH_NUMBER: ['号码不存在', 'There is no such number'],
      },
    },
  },
})
