import { choice, list, longText, text } from '../kernel/field.ts'
import { port } from '../kernel/port.ts'

/** The texts that are sent, by the name of their template; `{name}` stands for a parameter. */
export const MESSAGES = {
  faceCheck: '{doctorName}您好，请在30分钟内打开链接完成人脸核验：/bdface/{code}',
} as const

/** 短信: sends a text to a mobile number (domain §7). */
export const shortMessage = port('shortMessage', {
  title: ['短信', 'Short messages'],
  calls: {
    sendText: {
      title: ['发送短信', 'Send a short message'],
      in: {
        phone: text('手机号', 'Mobile', { length: 20 }),
        template: choice('模板', 'Template', { faceCheck: ['人脸核验', 'Face check'] }, {}),
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
