import { mkdirSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROUNDS } from '../../../src/model/wire/wire.ts'
import { buildApp } from '../../../src/server/http/app.ts'
import { realParts } from '../../../src/server/parts.ts'
import { type Client, type TestApp, testApp } from '../app.ts'
import { newFolder } from '../harness.ts'

/**
 * How many wait for the end of one answer: Node warns of a leak from eleven on. Whoever waits does so by `whenEnded`; the
 * rest is Fastify's, the packer's and the stream's. An address of the console is looked for among the files first.
 */
const MOST = 9

let t: TestApp
let who: Client
let port: number
let close: () => Promise<void>
const most = new Map<string, number>()
const { on } = ServerResponse.prototype
const watched: typeof on = function (this: ServerResponse, event, listener) {
  const answer = on.call(this, event, listener)
  const { url = '' } = (this as ServerResponse<IncomingMessage>).req
  if (event === 'close') most.set(url, Math.max(most.get(url) ?? 0, this.listenerCount('close')))
  return answer
}

beforeAll(async () => {
  t = await testApp()
  who = await t.signIn(await t.newTenant(), 'administrator')
  const dist = newFolder()
  mkdirSync(join(dist, 'assets'))
  writeFileSync(join(dist, 'index.html'), `<html>${'x'.repeat(5_000)}`)
  writeFileSync(join(dist, 'assets', 'a.js'), 'console.log(1);'.repeat(40_000))
  Object.assign(ServerResponse.prototype, { on: watched, addListener: watched })
  const app = await buildApp(t.context, realParts, { dist })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as { port: number }).port
  close = () => app.close()
}, 120_000)
afterAll(async () => {
  Object.assign(ServerResponse.prototype, { on, addListener: on })
  await close?.()
  await t?.app.close()
})

const get = async (path: string, signal?: AbortSignal): Promise<void> => {
  const headers = { 'blade-auth': `bearer ${who.access}`, 'accept-encoding': 'gzip', accept: 'text/html,*/*' }
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers, signal: signal ?? null })
  await answer.arrayBuffer()
}

test('few wait for the end of an answer, whatever it is and however it ends', async () => {
  const paths = ['/', '/assets/a.js', '/some/screen', `/api/${ROUNDS.catalogue}`, '/api/openapi.json', '/api/nothing']
  for (const path of paths) await get(path)
  for (let n = 0; n < 20; n++) {
    const left = new AbortController()
    const asked = Promise.all(paths.map((path) => get(`${path}?left=${n}`, left.signal))).catch(() => undefined)
    await new Promise((go) => setImmediate(go))
    left.abort()
    await asked
  }
  expect([...most.keys()].filter((url) => paths.includes(url)).sort()).toEqual([...paths].sort())
  expect([...most].filter(([, n]) => n > MOST)).toEqual([])
})
