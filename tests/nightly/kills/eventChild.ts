// A server that takes an event of an online meeting and is killed before its effect is kept, or before that is noted
// (meetingEvents.test.ts). Writes to stdout where it listens and what there is, and "reached" where it is to be killed.

import type { AddressInfo } from 'node:net'
import type { Database, Scope, Tx } from '../../../src/server/core/database.ts'
import { openDatabase } from '../../../src/server/database/open.ts'
import { startJobs } from '../../../src/server/startJobs.ts'
import { testApp } from '../../server/app.ts'
import { serve } from '../../server/integrations/carry.ts'
import { held, TOKEN } from '../../server/integrations/meetingEvent.ts'

const [dataDir = '', databaseUrl = '', when = ''] = process.argv.slice(2)
const quiet = { info() {}, warn() {}, error: console.error }

/** A promise that never ends, for a process that is killed meanwhile. */
const reached = (): Promise<never> => {
  process.stdout.write('reached\n')
  return new Promise(() => {})
}

/** A database whose transaction that begins an online meeting comes to no end: before its commit, or after it. */
const stopping = (db: Database): Database =>
  new Proxy(db, {
    get(target, name) {
      if (name !== 'transaction') {
        const member = target[name as keyof Database]
        return typeof member === 'function' ? member.bind(target) : member
      }
      return async <T>(scope: Scope, fn: (tx: Tx) => Promise<T>): Promise<T> => {
        let begun = false
        const answer = await target.transaction(scope, async (tx) => {
          const found = await fn(tx)
          if (!scope.tenantId) return found
          begun = (await tx.query(`select 1 from "meeting_tencent" where state = 'STARTED'`)).length > 0
          return begun && when === 'written' ? reached() : found
        })
        return begun ? reached() : answer
      }
    },
  })

async function main(): Promise<void> {
  const db = await openDatabase({ dataDir, databaseUrl: databaseUrl || null }, quiet)
  const t = await testApp({ meetingEvents: { token: TOKEN, key: null } }, undefined, db)
  const tenantId = await t.newTenant()
  await serve(t.context, tenantId, 'tencentMeeting', 'http')
  const made = await held(t.context, tenantId)
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = t.app.server.address() as AddressInfo
  // an event that is queued, and taken by nobody
  if (when !== 'queued') await startJobs({ ...t.context, db: stopping(db) })
  process.stdout.write(`${JSON.stringify({ port, tenantId, ...made })}\n`)
}

main().catch((e: unknown) => {
  console.error(e)
  process.exit(1)
})
