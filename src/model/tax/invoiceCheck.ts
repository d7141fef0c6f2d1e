import { port } from '../language/domain/port.ts'
import { choice, date, money, text } from '../language/fields/field.ts'

const amount = (zh: string, en: string) => money(zh, en, {})

/** 发票查验: asks the tax bureau whether an invoice is what it issued. */
export const invoiceCheck = port('invoiceCheck', {
  title: ['发票查验', 'Invoice check'],
  // the tax bureau takes its time
  seconds: 30,
  calls: {
    checkInvoice: {
      title: ['查验发票', 'Check an invoice'],
      // a person waits for it, and asks again
      tries: 1,
      in: {
        code: text('发票代码', 'Code', { length: 20 }),
        no: text('发票号码', 'Number', { length: 20 }),
        date: date('开票日期', 'Date', {}),
        amountExTax: amount('不含税金额', 'Without tax'),
        checkCode: text('校验码', 'Check code', { length: 20 }),
      },
      out: {
        state: choice(
          '查验结果',
          'Result',
          { VALID: ['一致', 'Agrees'], DIFFERS: ['不符', 'Differs'], VOIDED: ['已作废', 'Voided'] },
          { required: '缺少查验结果', requiredEn: 'The result is missing' },
        ),
        buyer: text('购方', 'Buyer', { length: 200 }),
        seller: text('销方', 'Seller', { length: 200 }),
        amount: amount('金额', 'Amount'),
      },
      failures: { NOT_FOUND: ['查无此票', 'There is no such invoice'] },
    },
  },
})
