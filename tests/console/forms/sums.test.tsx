import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { loadResource } from '../../../src/console/data/domains.ts'
import { queryClient } from '../../../src/console/data/queries.ts'
import { openForm } from '../../../src/console/forms/dialogs/FormDialog.tsx'
import { reckoned } from '../../../src/console/forms/sums.ts'
import { resources } from '../../../src/model/business.ts'
import { type Field, money } from '../../../src/model/language/fields/field.ts'
import { readable, yuan } from '../../../src/model/values/money.ts'
import { taxTables } from '../../../src/server/domains/tax/tables.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { server } from '../server/server.ts'
import { box, fill, serve } from './serve.ts'

const fields = {
  bare: money('不含税', 'Net'),
  tax: money('税额', 'Tax'),
  all: money('合计', 'Total', { sumOf: ['bare', 'tax'] }),
}
const NONE: ReadonlySet<string> = new Set()

describe('the amount of a sum that nobody typed', () => {
  it.each([
    [{ bare: '100', tax: '6' }, 'tax', [{ name: 'all', value: '106.00' }]],
    [{ all: '1万', tax: '566.04' }, 'all', [{ name: 'bare', value: '9,433.96' }]],
    [{ all: '106', bare: '100' }, 'bare', [{ name: 'tax', value: '6.00' }]],
    [{ bare: '100' }, 'bare', []],
    [{ bare: '100', tax: 'x' }, 'bare', []],
    [{ bare: '100', all: '99' }, 'all', []],
    [{ bare: '100', tax: '6', all: '107' }, 'tax', []],
  ])('%o, %s typed last', (typed, changed, expected) => {
    expect(reckoned(fields, typed, changed, NONE)).toEqual(expected)
  })

  it('follows the others until it is typed, and is emptied where they say nothing any more', () => {
    const typed = { bare: '200', tax: '6', all: '106.00' }
    expect(reckoned(fields, typed, 'bare', new Set(['all']))).toEqual([{ name: 'all', value: '206.00' }])
    expect(reckoned(fields, { ...typed, bare: '' }, 'bare', new Set(['all']))).toEqual([{ name: 'all', value: '' }])
    expect(reckoned(fields, { ...typed, bare: 'x' }, 'bare', new Set(['all']))).toEqual([{ name: 'all', value: '' }])
    expect(reckoned(fields, typed, 'bare', NONE)).toEqual([])
  })

  it('adds up to the fen, whichever is missing', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 13n })
    fc.assert(
      fc.property(amount, amount, fc.constantFrom('bare', 'tax', 'all'), (bare, tax, missing) => {
        const whole: Record<string, string> = { bare: yuan(bare), tax: yuan(tax), all: yuan(bare + tax) }
        const changed = missing === 'all' ? 'bare' : 'all'
        expect(reckoned(fields, { ...whole, [missing]: '' }, changed, NONE)).toEqual([
          { name: missing, value: readable(whole[missing] ?? '') },
        ])
      }),
    )
  })

  it('is a sum that the database holds, too', () => {
    const declared = [...resources.values()].flatMap((r) =>
      Object.entries<Field>(r.fields).flatMap(([name, f]) =>
        f.facts.sumOf ? [[r.id, [name, ...f.facts.sumOf].sort()] as const] : [],
      ),
    )
    expect(declared.length).toBeGreaterThan(0)
    for (const [id, names] of declared)
      expect([id, Object.values(taxTables[id]?.sums ?? {}).map((of) => [...of].sort())]).toEqual([id, [names]])
  })
})

describe('in a form', () => {
  beforeEach(async () => {
    if (screen.queryByRole('dialog')) await userEvent.keyboard('{Escape}')
    queryClient.clear()
    server.granted = catalogueOf()
    serve()
    server.hold('entrustedInvoice', [
      { id: '7', version: 1, entrustedInvoiceCode: 'IV1', entrustedCompanyName: '甲公司' },
    ])
    await Promise.all(['entrustedInvoiceDetail', 'entrustedInvoice'].map(loadResource))
  })

  it('the form begins behind what the record above gave, and reckons the total', async () => {
    const answer = openForm({ resource: 'entrustedInvoiceDetail', mode: 'add', initial: { entrustedInvoiceId: '7' } })
    const code = await box('发票代码')
    await vi.waitFor(() => expect(code).toHaveFocus())
    await fill('不含税金额', '100')
    await fill('税额', '6')
    expect(await box('价税合计')).toHaveValue('106.00')
    await fill('价税合计', '107')
    await fill('税额', '7')
    expect(await box('价税合计')).toHaveValue('107.00')
    await userEvent.keyboard('{Escape}')
    await userEvent.click(await screen.findByRole('button', { name: '放弃修改' }))
    await expect(answer).resolves.toBeNull()
  })
})
