import { port } from '../language/domain/port.ts'
import { choice, date, integer, list, money, text } from '../language/fields/field.ts'

const yurRef = text('业务参考号', 'Bank reference', { length: 30 })
const batchNo = text('批次号', 'Batch no.', { length: 32 })
const payeeAccount = text('收款账号', 'Payee account', { length: 32 })
const amount = money('金额', 'Amount', {})
const totalAmount = money('总金额', 'Total', {})
const msg = text('银行信息', 'Bank message', { length: 255 })
const code = text('银行代码', 'Bank code', { length: 20 })
const nth = integer('第几次查询', 'Which question', {})
const serial = text('银行流水号', 'Serial no.', {
  length: 64,
  required: '缺少银行流水号',
  requiredEn: 'The serial number is missing',
})

/** Movements of a unit on one day, at most. */
const STATEMENT_ROWS_MAX = 200_000

/** Movement in a form common to bank and ledger: by its reference, or the serial number of the bank. */
const statementRow = {
  ref: text('业务参考号', 'Bank reference', { length: 64 }),
  serial: text('银行流水号', 'Serial no.', { length: 64 }),
  amount,
  status: choice('状态', 'Status', { SUCCESS: ['成功', 'Succeeded'], RETURNED: ['退票', 'Returned'] }, {}),
} as const

/** States of a payment at the bank. */
export const PAY_STATES = {
  PROCESSING: ['处理中', 'Processing'],
  SUCCESS: ['成功', 'Succeeded'],
  FAILED: ['失败', 'Failed'],
  RETURNED: ['退票', 'Returned'],
} as const

const status = { required: '缺少状态', requiredEn: 'The status is missing' } as const

const INSUFFICIENT = { INSUFFICIENT: ['余额不足', 'The balance is not sufficient'] } as const
const UNKNOWN = { UNKNOWN_REFERENCE: ['银行没有该业务参考号', 'The bank does not know the reference'] } as const

/**
 * 招商银行: pays out of sub-units, moves money between them and reports results (domain §7). An order is carried out once
 * per reference; queries are numbered, so that each is sent once.
 */
export const cmbBank = port('cmbBank', {
  title: ['招商银行', 'CMB bank'],
  calls: {
    pay: {
      title: ['付款', 'Pay'],
      in: {
        payAccount: text('付款账号', 'Paying account', { length: 32 }),
        payeeName: text('收款人', 'Payee', { length: 100 }),
        payeeAccount,
        payeeBankNo: text('联行号', 'Branch no.', { length: 20 }),
        amount,
        purpose: text('用途', 'Purpose', { length: 60 }),
      },
      out: { serial },
      failures: { ...INSUFFICIENT, NAME_MISMATCH: ['收款户名不符', 'The name of the payee does not match'] },
    },
    payQuery: {
      title: ['查询付款', 'Ask about a payment'],
      in: { yurRef, payeeAccount, amount, nth },
      out: { status: choice('状态', 'Status', PAY_STATES, status), code, msg },
      failures: UNKNOWN,
    },
    submitForApproval: {
      title: ['提交审批', 'Submit for approval'],
      in: {
        batchNo,
        payAccount: text('付款账号', 'Paying account', { length: 32 }),
        totalCount: integer('笔数', 'Payments', {}),
        totalAmount,
      },
      out: {
        bankBatchNo: text('银行批次号', 'Bank batch no.', {
          length: 32,
          required: '缺少银行批次号',
          requiredEn: 'The batch number of the bank is missing',
        }),
      },
      failures: {},
    },
    approvalQuery: {
      title: ['查询审批', 'Ask about an approval'],
      in: { batchNo, totalAmount, nth },
      out: {
        status: choice(
          '状态',
          'Status',
          { PENDING: ['审批中', 'Pending'], APPROVED: ['已通过', 'Approved'], REFUSED: ['已拒绝', 'Refused'] },
          status,
        ),
        msg,
      },
      failures: UNKNOWN,
    },
    internalTransfer: {
      title: ['内部划转', 'Internal transfer'],
      in: {
        outUnitNo: text('转出子单元', 'From unit', { length: 20 }),
        inUnitNo: text('转入子单元', 'To unit', { length: 20 }),
        amount,
      },
      out: { serial },
      failures: INSUFFICIENT,
    },
    collect: {
      title: ['扣款', 'Collect'],
      in: {
        unitNo: text('入账子单元', 'Into unit', { length: 20 }),
        payerName: text('付款人', 'Payer', { length: 100 }),
        amount,
      },
      out: { serial },
      failures: { ...INSUFFICIENT, REFUSED: ['付款方拒绝扣款', 'The payer has refused the collection'] },
    },
    statement: {
      title: ['对账单', 'Statement'],
      in: {
        unitNo: text('子单元编号', 'Unit no.', { length: 20 }),
        day: date('对账日期', 'Day', {}),
        // rows known to the platform: the sandbox bank keeps nothing and answers from them
        known: list('我方流水', 'Known here', statementRow, { max: STATEMENT_ROWS_MAX }),
      },
      out: { rows: list('银行流水', 'Movements', statementRow, { max: STATEMENT_ROWS_MAX }) },
      failures: {},
    },
    unitOpen: {
      title: ['开通子单元', 'Open a unit'],
      in: {
        unitName: text('子单元名称', 'Unit', { length: 120 }),
        holderName: text('持有方', 'Holder', { length: 100 }),
        creditCode: text('统一社会信用代码', 'Credit code', { length: 18 }),
      },
      out: {
        unitNo: text('子单元编号', 'Unit no.', {
          length: 20,
          required: '缺少子单元编号',
          requiredEn: 'The number of the unit is missing',
        }),
        bankAccount: text('银行账号', 'Bank account', {
          length: 32,
          required: '缺少银行账号',
          requiredEn: 'The bank account is missing',
        }),
      },
      failures: { UNKNOWN_HOLDER: ['银行未核实该企业', 'The bank does not know the company'] },
    },
    unitClose: {
      title: ['关闭子单元', 'Close a unit'],
      in: { unitNo: text('子单元编号', 'Unit no.', { length: 20 }) },
      out: { serial },
      failures: { NOT_EMPTY: ['子单元余额不为零', 'The unit is not empty'] },
    },
  },
})
