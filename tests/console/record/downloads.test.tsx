import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as saved from '../../../src/console/api/download.ts'
import { loadDomain } from '../../../src/console/data/domains.ts'
import { Downloads } from '../../../src/console/record/panels/Downloads.tsx'
import type { Resource } from '../../../src/model/language/resource.ts'
import { summaryTaxReturns } from '../../../src/model/tax/summaryTaxReturns.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { answer, Refusal } from '../server/envelope.ts'
import { order } from '../server/samples.ts'
import { server } from '../server/server.ts'
import { show } from '../show.tsx'

beforeEach(async () => {
  server.granted = catalogueOf()
  await loadDomain('tax')
  URL.createObjectURL = () => 'blob:one'
})
afterEach(() => vi.restoreAllMocks())

const panel = (more: object) => (
  <Downloads of={summaryTaxReturns as unknown as Resource} row={{ ...order('7'), ...more } as never} />
)
const button = (name: string) => screen.findByRole('button', { name })

const file = (name: string) =>
  answer(200, new Blob(['x']), { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}` })
const DECLARATION = 'blade-svc/summaryTaxReturns/exportDeclare'

it('hands over the file that a call makes of the record, under the name the server gives it', async () => {
  const sent = server.answer({ [DECLARATION]: () => file('申报表.xlsx') })
  const save = vi.spyOn(saved, 'download').mockReturnValue(undefined)
  show(panel({ returnsStatus: 1, idCardStatus: 0 }))
  expect(await button('下载身份证')).toBeDisabled()
  await userEvent.click(await button('导出申报表'))
  await vi.waitFor(() => expect(save).toHaveBeenCalledWith('blob:one', '申报表.xlsx'))
  expect(sent.map(({ path, params }) => [path, params])).toEqual([[DECLARATION, { summaryTaxReturnsId: '7' }]])
})

it('asks once at a time, and keeps the keyboard meanwhile', async () => {
  let arrive: () => void = () => {}
  const sent = server.answer({
    [DECLARATION]: () => new Promise((done) => (arrive = () => done(file('申报表.xlsx')))),
  })
  vi.spyOn(saved, 'download').mockReturnValue(undefined)
  show(panel({ returnsStatus: 1, idCardStatus: 0 }))
  const pressed = await button('导出申报表')
  await userEvent.click(pressed)
  // a disabled button has no keyboard in a browser
  expect(pressed).toBeEnabled()
  expect(pressed).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(pressed)
  expect(sent).toHaveLength(1)
  arrive()
  await vi.waitFor(() => expect(pressed).not.toHaveAttribute('aria-disabled'))
})

it('says why it was refused, in the words of the server', async () => {
  server.answer({
    'blade-svc/summaryTaxReturnsDetail/downloadIdCard': () => {
      throw new Refusal(403, '没有权限')
    },
  })
  show(panel({ returnsStatus: 1, idCardStatus: 2 }))
  await userEvent.click(await button('下载身份证'))
  expect(await screen.findByRole('alert')).toHaveTextContent('没有权限')
})
