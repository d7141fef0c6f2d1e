import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from '../../../src/model/wire/wire.ts'
import { type Client, type TestApp, testApp } from '../app.ts'

/** Names that read as something else than they are never get in. */

let t: TestApp
let admin: Client
beforeAll(async () => {
  t = await testApp()
  admin = await t.signIn(await t.newTenant(), 'administrator')
})
afterAll(() => t?.app.close())

const add = (paramName: string, key: string, language = 'zh') =>
  admin.post(
    'blade-system/param/submit',
    { paramName, paramKey: key, paramValue: 'true' },
    {},
    { 'accept-language': language },
  )

describe('a record', () => {
  it.each([
    ['a direction turned', '发票\u202efdp.exe'],
    ['an isolate', '\u2067康泰\u2069'],
    ['a zero-width space', '康\u200b泰'],
    ['a byte order mark', '康\ufeff泰'],
    ['a control', '康\u0007泰'],
    ['a second line', '康\n泰'],
  ])('with %s in its name is refused; the field is named in both languages', async (_, value) => {
    expect(await add(value, 'k.hidden')).toMatchObject({
      status: 400,
      msg: '参数名称含有不可见字符，请删除',
      data: { paramName: '参数名称含有不可见字符，请删除' },
    })
    expect((await add(value, 'k.hidden', 'en')).msg).toMatch(/^[A-Z][\w ]+ contains invisible characters; remove them$/)
  })
  it('whose name only looks odd is kept', async () => {
    const found = await admin.get<Page>('blade-system/param/list', { paramKey: 'tenant.mode' })
    const odd = { id: found.data.records[0]?.id, paramName: ' 康泰（北京）❤️ 𠮷 ' }
    expect(await admin.post('blade-system/param/submit', odd)).toMatchObject({ status: 200 })
  })
  it('is refused by its code as well', async () => {
    expect(await add('康泰', 'k.\u200bhidden')).toMatchObject({
      status: 400,
      data: { paramKey: expect.stringContaining('不可见字符') },
    })
  })
  it('is decided with a remark that can be read, or not at all', async () => {
    const remark = '同意\u202e意同不'
    const res = await admin.post('blade-svc/settlementOrder/audit', {
      id: '1',
      status: 2,
      auditRemark: remark,
      remark,
      rejectReason: remark,
    })
    expect(res).toMatchObject({ status: 400, msg: expect.stringContaining('含有不可见字符，请删除') })
  })
})
