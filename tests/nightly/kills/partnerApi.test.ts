import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../src/server/database/open.ts'
import { signatureOf } from '../../../src/server/ports/http.ts'
import { migratedFolder, newFolder, newPostgresDatabase, quiet, testUrl } from '../../server/harness.ts'

// A partner that was not answered sends the same number again: whenever the server died, the message has one effect.

const ROUNDS = 5
const MESSAGES = 8

interface Server {
  readonly child: ChildProcess
  readonly port: number
  readonly said: Readonly<Record<string, string>>
}

async function started(folder: string, database: string, first: string): Promise<Server> {
  const script = fileURLToPath(new URL('apiChild.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, folder, database, first], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout?.on('data', (chunk) => {
    text += chunk
  })
  for (let n = 0; !text.includes('\n'); n++) {
    if (n > 1_200 || child.exitCode !== null) throw new Error('the server does not listen')
    await sleep(50)
  }
  const said = JSON.parse(text) as Record<string, string>
  return { child, port: Number(said.port), said }
}

const killed = (child: ChildProcess): Promise<unknown> =>
  new Promise((gone) => {
    child.once('exit', gone)
    child.kill('SIGKILL')
  })

test('SIGKILL while messages are taken: sent again under their numbers, each has one effect', {
  timeout: 600_000,
}, async () => {
  const url = testUrl()
  const [folder, database] = url ? [newFolder(), await newPostgresDatabase(url)] : [await migratedFolder(), '']
  let server = await started(folder, database, 'first')
  const { tenantId = '', token = '', secret = '' } = server.said
  const send = async (message: object): Promise<{ status: number; id: string }> => {
    const path = '/api/openapi/partner/doctors'
    const body = JSON.stringify(message)
    const time = String(Math.floor(Date.now() / 1000))
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'blade-auth': `bearer ${token}`,
        'x-rounds-time': time,
        'x-rounds-signature': signatureOf(secret, time, 'POST', path, body),
      },
    })
    const { data } = (await answer.json()) as { data: { bizId?: string } | null }
    return { status: answer.status, id: data?.bizId ?? '' }
  }
  const lost: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const messages = Array.from({ length: MESSAGES }, (_, n) => ({
      messageNumber: `M-${round}-${n}`,
      doctorName: `李医${round}${n}`,
      phone: `139${String(round * 100 + n).padStart(8, '0')}`,
      hospitalName: '第一医院',
    }))
    const asked = messages.map((m) => send(m).catch(() => null))
    // later in each round: before anything is read, while it is written, after some are answered
    await Promise.race([Promise.all(asked), sleep(round * 15)])
    await killed(server.child)
    const heard = await Promise.all(asked)
    lost.push(heard.filter((a) => a === null).length)
    server = await started(folder, database, '')
    for (const [n, message] of messages.entries()) {
      const again = await send(message)
      expect(again.status, message.messageNumber).toBe(200)
      if (heard[n]?.status === 200) expect(again.id).toBe(heard[n]?.id)
      expect((await send({ ...message, hospitalName: '第二医院' })).status).toBe(422)
    }
  }
  await killed(server.child)
  // something was in flight when it died
  expect(Math.max(...lost)).toBeGreaterThan(0)
  const db = await openDatabase({ dataDir: folder, databaseUrl: database || null }, quiet)
  const [found] = await db.owner((tx) =>
    tx.query<{ doctors: number; messages: number }>(
      `select (select count(*)::int from "authentication_doctor" where tenant_id = $1) as doctors,
        (select count(*)::int from "partner_message" where tenant_id = $1) as messages`,
      [tenantId],
    ),
  )
  await db.close()
  expect(found).toEqual({ doctors: ROUNDS * MESSAGES, messages: ROUNDS * MESSAGES })
})
