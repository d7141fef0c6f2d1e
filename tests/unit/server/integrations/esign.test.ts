import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Asking } from '../../../../src/server/ports/adapter.ts'
import { http } from '../../../../src/server/ports/esign/http.ts'
import { accountOf, sandbox } from '../../../../src/server/ports/esign/sandbox.ts'
import { sealSvg } from '../../../../src/server/ports/esign/seal.ts'
import { type TestFiles, testFiles } from '../../../server/integrations/esignFiles.ts'
import { json, type Partner, startPartner } from '../../../server/integrations/partner.ts'

const asking = (key: string): Asking => ({ key, attempt: 1, signal: AbortSignal.timeout(5_000) })
const person = (idNo: string) => ({ name: '张喆', idNo, phone: '19900000001', type: 'PERSON' as const })
const PDF = Buffer.from('%PDF-1.7 signed')
const NOTHING = { fileName: null, fileSize: null, fileSha256: null }

describe('the sandbox of electronic signatures', () => {
  const files = testFiles()
  const port = sandbox(files)
  const refused = (call: Promise<unknown>) => call.then(() => 'done').catch((e) => `${e.code} ${e.providerCode}`)

  test('has one account for one identity number, and none for those that end with 0000', async () => {
    const made = await port.createAccount.call(person('990101199001011234'), asking('a'))
    expect(made).toEqual({ accountId: accountOf('990101199001011234') })
    expect(made.accountId).toMatch(/^ES[0-9a-f]{16}$/)
    expect(await port.createAccount.call(person('990101199001011234'), asking('b'))).toEqual(made)
    expect(accountOf('990101199001011235')).not.toBe(made.accountId)
    expect(await refused(port.createAccount.call(person('990101199001010000'), asking('c')))).toBe(
      'REJECTED NAME_MISMATCH',
    )
  })

  test('makes a seal with the text: the same picture for the same text, markup in it is none', async () => {
    const seal = async (hText: string) => {
      const made = await port.createSeal.call({ accountId: 'ES1', hText }, asking('s'))
      return files.kept.get(made.fileName ?? '') as Buffer
    }
    const [one, same, other] = [await seal('合同专用章'), await seal('合同专用章'), await seal('')]
    expect(one.subarray(1, 4).toString()).toBe('PNG')
    expect(one.equals(same)).toBe(true)
    expect(one.equals(other)).toBe(false)
    expect(sealSvg('<script>&"')).toContain('&lt;script&gt;&amp;&quot;')
  })

  test('has a flow signed when it is first asked about, refused by doctors whose number ends with 8', async () => {
    const { flowId } = await port.createFlow.call({ title: 'T', fileUrl: '1', signers: [] }, asking('f'))
    expect(flowId).toBe('EFf')
    const ask = (doctorPhone: string | null) => port.flowStatus.call({ flowId, doctorPhone }, asking('q'))
    expect(await ask('19900000001')).toEqual({ status: 'SIGNED', ...NOTHING })
    expect(await ask(null)).toEqual({ status: 'SIGNED', ...NOTHING })
    expect(await ask('19900000008')).toEqual({ status: 'REFUSED', ...NOTHING })
    expect(await port.setAccountStatus.call({ accountId: 'ES1', status: 'STOPPED' }, asking('t'))).toEqual({})
    for (const call of Object.values(port))
      expect(await call.find({} as never, asking('x'))).toEqual({ state: 'absent' })
  })
})

