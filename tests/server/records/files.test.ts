import { createHash } from 'node:crypto'
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CellValue, readXlsx, writeXlsx } from 'hucre/xlsx'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { resourceOf, resources } from '../../../src/model/business.ts'
import { attach, attachUse } from '../../../src/model/files/attach.ts'
import type { Field } from '../../../src/model/language/fields/field.ts'
import type { ImportOffer, ImportState } from '../../../src/model/language/fields/imports.ts'
import { entrustedCompany } from '../../../src/model/people/entrustedCompany.ts'
import { ROUNDS } from '../../../src/model/wire/wire.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { unavailable } from '../../../src/server/database/postgres/outage.ts'
import { actorData } from '../../../src/server/deciding/batch/batchStore.ts'
import { business } from '../../../src/server/domains/domains.ts'
import { giveUpExport, runExport } from '../../../src/server/exchange/export/handlers.ts'
import { columnsOf } from '../../../src/server/exchange/import/columns.ts'
import { runImportJob } from '../../../src/server/exchange/import/run.ts'
import { sweepImports } from '../../../src/server/exchange/import/store.ts'
import { forget, storedBefore } from '../../../src/server/files/disk.ts'
import { signedHeaders } from '../../../src/server/files/s3.ts'
import { sweepStrayFiles } from '../../../src/server/files/sweep.ts'
import { smallSound } from '../../../src/server/seed/media/sound.ts'
import { creditCodeOf } from '../../../src/server/seed/values/numbers.ts'
import { unpackedSize } from '../../../src/server/workbooks/sheet.ts'
import { attachmentProblems, claimAttachments } from '../../../src/server/writing/save/attachments.ts'
import { duplicate } from '../../../src/server/writing/save/unique.ts'
import { SqlUnitOfWork } from '../../../src/server/writing/unitOfWork/sqlUnitOfWork.ts'
import { pngOf } from '../../png.ts'
import { zipOf } from '../../workbook.ts'
import { BASIC, type Client, type TestApp, testApp } from '../app.ts'
import { count, rowsBy } from '../decisions/fixture.ts'
import { newFolder } from '../harness.ts'
import { fill } from '../store/fill.ts'
import { upload as uploaded } from '../upload.ts'

/** Files through the wire: who may name one in a record, who is shown it, and as what it leaves; exports likewise. */
let t: TestApp
let tenantId: string
let admin: Client
let clerk: Client
let elsewhere: Client
let others: string

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const COMPANY = 'blade-csc/entrustedCompany'

const upload = (who: Client, content: Buffer, name: string | null, path?: string, app = t) =>
  uploaded(app, who, content, name, path)

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
  others = await t.newTenant()
  elsewhere = await t.signIn(others, 'administrator')
}, 300_000)
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

