import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ServerContext } from '../core/context/context.ts'
import { isUnavailable } from '../core/errors.ts'
import { storageRefused } from '../core/storage.ts'
import type { Part } from './part.ts'
import { deleteObject, getObject, listObjects, putBytes, putFile } from './s3.ts'

/** Names of files in the store: made here alone, of digits, letters and hyphens (`20240615/123.pdf`). */
const NAME = /^\d{8}\/\d{1,19}\.[a-z0-9]{1,5}$/

/**
 * The path of a stored file. A name of any other form is refused, and so is a tenant that would lead out of its folder.
 */
export function pathOf(context: Pick<ServerContext, 'config'>, tenantId: string, name: string): string {
  const root = resolve(context.config.dataDir, 'oss')
  const path = resolve(root, tenantId, name)
  if (!NAME.test(name) || !/^[\w-]{1,32}$/.test(tenantId) || !path.startsWith(root + sep))
    throw new Error(`no name of a stored file: ${tenantId} ${name}`)
  return path
}

/** The key of a stored file in a bucket: as in the folder. Refuses what `pathOf` does. */
function keyOf(context: Pick<ServerContext, 'config'>, tenantId: string, name: string): string {
  pathOf(context, tenantId, name)
  return `${tenantId}/${name}`
}

/** Received upload: how many bytes and their SHA-256. */
export interface Arrived {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

/** Writes a stream to a file of its own beside the store; `keep` gives it its name, `drop` takes it away. */
export async function receive(context: ServerContext, source: NodeJS.ReadableStream): Promise<Arrived> {
  const path = join(resolve(context.config.dataDir, 'oss'), 'arriving', context.id())
  // at once: a source that fails before anybody listens to it would end the process
  try {
    mkdirSync(dirname(path), { recursive: true })
  } catch (e) {
    source.resume()
    throw storageRefused(e)
  }
  const hash = createHash('sha256')
  let bytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
  })
  try {
    await pipeline(source, count, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  } catch (e) {
    await rm(path, { force: true }).catch(() => undefined)
    throw storageRefused(e)
  }
  return { path, bytes, sha256: hash.digest('hex') }
}

/** Takes away what arrived and was not kept. */
export const drop = (path: string): Promise<void> => rm(path, { force: true })

/** Deletes a stored file; a missing one is no error. */
export async function forget(context: ServerContext, tenantId: string, name: string): Promise<void> {
  const { bucket } = context.config
  if (bucket) await deleteObject(bucket, keyOf(context, tenantId, name))
  else await rm(pathOf(context, tenantId, name), { force: true })
}

/**
 * Deletes a stored file whose row was refused with `error`. Where nobody knows whether the row is stored (503: the answer
 * of COMMIT was lost) the file stays: it belongs to the row, or `sweepStrayFiles` deletes it after a day.
 */
export async function forgetRefused(
  context: ServerContext,
  tenantId: string,
  name: string,
  error: unknown,
): Promise<void> {
  if (!isUnavailable(error)) await forget(context, tenantId, name)
}

/** Stores bytes under a name at once: what demo data brings along. */
export async function store(
  context: Pick<ServerContext, 'config'>,
  tenantId: string,
  name: string,
  bytes: Buffer,
): Promise<void> {
  const { bucket } = context.config
  if (bucket) return putBytes(bucket, keyOf(context, tenantId, name), bytes)
  const path = pathOf(context, tenantId, name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes, { mode: 0o600 })
}

/** Gives an uploaded file its place in the store; in the folder it is synced to disk before this returns. */
export async function keep(context: ServerContext, from: Arrived, tenantId: string, name: string): Promise<void> {
  const { bucket } = context.config
  if (bucket) return putFile(bucket, keyOf(context, tenantId, name), from.path, from.sha256, from.bytes)
  const to = pathOf(context, tenantId, name)
  try {
    await mkdir(dirname(to), { recursive: true })
    const handle = await open(from.path, 'r+')
    await handle.sync().finally(() => handle.close())
    await rename(from.path, to)
  } catch (e) {
    throw storageRefused(e)
  }
}

/**
 * Names of stored files of a tenant that were written before a moment (ms), a day's folder at a time. What this server did
 * not name is never told.
 */
export async function* storedBefore(
  context: ServerContext,
  tenantId: string,
  moment: number,
): AsyncGenerator<readonly string[]> {
  const { bucket } = context.config
  if (bucket) {
    for await (const page of listObjects(bucket, `${tenantId}/`))
      yield page.flatMap(({ key, at }) => {
        const name = key.slice(tenantId.length + 1)
        return NAME.test(name) && at < moment ? [name] : []
      })
    return
  }
  const folder = join(resolve(context.config.dataDir, 'oss'), tenantId)
  for (const day of await readdir(folder).catch(() => [])) {
    const old: string[] = []
    for (const file of await readdir(join(folder, day)).catch(() => [])) {
      const name = `${day}/${file}`
      if (!NAME.test(name)) continue
      const found = await lstat(join(folder, name)).catch(() => null)
      if (found?.isFile() && found.mtimeMs < moment) old.push(name)
    }
    yield old
  }
}

/** The bytes of a stored file, or of a part of it; null when it is not there. */
export async function read(
  context: ServerContext,
  tenantId: string,
  name: string,
  part?: Part,
): Promise<Readable | null> {
  const { bucket } = context.config
  if (bucket) return getObject(bucket, keyOf(context, tenantId, name), part)
  const path = pathOf(context, tenantId, name)
  const handle = await open(path, 'r').catch((e: NodeJS.ErrnoException) => {
    if (e.code === 'ENOENT') return null
    throw e
  })
  return handle && createReadStream(path, { fd: handle, ...(part ? { start: part.from, end: part.to } : {}) })
}
