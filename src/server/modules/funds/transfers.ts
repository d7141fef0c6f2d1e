import { transferResult } from '../../../model/funds/transfers.ts'
import { handle } from '../../records/handle.ts'

/** Reads of transfers. */
export const transferCalls = [
  // the same for everybody: what became of a transfer is shown to those who sign in
  handle(transferResult, () => ({
    result: '银行已返回',
    hint: '请登录平台，在“银行转账”中查看这笔转账的结果。',
  })),
]
