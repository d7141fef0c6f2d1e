import './meetings.ts'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LARGEST } from '../../../src/model/language/fields/fileTypes.ts'
import { attachmentsIn, FILE_PATH } from '../../../src/model/values/files.ts'
import { wordsOf } from '../../../src/model/values/markup.ts'
import type { Page, WireRow } from '../../../src/model/wire/wire.ts'
import { sanitizeHtml } from '../../../src/server/database/kinds/html.ts'
import { pathOf } from '../../../src/server/files/disk.ts'
import { LINK_LIFE, linkOf, targetOf } from '../../../src/server/files/links.ts'
import { sweepFiles } from '../../../src/server/files/sweep.ts'
import type { Answer, Client } from '../app.ts'
import { newCode, type Shapes, saved, shapes } from './app.ts'
import articles from './articles.ts'

const ARTICLE = 'blade-shape/article'
const PUT = 'blade-resource/oss/endpoint/put-file'

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
const HTML = Buffer.from('<!doctype html><script>alert(1)</script>')

interface Put {
  readonly attachId: string
  readonly link: string
  readonly name: string
  readonly originalName: string
  readonly extension: string
}
type Links = Record<string, { id: string; name: string; link: string }[]>

let s: Shapes
beforeAll(async () => {
  s = await shapes(articles)
})
afterAll(() => s?.t.app.close())

