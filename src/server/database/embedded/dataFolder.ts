import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../core/settings/startError.ts'

/**
 * Entries of every complete data folder of the embedded database. PGlite looks for the first only, and creates a new
 * database over the rest.
 */
const PARTS = ['PG_VERSION', join('global', 'pg_control'), 'base', 'pg_wal'] as const

/**
 * Refuses a folder that is not a whole data folder: opening it would lay a new database over what is left of the old
 * one.
 */
export function mustBeWhole(folder: string): void {
  const missing = PARTS.filter((part) => !existsSync(join(folder, part)))
  if (missing.length === 0) return
  throw new StartError(
    `The folder ${folder} is not a whole data folder of the embedded database (${missing.join(', ')} missing); restore it from a copy or move it away to begin anew.`,
  )
}

const isEmpty = (folder: string): boolean => !existsSync(folder) || readdirSync(folder).length === 0

/** Whether a data folder has no completely created database yet. Damage of an existing one shows when it is opened. */
export function isNew(dataDir: string): boolean {
  try {
    return existsSync(join(dataDir, 'pg.creating')) || isEmpty(join(dataDir, 'pg'))
  } catch {
    return false
  }
}

/**
 * The folder of the embedded database, ready to be opened: whole, or empty and marked (`pg.creating` beside it) until
 * its first creation has come to its end. What a creation that was cut short left holds no data yet: it is moved aside,
 * never removed. Anything else is refused.
 */
export function preparedFolder(dataDir: string, log: Pick<Console, 'warn'>): string {
  const folder = join(dataDir, 'pg')
  const mark = join(dataDir, 'pg.creating')
  if (existsSync(mark) && !isEmpty(folder)) {
    const aside = `${folder}.incomplete-${Date.now()}`
    log.warn(`the first start in ${dataDir} was cut short; what it left is in ${aside}`)
    renameSync(folder, aside)
  }
  if (isEmpty(folder)) {
    writeFileSync(mark, '')
    mkdirSync(folder, { recursive: true })
  } else mustBeWhole(folder)
  return folder
}

/** The first creation has come to its end. */
export const created = (dataDir: string): void => rmSync(join(dataDir, 'pg.creating'), { force: true })
