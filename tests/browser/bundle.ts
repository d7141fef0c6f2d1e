import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Each source knows its own place, as it does when it is loaded by itself. */
const places: Plugin = {
  name: 'places',
  setup(b) {
    b.onLoad({ filter: /\/src\/server\/.*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
      loader: 'ts',
    }))
  },
}

/**
 * Writes the server's sources as few files, packages left out: it starts in half the time of hundreds of sources loaded
 * one by one (that way, and `npm start`, is tried in `tests/server/http/start.test.ts`). Answers the folder, which is to be
 * removed; its first file is `main.mjs`.
 */
export async function bundleServer(): Promise<string> {
  const cache = join(root, '.cache')
  mkdirSync(cache, { recursive: true })
  // below the packages
  const folder = mkdtempSync(join(cache, 'server-'))
  await build({
    absWorkingDir: root,
    entryPoints: ['src/server/main.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    splitting: true,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    plugins: [places],
    logLevel: 'error',
  })
  return folder
}

/** What the console is built from. */
const SOURCES = [
  'src/console',
  'commands',
  'src/model',
  'public',
  'package.json',
  'package-lock.json',
  '.parcelrc',
  '.parcel',
  'tsconfig.json',
]

function* files(path: string): Generator<string> {
  const full = join(root, path)
  if (!existsSync(full)) return
  if (!statSync(full).isDirectory()) return yield path
  for (const name of readdirSync(full).sort()) yield* files(`${path}/${name}`)
}

/** Builds the console, unless what is built is of these sources. */
export async function buildConsole(): Promise<void> {
  const hash = createHash('sha256')
  for (const source of SOURCES)
    for (const path of files(source))
      hash
        .update(`${path}\0`)
        .update(readFileSync(join(root, path)))
        .update('\0')
  const sources = hash.digest('hex')
  // as `npm start` marks what it built
  const mark = join(root, 'dist', '.sources')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === sources) return
  const child = spawn('npm', ['run', 'build'], { cwd: root, stdio: 'inherit' })
  const code = await new Promise((done) => child.once('exit', done))
  if (code !== 0) throw new Error('the console does not build')
  writeFileSync(mark, sources)
}