const put = (who: Client, bytes: Buffer, name: string, params: Record<string, string> = {}, path = PUT) => {
  const edge = 'xXedgeXx'
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`
  return s.t.call<Put>('POST', path, {
    query: params,
    headers: { 'blade-auth': `bearer ${who.access}`, 'content-type': `multipart/form-data; boundary=${edge}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${edge}--\r\n`)]),
  })
}
const uploaded = async (who: Client, bytes = PNG, name = '封面.png'): Promise<Put> => {
  const answer = await put(who, bytes, name)
  if (answer.status !== 200) throw new Error(answer.raw)
  return answer.data
}
const open = (link: string): Promise<Answer> => s.t.call('GET', link.replace('/api/', ''))
const article = (who: Client, values: object) =>
  saved(who, ARTICLE, { title: `文${newCode()}`, entrustedCompanyId: s.companies[0], ...values })
const files = (who: Client, id: string) => who.get<Links>('rounds/files', { resource: 'shapeArticle', id })

describe('rich text', () => {
  const EVIL: readonly string[] = [
    '<p>好<script>alert(1)</script></p>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" jav&#x09;ascript:alert(1)">x</a>',
    '<svg><g onload=alert(1)></g></svg>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    '<p style="background:url(javascript:alert(1))" onclick="alert(1)" class="x">x</p>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<form action="//evil"><input name=password></form>',
    '<a href="//evil.example">x</a>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<<script>script>alert(1)<</script>/script>',
    '<object data="data:text/html,<script>alert(1)</script>"></object><base href="//evil">',
  ]
  const unsafe =
    /<(?:script|img|svg|math|iframe|form|input|object|style|base|noscript)|\son\w+=|javascript:|style=|href="\/\//i

  it.each(EVIL)('keeps nothing that runs or loads: %s', async (body) => {
    const made = await article(s.staff, { body })
    const kept = String((await s.staff.get<WireRow>(`${ARTICLE}/detail`, { id: made.id })).data.body)
    expect(kept).not.toMatch(unsafe)
    const list = (await s.staff.get<Page>(`${ARTICLE}/list`, { ids: made.id })).data.records[0]
    expect(list?.body).toBe(kept)
    const [trail] = await s.t.db.transaction({ tenantId: s.tenantId }, (tx) =>
      tx.query<{ diff: unknown }>('select diff from audit_trail where tenant_id = $1 and record_id = $2', [
        s.tenantId,
        made.id,
      ]),
    )
    expect(JSON.stringify(trail?.diff)).not.toMatch(unsafe)
    expect(sanitizeHtml(kept)).toBe(kept)
  })

  it('keeps words and their order, and what is the same is no change', async () => {
    const body = '<h2>标题</h2><p>第<strong>一</strong>段 &amp; <em>二</em></p><ul><li>甲</li></ul>'
    const made = await article(s.staff, { body: `${body}<script>x</script>` })
    expect((await s.staff.get<WireRow>(`${ARTICLE}/detail`, { id: made.id })).data.body).toBe(body)
    const again = await saved(s.staff, ARTICLE, { id: made.id, body: `${body}<script>y</script>` })
    expect(again.version).toBe(made.version)
    expect(wordsOf(body)).toBe('标题 第 一 段 & 二 甲')
  })
})

describe('an upload', () => {
  it('is what its content says, under a name that the server made, and looks the same to stock clients', async () => {
    const made = await uploaded(s.ours, PNG, '..\\..\\etc/пароль\u202egnp.exe')
    expect(made).toMatchObject({ domain: '', extension: 'png', originalName: 'парольgnp.exe' })
    expect(made.name).toMatch(/^\d{8}\/\d{1,19}\.png$/)
    const path = pathOf(s.t.context, s.tenantId, made.name)
    expect(readFileSync(path)).toEqual(PNG)
    expect(path.startsWith(join(s.t.context.config.dataDir, 'oss', s.tenantId))).toBe(true)
  })

  it.each([
    ['picture.png', SVG],
    ['picture.svg', SVG],
    ['page.html', HTML],
    ['photo.jpg', HTML],
    ['program.pdf', Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1')],
    ['old.exe', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])],
    ['text.txt', Buffer.from('hello')],
  ])('of what runs or says nothing of itself is refused: %s', async (name, bytes) => {
    const answer = await put(s.staff, bytes, name)
    expect([answer.status, answer.msg]).toEqual([415, expect.stringContaining('文件类型不允许')])
    expect(readdirSync(join(s.t.context.config.dataDir, 'oss', 'arriving'))).toEqual([])
  })

  it('that is no picture is none for a picture, and one too large is refused whole', async () => {
    expect((await put(s.staff, PDF, 'a.png', { kind: '1' })).status).toBe(415)
    expect((await put(s.staff, PDF, 'a.pdf')).status).toBe(200)
    const large = await put(s.staff, Buffer.concat([PNG, Buffer.alloc(LARGEST.image)]), 'a.png', { kind: '1' })
    expect([large.status, large.msg]).toEqual([413, '文件不能超过 5 MB'])
    expect((await put(s.staff, Buffer.alloc(0), 'a.png')).status).toBe(400)
    expect(readdirSync(join(s.t.context.config.dataDir, 'oss', 'arriving'))).toEqual([])
  })

  it('is taken by its own calls alone, from who is signed in', async () => {
    expect((await put(s.staff, PNG, 'a.png', {}, `${ARTICLE}/submit`)).status).toBe(415)
    expect((await put({ ...s.staff, access: 'nobody' }, PNG, 'a.png')).status).toBe(401)
    expect((await s.staff.post(PUT, { file: 'x' })).status).toBe(400)
  })
})

describe('the files of a record', () => {
  it('are ids, taken as links too, of who uploaded them and of no other record', async () => {
    const [cover, one, two] = [await uploaded(s.ours), await uploaded(s.ours, PDF, '一.pdf'), await uploaded(s.ours)]
    const made = await article(s.ours, { cover: cover.link, papers: `${one.attachId},${two.attachId}` })
    expect(made).toMatchObject({ cover: cover.attachId, papers: `${one.attachId},${two.attachId}` })
    const links = (await files(s.ours, made.id)).data
    expect(links.papers?.map((f) => f.name)).toEqual(['一.pdf', '封面.png'])
    // a foreign upload by its number, one of another record, no picture, too many, a link to anywhere
    const theirs = await uploaded(s.theirs)
    const paper = await uploaded(s.ours, PDF, 'x.pdf')
    for (const bad of [
      { papers: theirs.attachId },
      { papers: cover.attachId },
      { cover: paper.attachId },
      { cover: '9'.repeat(18) },
      { cover: 'https://evil.example/x.png' },
      { cover: '../../etc/passwd' },
      { cover: `${one.attachId},${two.attachId}` },
      { papers: ['1', '2', '3', '4'].join() },
    ]) {
      const answer = await s.ours.post(`${ARTICLE}/submit`, { title: newCode(), ...bad })
      expect(answer.status, JSON.stringify(bad)).toBe(400)
    }
    // what is there stays whoever saves; what was taken out may come back
    await saved(s.staff, ARTICLE, { id: made.id, papers: two.attachId })
    await saved(s.ours, ARTICLE, { id: made.id, papers: `${two.attachId},${one.attachId}` })
  })

  it('are opened by who may see the record, for some minutes, as what the server says', async () => {
    const [cover, paper] = [await uploaded(s.ours), await uploaded(s.ours, PDF, '报告"\r\nx: y.pdf')]
    const made = await article(s.ours, { cover: cover.attachId, papers: paper.attachId })
    for (const who of [s.theirs, s.providers, s.partners]) expect((await files(who, made.id)).status).toBe(404)
    const links = (await files(s.ours, made.id)).data
    const picture = await open(links.cover?.[0]?.link ?? '')
    expect(picture.status).toBe(200)
    expect(picture.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    })
    const report = await open(links.papers?.[0]?.link ?? '')
    expect(report.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''%E6%8A%A5[\w%.-]*$/)
    expect(report.headers['content-type']).toBe('application/pdf')
    expect(report.headers.x).toBeUndefined()
  })

  it('are opened by no link that was changed, made up or is over', async () => {
    const cover = await uploaded(s.ours)
    const other = await s.t.newTenant()
    const params = new URL(cover.link, 'http://x').searchParams
    for (const [name, value] of [
      ['id', '1'],
      ['t', other],
      ['u', '1'],
      ['e', String(Number(params.get('e')) + 1)],
      ['s', 'x'.repeat(43)],
    ] as const) {
      const changed = new URLSearchParams(params)
      changed.set(name, value)
      expect((await open(`/api/rounds/file?${changed}`)).status, name).toBe(404)
    }
    expect((await open('/api/rounds/file')).status).toBe(404)
    const who = await s.ours.actor()
    const old = Object.fromEntries(new URL(linkOf(who, cover.attachId, FILE_PATH, 0), 'http://x').searchParams)
    expect(targetOf(old, FILE_PATH, LINK_LIFE * 1000)).toMatchObject({ tenantId: s.tenantId, id: cover.attachId })
    expect(targetOf(old, FILE_PATH, LINK_LIFE * 1000 + 1)).toBeNull()
    // signed, but for a tenant that has no such file
    expect((await open(linkOf({ ...who, tenantId: other }, cover.attachId))).status).toBe(404)
    for (const name of ['../../secret.keys', '20240615/../../x.png', '/etc/passwd', '20240615/1.png/..'])
      expect(() => pathOf(s.t.context, s.tenantId, name), name).toThrow()
    expect(() => pathOf(s.t.context, '../x', '20240615/1.png')).toThrow()
  })

  it('keep their attachments; unsaved uploads are deleted after a day', async () => {
    const [kept, left] = [await uploaded(s.ours), await uploaded(s.ours)]
    await article(s.ours, { cover: kept.attachId })
    const removed = await s.staff.post('blade-resource/attach/remove', { ids: kept.attachId })
    expect([removed.status, removed.msg]).toEqual([400, '附件已被记录使用，不能删除'])
    await s.t.db.owner((tx) =>
      tx.query(
        `insert into tenant (id, code, tenant_name) select 4711, $1::text, 'x' where not exists (select 1 from tenant where code = $1::text)`,
        [s.tenantId],
      ),
    )
    await sweepFiles(s.t.context)
    const path = (put: Put) => pathOf(s.t.context, s.tenantId, put.name)
    expect([existsSync(path(kept)), existsSync(path(left))]).toEqual([true, true])
    await s.t.db.transaction({ tenantId: s.tenantId }, (tx) =>
      tx.query(`update attach set create_time = create_time - interval '25 hours' where tenant_id = $1`, [s.tenantId]),
    )
    await sweepFiles(s.t.context)
    expect([existsSync(path(kept)), existsSync(path(left))]).toEqual([true, false])
    expect((await open(left.link)).status).toBe(404)
  })

  it('are read by name forms alone', () => {
    expect(attachmentsIn('1,2')).toEqual(['1', '2'])
    expect(attachmentsIn('/api/rounds/file?id=7&t=x&s=y, 7')).toEqual(['7'])
    for (const bad of ['http://evil/api/rounds/file?id=7', '/api/other?id=7', 'x', '1,,2', '/api/rounds/file?xid=7'])
      expect(attachmentsIn(bad), bad).toBeNull()
  })
})
