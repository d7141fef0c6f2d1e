import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isCreditCode } from '../../../../src/model/values/officialNumbers.ts'
import type { Asking } from '../../../../src/server/ports/adapter.ts'
import * as face from '../../../../src/server/ports/baiduFace/http.ts'
import { sandbox as faceSandbox } from '../../../../src/server/ports/baiduFace/sandbox.ts'
import { sandbox as bankSandbox } from '../../../../src/server/ports/cmbBank/sandbox.ts'
import * as messages from '../../../../src/server/ports/shortMessage/http.ts'
import { sandbox as messageSandbox } from '../../../../src/server/ports/shortMessage/sandbox.ts'
import * as register from '../../../../src/server/ports/tianyancha/http.ts'
import { sandbox as registerSandbox } from '../../../../src/server/ports/tianyancha/sandbox.ts'
import { testFiles } from '../../../server/integrations/esignFiles.ts'
import { json, type Partner, startPartner } from '../../../server/integrations/partner.ts'

const asking = (key: string): Asking => ({ key, attempt: 1, signal: AbortSignal.timeout(5_000) })
const refused = (call: Promise<unknown>) => call.then(() => 'done').catch((e) => `${e.code} ${e.providerCode}`)

describe('the sandbox of the business register', () => {
  const port = registerSandbox()
  const ask = (name: string, known: object[] = []) => port.baseInfo.call({ name, known: known as never }, asking('q'))

  test('makes up a company of its name, always the same, with a valid credit code', async () => {
    const [one, same, other] = [await ask('杭州甲医药'), await ask('杭州甲医药'), await ask('苏州乙医药')]
    expect(one).toEqual(same)
    expect(one.creditCode).not.toBe(other.creditCode)
    for (const said of [one, other]) expect(isCreditCode(said.creditCode ?? '')).toBe(true)
    expect(one.regStatus).toBe('存续')
    expect((await ask('吊销医药')).regStatus).toBe('吊销')
    expect(await refused(ask('不存在医药'))).toBe('REJECTED NOT_FOUND')
  })

  test('says of a company what is known of it, of one of three another legal person', async () => {
    const known = { creditCode: '91330100MA27XW0001', legalPerson: '王一', regCapital: '100万', estDate: '2001-01-01' }
    const names = Array.from({ length: 12 }, (_, n) => `医药${n}`)
    const said = await Promise.all(names.map((name) => ask(name, [known])))
    for (const one of said) expect([one.creditCode, one.estDate]).toEqual([known.creditCode, known.estDate])
    const persons = new Set(said.map((one) => one.legalPerson === '王一'))
    expect(persons).toEqual(new Set([true, false]))
  })
})

describe('the sandbox of identity checks', () => {
  const port = faceSandbox()
  const begun = async (idNo: string) => {
    const made = await port.faceInit.call({ name: '张', idNo, returnUrl: '/faceverify/' }, asking('F1'))
    const { status, score } = await port.faceResult.call({ verifyToken: made.verifyToken ?? '' }, asking('R1'))
    return { ...made, status, score }
  }

  test('passes faces by the score of their number, and never one that ends with 9', async () => {
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, n) => begun(`9901011990010${String(n + 1).padStart(4, '0')}`)),
    )
    expect(new Set(all.map((one) => one.status))).toEqual(new Set(['PASSED', 'FAILED']))
    for (const { status, score, url } of all) {
      if (status === 'PASSED') expect(score ?? '' >= '0.800000').toBeTruthy()
      expect(url).toBe(`/faceverify/${status === 'PASSED' ? 1 : 2}`)
    }
    for (let n = 0; n < 40; n += 1)
      expect((await begun(`99010119900101${String(n).padStart(3, '0')}9`)).status).toBe('FAILED')
    expect(
      await refused(port.faceInit.call({ name: '张', idNo: '990101199001010000', returnUrl: '' }, asking('F'))),
    ).toBe('REJECTED MISMATCH')
    expect(await refused(port.faceResult.call({ verifyToken: 'made up' }, asking('F')))).toBe('REJECTED EXPIRED')
  })

  test('compares elements, and reads cards', async () => {
    const elements = (idNo: string, phone: string) => port.elements.call({ name: '张', idNo, phone }, asking('E'))
    expect(await elements('1234', '19900000001')).toEqual({ twoElement: 'AGREES', threeElement: 'AGREES' })
    expect(await elements('1234', '19900000000')).toEqual({ twoElement: 'AGREES', threeElement: 'DIFFERS' })
    expect(await elements('120000', '19900000001')).toEqual({ twoElement: 'DIFFERS', threeElement: 'DIFFERS' })
    const card = (idNo: string) => port.readCard.call({ fileUrl: '1', known: [{ name: '张', idNo }] }, asking('C'))
    expect(await card('11')).toEqual({ name: '张', idNo: '11' })
    expect((await card('18')).name).not.toBe('张')
    expect(await refused(card('17'))).toBe('REJECTED UNREADABLE')
  })
})

