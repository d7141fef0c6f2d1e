import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** How long a server may take to answer, with a demo to make on a busy machine, ms. */
const START = 900_000

/** A free port of the loopback address. */
export const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const probe = createServer().once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? done(address.port) : fail(new Error('no port'))))
    })
  })

export interface Running {
  readonly url: string
  readonly port: number
  readonly child: ChildProcess
  /** Output so far. */
  output(): string
  /** SIGTERM, waits for the drain. */
  stop(): Promise<number | null>
  /** SIGKILL: as a power cut of the process. */
  kill(): Promise<void>
}

/** Arguments of node that run the sources, as `npm start` does. */
const SOURCES = ['--import', 'tsx', 'src/server/main.ts']

/**
 * Starts the product's server as a process of its own and waits until it answers. Demo day 2024-06-15, captcha off.
 * `run`: what node is told to run.
 */
export async function startServer(
  env: Readonly<Record<string, string>>,
  run: readonly string[] = SOURCES,
): Promise<Running> {
  const port = Number(env.PORT ?? (await freePort()))
  const child = spawn(process.execPath, run, {
    cwd: root,
    env: {
      ...process.env,
      CAPTCHA: 'off',
      DEMO_TODAY: '2024-06-15',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      ...env,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  child.stdout?.on('data', (d) => (printed += d))
  child.stderr?.on('data', (d) => (printed += d))
  const exited = new Promise<number | null>((done) => child.once('exit', (code) => done(code)))
  const url = `http://127.0.0.1:${port}`
  const until = Date.now() + START
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${printed}`)
    const up = await fetch(`${url}/api/health`).then(
      (r) => r.ok,
      () => false,
    )
    if (up) break
    if (Date.now() > until) {
      child.kill('SIGKILL')
      throw new Error(`the server did not start:\n${printed}`)
    }
    await new Promise((r) => setTimeout(r, 100))
  }
  return {
    url,
    port,
    child,
    output: () => printed,
    stop: async () => {
      child.kill('SIGTERM')
      return exited
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}
