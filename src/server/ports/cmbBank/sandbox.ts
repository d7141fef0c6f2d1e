import type { cmbBank } from '../../../model/funds/cmbBank.ts'
import type { OutOf } from '../../../model/language/domain/port.ts'
import { fen, yuan } from '../../../model/values/money.ts'
import type { Asking, Known } from '../adapter.ts'
import { PortError } from '../portError.ts'
import type { CmbBank } from './port.ts'

/** Keeps nothing, so it knows of no key: asked anew, it answers alike. */
const find = async (): Promise<Known<never>> => ({ state: 'absent' })

const PAID = { status: 'SUCCESS', code: 'SUC', msg: '' } as const
const PROCESSING = { status: 'PROCESSING', code: 'BNK', msg: '银行处理中' } as const
const MISMATCH = { status: 'FAILED', code: 'NAME_MISMATCH', msg: '收款户名不符' } as const
const RETURNED = { status: 'RETURNED', code: 'RETURNED', msg: '退票：账户已注销' } as const

/** Sandbox result of an order: by code and message. */
const doneBut = <In>(refused: (input: In) => readonly [string, string] | false | undefined) => ({
  async call(input: In, { key }: Asking) {
    const why = refused(input)
    if (why) throw new PortError('REJECTED', why[1], why[0])
    return { serial: `CMB${key}` }
  },
  find,
})
const done = doneBut(() => false)

/** Sandbox result of a payment, by the last digit of its payee's account and the number of queries (domain §7). */
function outcomeOf(payeeAccount: string, nth: number) {
  if (payeeAccount.endsWith('9')) return MISMATCH
  if (payeeAccount.endsWith('8') && nth <= 2) return PROCESSING
  return payeeAccount.endsWith('7') && nth >= 3 ? RETURNED : PAID
}

type Stated = NonNullable<OutOf<typeof cmbBank, 'statement'>['rows']>[number]

/** Statement rows of a movement, by the last digits of its serial number. */
function stated(m: Stated): Stated[] {
  switch (m.serial?.slice(-2)) {
    case '77':
      return []
    case '76':
      return [{ ...m, amount: yuan(fen(m.amount ?? '0') + 1n) }]
    case '75':
      return [{ ...m, status: 'RETURNED' }]
    case '74':
      return [m, { ref: '', serial: `${m.serial}X`, amount: '0.01', status: 'SUCCESS' }]
    default:
      return [m]
  }
}

/**
 * A bank that decides by what it is told, without clock or memory (domain §7): accounts that end with 9 have another name,
 * with 8 take two questions more, with 7 send the money back at the second question after the success; it is away for
 * amounts of .13; batches are approved at the second question, those of .66 refused; collections of .66 and the closing of
 * units that end with 9 are refused, as is the opening of one for a company called 不予开户. Statements say what is known here, but for serial numbers that
 * end with 77, which are missing, 76, of another amount, 75, sent back, and 74, which come with one that is not known here.
 */
export const sandbox = (): CmbBank => ({
  pay: {
    async call({ amount }, { key }) {
      if (amount?.endsWith('.13')) throw new PortError('UNAVAILABLE', 'sandbox: away for amounts of .13')
      return { serial: `CMB${key}` }
    },
    find,
  },
  payQuery: {
    async call({ payeeAccount, nth }) {
      return outcomeOf(payeeAccount ?? '', nth ?? 1)
    },
    find,
  },
  submitForApproval: {
    async call(_input, { key }) {
      return { bankBatchNo: `B${key}` }
    },
    find,
  },
  approvalQuery: {
    async call({ totalAmount, nth }) {
      if ((nth ?? 1) < 2) return { status: 'PENDING', msg: '' }
      return totalAmount?.endsWith('.66') ? { status: 'REFUSED', msg: '审批人已拒绝' } : { status: 'APPROVED', msg: '' }
    },
    find,
  },
  internalTransfer: done,
  collect: doneBut(({ amount }) => amount?.endsWith('.66') && ['REFUSED', '付款方拒绝扣款']),
  statement: {
    async call({ known }) {
      return { rows: (known ?? []).flatMap(stated) }
    },
    find,
  },
  unitOpen: {
    async call({ holderName }, { key }) {
      if (holderName?.includes('不予开户')) throw new PortError('REJECTED', '银行未核实该企业', 'UNKNOWN_HOLDER')
      const digits = key.replace(/\D/g, '')
      return { unitNo: `DM${digits.slice(-16)}`, bankAccount: `7559${digits.slice(-15).padStart(15, '0')}` }
    },
    find,
  },
  unitClose: doneBut(({ unitNo }) => unitNo?.endsWith('9') && ['NOT_EMPTY', '子单元余额不为零']),
})
