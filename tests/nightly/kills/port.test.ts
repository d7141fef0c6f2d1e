import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { intent } from '../../../src/model/administration/system/intent.ts'
import { openDatabase } from '../../../src/server/database/open.ts'
import { startJobs } from '../../../src/server/startJobs.ts'
import { count, rowsBy, testContext } from '../../server/decisions/fixture.ts'
import { migratedFolder, newFolder, newPostgresDatabase, quiet, testUrl } from '../../server/harness.ts'
import { type Got, json, SECRET, startPartner } from '../../server/integrations/partner.ts'
import { ways } from './portWays.ts'

async function until(fact: () => boolean | Promise<boolean>): Promise<void> {
  for (let n = 0; !(await fact()); n++) {
    if (n > 1_000) throw new Error('it never came true')
    await sleep(50)
  }
}

/** Whether the partner has what it was sent when its caller dies: what it has is not sent again, what it has not is. */
const cases = Object.entries(ways).flatMap(([what, way]) =>
  (['has it', 'never had it'] as const).map((partner) => ({ what, partner, ...way })),
)

test.each(cases)(
  'SIGKILL between a call and its result, $what at $port: the partner $partner, is asked, and does it once',
  { timeout: 180_000 },
  async ({ what, port, call, step, done, answer, partner: then }) => {
    const url = testUrl()
    const [folder, database] = url ? [newFolder(), await newPostgresDatabase(url)] : [await migratedFolder(), '']
    const partner = await startPartner()
    const take = (got: Got): void => {
      const { key } = JSON.parse(got.body) as { key: string }
      partner.taken.set(key, (partner.taken.get(key) ?? 0) + 1)
    }
    // lets the caller wait: it is killed meanwhile
    partner.answering = (got) => {
      if (then === 'has it') take(got)
    }
    const script = fileURLToPath(new URL('portChild.ts', import.meta.url))
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', script, folder, database, partner.settings.url, SECRET, what],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
    })
    let ended = false
    child.once('exit', () => {
      ended = true
    })
    await until(() => partner.got.length === 1 || ended)
    expect(ended).toBe(false)
    const { tenantId, id } = JSON.parse(text) as { tenantId: string; id: string }
    await new Promise((gone) => {
      child.once('exit', gone)
      child.kill('SIGKILL')
    })
    partner.answering = (got, response) => {
      if (got.method === 'POST') {
        take(got)
        return json(response, 200, answer)
      }
      const known = partner.taken.has(decodeURIComponent(got.path.split('/').pop() ?? ''))
      return known ? json(response, 200, { state: 'done', ...answer }) : json(response, 404, {})
    }

    const db = await openDatabase({ dataDir: folder, databaseUrl: database || null }, quiet)
    const test = await testContext('next', db)
    const log = { ...quiet, warn() {} }
    const own = { dataDir: folder, ports: { [port]: partner.settings }, publicUrl: 'https://rounds.example.com' }
    const context = { ...test, log, config: { ...test.config, ...own } }
    try {
      const [left] = await rowsBy(context, tenantId, intent, 'port', port)
      expect(left).toMatchObject({ intentStatus: 1, attempts: 1, portCall: call })
      // the lease of the dead process has to end before its work is free
      await db.owner((tx) => tx.query(`update "job" set due = now() where state = 'running'`))
      const jobs = await startJobs(context)
      jobs.kick()
      await until(() => done(context, tenantId, id))
      await until(async () =>
        (await rowsBy(context, tenantId, intent, 'port', port)).every((i) => i.intentStatus === 3),
      )
      await jobs.stop()
      expect([...partner.taken.values()]).toEqual([1])
      expect(partner.got.map((g) => g.method)).toEqual(then === 'has it' ? ['POST', 'GET'] : ['POST', 'GET', 'POST'])
      // the number under which the partner does it once
      expect(new Set(partner.got.filter((g) => g.method === 'POST').map((g) => JSON.parse(g.body).key)).size).toBe(1)
      expect(await count(context, tenantId, 'approval_history', 'action = $2', [step])).toBe(1)
      expect(await rowsBy(context, tenantId, intent, 'port', port)).toHaveLength(1)
    } finally {
      await db.close()
      await partner.stop()
    }
  },
)