describe('electronic signatures over http', () => {
  let partner: Partner
  let files: TestFiles
  beforeEach(async () => {
    partner = await startPartner()
    files = testFiles({ '77': Buffer.from('%PDF-1.7 to sign') })
  })
  afterEach(() => partner.stop())
  const answers = (status: number, body: unknown) => {
    partner.answering = (_got, response) => json(response, status, body)
  }
  const port = () => http(partner.settings, files)
  const sent = (n = 0) => JSON.parse(partner.got[n]?.body ?? '{}')

  test('an account is told once a key, and asked about by it', async () => {
    answers(200, { state: 'done', accountId: 'ES9' })
    expect(await port().createAccount.call(person('1'), asking('A/1'))).toMatchObject({ accountId: 'ES9' })
    expect(sent()).toEqual({ key: 'A/1', ...person('1') })
    expect(await port().createAccount.find(person('1'), asking('A/1'))).toMatchObject({ state: 'done' })
    expect(partner.got.map((g) => `${g.method} ${g.path}`)).toEqual(['POST /api/accounts', 'GET /api/accounts/A%2F1'])
  })

  test.each([
    ['createAccount', 'NAME_MISMATCH'],
    ['createSeal', 'ACCOUNT_FROZEN'],
    ['setAccountStatus', 'ACCOUNT_FROZEN'],
    ['createFlow', 'ACCOUNT_FROZEN'],
  ] as const)('a no to %s is one, at once and when it is asked about', async (name, code) => {
    const call = port()[name] as ReturnType<typeof port>['createFlow']
    answers(422, { code, msg: 'no' })
    await expect(call.call({ title: '', fileUrl: '77', signers: [] }, asking('k'))).rejects.toMatchObject({
      code: 'REJECTED',
      providerCode: code,
    })
    answers(200, { state: 'rejected', code, msg: 'no' })
    expect(await call.find({} as never, asking('k'))).toEqual({ state: 'rejected', providerCode: code, message: 'no' })
    answers(200, { state: 'pending' })
    expect(await call.find({} as never, asking('k'))).toEqual({ state: 'pending' })
    answers(404, {})
    expect(await call.find({} as never, asking('k'))).toEqual({ state: 'absent' })
    answers(503, {})
    await expect(call.call({ title: '', fileUrl: '77', signers: [] }, asking('k'))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    })
  })

  test('a flow is sent the file itself', async () => {
    answers(200, { flowId: 'F1', signUrl: 'https://sign.example/F1' })
    const signers = [{ accountId: 'ES1', name: '张喆', phone: '19900000001' }]
    const made = await port().createFlow.call({ title: '确认书', fileUrl: '77', signers }, asking('k'))
    expect(made).toMatchObject({ flowId: 'F1' })
    expect(sent()).toEqual({
      key: 'k',
      title: '确认书',
      signers,
      file: Buffer.from('%PDF-1.7 to sign').toString('base64'),
    })
  })

  test('what was signed is kept; what is no such file is no answer', async () => {
    const ask = () => port().flowStatus.call({ flowId: 'F/1', doctorPhone: null }, asking('q'))
    answers(200, { status: 'PENDING' })
    expect(await ask()).toEqual({ status: 'PENDING', ...NOTHING })
    expect(partner.got[0]?.path).toBe('/api/flow-states/F%2F1')
    for (const status of ['REFUSED', 'EXPIRED']) {
      answers(200, { status, file: PDF.toString('base64') })
      expect(await ask()).toEqual({ status, ...NOTHING })
    }
    // more than other answers may hold
    const large = Buffer.concat([PDF, Buffer.alloc(3_000_000, 32)])
    answers(200, { status: 'SIGNED', file: large.toString('base64') })
    const signed = await ask()
    expect(signed).toMatchObject({ status: 'SIGNED', fileSize: large.length })
    expect(files.kept.get(signed.fileName ?? '')?.equals(large)).toBe(true)
    for (const file of [undefined, '', Buffer.from('<html>').toString('base64'), 7]) {
      answers(200, { status: 'SIGNED', file })
      await expect(ask()).rejects.toMatchObject({ code: 'INVALID' })
    }
    expect(files.kept.size).toBe(1)
    answers(404, {})
    await expect(ask()).rejects.toMatchObject({ code: 'REJECTED', providerCode: 'UNKNOWN_FLOW' })
  })

  test('a seal is a PNG, whatever else came is no answer', async () => {
    const make = () => port().createSeal.call({ accountId: 'ES1', hText: '章' }, asking('s'))
    answers(200, { image: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]).toString('base64') })
    expect(await make()).toMatchObject({ fileSize: 9 })
    answers(200, { image: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64') })
    await expect(make()).rejects.toMatchObject({ code: 'INVALID' })
  })
})