test('the sandbox of short messages shows the text, and knows no numbers that end with 0000', async () => {
  const send = (phone: string) =>
    messageSandbox().sendText.call(
      {
        phone,
        template: 'faceCheck',
        params: [
          { name: 'doctorName', value: '张医生' },
          { name: 'code', value: 't-1' },
        ],
      },
      asking('M1'),
    )
  expect(await send('19900000001')).toEqual({
    bizId: 'SANDBOX-M1',
    shown: '张医生您好，请在30分钟内打开链接完成人脸核验：/bdface/t-1',
  })
  expect(await refused(send('19900000000'))).toBe('REJECTED NO_SUCH_NUMBER')
})

test('the sandbox of the bank opens a unit for a company, one a key', async () => {
  const open = (holderName: string, key: string) =>
    bankSandbox().unitOpen.call({ unitName: holderName, holderName, creditCode: '' }, asking(key))
  expect(await open('杭州甲医药', 'UO1800000000000000077')).toEqual(await open('杭州甲医药', 'UO1800000000000000077'))
  const { unitNo, bankAccount } = await open('杭州甲医药', 'UO1800000000000000077')
  expect([unitNo, bankAccount]).toEqual(['DM0000000000000077', '7559000000000000077'])
  expect(await refused(open('不予开户医药', 'UO1'))).toBe('REJECTED UNKNOWN_HOLDER')
})

describe('over http', () => {
  let partner: Partner
  beforeEach(async () => {
    partner = await startPartner()
  })
  afterEach(() => partner.stop())

  test('the register is asked by name, and told nothing of what is known here', async () => {
    const port = register.http(partner.settings)
    partner.answering = (_got, response) => json(response, 200, { name: '甲', creditCode: '9' })
    const known = [
      { creditCode: 'secret', legalPerson: null, regCapital: null, estDate: null, address: null, scope: null },
    ]
    expect(await port.baseInfo.call({ name: '甲/乙', known }, asking('Q1'))).toMatchObject({ creditCode: '9' })
    expect(partner.got.map((r) => [r.method, r.path])).toEqual([
      ['GET', `/api/companies/${encodeURIComponent('甲/乙')}`],
    ])
    expect(JSON.stringify(partner.got)).not.toContain('secret')
    partner.answering = (_got, response) => json(response, 404, {})
    expect(await refused(port.baseInfo.call({ name: '甲', known: [] }, asking('Q2')))).toBe('REJECTED NOT_FOUND')
  })

  test('a message is sent by its template, and its text is not taken back', async () => {
    const port = messages.http(partner.settings, 'https://rounds.example.com/base')
    partner.answering = (_got, response) => json(response, 200, { bizId: 'B1', shown: 'with its link' })
    const params = [{ name: 'code', value: 'abc' }]
    const sent = await port.sendText.call({ phone: '1', template: 'faceCheck', params }, asking('M1'))
    expect(sent).toEqual({ bizId: 'B1', shown: null })
    await port.sendText.call({ phone: '1', template: 'doctorReport', params }, asking('M2'))
    await port.sendText.call({ phone: '1', template: 'doctorCode', params }, asking('M3'))
    expect(partner.got.map((r) => r.path)).toEqual(['/api/messages', '/api/messages', '/api/messages'])
    const links = partner.got.map((r) => /"link","value":"([^"]*)"/.exec(r.body)?.[1] ?? '')
    const base = 'https://rounds.example.com/base'
    expect(links).toEqual([`${base}/bdface/abc`, `${base}/d/abc`, ''])
  })

  test('no message with a link is sent while nobody said where this server is reached; one without a link is', async () => {
    const port = messages.http(partner.settings, null)
    partner.answering = (_got, response) => json(response, 200, { bizId: 'B1' })
    const send = (template: 'doctorReport' | 'doctorCode') =>
      refused(port.sendText.call({ phone: '1', template, params: [{ name: 'code', value: 'abc' }] }, asking('M1')))
    expect(await send('doctorReport')).toBe('REJECTED NO_PUBLIC_URL')
    expect(await send('doctorCode')).toBe('done')
    expect(partner.got).toHaveLength(1)
    const shown = await messageSandbox('https://r.example').sendText.call(
      { phone: '1', template: 'doctorReport', params: [{ name: 'code', value: 'abc' }] },
      asking('M2'),
    )
    expect(shown.shown).toContain('https://r.example/d/abc')
  })

  test('a card is sent as a picture, without what was typed', async () => {
    const port = face.http(partner.settings, testFiles({ 7: Buffer.from('picture') }))
    partner.answering = (_got, response) => json(response, 200, { name: '张', idNo: '1' })
    await port.readCard.call({ fileUrl: '7', known: [{ name: 'typed', idNo: 'typed' }] }, asking('C1'))
    const sent = JSON.stringify(partner.got)
    expect(sent).toContain(Buffer.from('picture').toString('base64'))
    expect(sent).not.toContain('typed')
  })
})
