import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { atMost } from './goals.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Packages and folders that are listed of a chunk. */
const ownersPerChunkMax = 14

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

/** Sizes of the chunks as they were when somebody last looked at them, one a line: its name, bytes after gzip. */
const SIZES = fileURLToPath(new URL('chunkSizes.txt', import.meta.url))
/** Growth of a chunk that somebody has to look at, %, and the bytes below which it is noise. */
const growthPercentMax = 5
const growthBytesMin = 200

/** A built script: its name with the hash of its content, its text, bytes after gzip. */
interface Chunk {
  readonly name: string
  readonly code: string
  readonly gzip: number
}

/** Sizes of chunks by their names without hashes; of several with one name the larger comes first. */
function sizesOf(chunks: readonly Chunk[]): Map<string, number> {
  const sizes = new Map<string, number>()
  for (const { name, gzip } of [...chunks].sort((a, b) => b.gzip - a.gzip)) {
    const plain = name.replace(/\.[0-9a-f]{8}\.js$/, '')
    let n = 1
    while (sizes.has(n === 1 ? plain : `${plain} ${n}`)) n++
    sizes.set(n === 1 ? plain : `${plain} ${n}`, gzip)
  }
  return new Map([...sizes].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Compares the sizes of chunks with `chunkSizes.txt`; a new chunk is reported, too. */
function compareSizes(chunks: readonly Chunk[]): void {
  const known = new Map(
    readFileSync(SIZES, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const at = line.lastIndexOf(' ')
        return [line.slice(0, at), Number(line.slice(at + 1))]
      }),
  )
  let grown = 0
  for (const [name, bytes] of sizesOf(chunks)) {
    const before = known.get(name) ?? 0
    if (bytes <= before + Math.max(growthBytesMin, (before * growthPercentMax) / 100)) continue
    grown++
    console.log(`chunk ${name}: ${(bytes / 1000).toFixed(1)} kB gzip, was ${(before / 1000).toFixed(1)}`)
  }
  console.log(
    `${chunks.length} chunks, ${(chunks.reduce((sum, c) => sum + c.gzip, 0) / 1000).toFixed(0)} kB gzip; grown by more than ${growthPercentMax} %: ${grown} (${atMost('chunks that grew (npm run bench -- bundle write, where that is wanted)', grown, 0)})`,
  )
}

/** Prints the packages and folders in each chunk, with their bytes before compression. */
function printOwners(folder: string, { name, code, gzip }: Chunk, ownersMax: number | undefined): void {
  console.log(`\n${name}: ${(gzip / 1000).toFixed(1)} kB gzip, ${(code.length / 1000).toFixed(1)} kB`)
  const owners = new Map<string, number>()
  const map = JSON.parse(readFileSync(join(folder, `${name}.map`), 'utf8')) as { sources: string[]; mappings: string }
  for (const [source, n] of bytesBySource(code, map)) {
    const owner = source === '' ? '(bundler)' : ownerOf(source)
    owners.set(owner, (owners.get(owner) ?? 0) + n)
  }
  for (const [owner, n] of [...owners].sort((a, b) => b[1] - a[1]).slice(0, ownersMax))
    console.log(`  ${(n / 1000).toFixed(1).padStart(7)} kB ${owner}`)
}

/**
 * Sizes of the console's chunks, compared with `chunkSizes.txt`, which `write` writes anew. `owners`: what is in each chunk, largest
 * first; `all`: every package and folder of each.
 */
export function bundle(asked: { readonly owners: boolean; readonly all: boolean; readonly write: boolean }): void {
  const out = mkdtempSync(join(tmpdir(), 'rounds-bundle-'))
  try {
    const built = spawnSync(
      process.execPath,
      [
        'node_modules/parcel/lib/bin.js',
        'build',
        'public/index.html',
        '--dist-dir',
        out,
        '--no-cache',
        '--log-level',
        'warn',
      ],
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
    console.log('\n## Chunks of the console')
    if (asked.write) writeFileSync(SIZES, [...sizesOf(chunks)].map(([name, bytes]) => `${name} ${bytes}\n`).join(''))
    compareSizes(chunks)
    if (asked.owners) for (const chunk of chunks) printOwners(out, chunk, asked.all ? undefined : ownersPerChunkMax)
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}
