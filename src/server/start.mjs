// `npm start`: builds the console when its sources changed, then runs the server. Plain JavaScript, so that nothing has
// to be built before it.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dist = join(root, 'dist')
const mark = join(dist, '.sources')
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

/** Every file below a path, sorted, so that the same sources give the same hash. */
function* files(path) {
  const full = join(root, path)
  if (!existsSync(full)) return
  if (!statSync(full).isDirectory()) return yield path
  for (const name of readdirSync(full).sort()) yield* files(`${path}/${name}`)
}

/** The hash of everything the console is built from. */
function hashOfSources() {
  const hash = createHash('sha256')
  for (const source of SOURCES)
    for (const path of files(source))
      hash
        .update(`${path}\0`)
        .update(readFileSync(join(root, path)))
        .update('\0')
  return hash.digest('hex')
}

/** Starts a node process; signals meant for this one reach it too. Answers its exit code. */
function run(args, { ipc = false, env = {} } = {}) {
  return new Promise((done) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['inherit', 'inherit', 'inherit', ...(ipc ? ['ipc'] : [])],
    })
    const pass = (signal) => child.kill(signal)
    const signals = ['SIGTERM', 'SIGINT', 'SIGHUP']
    for (const signal of signals) process.on(signal, pass)
    child.once('error', (e) => {
      process.stderr.write(`${e.message}\n`)
      done(1)
    })
    child.once('exit', (code, signal) => {
      for (const s of signals) process.off(s, pass)
      done(signal ? 1 : (code ?? 1))
    })
  })
}

async function build() {
  const sources = hashOfSources()
  if (existsSync(join(dist, 'index.html')) && existsSync(mark) && readFileSync(mark, 'utf8') === sources) return
  const began = Date.now()
  process.stdout.write('Building the console …\n')
  rmSync(dist, { recursive: true, force: true })
  const parcel = join(root, 'node_modules/parcel/lib/bin.js')
  // what Parcel keeps of an earlier build leaves out what only newer modules use of a shared one: pages that fail
  const how = ['--no-source-maps', '--no-cache', '--log-level', 'warn']
  const args = [parcel, 'build', 'public/index.html', '--dist-dir', 'dist', ...how]
  const code = await run(args, { env: { NODE_ENV: 'production' } })
  if (code !== 0) {
    process.stderr.write('The console could not be built; what is wrong stands above.\n')
    process.exit(1)
  }
  writeFileSync(mark, sources)
  process.stdout.write(`Built in ${Math.round((Date.now() - began) / 100) / 10} s.\n`)
}

if (!existsSync(join(root, 'node_modules/tsx'))) {
  process.stderr.write('The packages are not installed yet; run npm ci first.\n')
  process.exit(1)
}
const asked = process.argv.slice(2)
const help = asked.includes('--help') || asked.includes('-h')
if (!help) await build()
// most of what requests and the demo make is soon gone: with more room for the young, less of it is copied
process.exitCode = await run(['--max-semi-space-size=64', '--import', 'tsx', 'src/server/main.ts', ...asked], {
  ipc: !help,
  env: { NODE_ENV: process.env.NODE_ENV ?? 'production' },
})
