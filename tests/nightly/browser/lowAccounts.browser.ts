import { describe, test } from 'vitest'
import type { Language } from '../../../src/model/values/label.ts'
import { plainPdf } from '../../../src/server/seed/media/pictures.ts'
import { keyboard } from '../../browser/hands/keyboard.ts'
import { mouse } from '../../browser/hands/mouse.ts'
import { wait } from '../../browser/wait.ts'
import { ownStage } from './stage.ts'

interface Row {
  readonly id: string
  readonly code: string
  readonly accountNo: string
  readonly entrustedCompanyId: string
  readonly confirmStatus: number
}
interface Page {
  readonly records: readonly Row[]
}

const d = ownStage()

describe('an account below its alert amount', () => {
  const page = async (account: string, language: Language) => {
    const opened = await d.open(language, account)
    await opened.goto('/')
    await opened.locator('main[data-ready]').first().waitFor()
    return opened
  }

  test('is recharged from the queue of low accounts, and is told of until that is confirmed', async () => {
    const api = await d.client('fin')
    const low = async () => (await api.get<Page>('blade-pay/entrustedAccount/page', { alertStatus: 2 })).data.records
    const [account] = await low()
    if (!account) throw new Error('the demo has no account below its alert amount')
    const orders = async () =>
      (
        await api.get<Page>('blade-pay/entrustedAccountPrepay/page', {
          entrustedCompanyId: account.entrustedCompanyId,
          size: 100,
        })
      ).data.records
    const known = new Set((await orders()).map((row) => row.id))
    const made = async () => (await orders()).find((row) => !known.has(row.id))

    const cashier = keyboard(await page('cashier', 'zh'), 'zh')
    await cashier.openQueue('entrustedAccountPrepay', 'recharge')
    await cashier.find(account.accountNo)
    await cashier.take('entrustedAccount.recharge', async () => (await made()) !== undefined, {
      texts: { amount: '60000', bankSerialNo: 'LOW1' },
      file: { field: 'recordVoucher', name: 'voucher.pdf', bytes: plainPdf(['Bank transfer LOW1']) },
    })
    const order = await made()
    if (!order) throw new Error('nothing was paid in')

    const finance = mouse(await page('fin', 'en'), 'en')
    await finance.openQueue('entrustedAccountPrepay', 'submitReview')
    await finance.find(order.code)
    await finance.take('entrustedAccountPrepay.review.pass', async () => (await made())?.confirmStatus === 1)
    await wait.poll(
      async () => (await low()).some((row) => row.id === account.id),
      (is) => !is,
      'the account is still told of',
    )
    await cashier.page.locator('.g-r', { hasText: account.accountNo }).waitFor({ state: 'detached' })
  })
})
