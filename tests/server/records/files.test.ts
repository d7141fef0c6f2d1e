import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROUNDS } from '../../../src/model/kernel/wire.ts'
import { entrustedCompany } from '../../../src/model/people/entrustedCompany.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { actorData } from '../../../src/server/decisions/batchStore.ts'
import { runExport } from '../../../src/server/records/export/handlers.ts'
import { sweepStrayFiles } from '../../../src/server/records/files/sweep.ts'
import { creditCodeOf } from '../../../src/server/seed/numbers.ts'
import { attachmentProblems, claimAttachments } from '../../../src/server/writes/attachments.ts'
import { SqlUnitOfWork } from '../../../src/server/writes/sqlUnitOfWork.ts'
import { duplicate } from '../../../src/server/writes/unique.ts'
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

describe('an upload', () => {
  it('belongs to one record when several take it at the same moment', async () => {
    const { data } = await upload(clerk, PNG, '执照.png')
    const answers = await Promise.all([1, 2, 3, 4].map(() => company(clerk, { licenseUrl: data.attachId })))
    expect(answers.map((a) => a.code).sort()).toEqual([200, 400, 400, 400])
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
    const why = await claimed.catch((e: unknown) => duplicate(entrustedCompany, e))
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

describe('an export', () => {
  it('ends where its maker lost the right to it meanwhile', async () => {
    const role = await t.newRole(tenantId, ['entrustedCompany_view', 'entrustedCompany_export'])
    const maker = await t.signIn(tenantId, role)
    const { data } = await maker.post<{ id: string }>(ROUNDS.export, { resource: 'entrustedCompany', format: 'csv' })
    const payload = {
      id: data.id,
      resource: 'entrustedCompany',
      ids: [],
      columns: ['name'],
      format: 'csv',
      actor: actorData(await maker.actor()),
    }
    const { data: made } = await company(admin)
    const job = { tenantId, id: '1', kind: 'export', lane: 'export', attempts: 1, most: 3 }
    const again = () =>
      runExport(t.context, { ...job, payload: { ...payload, ids: [made.id] } }, { stopped: () => false, progress() {} })
    expect(await again()).toBeUndefined()
    await t.db.transaction({ tenantId }, (tx) =>
      tx.query('update "user" set status = 0 where tenant_id = $1 and id = $2', [tenantId, maker.userId]),
    )
    expect(await again()).toMatchObject({ state: 'error', final: true })
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
})
