import { port } from '../language/domain/port.ts'
import { choice, integer, list, text } from '../language/fields/field.ts'

/** A field that an answer has to hold. */
const needed = (zh: string, en: string) => ({ required: `缺少${zh}`, requiredEn: `The ${en} is missing` })

const accountId = text('签章账号', 'E-sign account', { length: 64 })
const phone = text('手机号', 'Mobile', { length: 20 })
const flowId = { length: 64, ...needed('流程编号', 'flow') } as const

const FROZEN = { ACCOUNT_FROZEN: ['签章账号已冻结', 'The e-sign account is frozen'] } as const

/** A file that came with an answer: the adapter has stored it, its row is added by the step that takes the answer. */
const stored = {
  fileName: text('文件名', 'Stored as', { length: 200 }),
  fileSize: integer('大小', 'Size', {}),
  fileSha256: text('摘要', 'SHA-256', { length: 64 }),
} as const

/** Results of a flow. */
export const FLOW_STATES = {
  PENDING: ['签署中', 'Being signed'],
  SIGNED: ['已签署', 'Signed'],
  REFUSED: ['已拒签', 'Refused'],
  EXPIRED: ['已过期', 'Expired'],
} as const

/**
 * 电子签章: accounts of companies and persons, their seals, and the signing of files (domain §7). Files are sent and kept
 * by the adapter: a request names the attachment, an answer the stored file.
 */
export const esign = port('esign', {
  title: ['电子签章', 'E-signature'],
  // files are sent and fetched
  seconds: 30,
  calls: {
    createAccount: {
      title: ['注册签章账号', 'Register an account'],
      in: {
        name: text('名称', 'Name', { length: 100 }),
        idNo: text('证件号', 'Identity no.', { length: 32 }),
        phone,
        type: choice('类型', 'Kind', { COMPANY: ['企业', 'Company'], PERSON: ['个人', 'Person'] }, {}),
      },
      out: { accountId: text('签章账号', 'E-sign account', { length: 64, ...needed('签章账号', 'account') }) },
      failures: { NAME_MISMATCH: ['实名不符', 'Name and identity number do not match'] },
    },
    createSeal: {
      title: ['生成印章', 'Make a seal'],
      in: { accountId, hText: text('横排文字', 'Text across', { length: 20 }) },
      out: {
        ...stored,
        fileName: text('文件名', 'Stored as', { length: 200, ...needed('印章图片', 'picture of the seal') }),
      },
      failures: FROZEN,
    },
    setAccountStatus: {
      title: ['停用或恢复账号', 'Stop or resume an account'],
      in: {
        accountId,
        status: choice('状态', 'Status', { ACTIVE: ['启用', 'Active'], STOPPED: ['停用', 'Stopped'] }, {}),
      },
      out: {},
      failures: FROZEN,
    },
    createFlow: {
      title: ['发起签署', 'Send to be signed'],
      in: {
        title: text('标题', 'Title', { length: 200 }),
        // the attachment that is to be signed
        fileUrl: text('文件', 'File', { length: 19 }),
        signers: list(
          '签署人',
          'Signers',
          { accountId, name: text('名称', 'Name', { length: 100 }), phone },
          { max: 10 },
        ),
      },
      out: {
        flowId: text('流程编号', 'Flow', flowId),
        signUrl: text('签署链接', 'Link to sign', { length: 500 }),
      },
      failures: FROZEN,
    },
    // a signer who has no page at the partner's answers on ours
    answerFlow: {
      title: ['答复签署', 'Answer a flow'],
      in: {
        flowId: text('流程编号', 'Flow', flowId),
        accountId,
        answer: choice('答复', 'Answer', { AGREE: ['同意', 'Agree'], REFUSE: ['拒绝', 'Refuse'] }, {}),
        reason: text('原因', 'Reason', { length: 500 }),
      },
      out: { status: choice('状态', 'Status', FLOW_STATES, needed('状态', 'status')), ...stored },
      failures: { ...FROZEN, UNKNOWN_FLOW: ['没有该签署流程', 'There is no such flow'] },
    },
    flowStatus: {
      title: ['查询签署', 'Ask about a flow'],
      in: {
        flowId: text('流程编号', 'Flow', flowId),
        // phone for the sandbox, which keeps nothing; null where a company signs
        doctorPhone: phone,
      },
      out: {
        status: choice('状态', 'Status', FLOW_STATES, needed('状态', 'status')),
        // of a flow that was signed; without a file the one that was sent is what was signed
        ...stored,
      },
      failures: { UNKNOWN_FLOW: ['没有该签署流程', 'There is no such flow'] },
    },
  },
})
