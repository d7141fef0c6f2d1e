import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROUNDS } from '../../../src/model/kernel/wire.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { creditCodeOf } from '../../../src/server/seed/numbers.ts'
import { BASIC, type Client, type TestApp, testApp } from '../app.ts'

/** Files through the wire: who may name one in a record, who is shown it, and as what it leaves; exports likewise. */
let t: TestApp
let tenantId: string
let admin: Client
let clerk: Client
let elsewhere: Client

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const COMPANY = 'blade-csc/entrustedCompany'

async function upload(who: Client, content: Buffer, name: string) {
  const border = `b${newId()}`
  const head = `content-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/png`
  return t.call<{ attachId: string; link: string }>('POST', 'blade-resource/oss/endpoint/put-file', {
    headers: {
      authorization: BASIC,
      'blade-auth': `bearer ${who.access}`,
      'content-type': `multipart/form-data; boundary=${border}`,
    },
    payload: Buffer.concat([
      Buffer.from(`--${border}\r\n${head}\r\n\r\n`),
      content,
      Buffer.from(`\r\n--${border}--\r\n`),
    ]),
  })
}

let made = 70_000
const company = (who: Client, more: Readonly<Record<string, unknown>> = {}) =>
  who.post<{ id: string }>(`${COMPANY}/submit`, {
    name: `公司${newId()}`,
    socialCreditCode: creditCodeOf(++made),
    legalPerson: '李',
    ...more,
  })

const filesOf = (who: Client, id: string) =>
  who.get<Record<string, { id: string }[]>>('rounds/files', { resource: 'entrustedCompany', id })

beforeAll(async () => {
  t = await testApp()
  tenantId = await t.newTenant()
  admin = await t.signIn(tenantId, 'administrator')
  const rights = ['view', 'add', 'edit'].map((o) => `entrustedCompany_${o}`)
  clerk = await t.signIn(tenantId, await t.newRole(tenantId, rights))
  elsewhere = await t.signIn(await t.newTenant(), 'administrator')
}, 120_000)
afterAll(() => t.app.close())

describe('a file of a record', () => {
  it('is named by who uploaded it, in one record, and shown to who sees that record', async () => {
    const { data } = await upload(clerk, PNG, '执照.png')
    const mine = await company(clerk, { licenseUrl: data.attachId })
    expect(mine.code).toBe(200)
    for (const who of [admin, elsewhere, clerk])
      for (const licenseUrl of [data.attachId, data.link]) {
        const taken = await company(who, { licenseUrl })
        expect([taken.code, Object.keys(taken.data)]).toEqual([400, ['licenseUrl']])
      }
    expect((await filesOf(clerk, mine.data.id)).data.licenseUrl?.map((f) => f.id)).toEqual([data.attachId])
    expect((await filesOf(elsewhere, mine.data.id)).code).toBe(404)
    const other = await company(admin)
    const role = await t.newRole(tenantId, ['entrustedCompany_view'])
    const bound = await t.signIn(tenantId, role, { userType: 2, company: other.data.id })
    expect((await filesOf(bound, mine.data.id)).code).toBe(404)
    expect((await filesOf(bound, other.data.id)).code).toBe(200)
    const stranger = await t.signIn(tenantId, await t.newRole(tenantId, ['attach_view']))
    expect((await filesOf(stranger, mine.data.id)).code).toBe(403)
  })

  it.each([
    ['a.html', 'a.html.pdf'],
    ['a.PDF', 'a.PDF'],
    ['pdf', 'pdf.pdf'],
    ['a.pdf.exe', 'a.pdf.exe.pdf'],
  ])('leaves as what its content is, whatever it was called: %s', async (called, leaves) => {
    const { data } = await upload(clerk, Buffer.from('%PDF-1.4\n<script>alert(1)</script>'), called)
    const file = await t.call('GET', data.link.replace('/api/', ''))
    expect(file.headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${leaves}`)
  })
})

describe('an export', () => {
  it('is its maker’s while they may export that and reach what they reached', async () => {
    const [one, other] = [await company(admin), await company(admin)]
    const role = await t.newRole(tenantId, ['entrustedCompany_view', 'entrustedCompany_export'])
    const maker = await t.signIn(tenantId, role, { userType: 2, company: one.data.id })
    const sent = { resource: 'entrustedCompany', format: 'csv' }
    const { data } = await maker.post<{ id: string; total: number; link: string }>(ROUNDS.export, sent)
    expect([data.total, data.link !== '']).toEqual([1, true])
    const state = async (who: Client) => (await who.get(ROUNDS.exportState, { id: data.id })).code
    const bind = (id: string) =>
      t.db.transaction({ tenantId }, (tx) =>
        tx.query('update "user" set entrusted_id = $3 where tenant_id = $1 and id = $2', [tenantId, maker.userId, id]),
      )
    expect([await state(maker), await state(admin)]).toEqual([200, 404])
    await bind(other.data.id)
    expect(await state(maker)).toBe(404)
    await bind(one.data.id)
    expect(await state(maker)).toBe(200)
    await t.db.transaction({ tenantId }, async (tx) => {
      await tx.query('delete from "user_role" where tenant_id = $1 and user_id = $2', [tenantId, maker.userId])
      await tx.query('update "access_version" set version = version + 1 where tenant_id = $1', [tenantId])
    })
    expect(await state(maker)).toBe(403)
  })
})
