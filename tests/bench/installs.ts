import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../../src/server/build.mjs'

/** What the files below a folder take, MB, each counted once; 0 where there is none. Files may vanish meanwhile. */
export function sizeOf(folder: string, seen = new Set<number>()): number {
  let bytes = 0
  for (const entry of existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) bytes += sizeOf(path, seen) * 2 ** 20
    else {
      const file = lstatSync(path, { throwIfNoEntry: false })
      if (file && !seen.has(file.ino)) bytes += file.blocks * 512
      if (file) seen.add(file.ino)
    }
  }
  return bytes / 2 ** 20
}

function run(command: string, args: readonly string[], cwd: string): string {
  const done = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 64 << 20 })
  if (done.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${done.stderr}`)
  return done.stdout
}

/** The sources as they are now in a folder of their own, with the packages and with nothing built; to be removed. */
export function freshCopy(): string {
  const cache = join(ROOT, '.cache')
  mkdirSync(cache, { recursive: true })
  // on the same disk, so that packages are linked and not copied
  const copy = mkdtempSync(join(cache, 'bench-start-'))
  for (const path of run('git', ['ls-files', '-coz', '--exclude-standard'], ROOT).split('\0').filter(Boolean)) {
    if (!existsSync(join(ROOT, path))) continue
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(ROOT, path), join(copy, path))
  }
  run('cp', ['-al', join(ROOT, 'node_modules'), join(copy, 'node_modules')], copy)
  return copy
}

/** Puts the packages for serving in the place of all packages. */
export const installForServing = (copy: string): string => run('npm', ['ci', '--omit=dev'], copy)
