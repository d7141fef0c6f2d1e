import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A PostgreSQL of the test's own. */
export interface Cluster {
  /** The superuser, database `postgres`. */
  readonly url: string
  readonly version: string
  stop(): Promise<void>
}

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

const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const probe = createServer().once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? done(address.port) : fail(new Error('no port'))))
    })
  })

/**
 * Starts a throw-away cluster of the installed PostgreSQL on a free port of 127.0.0.1, trusting local connections. As root
 * it runs as user postgres (PostgreSQL refuses root). Rejects when none is installed.
 */
export async function startPostgres(): Promise<Cluster> {
  const bin = programs()
  if (!bin) throw new Error('PostgreSQL is not installed')
  const root = process.getuid?.() === 0
  const as = (program: string, args: readonly string[]): string => {
    const [command, all] = root ? ['runuser', ['-u', 'postgres', '--', join(bin, program), ...args]] : [join(bin, program), [...args]]
    return execFileSync(command, all, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], cwd: tmpdir() })
  }
  const home = mkdtempSync(join(tmpdir(), 'rounds-postgres-'))
  chmodSync(home, 0o777)
  const data = join(home, 'data')
  const port = await freePort()
  try {
    as('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'])
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${home} -c fsync=off -c max_connections=200 -c shared_buffers=256MB -c maintenance_work_mem=256MB -c max_wal_size=4GB`
    // its own output would keep this process's pipes open
    as('pg_ctl', ['-D', data, '-w', '-s', '-l', join(home, 'log'), '-o', options, 'start'])
  } catch (e) {
    rmSync(home, { recursive: true, force: true })
    throw e
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    version: as('postgres', ['--version']).trim(),
    stop: async () => {
      try {
        as('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop'])
      } finally {
        rmSync(home, { recursive: true, force: true })
      }
    },
  }
}
