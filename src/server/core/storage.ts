import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Label } from '../../model/values/label.ts'
import { AppError } from './errors.ts'

/** Bytes that a probe writes: a file of a name alone fits into a full disk. */
const PROBE = Buffer.alloc(4_096, 1)

/** Why a folder takes no files, by what the system says. */
const SAID: Readonly<Record<string, Label>> = {
  ENOSPC: ['磁盘已满', 'the disk is full'],
  EDQUOT: ['磁盘配额已用完', 'the disk quota is used up'],
  EROFS: ['文件系统为只读', 'the file system is read-only'],
  EACCES: ['没有写权限', 'this user may not write there'],
  EPERM: ['没有写权限', 'this user may not write there'],
  ENOTDIR: ['路径中有一段不是文件夹', 'a part of the path is no folder'],
  ENOENT: ['文件夹不存在，且不能建立', 'the folder is not there and cannot be made'],
  EXDEV: ['其中的文件夹在另一文件系统上', 'a folder in it is on another file system'],
  EIO: ['磁盘读写错误', 'the disk fails'],
}

/** Message for an error of the disk about the store; null for any other error. Pure. */
export const storageMessage = (e: unknown): Label | null =>
  e instanceof Error ? (SAID[String((e as NodeJS.ErrnoException).code)] ?? null) : null

/** An error of the disk as the refusal of what was to be kept (507); any other one as it is. Pure. */
export function storageRefused(e: unknown): unknown {
  const message = storageMessage(e)
  return message
    ? new AppError(507, [
        `文件无法保存：${message[0]}，请联系管理员`,
        `The file cannot be kept: ${message[1]}; ask the administrator`,
      ])
    : e
}

/** Makes a folder level by level: made in one, a folder below /proc is tried for ever. */
function made(folder: string): void {
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error('no folder'), { code: 'ENOTDIR' })
    return
  }
  const above = dirname(folder)
  if (above !== folder) made(above)
  mkdirSync(folder, { mode: 0o700 })
}

/**
 * Why files cannot be kept in a data folder, null where they can: a file is written, synced and moved as an upload is.
 * Never waits.
 */
export function storageProblem(dataDir: string): Label | null {
  const [from, to] = [join(resolve(dataDir), 'oss', 'arriving'), join(resolve(dataDir), 'oss')]
  const name = `.probe-${process.pid}`
  try {
    made(from)
    accessSync(to, constants.W_OK)
    const file = openSync(join(from, name), 'w', 0o600)
    try {
      writeSync(file, PROBE)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(join(from, name), join(to, name))
    return null
  } catch (e) {
    return storageMessage(e) ?? [e instanceof Error ? e.message : String(e), e instanceof Error ? e.message : String(e)]
  } finally {
    for (const folder of [from, to])
      try {
        rmSync(join(folder, name), { force: true })
      } catch {
        // a file that was not written needs no removal
      }
  }
}
