import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, '.cache')
const PREFIX = 'modules-'
/** How long a transformed module is kept, and the modules of other packages, ms. */
const KEPT_MS = 30 * 24 * 3_600_000

/**
 * Folder in which transformed modules are kept from run to run. Vitest names each after its source and the configuration, so
 * that none outlives a change of them; the folder is named after the packages, by which imports are resolved.
 */
export const modulesFolder = (): string =>
  join(
    cache,
    `${PREFIX}${createHash('sha256')
      .update(readFileSync(join(root, 'package-lock.json')))
      .digest('hex')
      .slice(0, 16)}`,
  )

/** Removes modules that were transformed long ago. */
export function forgetOldModules(): void {
  if (!existsSync(cache)) return
  const old = (path: string) => Date.now() - statSync(path).mtimeMs > KEPT_MS
  for (const name of readdirSync(cache).filter((one) => one.startsWith(PREFIX))) {
    const folder = join(cache, name)
    for (const file of readdirSync(folder).map((one) => join(folder, one))) if (old(file)) rmSync(file, { force: true })
    if (folder !== modulesFolder() && readdirSync(folder).length === 0) rmSync(folder, { recursive: true, force: true })
  }
}
