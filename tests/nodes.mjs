// Versions of Node that tests run under: their programs come as packages of npm.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cache = fileURLToPath(new URL('../.cache/nodes/', import.meta.url))

/**
 * The path of a program of Node in an exact version, installed once to `.cache/nodes`.
 * @throws Error where npm has none for this machine
 */
export async function nodeOf(version) {
  const folder = join(cache, version)
  const program = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true })
    const name = `node-${process.platform}-${process.arch}@${version}`
    execFileSync('npm', ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', name], {
      stdio: 'inherit',
    })
  }
  return program
}
