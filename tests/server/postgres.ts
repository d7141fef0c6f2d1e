import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

/** A PostgreSQL of the test's own. */
export interface Cluster {
  /** The superuser, database `postgres`. */
  readonly url: string
  readonly version: string
  /**
   * Stopped in order (fast: what is open is rolled back; immediate: as by a crash, recovered at the start) and started
   * again.
   */
  restart(mode: 'fast' | 'immediate'): Promise<void>
  /** Stopped as by `restart`, until `start()`. */
  shutDown(mode: 'fast' | 'immediate'): Promise<void>
  /** SIGKILL of the server and all its processes, until `start()`. */
  kill9(): Promise<void>
  start(): Promise<void>
  /** SIGSTOP of the server and all its processes: connections stay open, nothing is answered, until `resume()`. */
  pause(): void
  resume(): void
  /** Restarted as a standby: it answers, but only reads. */
  demote(): Promise<void>
  /** The standby becomes a server that writes. */
  promote(): Promise<void>
  stop(): Promise<void>
}

/** Whether one of these processes still runs; one that its parent has not collected yet does not. */
const isAlive = (pids: readonly number[]): boolean =>
  spawnSync('ps', ['-o', 'stat=', '-p', pids.join()], { encoding: 'utf8' })
    .stdout.split('\n')
    .some((state) => state.trim() !== '' && !state.trim().startsWith('Z'))

/** The newest installed PostgreSQL's programs; null when there is none. */
function programs(): string | null {
  const debian = '/usr/lib/postgresql'
  const found = existsSync(debian)
    ? readdirSync(debian)
        .filter((v) => existsSync(join(debian, v, 'bin', 'initdb')))
        .sort((a, b) => Number(b) - Number(a))
        .map((v) => join(debian, v, 'bin'))
    : []
  if (found[0]) return found[0]
  const config = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  const bin = config.status === 0 ? config.stdout.trim() : ''
  return bin && existsSync(join(bin, 'initdb')) ? bin : null
}

/** Asks a PostgreSQL by a connection of its own, which may be cut. */
export async function asking<T>(url: string, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await ask(client)
  } finally {
    await client.end()
  }
}

/** Returns whether there is a PostgreSQL that `startPostgres` can start. */
export const postgresInstalled = (): boolean => programs() !== null

const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const probe = createServer().once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? done(address.port) : fail(new Error('no port'))))
    })
  })

/**
 * Starts a throw-away cluster of the installed PostgreSQL on a free port of 127.0.0.1, trusting local connections. As
 * root it runs as user postgres (PostgreSQL refuses root). Rejects when none is installed.
 */
export async function startPostgres(): Promise<Cluster> {
  const bin = programs()
  if (!bin) throw new Error('PostgreSQL is not installed')
  const root = process.getuid?.() === 0
  const asPostgres = (program: string, args: readonly string[]): [string, string[]] =>
    root ? ['runuser', ['-u', 'postgres', '--', join(bin, program), ...args]] : [join(bin, program), [...args]]
  // waits without standing still: whoever asks the database meanwhile is to meet what happens to it
  const as = async (program: string, args: readonly string[]): Promise<string> =>
    (await promisify(execFile)(...asPostgres(program, args), { encoding: 'utf8', cwd: tmpdir() })).stdout
  const home = mkdtempSync(join(tmpdir(), 'rounds-postgres-'))
  chmodSync(home, 0o777)
  const data = join(home, 'data')
  const port = await freePort()
  // fsync off: what a killed process wrote is the operating system's already; only a power cut could lose it, and none
  // is made
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${home} -c fsync=off -c max_connections=200 -c shared_buffers=256MB -c maintenance_work_mem=256MB -c max_wal_size=4GB`
  // its own output would keep this process's pipes open
  const start = () =>
    as('pg_ctl', ['-D', data, '-w', '-t', '120', '-s', '-l', join(home, 'log'), '-o', options, 'start'])
  const stop = (mode: string) => as('pg_ctl', ['-D', data, '-m', mode, '-w', '-t', '120', 'stop'])
  try {
    await as('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'])
    await start()
  } catch (e) {
    rmSync(home, { recursive: true, force: true })
    throw e
  }
  let paused: readonly number[] = []
  /** The server's processes, itself first; they are its direct children. */
  const processes = (): number[] => {
    const server = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(server)], { encoding: 'utf8' }).stdout
    return [server, ...children.split('\n').map(Number).filter(Boolean)]
  }
  const signal = (pids: readonly number[], name: NodeJS.Signals) => {
    for (const pid of pids) {
      try {
        process.kill(pid, name)
      } catch {
        // ended meanwhile
      }
    }
  }
  const resume = () => {
    signal(paused, 'SIGCONT')
    paused = []
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    version: (await as('postgres', ['--version'])).trim(),
    restart: async (mode) => {
      await stop(mode)
      await start()
    },
    shutDown: async (mode) => void (await stop(mode)),
    kill9: async () => {
      signal(processes().slice(0, 1), 'SIGSTOP') // makes no more processes from here on
      const all = processes()
      signal(all, 'SIGKILL')
      while (isAlive(all)) await sleep(20)
      // dead, but perhaps not yet collected by the process that inherited it: the start would take it for alive
      for (const left of [join(data, 'postmaster.pid'), join(home, `.s.PGSQL.${port}.lock`)])
        rmSync(left, { force: true })
    },
    start: async () => void (await start()),
    pause: () => {
      signal(processes().slice(0, 1), 'SIGSTOP') // makes no more processes from here on
      paused = processes()
      signal(paused, 'SIGSTOP')
    },
    resume,
    demote: async () => {
      await stop('fast')
      writeFileSync(join(data, 'standby.signal'), '')
      chmodSync(join(data, 'standby.signal'), 0o666)
      await start()
    },
    promote: async () => void (await as('pg_ctl', ['-D', data, '-w', '-s', 'promote'])),
    stop: async () => {
      resume()
      try {
        if (existsSync(join(data, 'postmaster.pid'))) await stop('immediate')
      } finally {
        rmSync(home, { recursive: true, force: true })
      }
    },
  }
}
