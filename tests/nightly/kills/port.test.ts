import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { apiMessagePool } from '../../../src/model/system/apiMessagePool.ts'
import { intent } from '../../../src/model/system/intent.ts'
import type { ServerContext } from '../../../src/server/core/context.ts'
import { startJobs } from '../../../src/server/startJobs.ts'
import { openDatabase } from '../../../src/server/store/open.ts'
import { count, rowNow, rowsBy, testContext } from '../../server/decisions/fixture.ts'
import { migratedFolder, newFolder, newPostgresDatabase, quiet, testUrl } from '../../server/harness.ts'
import { json, SECRET, startPartner, takeSilently } from '../../server/integrations/partner.ts'

async function until(fact: () => boolean | Promise<boolean>): Promise<void> {
  for (let n = 0; !(await fact()); n++) {
    if (n > 1_000) throw new Error('it never came true')
    await sleep(50)
  }
}

type Case = {
  readonly what: 'message' | 'account'
  readonly port: string
  /** The step that the answer takes, once. */
  readonly step: string
  /** Where the record stands then, and where the one stands that it is about. */
  readonly done: (context: ServerContext, tenantId: string, id: string) => Promise<boolean>
}

const cases: readonly Case[] = [
  {
    what: 'message',
    port: 'messagePush',
    step: 'process',
    done: async (context, tenantId, id) =>
      (await rowsBy(context, tenantId, apiMessagePool, 'biz_id', id))[0]?.messageStatus === 'PROCESSED' &&
      (await rowNow(context, tenantId, settlementOrder, id)).pushStatus === 1,
  },
  {
    what: 'account',
    port: 'esign',
    step: 'esign.registered',
    done: async (context, tenantId, id) => {
      const doctor = await rowNow(context, tenantId, authenticationDoctor, id)
      return doctor.esignStatus === 1 && doctor.esignAccountId === 'ES-1'
    },
  },
]

test.each(cases)(
  'SIGKILL between the call and its result: the partner is asked, and has the $what once',
  {
    timeout: 180_000,
  },
  async ({ what, port, step, done }) => {
    const url = testUrl()
    const [folder, database] = url ? [newFolder(), await newPostgresDatabase(url)] : [await migratedFolder(), '']
    const partner = await startPartner()
    // takes the message and lets the caller wait: it is killed meanwhile
    partner.answering = takeSilently(partner)
    const script = fileURLToPath(new URL('portChild.ts', import.meta.url))
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', script, folder, database, partner.settings.url, SECRET, what],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
    })
    let ended = false
    child.once('exit', () => {
      ended = true
    })
    await until(() => partner.taken.size === 1 || ended)
    expect(ended).toBe(false)
    const { tenantId, id } = JSON.parse(text) as { tenantId: string; id: string }
    await new Promise((gone) => {
      child.once('exit', gone)
      child.kill('SIGKILL')
    })
    partner.answering = (got, response) =>
      got.method === 'GET' && partner.taken.has(decodeURIComponent(got.path.split('/').pop() ?? ''))
        ? json(response, 200, { state: 'done', ack: 'ACK', accountId: 'ES-1' })
        : json(response, 500, {})

    const db = await openDatabase({ dataDir: folder, databaseUrl: database || null }, quiet)
    const test = await testContext('next')
    const log = { ...quiet, warn() {} }
    const context = { ...test, db, log, config: { ...test.config, ports: { [port]: partner.settings } } }
    try {
      const [left] = await rowsBy(context, tenantId, intent, 'port', port)
      expect(left).toMatchObject({ intentStatus: 1, attempts: 1 })
      // what the dead process held is free when its lease is over
      await db.owner((tx) => tx.query(`update "job" set due = now() where state = 'running'`))
      const jobs = await startJobs(context)
      jobs.kick()
      await until(() => done(context, tenantId, id))
      await jobs.stop()
      expect([...partner.taken.values()]).toEqual([1])
      expect(partner.got.map((g) => g.method)).toEqual(['POST', 'GET'])
      expect(await count(context, tenantId, 'approval_history', 'action = $2', [step])).toBe(1)
      expect((await rowsBy(context, tenantId, intent, 'port', port))[0]).toMatchObject({ intentStatus: 3 })
    } finally {
      await db.close()
      await partner.stop()
    }
  },
)
