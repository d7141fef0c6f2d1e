import type { Registry } from '../registry.ts'
import { parseKeys } from './parse.ts'

/** Step of a job: a command by its id, keys as they are written, or so many characters to type. */
type Step = { readonly command: string } | { readonly keys: string } | { readonly typed: number }

/** Job at the keyboard, with the keystrokes it took when operators were watched; null: it could not be done. */
interface Job {
  readonly area: string
  readonly what: string
  readonly before: number | null
  readonly steps: readonly Step[]
}

const command = (id: string): Step => ({ command: id })
const keys = (text: string): Step => ({ keys: text })
const typed = (count: number): Step => ({ typed: count })

/** Jobs of a working day, each from the list or queue it is done in. */
const JOBS: readonly Job[] = [
  { area: 'Review', what: 'approve one', before: 1, steps: [command('settlementOrder.audit.pass')] },
  {
    ...{ area: 'Review', what: 'reject with a quick reply', before: 3 },
    steps: [command('settlementOrder.audit.reject'), keys('alt+2'), keys('mod+enter')],
  },
  {
    ...{ area: 'Review', what: 'approve eight together, typing their total', before: 20 },
    steps: [
      command('grid.toggle'),
      ...[keys('7'), command('grid.extendDown')],
      ...[command('settlementOrder.audit.pass.batch'), typed(9), keys('enter')],
    ],
  },
  { area: 'Review', what: 'take back', before: 1, steps: [command('decision.takeBack')] },
  { area: 'Review', what: 'take again what was taken back', before: null, steps: [command('decision.redo')] },
  {
    ...{ area: 'Review', what: 'order by the third column', before: null },
    steps: [command('grid.columnAfter'), command('grid.columnAfter'), command('grid.column.sort')],
  },
  {
    ...{ area: 'Review', what: 'two records side by side', before: 5 },
    steps: [command('record.beside'), command('grid.down')],
  },
  {
    ...{ area: 'Review', what: 'find a record by its amount (12390)', before: null },
    steps: [command('palette.open'), typed(5), keys('enter')],
  },
  {
    ...{ area: 'Payment', what: 'pay a service fee, choosing how', before: 2 },
    steps: [command('servicePaymentOrder.confimPay'), keys('1'), keys('enter')],
  },
  {
    ...{ area: 'Payment', what: 'pay the next one the same way', before: 2 },
    steps: [command('decision.repeat'), keys('enter')],
  },
  {
    ...{ area: 'Payments to doctors', what: 'apply for payment of 36 lines, typing their total', before: 11 },
    steps: [
      ...[command('grid.selectAll'), command('orderDoctorSettlement.applyForPayment.batch')],
      ...[typed(7), keys('enter')],
    ],
  },
  {
    ...{ area: 'Payments to doctors', what: 'approve 50 payments, typing their total', before: 24 },
    steps: [
      command('grid.toggle'),
      ...[keys('4'), keys('9'), command('grid.extendDown')],
      ...[command('orderDoctorPayment.auditPass.batch'), typed(9), keys('enter')],
    ],
  },
  {
    ...{ area: 'Payments to doctors', what: 'hand a payment to the bank', before: 2 },
    steps: [command('handleApply.sponsorHandleApproval'), keys('enter')],
  },
  {
    ...{ area: 'Payments to doctors', what: 'ask the bank what became of it', before: 1 },
    steps: [command('handleApply.queryApplyInfoStatus')],
  },
  {
    ...{ area: 'Invoices', what: 'type in an invoice of 20 digits (its file is chosen)', before: 60 },
    steps: [
      ...[command('record.addRow'), keys('tab'), typed(20), keys('tab'), typed(4), keys('tab'), keys('tab')],
      // the total is reckoned from the other two
      ...[typed(8), keys('tab'), typed(7), keys('mod+enter')],
    ],
  },
  {
    ...{ area: 'Invoices', what: 'check an invoice with the tax bureau', before: 1 },
    steps: [command('entrustedInvoice.invoiceCheck')],
  },
]

/** Keystrokes of a job as the keys of a registry are now, with the ones it took before. */
export interface Keystrokes extends Pick<Job, 'area' | 'what' | 'before'> {
  readonly now: number
}

/** Returns how many keystrokes each job takes. Throws where a command of one has no key. Pure. */
export const keystrokes = (registry: Registry): readonly Keystrokes[] =>
  JOBS.map(({ area, what, before, steps }) => ({
    ...{ area, what, before },
    now: steps.reduce((sum, step) => sum + strokesOf(registry, step), 0),
  }))

function strokesOf(registry: Registry, step: Step): number {
  if ('typed' in step) return step.typed
  const text = 'keys' in step ? step.keys : registry.get(step.command)?.keys?.[0]
  if (text === undefined) throw new Error(`${JSON.stringify(step)} has no key`)
  return parseKeys(text).length
}