describe('an upload', () => {
  it('makes one attachment a key, however often it is sent', async () => {
    const send = (content: Buffer, name: string, key?: string, who = clerk) =>
      uploaded(t, who, content, name, undefined, key)
    const stored = () => count(t.context, clerk.tenantId, 'attach')
    const before = await stored()
    const first = await send(PNG, '执照.png', 'upload-1')
    const again = await send(PNG, '执照.png', 'upload-1')
    expect([again.code, again.data.attachId]).toEqual([200, first.data.attachId])
    expect(await stored()).toBe(before + 1)
    expect((await t.call('GET', again.data.link.replace(/^\/api\//, ''))).status).toBe(200)
    // other bytes or another name under the key are another upload
    expect((await send(Buffer.concat([PNG, PNG]), '执照.png', 'upload-1')).code).toBe(422)
    expect((await send(PNG, '合同.png', 'upload-1')).code).toBe(422)
    // a key is of its user, and no key is no key
    const other = await send(PNG, '执照.png', 'upload-1', admin)
    const unkeyed = [await send(PNG, '执照.png'), await send(PNG, '执照.png')]
    const ids = [first, other, ...unkeyed].map(({ data }) => data.attachId)
    expect(new Set(ids).size).toBe(4)
    expect((await send(PNG, '执照.png', 'not a key')).code).toBe(400)
  })

  it('whose commit went without an answer keeps its bytes for the row that may be there', async () => {
    const { db } = t.context
    const transaction = db.transaction.bind(db)
    const stored = () => count(t.context, clerk.tenantId, 'attach')
    let lost = false
    const wire = vi.spyOn(db, 'transaction').mockImplementation(async (scope, fn) => {
      const before = await stored()
      const answer = await transaction(scope, fn)
      if (lost || (await stored()) === before) return answer
      lost = true
      throw unavailable()
    })
    const send = () => uploaded(t, clerk, PNG, '章程.png', undefined, 'upload-lost')
    expect([(await send()).code, lost]).toEqual([503, true])
    wire.mockRestore()
    const again = await send()
    expect(again.code).toBe(200)
    expect((await t.call('GET', again.data.link.replace(/^\/api\//, ''))).status).toBe(200)
  })

  it('is made anew where the first one was swept and its key was not', async () => {
    const send = () => uploaded(t, clerk, PNG, '旧照.png', undefined, 'upload-swept')
    const first = await send()
    const [swept] = await rowsBy(t.context, clerk.tenantId, attach, 'id', first.data.attachId)
    await t.context.db.transaction({ tenantId: clerk.tenantId }, (tx) =>
      tx.query('delete from "attach" where tenant_id = $1 and id = $2', [clerk.tenantId, first.data.attachId]),
    )
    await forget(t.context, clerk.tenantId, String(swept?.name))
    const again = await send()
    expect(again.code).toBe(200)
    expect(again.data.attachId).not.toBe(first.data.attachId)
    expect((await send()).data.attachId).toBe(again.data.attachId)
  })

  it('is refused by its points before anybody unpacks it, whatever it weighs and is uploaded as', async () => {
    const large = pngOf(14_000, 14_000, 1)
    for (const kind of [0, 1, 2]) {
      const refused = await upload(clerk, large, 'a.png', `blade-resource/oss/endpoint/put-file?kind=${kind}`)
      expect([refused.status, refused.msg]).toEqual([413, expect.stringContaining('14000×14000')])
    }
    // the place that a phone wrote beside the picture is not kept
    const said = Buffer.from('iTXtXML:com.adobe.xmp\0\0\0\0\0<x exif:GPSLatitude="31,14N"/>', 'latin1')
    const length = Buffer.alloc(4)
    length.writeUInt32BE(said.length - 4)
    const taken = Buffer.concat([PNG.subarray(0, 33), length, said, Buffer.alloc(4), PNG.subarray(33)])
    const { data } = await upload(clerk, taken, 'a.png')
    const { rawPayload } = await t.app.inject({ method: 'GET', url: data.link })
    expect([rawPayload.length, rawPayload.includes('31,14N')]).toEqual([taken.length, false])
    const [kept] = await rowsBy(t.context, clerk.tenantId, attach, 'id', data.attachId)
    expect(kept?.sha256).toBe(createHash('sha256').update(rawPayload).digest('hex'))
  })

  it('among the answers of a report is shown where the report holds it, and not where its id is merely written', async () => {
    const [held, other] = [
      (await upload(admin, PNG, 'a.png')).data.attachId,
      (await upload(admin, PNG, 'b.png')).data.attachId,
    ]
    const id = '1'
    const collected = { scan: [held], note: `见 ${other}`, other, deep: [{ held: `${held},${other}` }] }
    await t.db.owner(async (tx) => {
      await fill(tx, resourceOf('caseCollectionReport'), tenantId, 1)
      await tx.query('update "case_collection_report" set collect_data = $1, demo = 0 where tenant_id = $2', [
        JSON.stringify(collected),
        tenantId,
      ])
    })
    const actor = await admin.actor()
    await t.db.transaction({ tenantId }, async (tx) => {
      const work = new SqlUnitOfWork(t.context, actor, tx)
      const use = { resource: 'caseCollectionReport', field: 'collectData' }
      await work.insert(attachUse, { attachId: held, ...use, recordId: id })
      await work.insert(attachUse, { attachId: other, ...use, recordId: '2' })
      await work.flush()
    })
    const shown = await admin.get<Record<string, { id: string; link: string }[]>>('rounds/files', {
      resource: 'caseCollectionReport',
      id,
    })
    expect(shown.data.collectData?.map((f) => f.id)).toEqual([held])
    const link = shown.data.collectData?.[0]?.link ?? ''
    expect((await t.app.inject({ method: 'GET', url: link })).statusCode).toBe(200)
    expect((await elsewhere.get('rounds/files', { resource: 'caseCollectionReport', id })).status).toBe(404)
  })

  it('says what it is where that is not taken, and what to do; electronic invoices are kept as they are', async () => {
    const refused = async (content: Buffer, name: string, path?: string) =>
      (await upload(clerk, content, name, path)).msg
    const heic = Buffer.concat([
      Buffer.from('00000018667479706865696300000000', 'hex'),
      Buffer.from('mif1heic'),
      Buffer.alloc(90),
    ])
    expect(await refused(heic, '照片.jpg')).toMatch(/^文件类型不允许：这是 HEIC 图片，请转为 jpg 或 png 后上传/)
    const cfb = (more: string) =>
      Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.alloc(600),
        Buffer.from(more, 'utf16le'),
        Buffer.alloc(600),
      ])
    const rows = `${ROUNDS.import}?resource=doctorTemp`
    const asRows = async (content: Buffer, name: string) => (await upload(admin, content, name, rows)).msg
    expect(await asRows(cfb('EncryptedPackage'), '名单.xlsx')).toMatch(/^文件已加密（设有打开密码），请去掉密码后上传/)
    expect(await asRows(cfb(''), '名单.xls')).toMatch(/^这是 xls 工作簿，请用表格软件另存为 xlsx/)
    expect(await asRows(Buffer.from('<html><table><tr><td>姓名'), '名单.xls')).toMatch(/^这是网页（HTML）/)
    for (const [content, name, type] of [
      [zipOf({ 'OFD.xml': '<ofd:OFD/>', 'Doc_0/Document.xml': '<x/>' }), '发票.ofd', 'application/ofd'],
      [Buffer.from('<?xml version="1.0"?><EInvoice><Header/></EInvoice>'), '发票.xml', 'application/xml'],
    ] as const) {
      const sent = await upload(clerk, content, name)
      const file = await t.app.inject({ method: 'GET', url: sent.data.link })
      expect([
        file.headers['content-type'],
        file.headers['content-disposition'],
        file.rawPayload.equals(content),
      ]).toEqual([type, `attachment; filename*=UTF-8''${encodeURIComponent(name)}`, true])
    }
    for (const page of [
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
      '<?xml version="1.0"?><?xml-stylesheet href="x"?><EInvoice/>',
      '<!DOCTYPE EInvoice [<!ENTITY a "b">]><EInvoice/>',
      '<EInvoice><x:script xmlns:x="http://www.w3.org/1999/xhtml">1</x:script></EInvoice>',
      `<EInvoice>${' '.repeat(3_000)}<script xmlns="http://www.w3.org/1999/xhtm&#x6C;">1</script></EInvoice>`,
    ])
      expect((await upload(clerk, Buffer.from(page), '发票.xml')).status, page).toBe(415)
  })

  it('belongs to one record when several take it at the same moment', async () => {
    const { data } = await upload(clerk, PNG, '执照.png')
    const answers = await Promise.all([1, 2, 3, 4].map(() => company(clerk, { licenseUrl: data.attachId })))
    expect(answers.map((a) => a.code).sort()).toEqual([200, 400, 400, 400])
  })

  it('without a name is what its content says', async () => {
    const sent = await upload(clerk, PNG, null)
    expect(sent.data).toMatchObject({ originalName: 'file', extension: 'png' })
    const file = await t.call('GET', sent.data.link.replace('/api/', ''))
    expect(file.headers['content-disposition']).toBe("inline; filename*=UTF-8''file.png")
    const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])
    expect((await upload(clerk, old, null)).status).toBe(415)
    expect((await upload(admin, PNG, null, `${ROUNDS.import}?resource=doctorTemp`)).status).toBe(415)
    const rows = Buffer.from('姓名,手机号\n甲,13800000001\n')
    expect((await upload(admin, rows, null, `${ROUNDS.import}?resource=doctorTemp`)).status).toBe(415)
  })

  it('is as large as what it is for allows, also where it was sent as something else', async () => {
    const large = Buffer.concat([PNG, Buffer.alloc(500 * 1024)])
    const as = (kind: number, content: Buffer) =>
      upload(clerk, content, '头像.png', `blade-resource/oss/endpoint/put-file?kind=${kind}`)
    expect([(await as(2, PNG)).code, (await as(2, large)).code, (await as(1, large)).code]).toEqual([200, 413, 200])
    const { data } = await as(1, large)
    const save = (who: Client, body: object) => who.post<Record<string, string>>('blade-system/user/update-info', body)
    expect((await save(clerk, { avatar: data.attachId })).data).toEqual({ avatar: '文件不能超过 500 kB' })
  })

  it('is the avatar of who uploaded it: nobody else takes it, and nobody is sent another one’s', async () => {
    const { data } = await upload(clerk, PNG, '头像.png', 'blade-resource/oss/endpoint/put-file?kind=2')
    const own = 'blade-system/user/avatar'
    const save = (who: Client, body: object) => who.post<Record<string, string>>('blade-system/user/update-info', body)
    expect((await save(admin, { avatar: data.attachId })).data).toEqual({ avatar: '头像不存在，请重新上传' })
    expect((await clerk.get(own)).status).toBe(404)
    expect((await save(clerk, { avatar: data.attachId })).status).toBe(200)
    expect((await clerk.get(own)).headers['content-type']).toBe('image/png')
    expect((await admin.get(own)).status).toBe(404)
    expect((await save(clerk, { noAvatar: 1 })).status).toBe(200)
    expect((await clerk.get(own)).status).toBe(404)
  })

  it('is refused to the second of two that found it free', async () => {
    const { data } = await upload(clerk, PNG, '执照.png')
    const actor = await clerk.actor()
    const values = { licenseUrl: data.attachId }
    const claimed = t.db.transaction({ tenantId }, async (tx) => {
      const work = new SqlUnitOfWork(t.context, actor, tx)
      expect(await attachmentProblems(work, entrustedCompany, values, null)).toEqual([])
      await claimAttachments(work, entrustedCompany, values, null, '1')
      await claimAttachments(work, entrustedCompany, values, null, '1')
      await claimAttachments(work, entrustedCompany, values, null, '2')
    })
    const why = await claimed.catch((e: unknown) => duplicate(business.tables, entrustedCompany, e, 'zh'))
    expect(why).toMatchObject({ code: 400, text: [expect.stringContaining('附件'), expect.stringContaining('file')] })
  })

  it('is opened by its link while who asked is signed in, and not disabled', async () => {
    const role = await t.newRole(tenantId, ['entrustedCompany_view'])
    const status = async (link: string) => (await t.call('GET', link.replace('/api/', ''))).status
    const set = (who: Client, what: string) =>
      t.db.transaction({ tenantId }, (tx) =>
        tx.query(`update ${what} where tenant_id = $1 and ${what.startsWith('"user"') ? 'id' : 'user_id'} = $2`, [
          tenantId,
          who.userId,
        ]),
      )
    for (const what of ['"user" set status = 0', '"user" set is_deleted = 1', '"session" set ended_time = now()']) {
      const who = await t.signIn(tenantId, role)
      const { data } = await upload(who, PNG, '图.png')
      expect(await status(data.link)).toBe(200)
      await set(who, what)
      expect(await status(data.link), what).toBe(404)
    }
    const over = await t.newTenant()
    const { data } = await upload(await t.signIn(over, 'administrator'), PNG, '图.png')
    expect(await status(data.link)).toBe(200)
    await t.db.owner((tx) => tx.query(`update "tenant" set expire_time = '2020-01-01' where code = $1`, [over]))
    expect(await status(data.link), 'the tenant is over').toBe(404)
  })
})

describe('a file that is looked at in parts', () => {
  const part = (link: string, range?: string) =>
    t.app.inject({ method: 'GET', url: link, ...(range ? { headers: { range } } : {}) })

  it('is answered by the part that is asked for, by the same right', async () => {
    const bytes = smallSound(2)
    const { data } = await upload(clerk, bytes, '录音.mp3')
    const whole = await part(data.link)
    expect([whole.statusCode, whole.headers['accept-ranges'], whole.rawPayload.equals(bytes)]).toEqual([
      200,
      'bytes',
      true,
    ])
    for (const [range, from, to] of [
      ['bytes=0-0', 0, 0],
      ['bytes=72-143', 72, 143],
      [`bytes=${bytes.length - 5}-`, bytes.length - 5, bytes.length - 1],
      ['bytes=-72', bytes.length - 72, bytes.length - 1],
    ] as const) {
      const answer = await part(data.link, range)
      expect([answer.statusCode, answer.headers['content-range'], answer.headers['content-length']], range).toEqual([
        206,
        `bytes ${from}-${to}/${bytes.length}`,
        String(to - from + 1),
      ])
      expect(answer.rawPayload.equals(bytes.subarray(from, to + 1)), range).toBe(true)
    }
    const beyond = await part(data.link, `bytes=${bytes.length}-`)
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${bytes.length}`])
    // a link that was changed opens no part either
    const other = data.link.replace(/id=\d+/, 'id=1')
    expect((await part(other, 'bytes=0-0')).statusCode).toBe(404)
  })

  it('shows the cells of a workbook to who holds its link in their own session', async () => {
    const sheets = [
      { name: '随访', rows: [['序号', '结果'], ...Array.from({ length: 600 }, (_, n) => [n + 1, '好转'])] },
      { name: '用药', rows: [['药品', '=1+1']] },
    ]
    const { data } = await upload(clerk, Buffer.from(await writeXlsx({ sheets })), '随访.xlsx')
    const asked = `rounds/sheet?${data.link.split('?')[1]}`
    const shown = await clerk.get<{ name: string; rows: string[][]; more: number }[]>(asked)
    expect(shown.data.map((s) => [s.name, s.rows.length, s.more])).toEqual([
      ['随访', 500, 1],
      ['用药', 1, 0],
    ])
    expect(shown.data[0]?.rows[1]).toEqual(['1', '好转'])
    expect((await admin.get(asked)).status).toBe(404)
    const { data: picture } = await upload(clerk, PNG, '图.png')
    expect((await clerk.get(`rounds/sheet?${picture.link.split('?')[1]}`)).status).toBe(415)
  })
})

describe('a stored file that no row names', () => {
  it('goes after a day, and nothing else with it', async () => {
    const { data } = await upload(clerk, PNG, '留.png')
    const folder = join(t.context.config.dataDir, 'oss', tenantId)
    const [day] = (await readdir(folder)) as [string]
    const kept = (await readdir(join(folder, day))).map((name) => `${day}/${name}`)
    const put = async (name: string, days: number) => {
      await writeFile(join(folder, name), 'x')
      const at = new Date(Date.now() - days * 86_400_000)
      await utimes(join(folder, name), at, at)
    }
    for (const name of kept) await utimes(join(folder, name), 0, 0)
    const stray = `${day}/${newId()}.png`
    const fresh = `${day}/${newId()}.png`
    await put(stray, 2)
    await put(fresh, 0.5)
    await put(`${day}/notes.txt.bak`, 9)
    await put('README', 9)
    const mine = (found: readonly string[]) => found.filter((name) => name.startsWith(`${tenantId}/`))
    expect(mine(await sweepStrayFiles(t.context, true))).toEqual([`${tenantId}/${stray}`])
    expect(mine(await sweepStrayFiles(t.context))).toEqual([`${tenantId}/${stray}`])
    expect(mine(await sweepStrayFiles(t.context))).toEqual([])
    const left = await readdir(join(folder, day))
    expect(left.sort()).toEqual([...kept, fresh, `${day}/notes.txt.bak`].map((name) => name.slice(9)).sort())
    expect(await readdir(folder)).toContain('README')
    expect((await t.call('GET', data.link.replace('/api/', ''))).status).toBe(200)
  })
})

describe('files in a bucket', () => {
  it('are asked for by signed requests: the example of the specification', () => {
    // docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html, "GET Bucket (List Objects)"
    const example = {
      endpoint: 'https://examplebucket.s3.amazonaws.com',
      bucket: '',
      region: 'us-east-1',
      accessKey: 'AKIAIOSFODNN7EXAMPLE',
      secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    }
    const ask = { method: 'GET', key: '', query: { 'max-keys': '2', prefix: 'J' } } as const
    const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
    const { authorization } = signedHeaders(example, ask, empty, new Date('2013-05-24T00:00:00Z'))
    expect(authorization).toContain('34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7')
  })

  it('are kept there and nowhere else, opened, listed and taken away; a store that is away or refuses is 503', async () => {
    // signatures it does not check
    const store = new S3rver({ port: 0, silent: true, directory: newFolder(), configureBuckets: [{ name: 'rounds' }] })
    const { port } = await store.run()
    const bucket = {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'rounds',
      region: 'eu-west-1',
      accessKey: 'S3RVER',
      secretKey: 'S3RVER',
    }
    const dataDir = newFolder()
    const far = await testApp({ bucket, dataDir })
    const nowhere = await testApp({ bucket: { ...bucket, bucket: 'other' }, dataDir })
    try {
      const { data } = await upload(clerk, PNG, '执照.png', undefined, far)
      const opened = await far.app.inject({ method: 'GET', url: data.link })
      expect([opened.statusCode, opened.rawPayload.equals(PNG)]).toEqual([200, true])
      const piece = await far.app.inject({ method: 'GET', url: data.link, headers: { range: 'bytes=1-3' } })
      expect([piece.statusCode, piece.rawPayload.toString('latin1')]).toEqual([206, 'PNG'])
      expect(await readdir(join(dataDir, 'oss'))).toEqual(['arriving'])
      expect(await readdir(join(dataDir, 'oss', 'arriving'))).toEqual([])
      const names = async () => {
        const found: string[] = []
        for await (const page of storedBefore(far.context, tenantId, Date.now() + 60_000)) found.push(...page)
        return found
      }
      const [kept = '', ...more] = await names()
      expect([more, /^\d{8}\/\d+\.png$/.test(kept)]).toEqual([[], true])
      expect((await upload(clerk, PNG, '执照.png', undefined, nowhere)).code, 'no such bucket').toBe(503)
      expect(await names()).toEqual([kept])
      await forget(far.context, tenantId, kept)
      await forget(far.context, tenantId, kept)
      expect(await names()).toEqual([])
      expect((await far.call('GET', data.link.replace('/api/', ''))).status).toBe(404)
      const exported = await far.call<{ link: string }>('POST', ROUNDS.export, {
        headers: { authorization: BASIC, 'blade-auth': `bearer ${admin.access}`, 'content-type': 'application/json' },
        payload: JSON.stringify({ resource: 'entrustedCompany', format: 'csv' }),
      })
      expect((await far.call('GET', exported.data.link.replace('/api/', ''))).raw).toContain('公司')
    } finally {
      await store.close()
    }
    expect((await upload(clerk, PNG, '执照.png', undefined, far)).code, 'away').toBe(503)
    await Promise.all([far.app.close(), nowhere.app.close()])
  })
})

describe('an export', () => {
  it('ends where its maker lost the right to it meanwhile', async () => {
    const role = await t.newRole(tenantId, ['entrustedCompany_view', 'entrustedCompany_export'])
    const maker = await t.signIn(tenantId, role)
    const { data } = await maker.post<{ id: string }>(ROUNDS.export, { resource: 'entrustedCompany', format: 'csv' })
    const payload = {
      id: data.id,
      resource: 'entrustedCompany',
      pages: [],
      total: 1,
      columns: ['name'],
      format: 'csv',
      actor: actorData(await maker.actor()),
    }
    const { data: made } = await company(admin)
    const job = { tenantId, id: '1', kind: 'export', lane: 'export', attempts: 1, most: 3 }
    const again = () =>
      runExport(
        t.context,
        { ...job, payload: { ...payload, pages: [made.id] } },
        { stopped: () => false, progress() {} },
      )
    expect(await again()).toBeUndefined()
    const signedOut = { ...payload, pages: [made.id], actor: { ...payload.actor, sessionId: newId() } }
    expect(
      await runExport(t.context, { ...job, payload: signedOut }, { stopped: () => false, progress() {} }),
      'whoever signed out gets no file any more',
    ).toMatchObject({ state: 'error', final: true })
    await t.db.transaction({ tenantId }, (tx) =>
      tx.query('update "user" set status = 0 where tenant_id = $1 and id = $2', [tenantId, maker.userId]),
    )
    await t.db.transaction({ tenantId }, (tx) =>
      tx.query('update "export_file" set export_state = 0 where tenant_id = $1 and id = $2', [tenantId, data.id]),
    )
    expect(await again()).toMatchObject({ state: 'error', final: true })
    // as the runner does with a job that ends for good
    await giveUpExport(t.context, { ...job, payload })
    const [state] = await t.db.scoped<{ export_state: number }>(
      { tenantId },
      { text: 'select export_state from "export_file" where tenant_id = $1 and id = $2', values: [tenantId, data.id] },
    )
    expect(state?.export_state).toBe(2)
  })

  it('is its maker’s while they may export that and reach what they reached', async () => {
    const [one, other] = [await company(admin), await company(admin)]
    const role = await t.newRole(tenantId, ['entrustedCompany_view', 'entrustedCompany_export'])
    const maker = await t.signIn(tenantId, role, { userType: 2, company: one.data.id })
    const sent = { resource: 'entrustedCompany', format: 'csv' }
    const { data } = await maker.post<{ id: string; total: number; link: string }>(ROUNDS.export, sent)
    expect([data.total, data.link !== '']).toEqual([1, true])
    const state = async (who: Client) => (await who.get(ROUNDS.exportState, { id: data.id })).code
    const file = async () => (await t.call('GET', data.link.replace('/api/', ''))).status
    const bind = (id: string) =>
      t.db.transaction({ tenantId }, (tx) =>
        tx.query('update "user" set entrusted_id = $3 where tenant_id = $1 and id = $2', [tenantId, maker.userId, id]),
      )
    expect([await state(maker), await state(admin), await file()]).toEqual([200, 404, 200])
    await bind(other.data.id)
    expect([await state(maker), await file()]).toEqual([404, 404])
    await bind(one.data.id)
    expect([await state(maker), await file()]).toEqual([200, 200])
    await t.db.transaction({ tenantId }, async (tx) => {
      await tx.query('delete from "user_role" where tenant_id = $1 and user_id = $2', [tenantId, maker.userId])
      await tx.query('update "access_version" set version = version + 1 where tenant_id = $1', [tenantId])
    })
    expect([await state(maker), await file()]).toEqual([403, 403])
  })

  it('of records about records ends where its maker may not see those any more', async () => {
    const of = ['transferAccount_view', 'transferAccount_export']
    const [all, less] = [await t.newRole(tenantId, [...of, 'settlementOrder_view']), await t.newRole(tenantId, of)]
    const maker = await t.signIn(tenantId, all)
    const { data } = await maker.post<{ id: string; link: string }>(ROUNDS.export, { resource: 'transferAccount' })
    const reached = async () => [
      (await maker.get(ROUNDS.exportState, { id: data.id })).status,
      (await t.call('GET', data.link.replace('/api/', ''))).status,
    ]
    expect(await reached()).toEqual([200, 200])
    await t.db.transaction({ tenantId }, async (tx) => {
      await tx.query(
        `update "user_role" set role_id = (select id from "role" where tenant_id = $1 and role_alias = $3) where tenant_id = $1 and user_id = $2`,
        [tenantId, maker.userId, less],
      )
      await tx.query('update "access_version" set version = version + 1 where tenant_id = $1', [tenantId])
    })
    expect(await reached()).toEqual([404, 404])
  })
})

/** A workbook of these rows. */
const book = async (...rows: CellValue[][]) => Buffer.from(await writeXlsx({ sheets: [{ name: 'Rows', rows }] }))
/** Sends a file to be imported. */
const send = async (who: Client, resource: string, content: Buffer, name = '名单.xlsx') => {
  const answer = await upload(who, content, name, `${ROUNDS.import}?resource=${resource}`)
  return { ...answer, data: answer.data as unknown as ImportState }
}
const apply = (who: Client, id: string, again?: 1) => who.post<ImportState>(ROUNDS.importApply, { id, again })
const counted = (s: ImportState) => [s.state, s.total, s.wrong, s.applied]
const sheetBehind = async (link: string) => {
  const { rawPayload } = await t.app.inject({ method: 'GET', url: link })
  return (await readXlsx(rawPayload)).sheets
}
const numberOf = async (who: Client, resource: string) =>
  (await who.get<{ total: number }>(ROUNDS.total, { resource })).data.total
/** Does the next job of an import, as a runner would; `pages` ends the runner after so many. */
const runJob = async (who: Client, id: string, pages = Number.POSITIVE_INFINITY) => {
  const payload = { id, actor: actorData(await who.actor()) }
  let left = pages
  return runImportJob(
    t.context,
    { tenantId, id: '1', kind: 'import', lane: 'import', attempts: 1, most: 3, payload },
    { stopped: () => left-- <= 0, progress() {} },
  )
}

describe('an import', () => {
  const TITLES = ['委托企业', '产品编号', '产品名称', '启用']

  it('says before what it takes: a template in the language of who asks, with notes and lists', async () => {
    const { data } = await admin.get<ImportOffer>(
      ROUNDS.importOffer,
      { resource: 'baseProduct' },
      { 'accept-language': 'en' },
    )
    expect(data.columns.filter((c) => c.required).map((c) => c.title)).toEqual(['Company', 'Code', 'Product'])
    const [rows, notes, options] = await sheetBehind(data.template)
    expect(rows?.rows[0]).toEqual(data.columns.map((c) => (c.required ? `${c.title} *` : c.title)))
    expect(notes?.rows).toHaveLength(data.columns.length + 1)
    expect(options?.rows[0]).toHaveLength(1)
    const stranger = await t.signIn(tenantId, await t.newRole(tenantId, ['baseProduct_view', 'baseProduct_add']))
    expect((await stranger.get(ROUNDS.importOffer, { resource: 'baseProduct' })).code).toBe(403)
    expect((await admin.get(ROUNDS.importOffer, { resource: 'settlementOrder' })).code).toBe(403)
    for (const r of resources.values())
      if (r.operations.includes('import')) {
        const titles = columnsOf(r).flatMap(({ field }) => [`zh ${field.label[0]}`, `en ${field.label[1]}`])
        expect(new Set(titles).size, r.id).toBe(titles.length)
        const needed = Object.entries<Field>(r.fields).filter(
          ([, f]) => f.facts.required && f.facts.readOnly !== 'always',
        )
        for (const [name] of needed)
          expect(
            columnsOf(r).map((c) => c.name),
            r.id,
          ).toContain(name)
      }
  })

  it('writes nothing before it is applied, then the right rows, and hands the others back to be mended', async () => {
    const at = (await company(admin, { name: '导入公司' })).data
    await admin.post('blade-sys/baseProduct/submit', {
      entrustedCompanyId: at.id,
      productCode: 'OLD',
      productName: '老产品',
    })
    const before = await numberOf(admin, 'baseProduct')
    const file = await book(
      TITLES,
      ['导入公司', 'P1', '=1+1', '是'],
      [],
      ['导入公司', 'P2', '产品二', '或许'],
      ['没有的公司', 'P3', '产品三', ''],
      ['导入公司', 'P1', '又是一', ''],
      ['导入公司', 'OLD', '老的', ''],
      ['导入公司', 1234567, '产品六', 'Yes'],
      ['导入公司', 'P7', '', ''],
    )
    const { data: checked } = await send(admin, 'baseProduct', file)
    expect(counted(checked)).toEqual(['checked', 7, 5, 0])
    expect(checked.faults.map(({ row, column }) => [row, column])).toEqual([
      [4, '启用'],
      [5, '委托企业'],
      [6, '产品编号'],
      [7, '产品编号'],
      [9, '产品名称'],
    ])
    expect(checked.faults[2]?.message).toBe('与第 2 行重复')
    expect(checked.sample?.rows[0]).toEqual(['导入公司', 'P1', '=1+1', '是'])
    expect(await numberOf(admin, 'baseProduct')).toBe(before)
    const answers = await Promise.all([apply(admin, checked.id), apply(admin, checked.id)])
    expect(answers.map((a) => a.code)).toEqual([200, 200])
    expect(counted((await admin.get<ImportState>(ROUNDS.importState, { id: checked.id })).data)).toEqual([
      'done',
      7,
      5,
      2,
    ])
    expect(await numberOf(admin, 'baseProduct')).toBe(before + 2)
    const [refused] = await sheetBehind(checked.link)
    expect(refused?.rows.map((row) => [row[1], row[5]])).toEqual([
      ['产品编号', '原行号'],
      ['P2', 4],
      ['P3', 5],
      ['P1', 6],
      ['OLD', 7],
      ['P7', 9],
    ])
    const mended = (refused?.rows ?? []).map((row, n) =>
      n === 1 ? [row[0], 'P2', '产品二', '否', ...row.slice(4)] : row,
    )
    const { data: second } = await send(admin, 'baseProduct', await book(...(mended as CellValue[][])))
    expect([counted(second), second.ignored]).toEqual([
      ['checked', 5, 4, 0],
      ['错误原因', '原行号'],
    ])
    const third = (
      await send(
        admin,
        'baseProduct',
        await book(TITLES, ['导入公司', 'P2', '产品二', '0'], ['导入公司', 'P8', '八', '']),
      )
    ).data
    expect(counted((await apply(admin, second.id)).data)).toEqual(['done', 5, 4, 1])
    const { data: late } = await apply(admin, third.id)
    expect([counted(late), late.faults.map((f) => f.row)], 'taken between the check and the end').toEqual([
      ['done', 2, 1, 1],
      [2],
    ])
  })

  it('names a record of a tree by its key, its name or the end of its path', async () => {
    for (const [code, parentCode, name, regionLevel] of [
      ['98', '', '东省', 1],
      ['97', '', '西省', 1],
      ['9811', '98', '双城市', 2],
      ['9711', '97', '双城市', 2],
    ] as const)
      await admin.post('blade-system/region/submit', { code, parentCode, name, regionLevel })
    const rows = ['9811', '西省/双城市', '双城市', '南省 / 双城市'].map((said, n) => [`名单${n}`, '导入医院', said])
    const { data: checked } = await send(admin, 'doctorLibrary', await book(['医生姓名', '医院', '行政区划'], ...rows))
    expect(checked.faults.map(({ row, column, message }) => [row, column, message])).toEqual([
      [4, '行政区划', '有多个“双城市”，请填写编号'],
      [5, '行政区划', '“南省 / 双城市”不存在，请填写区划名称，或从上到下的各级名称，用“/”分隔，或区划编号'],
    ])
    await apply(admin, checked.id)
    const { data } = await admin.get<{ records: { regionName: string }[] }>('blade-csc/doctorLibrary/list', {
      hospitalName_equal: '导入医院',
    })
    expect(data.records.map((r) => r.regionName).sort()).toEqual(['东省 / 双城市', '西省 / 双城市'])
  })

  it('of the same file again says so, and asks', async () => {
    const file = Buffer.from('姓名,手机号\n"\'=甲",13800000001\n乙,13800000002\n', 'utf8')
    const { data: first } = await send(admin, 'doctorTemp', file, 'a.csv')
    expect([counted(first), first.earlier, first.sample?.rows[0]?.[0]]).toEqual([['checked', 2, 0, 0], null, '=甲'])
    const { data: twin } = await send(admin, 'doctorTemp', file, 'b.csv')
    expect((await apply(admin, first.id)).data.applied).toBe(2)
    expect((await apply(admin, twin.id)).code, 'sent before the other was applied').toBe(409)
    const { data: again } = await send(admin, 'doctorTemp', file, 'c.csv')
    expect(again.earlier?.applied).toBe(2)
    // each of its rows is there already, and nothing is left to be added
    expect(counted(again)).toEqual(['checked', 2, 2, 0])
    expect([(await apply(admin, again.id)).code, (await apply(admin, again.id, 1)).code]).toEqual([409, 409])
    expect(await numberOf(admin, 'doctorTemp')).toBe(2)
    const page = await admin.get<{ records: { id: string; importBatch: string; name: string }[] }>(
      'blade-csc/doctorTemp/list',
    )
    expect(page.data.records.every((row) => /^IM\d{14}$/.test(row.importBatch))).toBe(true)
    // the history of each says how it came
    const id = page.data.records[0]?.id
    const told = await admin.get<{ action: string }[]>('rounds/history', { resource: 'doctorTemp', id })
    expect(told.data.map((h) => h.action)).toEqual(['import'])
  })

  it('names records as people tell them apart, and is told of what another has in another width', async () => {
    await company(admin, { name: '试测医药（北京）有限公司' })
    const at = await company(admin, { name: '阿卜杜拉·艾山诊所' })
    await admin.post('blade-sys/baseProduct/submit', {
      entrustedCompanyId: at.data.id,
      productCode: 'Q1',
      productName: '甲',
    })
    const file = await book(
      TITLES,
      ['试测医药(北京)有限公司', 'W1', '一', ''],
      ['试测医药（北京） 有限公司', 'W2', '二', 'ＹＥＳ'],
      ['试测医药（北京）有限公司\u3000', 'W3', '三', ''],
      ['阿卜杜拉•艾山诊所', 'Ｑ１', '四', ''],
      ['试测医药（北京）有限公司', 'Ｗ１', '五', ''],
    )
    const { data } = await send(admin, 'baseProduct', file)
    expect(data.faults.map(({ row, column, message }) => [row, column, message])).toEqual([
      [5, '产品编号', expect.stringContaining('已存在')],
      [6, '产品编号', '与第 2 行重复'],
    ])
  })

  it('a row that says the same as an earlier one, or as a record that is there, is refused by that', async () => {
    const row = ['王一', '13800139001'] as CellValue[]
    const { data: first } = await send(
      admin,
      'doctorTemp',
      await book(['姓名', '手机号'], row, ['李二', '13800139002'], row),
    )
    expect(first.faults).toEqual([{ row: 4, column: '', message: '与第 2 行完全相同' }])
    await apply(admin, first.id)
    const { data: again } = await send(
      admin,
      'doctorTemp',
      await book(['姓名', '手机号'], row, ['王一', '13800139003'], ['赵三', '13800139001']),
    )
    expect(again.faults).toEqual([{ row: 2, column: '', message: '已有完全相同的记录' }])
  })

  it('cleans numbers where it is certain what is meant, as the form does', async () => {
    const file = await book(
      ['姓名', '手机号'],
      ...['\u202d13800138004\u202c', '138 0013 8005', '１３８００１３８００６', '+8613800138007', '138-0013-8008'].map(
        (phone, n): CellValue[] => [`甲${n}`, phone],
      ),
      ['乙', '1380013'],
    )
    const { data } = await send(admin, 'doctorTemp', file)
    expect(data.faults.map(({ row }) => row)).toEqual([7])
    await apply(admin, data.id)
    const kept = await admin.get<{ records: { name: string; phone: string }[] }>('blade-csc/doctorTemp/list', {
      size: 50,
    })
    expect(kept.data.records.filter((r) => r.name.startsWith('甲')).map((r) => r.phone)).toEqual(
      expect.arrayContaining(['4', '5', '6', '7', '8'].map((end) => `138****800${end}`)),
    )
  })

  it('is its maker’s, and of rows that the maker reaches', async () => {
    const [one, other] = [(await company(admin)).data.id, (await company(admin, { name: '别家公司' })).data.id]
    const role = await t.newRole(tenantId, ['baseProduct_view', 'baseProduct_import', 'entrustedCompany_view'])
    const maker = await t.signIn(tenantId, role, { userType: 2, company: one })
    const own = await send(maker, 'baseProduct', await book(['产品编号', '产品名称'], ['B1', '产品'], ['B1', '产品']))
    expect(counted(own.data)).toEqual(['checked', 2, 1, 0])
    expect((await apply(admin, own.data.id)).code).toBe(404)
    expect((await apply(elsewhere, own.data.id)).code).toBe(404)
    expect((await apply(maker, own.data.id)).data.applied).toBe(1)
    const { data: rows } = await maker.get<{ records: { entrustedCompanyId: string }[] }>('blade-sys/baseProduct/list')
    expect(rows.records.map((row) => row.entrustedCompanyId)).toEqual([one])
    for (const said of ['别家公司', other]) {
      const taken = await send(maker, 'baseProduct', await book(TITLES, [said, 'B2', '产品', '']))
      expect(counted(taken.data), said).toEqual(['checked', 1, 1, 0])
    }
    const wait = await send(maker, 'baseProduct', await book(['产品编号', '产品名称'], ['B9', '产品']))
    await t.db.transaction({ tenantId }, (tx) =>
      tx.query('update "user" set entrusted_id = $3 where tenant_id = $1 and id = $2', [tenantId, maker.userId, other]),
    )
    expect((await apply(maker, wait.data.id)).code, 'bound to another company meanwhile').toBe(404)
  })

  it('tells of a row that names a record of another company, and leaves it out', async () => {
    const [one, other] = [newId(), newId()]
    await company(admin, { name: `一家${one}` })
    const { data } = await company(admin, { name: `别家${other}` })
    await admin.post('blade-csc/entrustedDept/submit', { entrustedCompanyId: data.id, deptName: `外部门${other}` })
    const rows = await book(
      ['委托企业', '员工工号', '姓名', '部门'],
      [`一家${one}`, 'W1', '甲', `外部门${other}`],
      [`别家${other}`, 'W1', '乙', `外部门${other}`],
    )
    const { data: sent } = await send(admin, 'entrustedEmployee', rows)
    expect(counted(sent)).toEqual(['checked', 2, 1, 0])
    expect(sent.faults).toMatchObject([{ row: 2, column: '部门', message: '所选部门不属于该委托企业，请重新选择' }])
    expect((await apply(admin, sent.id)).data.applied).toBe(1)
  })

  it.each<[string, () => Buffer | Promise<Buffer>, string, number]>([
    ['a picture', () => PNG, 'a.xlsx', 415],
    ['a text that calls itself a workbook', () => Buffer.from('姓名,手机号\n甲,13800000001'), 'a.xlsx', 415],
    [
      'a zip that is no workbook',
      () => book(['姓名']).then((b) => Buffer.concat([b.subarray(0, 400), b.subarray(-22)])),
      'a.xlsx',
      400,
    ],
    ['an unknown column', () => book(['姓名', '手机号', '生肖'], ['甲', '13800000001', '猪']), 'a.xlsx', 400],
    ['a column twice', () => book(['姓名', '姓名', '手机号'], ['甲', '乙', '13800000001']), 'a.xlsx', 400],
    ['a required column less', () => book(['姓名'], ['甲']), 'a.xlsx', 400],
    ['no rows', () => book(['姓名', '手机号']), 'a.xlsx', 400],
    [
      'more rows than one import has',
      () => Buffer.from(`姓名,手机号\n${'甲,13800000001\n'.repeat(10_001)}`),
      'a.csv',
      400,
    ],
    [
      'a longer cell than a spreadsheet holds',
      () => Buffer.from(`姓名,手机号\n${'甲'.repeat(32_768)},1`),
      'a.csv',
      400,
    ],
    [
      'one text that stands in so many cells that it is 32 MB',
      () => book(['姓名', '手机号'], ...Array.from({ length: 550 }, () => Array(2).fill('x'.repeat(32_000)))),
      'a.xlsx',
      400,
    ],
    ['more bytes than a file has', () => Buffer.alloc(5 * 1024 * 1024 + 1, 'a,b\n'), 'a.csv', 413],
  ])('refuses %s, and keeps nothing of it', async (_, content, name, code) => {
    const [{ kept } = { kept: -1 }] = await t.db.scoped<{ kept: number }>(
      { tenantId },
      { text: 'select count(*)::int as kept from "import_file" where tenant_id = $1', values: [tenantId] },
    )
    const answer = await send(admin, 'doctorTemp', await content(), name)
    expect([answer.status, answer.code]).toEqual([code, code])
    const [after] = await t.db.scoped<{ kept: number }>(
      { tenantId },
      { text: 'select count(*)::int as kept from "import_file" where tenant_id = $1', values: [tenantId] },
    )
    expect(after?.kept).toBe(kept)
  })

  it('reads a CSV as a Chinese spreadsheet saves it, and knows what a workbook unpacks to', async () => {
    // 姓名,手机号 / 甲,13800000009 in GB18030
    const gbk = Buffer.from('d0d5c3fb2ccad6bbfabac50abcd72c31333830303030303030390a', 'hex')
    const { data } = await send(admin, 'doctorTemp', gbk, 'gbk.csv')
    expect(data.sample).toEqual({ titles: ['姓名', '手机号'], rows: [['甲', '13800000009']] })
    const honest = await book(['a'])
    expect(unpackedSize(honest)).toBeLessThan(100_000)
    const lies = Buffer.from(honest)
    lies.writeUInt32LE(4_000_000_000, lies.readUInt32LE(lies.length - 6) + 24)
    expect(unpackedSize(lies)).toBeGreaterThan(4_000_000_000)
    expect(unpackedSize(Buffer.from('PK'))).toBe(Number.POSITIVE_INFINITY)
  })

  it('of many rows goes on where a dead runner left it, adds each once, and can be stopped', async () => {
    const phone = (n: number) => String(13_900_000_000 + n)
    const rows = Array.from({ length: 250 }, (_, n) => [`医生${n}`, n === 120 ? '123' : phone(n)])
    const { data } = await send(admin, 'doctorTemp', await book(['姓名', '手机号'], ...rows))
    expect(counted(data)).toEqual(['checking', 250, 0, 0])
    expect((await apply(admin, data.id)).data.state, 'not before it is checked').toBe('checking')
    await expect(runJob(admin, data.id, 2)).rejects.toThrow('stopped')
    const state = async () => (await admin.get<ImportState>(ROUNDS.importState, { id: data.id })).data
    expect((await state()).done).toBe(100)
    await runJob(admin, data.id)
    expect(counted(await state())).toEqual(['checked', 250, 1, 0])
    const before = await numberOf(admin, 'doctorTemp')
    expect((await apply(admin, data.id)).data.state).toBe('applying')
    await expect(runJob(admin, data.id, 3)).rejects.toThrow('stopped')
    expect(await numberOf(admin, 'doctorTemp')).toBe(before + 149)
    await Promise.all([runJob(admin, data.id, 1), runJob(admin, data.id, 1)].map((one) => one.catch(() => {})))
    expect(await numberOf(admin, 'doctorTemp')).toBe(before + 199)
    expect((await admin.post<ImportState>(ROUNDS.importStop, { id: data.id })).data.state).toBe('stopped')
    await runJob(admin, data.id)
    expect([counted(await state()), await numberOf(admin, 'doctorTemp')]).toEqual([
      ['stopped', 250, 1, 199],
      before + 199,
    ])
  })

  it('ends where its maker may not import any more, and its file goes after a day', async () => {
    const role = await t.newRole(tenantId, ['doctorTemp_view', 'doctorTemp_import'])
    const maker = await t.signIn(tenantId, role)
    const rows = Array.from({ length: 201 }, (_, n) => [`医生${n}`, '13800000009'])
    const { data } = await send(maker, 'doctorTemp', await book(['姓名', '手机号'], ...rows))
    const actor = actorData(await maker.actor())
    await t.db.transaction({ tenantId }, (tx) =>
      tx.query('update "user" set status = 0 where tenant_id = $1 and id = $2', [tenantId, maker.userId]),
    )
    const job = { tenantId, id: '1', kind: 'import', lane: 'import', attempts: 1, most: 3 }
    await runImportJob(t.context, { ...job, payload: { id: data.id, actor } }, { stopped: () => false, progress() {} })
    const row = async () =>
      (
        await t.db.scoped<Record<string, unknown>>(
          { tenantId },
          {
            text: 'select import_state, name from "import_file" where tenant_id = $1 and id = $2',
            values: [tenantId, data.id],
          },
        )
      )[0]
    expect(await row()).toMatchObject({ import_state: 4, name: expect.stringContaining('.xlsx') })
    // encrypted, for its rows may hold what columns keep encrypted
    const kept = await readFile(join(t.context.config.dataDir, 'oss', tenantId, String((await row())?.name)))
    expect([kept.subarray(0, 5).toString(), kept.includes('PK\u0003\u0004')]).toEqual(['test\n', false])
    // another tenant's are no hindrance
    await t.db.owner((tx) => fill(tx, resourceOf('importFile'), others, 1, {}, 60_000_000))
    await sweepImports(t.context)
    expect(await row()).toMatchObject({ name: expect.stringContaining('.xlsx') })
    await sweepImports({ ...t.context, now: () => new Date(t.context.now().getTime() + 25 * 3_600_000) })
    expect(await row()).toMatchObject({ import_state: 4, name: null })
  })

  it('takes hostile cells, files, names and parameters for what they are: never a 500, nothing written', async () => {
    const before = [await numberOf(admin, 'doctorTemp'), await numberOf(admin, 'entrustedEmployee')]
    const faultsOf = async (resource: string, titles: string[], ...rows: CellValue[][]) => {
      const { status, data } = await send(admin, resource, await book(titles, ...rows))
      expect([status, data.state, data.wrong], JSON.stringify(data)).toEqual([200, 'checked', rows.length])
      return data.faults
    }
    const phones: CellValue[] = [
      true,
      -1,
      1e300,
      new Date('2024-06-05T00:00:00Z'),
      '138****0001',
      '13800000001\u0000',
      '１３８００００００００１',
      "' or 1=1 --",
      'x'.repeat(30_000),
    ]
    await faultsOf('doctorTemp', ['姓名', '手机号'], ...phones.map((phone): CellValue[] => ['甲', phone]))
    const names = ['x'.repeat(51), '甲\u0000', '甲\u202e乙', '甲\u200b']
    await faultsOf('doctorTemp', ['姓名', '手机号'], ...names.map((name): CellValue[] => [name, '13800000001']))
    const far = await elsewhere.post<{ id: string }>(`${COMPANY}/submit`, {
      name: '外租户公司',
      socialCreditCode: creditCodeOf(++made),
      legalPerson: '李',
    })
    const companies = [
      '外租户公司',
      far.data.id,
      '9223372036854775808',
      '1'.repeat(40),
      '公司%',
      '_',
      "';drop table x",
      '__proto__',
    ]
    const told = await faultsOf(
      'entrustedEmployee',
      ['委托企业', '员工工号', '姓名', '启用', '负责产品'],
      ...companies.map((of, n): CellValue[] => [of, `A${n}`, '甲', '2', '无此产品、constructor']),
    )
    expect(new Set(told.map((f) => f.column))).toEqual(new Set(['委托企业', '启用', '负责产品']))
    const ok = Buffer.from('姓名,手机号\n甲,13800000001\n')
    for (const [name, shown] of [
      ['../../../etc/passwd.csv', 'passwd.csv'],
      [`${'长'.repeat(500)}.csv`, `${'长'.repeat(196)}.csv`],
      ['a\u202evsc.csv', 'avsc.csv'],
    ] as const) {
      const { data } = await send(admin, 'doctorTemp', ok, name)
      expect(data.fileName).toBe(shown)
      const gone = await admin.post<ImportState>(ROUNDS.importStop, { id: data.id })
      expect([gone.data.state, (await apply(admin, data.id)).data.state]).toEqual(['stopped', 'stopped'])
    }
    const { data: waits } = await send(admin, 'doctorTemp', ok)
    for (const id of ['', '0', '9223372036854775808', '1'.repeat(40), "1'", '__proto__'])
      for (const answer of [
        await admin.get(ROUNDS.importState, { id }),
        await apply(admin, id),
        await admin.post(ROUNDS.importStop, { id }),
      ])
        expect([400, 404], `${id}: ${answer.raw}`).toContain(answer.status)
    expect((await admin.post(ROUNDS.importApply, { id: waits.id, again: 'yes' })).status).toBe(400)
    expect((await admin.post(ROUNDS.importApply, { id: waits.id, force: 1 })).status).toBe(400)
    for (const resource of ['', '__proto__', 'constructor', 'user', 'attach'])
      expect([400, 403], resource).toContain((await send(admin, resource, ok)).status)
    expect((await admin.post(`${ROUNDS.import}?resource=doctorTemp`, {})).status).toBe(400)
    const strange = await send(
      admin,
      'doctorTemp',
      Buffer.from(`姓名,手机号,${`${'长'.repeat(9_000)},`.repeat(99)}\n甲,1`),
      'a.csv',
    )
    expect([strange.status, strange.raw.length < 2_000], 'what is strange is said in short').toEqual([400, true])
    const long = Array.from('长'.repeat(30_000)).join('')
    const { data: shown } = await send(admin, 'doctorTemp', Buffer.from(`姓名,手机号\n${long},13800000001`), 'a.csv')
    expect([shown.wrong, shown.sample?.rows[0]?.[0]?.length]).toEqual([1, 200])
    for (const path of [`${ROUNDS.import}?resource=doctorTemp`, 'blade-resource/oss/endpoint/put-file'])
      for (const [type, payload] of [
        ['multipart/form-data', 'x'],
        [
          'multipart/form-data; boundary=b',
          '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n姓',
        ],
        ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"'],
        ['multipart/form-data; boundary=b', 'x'],
      ] as const) {
        const headers = { authorization: BASIC, 'blade-auth': `bearer ${admin.access}`, 'content-type': type }
        const cut = await t.call('POST', path, { headers, payload })
        expect([cut.status, Object.keys(cut.data ?? {})], `${type} ${payload}`).toEqual([400, ['file']])
      }
    const { template } = (await admin.get<ImportOffer>(ROUNDS.importOffer, { resource: 'doctorTemp' })).data
    for (const link of [
      template.replace('id=doctorTemp', 'id=baseProduct'),
      template.replace('rounds/import/template', 'rounds/import/faults'),
      template.replace(/&s=.*?&/, '&s=0&'),
    ])
      expect((await t.app.inject({ method: 'GET', url: link })).statusCode, link).toBe(404)
    for (const text of [
      '"',
      `"${'a,'.repeat(10_000)}`,
      '\n'.repeat(20_000),
      ','.repeat(50_000),
      '\ufeff',
      '姓名\t手机号\n甲\t1',
    ])
      expect((await send(admin, 'doctorTemp', Buffer.from(text), 'a.csv')).status, text.slice(0, 20)).toBeLessThan(401)
    expect([await numberOf(admin, 'doctorTemp'), await numberOf(admin, 'entrustedEmployee')]).toEqual(before)
  })
})
