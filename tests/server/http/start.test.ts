import { createServer, type Server } from 'node:net'
import { describe, expect, it } from 'vitest'
import { resources } from '../../../src/model/business.ts'
import { asSent } from '../../../src/server/auth/passwords.ts'
import { BASIC } from '../app.ts'
import { migratedFolder, newFolder } from '../harness.ts'
import { programs, run } from './programs.ts'

programs()

const portTaken = () =>
  new Promise<{ port: number; server: Server }>((done) => {
    const server = createServer().listen(0, '127.0.0.1', () =>
      done({ port: (server.address() as { port: number }).port, server }),
    )
  })

describe('the process', () => {
  it('prints the help and ends with 0; a wrong value is one sentence and 1', async () => {
    const [help, wrong] = [run({}, ['--help']), run({ SEED: 'huge' })]
    // what the demo keeps encrypted is encrypted with the keys that the server will have
    const seed = run({ SECRET_KEYS: 'none', DATA_DIR: newFolder() }, [], 'seed')
    expect(await help.ended).toBe(0)
    expect(help.out()).toMatch(/^ {2}ADMIN_PASSWORD /m)
    expect(await wrong.ended).toBe(1)
    expect(wrong.err()).toBe('SEED must be small or none, not "huge".\n')
    expect(await seed.ended).toBe(1)
    expect(seed.err()).toMatch(/^SECRET_KEYS must be keys as [^\n]*\n$/)
  })

  it('starts with one administrator, refuses a second process, drains on SIGTERM, starts again with the same', async () => {
    const DATA_DIR = `${newFolder()}/data`
    const taken = await portTaken()
    const first = run({ DATA_DIR })
    const [, address = ''] = await first.until(/→ (http:\/\/localhost:\d+)/)
    const [, password = ''] = await first.until(/account admin, password (\S{16}) {2}\(shown this once\)/)

    const second = run({ DATA_DIR })
    const other = run({ DATA_DIR: await migratedFolder(), PORT: String(taken.port) })
    expect(await second.ended).toBe(1)
    expect(second.err()).toMatch(
      new RegExp(`^The data folder .* is in use by another process \\(pid ${first.child.pid}\\); .*\\.\n$`),
    )

    const signIn = async (more: Readonly<Record<string, string>> = {}) => {
      const answer = await fetch(`${address}/api/blade-auth/oauth/token`, {
        method: 'POST',
        headers: { authorization: BASIC },
        body: new URLSearchParams({
          tenantId: '000000',
          username: 'admin',
          password: asSent(password),
          grant_type: 'password',
          ...more,
        }),
      })
      return (await answer.json()) as { access_token?: string; new_password_required?: boolean }
    }
    // what stands in the log of the start is good for nothing but a password of one's own
    expect(await signIn()).toMatchObject({ new_password_required: true })
    const { access_token } = await signIn({ newPassword: asSent('a password of my own') })
    expect(access_token).toBeTruthy()
    const stream = await fetch(`${address}/api/rounds/events`, { headers: { 'blade-auth': `bearer ${access_token}` } })
    expect(stream.status).toBe(200)
    // who administers an empty system reaches every list, and what every tenant begins with is there
    const totals = new Map<string, number>()
    const reach = async (id: string) => {
      const list = await fetch(`${address}/api/rounds/total?resource=${id}`, {
        headers: { 'blade-auth': `bearer ${access_token}` },
      })
      expect(list.status, id).toBe(200)
      const { data } = (await list.json()) as { data: { total: number } }
      totals.set(id, data.total)
    }
    const families = [...resources.values()].flatMap(({ id, calls }) => (calls.length > 0 ? [id] : []))
    while (families.length > 0) await Promise.all(families.splice(0, 8).map(reach))
    for (const id of ['dict', 'dictBiz', 'region', 'param', 'quickReply', 'rule', 'flowManager', 'taxItemRate', 'role'])
      expect(totals.get(id), id).toBeGreaterThan(0)

    // the open stream does not hold it up: a drain that takes too long ends with 1
    first.child.kill('SIGTERM')
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    expect(first.err()).toBe('')
    await stream.text()

    expect(await other.ended).toBe(1)
    expect(other.err()).toBe(`Port ${taken.port} is already in use; stop what listens there or set another PORT.\n`)
    taken.server.close()

    const again = run({ DATA_DIR })
    const [, same = ''] = await again.until(/→ (http:\/\/localhost:\d+)/)
    expect(again.out()).not.toContain('First administrator')
    const me = await fetch(`${same}/api/blade-auth/oauth/user-info`, {
      headers: { 'blade-auth': `bearer ${access_token}` },
    })
    expect(me.status).toBe(200)
    again.child.kill('SIGINT')
    expect(await again.ended).toBe(0)
  }, 240_000)
})
