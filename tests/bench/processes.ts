import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** How often memory is looked at, ms, and how long a start may take. */
const [LOOK_MS, START_MS] = [150, 600_000]

/** What node is told to run, and in which folder. */
export interface Program {
  readonly cwd: string
  readonly args: readonly string[]
}

/** A server that listens. */
export interface Started {
  readonly url: string
  readonly pid: number
  readonly child: ChildProcess
  /** From the start of the process until it said where it listens, s. */
  readonly seconds: number
  /** When a line was first printed, s from the start; NaN where none was. */
  at(line: RegExp): number
  /** Most memory so far of the process and of those it started, MB. */
  peak(): number
  /** SIGTERM, and waits for the end. */
  stop(): Promise<void>
  /** SIGKILL, and waits for the end. */
  kill(): Promise<void>
}

/** Numbers of a process and its descendants. */
function tree(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((n) => /^\d+$/.test(n)))
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // it has ended meanwhile
    }
  const found = [pid]
  for (let n = 0; n < found.length; n++)
    found.push(...[...parents].filter(([, parent]) => parent === found[n]).map(([child]) => child))
  return found
}

/**
 * Memory of a process and of those it started, MB resident, files that they share counted once; NaN where the system does
 * not tell.
 */
export function memoryOf(pid: number): number {
  try {
    let [own, files] = [0, 0]
    for (const one of tree(pid)) {
      const status = readFileSync(`/proc/${one}/status`, 'utf8')
      const kb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
      own += kb('RssAnon') + kb('RssShmem')
      files = Math.max(files, kb('RssFile'))
    }
    return (own + files) / 1024
  } catch {
    return Number.NaN
  }
}

/** A folder of the system's that limits the memory of whatever enters it; null where this user may make none. */
export function memoryLimit(megabytes: number): { readonly enter: string; remove(): void } | null {
  for (const [root, file] of [
    ['/sys/fs/cgroup/memory', 'memory.limit_in_bytes'],
    ['/sys/fs/cgroup', 'memory.max'],
  ] as const) {
    const folder = join(root, `rounds-bench-${process.pid}`)
    try {
      mkdirSync(folder)
    } catch {
      continue
    }
    const remove = () => rmdirSync(folder)
    try {
      writeFileSync(join(folder, file), String(megabytes * 2 ** 20))
      return { enter: join(folder, 'cgroup.procs'), remove }
    } catch {
      remove()
    }
  }
  return null
}

/**
 * Starts the server as a process of its own on the embedded database, and waits until it says where it listens. `inside`:
 * the file by which it enters a limit of memory. Rejects where it ends before.
 */
export async function startProgram(
  { cwd, args }: Program,
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  inside?: string,
): Promise<Started> {
  const from = performance.now()
  const since = () => (performance.now() - from) / 1000
  const [command, ...rest] = inside
    ? ['sh', '-c', 'echo $$ > "$0" && exec "$@"', inside, process.execPath, ...args]
    : [process.execPath, ...args]
  const child = spawn(command as string, rest, {
    cwd,
    env: {
      ...process.env,
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      DEMO_TODAY: '2024-06-15',
      CAPTCHA: 'off',
      PORT: '0',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const pid = child.pid ?? 0
  const orphaned = () => child.kill('SIGKILL')
  process.once('exit', orphaned)
  const printed: { readonly text: string; readonly at: number }[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (d: Buffer) => printed.push({ text: String(d), at: since() }))
  let over = false
  const ended = new Promise<void>((done) =>
    child.once('exit', () => {
      over = true
      process.off('exit', orphaned)
      done()
    }),
  )
  let peak = 0
  const looking = (async () => {
    while (!over) {
      const now = memoryOf(pid)
      // a process that ended while they were counted
      if (!Number.isNaN(now)) peak = Math.max(peak, now)
      await sleep(LOOK_MS)
    }
  })()
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
    await looking
  }
  const arrow = /→ (http:\/\/localhost:\d+)/
  for (;;) {
    const said = printed.map((p) => p.text).join('')
    const url = arrow.exec(said)?.[1]
    if (url)
      return {
        url,
        pid,
        child,
        seconds: printed.find((p) => arrow.test(p.text))?.at ?? since(),
        at: (line) => printed.find((p) => line.test(p.text))?.at ?? Number.NaN,
        peak: () => peak,
        stop: () => end('SIGTERM'),
        kill: () => end('SIGKILL'),
      }
    if (over || since() * 1000 > START_MS) {
      await end('SIGKILL')
      throw new Error(`the server did not start:\n${said}`)
    }
    await sleep(10)
  }
}
