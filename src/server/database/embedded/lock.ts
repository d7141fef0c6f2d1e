import { randomUUID } from 'node:crypto'
import {
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../../core/settings/startError.ts'

/**
 * The process that holds a data folder. `born` distinguishes a process from a later one with the same number, `nonce`
 * one holding from another.
 */
interface Holder {
  readonly pid: number
  readonly born: string
  readonly host: string
  readonly nonce?: string
}

/** A lock file as it was read. `id` differs for every other file in its place. */
interface Seen {
  readonly id: string
  readonly holder: Holder | null
}

/** State letter and start time (ticks since boot) of a process; null where the system does not report it. */
function statOf(pid: number): { state: string; born: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', born: fields[19] ?? '' }
  } catch {
    return null
  }
}

/** How often the holder touches its file; silence after which a holder on another machine counts as dead, ms. */
const BEAT = 5_000
const DEAD = 30_000
/** How long a holder that may be dying is waited for, and how often it is looked at, ms. */
const DYING_HOLDER_TIMEOUT_MS = 2_000
const LOOK = 50
/** How long a file without a holder is watched before it counts as left behind (a full disk, a crash), ms. */
const WATCH = 500

function look(file: string): Seen | null {
  try {
    const { ino, mtimeMs } = statSync(file)
    const nameless = `${ino}-${mtimeMs}`
    try {
      const holder = JSON.parse(readFileSync(file, 'utf8')) as Holder
      return typeof holder?.pid === 'number' ? { id: holder.nonce ?? nameless, holder } : { id: nameless, holder: null }
    } catch {
      return { id: nameless, holder: null }
    }
  } catch {
    return null
  }
}

/**
 * A process of which nothing runs any more, though its parent has not fetched its exit code yet (the signal 0 reaches
 * it all the same).
 */
function isOver(pid: number): boolean {
  try {
    return statOf(pid)?.state === 'Z' && readdirSync(`/proc/${pid}/task`).length <= 1
  } catch {
    return false
  }
}

/**
 * Is the holder still there? One on another machine (a shared folder, another container) is judged by its heartbeat.
 */
function lives(file: string, holder: Holder): boolean {
  try {
    if (holder.host !== hostname()) return Date.now() - statSync(file).mtimeMs <= DEAD
    process.kill(holder.pid, 0)
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const born = statOf(holder.pid)?.born
  return !isOver(holder.pid) && !(born && holder.born && born !== holder.born)
}

/**
 * Taking a folder by one process: its own file, ready to be put in place whole, and since when it has watched nameless
 * ones.
 */
class Taking {
  readonly nonce = randomUUID()
  private readonly own: string
  private readonly since = new Map<string, number>()

  private readonly file: string

  constructor(file: string) {
    this.file = file
    this.own = `${file}.${this.nonce}`
  }

  /**
   * Writes this process's name beside `path` and puts it there whole: no reader sees half of it, a full disk leaves
   * nothing.
   */
  private place(put: () => void): boolean {
    try {
      const mine: Holder = {
        pid: process.pid,
        born: statOf(process.pid)?.born ?? '',
        host: hostname(),
        nonce: this.nonce,
      }
      writeFileSync(this.own, JSON.stringify(mine), { flag: 'wx', mode: 0o600 })
      put()
      return true
    } catch (e) {
      if ((e as NodeJS.ErrnoException).code === 'EEXIST') return false
      throw e
    } finally {
      rmSync(this.own, { force: true })
    }
  }

  create(path = this.file): boolean {
    return this.place(() => {
      try {
        linkSync(this.own, path)
      } catch (e) {
        // file systems without hard links
        if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP', 'EMLINK'].includes((e as NodeJS.ErrnoException).code ?? ''))
          throw e
        copyFileSync(this.own, path, constants.COPYFILE_EXCL)
      }
    })
  }

  /** Returns whether the lock was left behind. A file without a process is, once it has not changed for a while. */
  private left(path: string, seen: Seen): boolean {
    if (seen.holder) return !lives(path, seen.holder)
    const since = this.since.get(seen.id) ?? Date.now()
    this.since.set(seen.id, since)
    return Date.now() - since >= WATCH
  }

  /**
   * Puts this process's file in the place of one left behind. Of all who want to replace the same file only the one
   * that has the claim named after it may; a claim left behind is replaced in the same way.
   */
  replace(path = this.file): boolean {
    const seen = look(path)
    if (!seen || !this.left(path, seen)) return false
    const claim = `${path}.${seen.id}`
    if (!this.create(claim) && !this.replace(claim)) return false
    try {
      // another process may have claimed and replaced it between check and claim
      return look(path)?.id === seen.id && this.place(() => renameSync(this.own, path))
    } finally {
      rmSync(claim, { force: true })
    }
  }
}

/**
 * Takes the lock of a data folder; PGlite has none, and two processes on one folder lose rows silently. The folder and
 * its parents are created. A lock left by an ended process is taken over, one of a running process waited for up to
 * `timeoutMs` ms: it may be ending. Returns the release.
 */
export async function lockFolder(folder: string, timeoutMs = DYING_HOLDER_TIMEOUT_MS): Promise<() => void> {
  const file = join(folder, 'lock')
  const taking = new Taking(file)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (const end = Date.now() + timeoutMs; !taking.create() && !taking.replace(); await sleep(LOOK)) {
      if (Date.now() < end) continue
      const pid = look(file)?.holder?.pid
      throw new StartError(
        `The data folder ${folder} is in use by another process${pid ? ` (pid ${pid})` : ''}; stop it or set another DATA_DIR.`,
      )
    }
  } catch (e) {
    if (e instanceof StartError) throw e
    throw new StartError(
      `The data folder ${folder} cannot be written (${(e as Error).message}); set DATA_DIR to a folder this user may write.`,
      e,
    )
  }
  const beat = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date())
    } catch {
      // the folder was removed; there is no lock left to release
    }
  }, BEAT)
  beat.unref()
  let held = true
  const release = () => {
    if (!held) return
    held = false
    clearInterval(beat)
    process.off('exit', release)
    if (look(file)?.holder?.nonce === taking.nonce) rmSync(file, { force: true })
  }
  process.on('exit', release)
  return release
}
