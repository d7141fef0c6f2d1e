import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What is told of a chunk at most. */
const TOLD = 14

/** The part of a source's path that says whose it is: a package, or a folder of the console. */
export const ownerOf = (source: string): string => {
  const inside = source.replace(/^(\.\.?\/)+/, '')
  const at = inside.lastIndexOf('node_modules/')
  if (at >= 0) {
    const [first = '', second = ''] = inside.slice(at + 'node_modules/'.length).split('/')
    return first.startsWith('@') ? `${first}/${second}` : first
  }
  return inside.startsWith('src/console/')
    ? inside.split('/').slice(1, 3).join('/')
    : inside.split('/').slice(0, 3).join('/')
}

const DIGITS = new Map([...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].map((c, i) => [c, i]))

/** The first two numbers of each segment of a source map's line (base 64 VLQ): its column, and the source by difference. */
function* segmentsOf(line: string): Generator<{ readonly column: number; readonly source: number | null }> {
  let column = 0
  for (const segment of line.split(',')) {
    const numbers: number[] = []
    let value = 0
    let shift = 0
    for (const c of segment) {
      const digit = DIGITS.get(c) ?? 0
      value |= (digit & 31) << shift
      if (digit & 32) shift += 5
      else {
        numbers.push(value & 1 ? -(value >> 1) : value >> 1)
        value = shift = 0
      }
    }
    column += numbers[0] ?? 0
    yield { column, source: numbers[1] ?? null }
  }
}

/** Bytes of a built script by the source they come from; `""` for what the bundler adds. */
export function bytesBySource(
  code: string,
  map: { readonly sources: readonly string[]; readonly mappings: string },
): Map<string, number> {
  const bytes = new Map<string, number>()
  const add = (source: string, n: number) => bytes.set(source, (bytes.get(source) ?? 0) + n)
  const lines = code.split('\n')
  let source = 0
  map.mappings.split(';').forEach((mapped, at) => {
    const text = lines[at] ?? ''
    let from = 0
    let name = ''
    if (mapped)
      for (const segment of segmentsOf(mapped)) {
        add(name, Buffer.byteLength(text.slice(from, segment.column)))
        from = segment.column
        if (segment.source !== null) {
          source += segment.source
          name = map.sources[source] ?? ''
        } else name = ''
      }
    add(name, Buffer.byteLength(text.slice(from)))
  })
  return bytes
}

/**
 * What is in each chunk of the console, largest first: its own size (gzip), and the packages and folders in it, each with
 * its bytes before compression. `bundle all` tells every one of them.
 */
export function bundle(all: boolean): void {
  const out = mkdtempSync(join(tmpdir(), 'rounds-bundle-'))
  try {
    const built = spawnSync(
      process.execPath,
      ['node_modules/parcel/lib/bin.js', 'build', 'public/index.html', '--dist-dir', out, '--log-level', 'warn'],
      { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } },
    )
    if (built.status !== 0) throw new Error('the console does not build')
    const chunks = readdirSync(out)
      .filter((name) => name.endsWith('.js'))
      .map((name) => {
        const code = readFileSync(join(out, name), 'utf8').replace(/\n?\/\/# sourceMappingURL=.*\s*$/, '')
        return { name, code, gzip: gzipSync(code, { level: 9 }).length }
      })
      .sort((a, b) => b.gzip - a.gzip)
    console.log('\n## What is in each chunk')
    for (const { name, code, gzip } of chunks) {
      console.log(`\n${name}: ${(gzip / 1000).toFixed(1)} kB gzip, ${(code.length / 1000).toFixed(1)} kB`)
      const owners = new Map<string, number>()
      const map = JSON.parse(readFileSync(join(out, `${name}.map`), 'utf8')) as { sources: string[]; mappings: string }
      for (const [source, n] of bytesBySource(code, map)) {
        const owner = source === '' ? '(bundler)' : ownerOf(source)
        owners.set(owner, (owners.get(owner) ?? 0) + n)
      }
      const told = [...owners].sort((a, b) => b[1] - a[1]).slice(0, all ? undefined : TOLD)
      for (const [owner, n] of told) console.log(`  ${(n / 1000).toFixed(1).padStart(7)} kB ${owner}`)
    }
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}
