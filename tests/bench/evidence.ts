import { randomFillSync } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { pagesPdf } from '../../src/server/seed/media/pictures.ts'
import { BASIC, type Client, client } from '../browser/api.ts'
import { enter, openContext } from '../browser/browser.ts'
import { buildConsole } from '../browser/bundle.ts'
import { startServer } from '../browser/server.ts'
import { atMost, miss } from './goals.ts'
import { busy } from './load.ts'
import { median, ms, quantile } from './measure.ts'

/** In the page: milliseconds from each key to the frame in which the evidence of another record is painted. */
const WATCH = `{
  const shown = (globalThis.benchShown = { pictures: [], papers: [] })
  const at = () => document.querySelector('[data-evidence]')?.dataset.evidence
  addEventListener('keydown', () => {
    const [from, before] = [performance.now(), at()]
    const look = () => {
      const picture = document.querySelector('[data-evidence] .picture > img')
      const paper = document.querySelector('[data-evidence] [data-page="1"] > canvas')
      const seen = picture?.complete && picture.naturalWidth > 0 && picture.style.visibility !== 'hidden'
      if (at() === before || !(paper || seen)) return void requestAnimationFrame(look)
      requestAnimationFrame(() => (paper ? shown.papers : shown.pictures).push(performance.now() - from))
    }
    requestAnimationFrame(look)
  }, true)
}`

/** Points of a picture of about two megabytes, as a telephone takes it. */
const [WIDTH, HEIGHT] = [3000, 2000]
const PAGES = 20
/** Reports that are looked at, and how long each is, ms: what a person needs to judge it. */
const [LOOKED, READ] = [8, 2500]

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(data.length + 12)
  out.writeUInt32BE(data.length)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), data.length + 8)
  return out
}

/** A picture of one colour but for a corner that does not pack. */
function photo(): Buffer {
  const rows = Buffer.alloc((WIDTH * 3 + 1) * HEIGHT, 0x9a)
  for (let y = 0; y < HEIGHT; y++) {
    rows[y * (WIDTH * 3 + 1)] = 0
    if (y < HEIGHT / 3) randomFillSync(rows, y * (WIDTH * 3 + 1) + 1, WIDTH)
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(WIDTH, 0)
  head.writeUInt32BE(HEIGHT, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    mark,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const paper = (n: number): Buffer =>
  pagesPdf(
    Array.from({ length: PAGES }, (_, page) =>
      Array.from(
        { length: 26 },
        (_, line) => `第 ${page + 1} 页第 ${line + 1} 行：随访记录 ${n}，症状减轻，继续原方案。`,
      ),
    ),
  )

async function uploaded(url: string, token: string, name: string, bytes: Buffer): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), name)
  const answer = await fetch(`${url}/api/blade-resource/oss/endpoint/put-file`, {
    method: 'POST',
    headers: { Authorization: BASIC, 'Blade-Auth': `bearer ${token}` },
    body: form,
  })
  return ((await answer.json()) as { data: { attachId: string } }).data.attachId
}

/** Refused reports handed in again, each with a picture of two megabytes or a document of twenty pages. Ids, in their order. */
async function handedIn(url: string, c: Client & { token?: string }, token: string): Promise<string[]> {
  const { data } = await c.post<{ records: { id: string; version: number; collectData: object }[] }>(
    'blade-act/caseCollectionReport/list',
    { approvalStatus_equal: 2, size: 60, current: 1 },
  )
  const done: string[] = []
  for (const { id, version } of data.records) {
    if (done.length > LOOKED) break
    const picture = done.length % 2 === 0
    const file = await uploaded(url, token, picture ? '照片.png' : '记录.pdf', picture ? photo() : paper(done.length))
    const whole = await c.get<{ collectData: object }>('blade-act/caseCollectionReport/detail', { id })
    const again = await c.post('blade-act/caseCollectionReport/resubmit', {
      id,
      version,
      collectData: whole.data.collectData,
      files: file,
    })
    if (again.code === 200) done.push(id)
  }
  return done
}

/**
 * A decision key until the evidence of the next row is painted, a picture of two megabytes or a document of twenty pages, over
 * a small demo (BENCH_URL: a server that has one).
 */
export async function evidence(browser: Browser): Promise<void> {
  console.log('\n## Evidence: decision key → evidence of the next row painted')
  await buildConsole()
  const own = process.env.BENCH_URL ? null : await startServer({ SEED: 'small', DATABASE_URL: '' })
  const url = process.env.BENCH_URL ?? own?.url ?? ''
  try {
    const sent = await fetch(`${url}/api/blade-auth/oauth/token`, {
      method: 'POST',
      headers: { Authorization: BASIC },
      body: new URLSearchParams({
        ...{ tenantId: '000000', username: 'ops2', grant_type: 'password', scope: 'all', type: 'account' },
        password: (await import('../browser/api.ts')).md5('ops2'),
      }),
    })
    const { access_token } = (await sent.json()) as { access_token: string }
    const ids = await handedIn(url, await client(url, 'ops2'), access_token)
    if (ids.length < 3) throw new Error(`only ${ids.length} reports could be handed in again`)
    const context = await openContext(browser, 'zh', url)
    await enter(context, url, 'ops')
    const page = await context.newPage()
    await page.goto(`/desk/queues/reports?view=case&id_in=${ids.join(',')}`)
    await page.locator('main[data-ready] .g-r').first().waitFor()
    await page.keyboard.press('e')
    await page.locator('[data-evidence] [data-file]').waitFor()
    await page.evaluate(WATCH)
    for (let n = 0; n + 1 < ids.length; n++) {
      await page.waitForTimeout(READ)
      await page.keyboard.press('a')
    }
    await page.waitForTimeout(READ)
    const { pictures, papers } = await page.evaluate(
      () => (globalThis as unknown as { benchShown: { pictures: number[]; papers: number[] } }).benchShown,
    )
    const missing = ids.length - 1 - pictures.length - papers.length
    if (missing > 0) miss(`evidence: of ${missing} rows none was painted`)
    console.log(`| next row | median ms | most ms | rows |\n| --- | --- | --- | --- |`)
    for (const [what, list] of [
      ['picture of 2 MB', pictures],
      [`PDF of ${PAGES} pages`, papers],
    ] as const)
      console.log(`| ${what} | ${ms(median(list))} | ${ms(Math.max(...list))} | ${list.length} |`)
    const all = [...pictures, ...papers]
    console.log(
      `p95 ${ms(quantile(all, 0.95))} ms (${atMost('evidence of the next row, median ms', median(all), 100)}), ${busy()}`,
    )
    await context.close()
  } finally {
    await own?.stop()
  }
}
