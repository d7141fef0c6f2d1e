import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll } from 'vitest'
import { build, programOf, server } from '../../../src/server/build.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const children: ChildProcess[] = []

/** Builds the server where it is not built of these sources, and ends what `run` began when the tests of a file are over. */
export function programs(): void {
  beforeAll(async () => {
    if (!server.isFresh()) await build(server)
  }, 60_000)
  afterAll(() => {
    for (const c of children.splice(0)) c.kill('SIGKILL')
  })
}

/** A compiled program as a process of its own: what it prints, how it ends. Always on the embedded database. */
export function run(env: Record<string, string>, args: readonly string[] = [], program = 'main') {
  const child = spawn(process.execPath, [programOf(program), ...args], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      LOG_LEVEL: 'warn',
      PORT: '0',
      SEED: 'none',
      CAPTCHA: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let out = ''
  let err = ''
  child.stdout?.on('data', (d) => (out += d))
  child.stderr?.on('data', (d) => (err += d))
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  const until = async (what: RegExp): Promise<RegExpExecArray> => {
    const end = Date.now() + 150_000
    for (;;) {
      const found = what.exec(out)
      if (found) return found
      if (child.exitCode !== null || Date.now() > end) throw new Error(`ended with ${child.exitCode}:\n${out}\n${err}`)
      await new Promise((r) => setTimeout(r, 30))
    }
  }
  return { child, ended, until, out: () => out, err: () => err }
}
