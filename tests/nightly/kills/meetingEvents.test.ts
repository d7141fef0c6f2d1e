import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { meeting } from '../../../src/model/activities/meetings/meeting.ts'
import { meetingTencent } from '../../../src/model/activities/meetings/meetingTencent.ts'
import { tencentMeetingEventsRecording } from '../../../src/model/activities/meetings/tencent.ts'
import { openDatabase } from '../../../src/server/database/open.ts'
import { TENCENT_EVENT } from '../../../src/server/domains/activities/tencentEvents.ts'
import { startJobs } from '../../../src/server/startJobs.ts'
import { testApp } from '../../server/app.ts'
import { count, rowNow, rowsBy } from '../../server/decisions/fixture.ts'
import { migratedFolder, newFolder, newPostgresDatabase, quiet, testUrl } from '../../server/harness.ts'
import { clear, PATH, signed, TOKEN, told } from '../../server/integrations/meetingEvent.ts'

// The service sends an event that was acknowledged never again: whenever the server died, it has its effect, once.

const script = fileURLToPath(new URL('eventChild.ts', import.meta.url))
const SLOW = { timeout: 60_000, interval: 50 }

const cases = [
  { when: 'queued', state: 'SCHEDULED', job: 'queued' },
  { when: 'written', state: 'SCHEDULED', job: 'running' },
  { when: 'committed', state: 'STARTED', job: 'running' },
]

test.each(cases)(
  'SIGKILL after an event of an online meeting was acknowledged, its effect $when: it comes once, and of no replay',
  { timeout: 180_000 },
  async ({ when, state, job }) => {
    const url = testUrl()
    const [folder, database] = url ? [newFolder(), await newPostgresDatabase(url)] : [await migratedFolder(), '']
    const child = spawn(process.execPath, ['--import', 'tsx', script, folder, database, when], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
    })
    await vi.waitFor(() => expect(text).toContain('\n'), SLOW)
    const { port, tenantId, plan, online, number } = JSON.parse(text.split('\n')[0] ?? '') as Record<string, string>
    const data = clear(told('meeting.started', String(number)))
    const answer = await fetch(`http://127.0.0.1:${port}${PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signed(data) },
      body: JSON.stringify({ data }),
    })
    expect(answer.status).toBe(200)
    if (when !== 'queued') await vi.waitFor(() => expect(text).toContain('reached'), SLOW)
    await new Promise((gone) => {
      child.once('exit', gone)
      child.kill('SIGKILL')
    })

    const db = await openDatabase({ dataDir: folder, databaseUrl: database || null }, quiet)
    const t = await testApp({ meetingEvents: { token: TOKEN, key: null } }, undefined, db)
    const of = String(tenantId)
    const jobs = () =>
      db.owner((tx) =>
        tx.query<{ state: string }>(`select state from "job" where kind = '${TENCENT_EVENT}' order by id`),
      )
    const steps = (action: string) => count(t.context, of, 'approval_history', 'action = $2', [action])
    const facts = async () => ({
      online: (await rowNow(t.context, of, meetingTencent, String(online))).state,
      meeting: (await rowNow(t.context, of, meeting, String(plan))).meetingStatus,
      kept: (await rowsBy(t.context, of, tencentMeetingEventsRecording, 'tencent_meeting_id', String(number))).length,
      // of the online meeting and of the meeting that follows it
      begun: await steps('begin'),
      reported: await steps('reported'),
    })
    try {
      expect([(await facts()).online, await jobs()]).toEqual([state, [{ state: job }]])
      // the lease of the dead process has to end before its work is free
      await db.owner((tx) => tx.query(`update "job" set due = now() where state = 'running'`))
      const runner = await startJobs(t.context)
      runner.kick()
      await vi.waitFor(async () => expect(await jobs()).toEqual([{ state: 'done' }]), SLOW)
      const once = { online: 'STARTED', meeting: 1, kept: 1, begun: 2, reported: 1 }
      expect(await facts()).toEqual(once)
      for (const nonce of ['14964161', '2']) {
        const again = { method: 'POST' as const, url: PATH, headers: signed(data, { nonce }), payload: { data } }
        expect((await t.app.inject(again)).statusCode).toBe(200)
        await vi.waitFor(async () => expect((await jobs()).every((one) => one.state === 'done')).toBe(true), SLOW)
      }
      expect((await jobs()).length).toBe(3)
      await runner.stop()
      expect(await facts()).toEqual(once)
    } finally {
      await t.app.close()
      await db.close()
    }
  },
)
