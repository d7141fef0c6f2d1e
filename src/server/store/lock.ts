import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { StartError } from './startError.ts'

/** Who holds a data folder. `born` tells a process from a later one with the same number. */
interface Holder {
  readonly pid: number
  readonly born: string
  readonly host: string
}

/** When a process was started, in ticks since boot; "" where the system does not tell. */
function bornOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

const BEAT = 5_000
const DEAD = 30_000

function holderOf(file: string): Holder | null {
  try {
    const { pid, born, host } = JSON.parse(readFileSync(file, 'utf8')) as Holder
    return typeof pid === 'number' ? { pid, born, host } : null
  } catch {
    return null
  }
}

/** Is the holder still there? One on another machine (a shared folder, another container) is judged by its heartbeat. */
function lives(file: string, holder: Holder | null): boolean {
  const silent = () => Date.now() - statSync(file).mtimeMs > DEAD
  try {
    if (!holder) return !silent() // being written this moment, or cut short by a crash
    if (holder.host !== hostname()) return !silent()
    process.kill(holder.pid, 0)
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const born = holder ? bornOf(holder.pid) : ''
  return !(born && holder?.born && born !== holder.born)
}

function create(file: string): boolean {
  let fd: number
  try {
    fd = openSync(file, 'wx', 0o600)
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw e
  }
  writeSync(fd, JSON.stringify({ pid: process.pid, born: bornOf(process.pid), host: hostname() } satisfies Holder))
  closeSync(fd)
  return true
}

/**
 * Takes the lock of a data folder; PGlite has none, and two processes on one folder lose rows silently. The folder and
 * its parents are created. A lock left by a dead process is taken over. Answers the release.
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'lock')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!create(file)) takeOver(file, folder)
  } catch (e) {
    if (e instanceof StartError) throw e
    throw new StartError(`The data folder ${folder} cannot be written (${(e as Error).message}); set DATA_DIR to a folder this user may write.`, e)
  }
  const beat = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date())
    } catch {
      // the folder is gone; whoever removed it knows
    }
  }, BEAT)
  beat.unref()
  let held = true
  const release = () => {
    if (!held) return
    held = false
    clearInterval(beat)
    process.off('exit', release)
    if (holderOf(file)?.pid === process.pid) rmSync(file, { force: true })
  }
  process.on('exit', release)
  return release
}

/** Two who find the same stale lock must not both take it: the taking itself is under a second file. */
function takeOver(file: string, folder: string): void {
  const guard = `${file}.taking`
  const busy = () => {
    const pid = holderOf(file)?.pid
    return new StartError(`The data folder ${folder} is in use by another process${pid ? ` (pid ${pid})` : ''}; stop it or set another DATA_DIR.`)
  }
  if (existsSync(file) && lives(file, holderOf(file))) throw busy()
  if (existsSync(guard) && Date.now() - statSync(guard).mtimeMs > DEAD) rmSync(guard, { force: true })
  if (!create(guard)) throw busy()
  try {
    if (existsSync(file) && lives(file, holderOf(file))) throw busy()
    if (existsSync(file)) {
      renameSync(file, `${file}.stale`)
      rmSync(`${file}.stale`, { force: true })
    }
    if (!create(file)) throw busy()
  } finally {
    rmSync(guard, { force: true })
  }
}
