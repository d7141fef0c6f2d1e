import { port } from '../language/domain/port.ts'
import { choice, list, rate, text } from '../language/fields/field.ts'

const needed = (zh: string, en: string) => ({ required: `缺少${zh}`, requiredEn: `The ${en} is missing` })

const name = text('姓名', 'Name', { length: 50 })
const idNo = text('身份证号', 'Identity no.', { length: 18 })
const returnUrl = text('返回地址', 'Where to return', { length: 200 })

/** A check that the person makes at the provider's page. */
const begun = {
  verifyToken: text('令牌', 'Token', { length: 128, ...needed('令牌', 'token') }),
  url: text('核验地址', 'Address of the check', { length: 500, ...needed('核验地址', 'address') }),
} as const

const AGREES = { AGREES: ['一致', 'Agrees'], DIFFERS: ['不一致', 'Differs'] } as const
const agrees = (zh: string, en: string) => choice(zh, en, AGREES, needed(zh, en.toLowerCase()))

/** 百度智能核验: face comparison, check of name and numbers, and reading of identity cards (domain §7). */
export const baiduFace = port('baiduFace', {
  title: ['身份核验', 'Identity checks'],
  // a picture is sent
  seconds: 30,
  calls: {
    faceInit: {
      title: ['发起人脸核验', 'Begin a face check'],
      in: { name, idNo, returnUrl },
      out: begun,
      failures: { MISMATCH: ['姓名与身份证号不一致', 'Name and identity number do not match'] },
    },
    faceSimpler: {
      title: ['发起简易核验', 'Begin a simple check'],
      in: { name, returnUrl },
      out: begun,
      failures: {},
    },
    faceResult: {
      title: ['查询人脸核验', 'Ask about a face check'],
      in: { verifyToken: text('令牌', 'Token', { length: 128 }) },
      out: {
        status: choice(
          '结果',
          'Result',
          { PENDING: ['待核验', 'Waiting'], PASSED: ['通过', 'Passed'], FAILED: ['未通过', 'Failed'] },
          needed('结果', 'result'),
        ),
        score: rate('分数', 'Score', {}),
      },
      failures: { EXPIRED: ['核验已过期', 'The check is over'] },
    },
    elements: {
      title: ['核验要素', 'Check the elements'],
      in: { name, idNo, phone: text('手机号', 'Mobile', { length: 20 }) },
      out: { twoElement: agrees('二要素', 'Two elements'), threeElement: agrees('三要素', 'Three elements') },
      failures: {},
    },
    readCard: {
      title: ['识别身份证', 'Read an identity card'],
      in: {
        // the attachment with the picture
        fileUrl: text('身份证照片', 'Picture of the card', { length: 19 }),
        // values typed by the person: the sandbox reads no picture and answers from them
        known: list('已填写', 'As typed', { name, idNo }, { max: 1 }),
      },
      out: { name: text('姓名', 'Name', { length: 50, ...needed('姓名', 'name') }), idNo },
      failures: { UNREADABLE: ['照片不清晰，无法识别', 'The picture cannot be read'] },
    },
  },
})
