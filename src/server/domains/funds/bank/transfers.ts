import { transferAccount, transferLink, transferPage, transferResult } from '../../../../model/funds/transfers.ts'
import { handle } from '../../../records/handle.ts'
import { linkTo, sharedRecord } from '../../../records/sharedPages.ts'

const HINT = '收款信息与明细请登录平台，在“银行转账”中查看。'
const UNKNOWN = '银行已返回。请登录平台，在“银行转账”中查看这笔转账的结果。'

/** Reads of transfers. */
export const transferCalls = [
  handle(transferLink, ({ rows: [row], actor }) =>
    linkTo(
      transferResult.id,
      { tenantId: actor.tenantId, id: row?.id ?? '' },
      (ref) => `${transferPage.path}?ref=${encodeURIComponent(ref)}`,
    ),
  ),
  handle(transferResult, async ({ query, context }) => {
    if (!query.ref) return { hint: UNKNOWN } as never
    const { yurRef, amount, transferStatus, finishTime } = await sharedRecord(
      context,
      transferAccount,
      transferResult.id,
      query.ref,
    )
    return { yurRef, amount, transferStatus, finishTime, hint: HINT }
  }),
]
