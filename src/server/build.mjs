// Build of what `npm start` runs: the server by esbuild into dist/server, the console by Parcel into dist/console.
// Plain JavaScript, so that nothing has to be built before it. `npm run build` builds both.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** The folder of the product. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Files that decide about a build beside its sources. */
const SETTINGS = ['package.json', 'package-lock.json', 'tsconfig.json', '.parcelrc']
/** The sources of the server, and where they lie in a build too: files beside them are found by the same paths. */
const SERVER = 'src/server'

/** Programs of a compiled server: the name of each file of `dist/server`, and where it begins. */
const PROGRAMS = {
  main: 'main.ts',
  seed: 'seed/main.ts',
  'verify-ledger': 'verification/main.ts',
  rekey: 'database/keys/main.ts',
}
/** Threads, which are files of their own. */
const WORKERS = ['database/embedded/embedded.worker', 'workbooks/sheet.worker', 'documents/paper.worker']
const MIGRATIONS = 'database/migrations'
/** File in a build with the hash of its sources. */
const MARK = '.sources'
/** Packages that build. */
const BUILDERS = ['esbuild', 'parcel']

/** Names below a folder of the product, sorted, so that the same sources give the same hash. */
function* filesIn(path) {
  const inside = readdirSync(join(ROOT, path), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of inside)
    if (entry.isDirectory()) yield* filesIn(`${path}/${entry.name}`)
    else yield `${path}/${entry.name}`
}

/**
 * Half of the product with a build of its own: name, folder and sources. The mark in the build is the hash of its
 * sources.
 */
class Half {
  constructor(name, folders, write) {
    this.name = name
    this.folder = join(ROOT, 'dist', name)
    this.folders = folders
    this.write = write
  }

  /** The hash of everything that this half is built from. */
  hash() {
    const hash = createHash('sha256')
    for (const path of [...SETTINGS, ...this.folders.flatMap((f) => [...filesIn(f)])])
      hash
        .update(`${path}\0`)
        .update(readFileSync(join(ROOT, path)))
        .update('\0')
    return hash.digest('hex')
  }

  /** Whether there is a build, of whatever sources. */
  isBuilt() {
    return existsSync(join(this.folder, MARK))
  }

  /** Whether there is a build of the sources as they are now. */
  isFresh() {
    return this.isBuilt() && readFileSync(join(this.folder, MARK), 'utf8') === this.hash()
  }

  /**
   * Builds anew, and says so with the seconds; rejects where that fails, when what is wrong has been printed. What was
   * built before is there until the new build is whole.
   */
  async build() {
    const began = Date.now()
    process.stdout.write(`Building the ${this.name} …\n`)
    const sources = this.hash()
    const made = `${this.folder}.${process.pid}`
    try {
      await this.write(made)
      writeFileSync(join(made, MARK), sources)
      rmSync(this.folder, { recursive: true, force: true })
      renameSync(made, this.folder)
    } finally {
      rmSync(made, { recursive: true, force: true })
    }
    process.stdout.write(`The ${this.name} is built (${Math.round((Date.now() - began) / 100) / 10} s).\n`)
  }
}

/** Each source knows its own place below the server's folder, as it does where it is not bundled. */
const places = {
  name: 'places',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/]server[\\/].*\.ts$/ }, ({ path }) => {
      const own = path.slice(join(ROOT, SERVER).length + 1).replaceAll('\\', '/')
      const contents = readFileSync(path, 'utf8')
      return {
        contents: contents.replaceAll('import.meta.url', `new URL('./${own}', import.meta.url).href`),
        loader: 'ts',
      }
    })
  },
}

/**
 * Compiles the server into a folder, packages left out: `main.mjs`, the other programs, threads, migrations and fonts. Chunks
 * lie beside the programs, because sources find what is beside them from there. Answers what esbuild tells of it.
 */
export async function compileServer(folder) {
  const { build } = await import('esbuild')
  const from = (path) => join(ROOT, SERVER, path)
  const done = await build({
    absWorkingDir: ROOT,
    entryPoints: [
      ...Object.entries(PROGRAMS).map(([out, path]) => ({ in: from(path), out })),
      ...WORKERS.map((path) => ({ in: from(`${path}.mjs`), out: path })),
    ],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    plugins: [places],
    logLevel: 'warning',
  })
  cpSync(from(MIGRATIONS), join(folder, MIGRATIONS), { recursive: true })
  // the five weights of this package are read while building; an installation for serving does without it
  // (`core/text/fonts.ts`)
  const fonts = join(createRequire(import.meta.url).resolve('@embedpdf/fonts-sc'), '../..')
  for (const weight of ['Regular', 'Bold'])
    cpSync(join(fonts, `fonts/NotoSansHans-${weight}.otf`), join(folder, `fonts/NotoSansHans-${weight}.otf`))
  cpSync(join(fonts, 'LICENSE'), join(folder, 'fonts/LICENSE'))
  return done.metafile
}

/** Runs Parcel; rejects where it ends with anything but 0. */
const bundleConsole = (folder) =>
  new Promise((done, fail) => {
    const parcel = createRequire(import.meta.url).resolve('parcel/lib/bin.js')
    // Parcel's cache of an earlier build leaves out exports of a shared module that only newer modules use: pages that
    // fail
    const how = ['--no-source-maps', '--no-cache', '--log-level', 'warn']
    const child = spawn(process.execPath, [parcel, 'build', 'public/index.html', '--dist-dir', folder, ...how], {
      cwd: ROOT,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: 'inherit',
    })
    const end = () => child.kill()
    process.once('exit', end)
    child.once('error', fail)
    child.once('exit', (code) => {
      process.off('exit', end)
      if (code === 0) done()
      else fail(new Error(`Parcel ended with ${code}`))
    })
  })

/** The page on a doctor's phone, of which every browser that the console runs in is one (`browserslist`). */
const PHONE = 'src/phone'
const PHONE_TARGET = ['chrome109', 'firefox115', 'safari16']

/**
 * Bundles the page on a doctor's phone into the folder of the console: `phone.html`, and a script and a style sheet with the hash
 * of their content in their names. Answers what they weigh, bytes.
 */
export async function bundlePhone(folder) {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [{ in: join(ROOT, PHONE, 'main.tsx'), out: 'phone' }],
    outdir: folder,
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: PHONE_TARGET,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    logLevel: 'warning',
  })
  mkdirSync(folder, { recursive: true })
  const named = outputFiles.map(({ path, contents }) => {
    const ending = path.endsWith('.css') ? 'css' : 'js'
    const name = `phone.${createHash('sha256').update(contents).digest('hex').slice(0, 8)}.${ending}`
    writeFileSync(join(folder, name), contents)
    return { ending, name, bytes: contents.length }
  })
  const address = (ending) => `/${named.find((file) => file.ending === ending)?.name ?? ''}`
  const page = readFileSync(join(ROOT, PHONE, 'index.html'), 'utf8')
  writeFileSync(
    join(folder, 'phone.html'),
    page.replace('{{style}}', address('css')).replace('{{script}}', address('js')),
  )
  return named
}

/** The service worker, and what it keeps: built files with a hash in their names, but for the page on a doctor's phone. */
const OFFLINE = 'src/offline/serviceWorker.ts'
const KEPT_OFFLINE = /^(?!phone\.)[^/]+\.[0-9a-f]{8}\.(js|css|svg)$/

/** Bundles the service worker of the console with the list of the files that lie in the folder. */
export async function bundleServiceWorker(folder) {
  const { build } = await import('esbuild')
  const files = readdirSync(folder)
    .filter((name) => KEPT_OFFLINE.test(name))
    .sort()
    .map((name) => `/${name}`)
  // the page has no hash in its name: another one is another build
  const page = readFileSync(join(folder, 'index.html'))
  const id = createHash('sha256').update(files.join()).update(page).digest('hex').slice(0, 16)
  await build({
    absWorkingDir: ROOT,
    entryPoints: [join(ROOT, OFFLINE)],
    outfile: join(folder, 'service-worker.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: PHONE_TARGET,
    define: { FILES: JSON.stringify(files), BUILD: JSON.stringify(id) },
    logLevel: 'warning',
  })
}

/**
 * Files that pdf.js reads beside its script: character maps and fonts that documents leave out, and its decoder without
 * WebAssembly.
 */
const PDF = ['cmaps', 'standard_fonts', 'wasm/openjpeg_nowasm_fallback.js']

/** Files that browsers ask for compressed; pictures and fonts are compressed already. */
const TEXT_FILES = /\.(js|css|html|svg)$/
/**
 * Compression of each ending that the server looks for beside a file (`preCompressed`). Brotli's level 10 would save 6 %
 * in nearly six times the time, which the first start waits for.
 */
const COMPRESSED = {
  br: (text) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gz: (text) => promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }),
}

/** Writes each text file of a folder compressed beside it, so that no request pays for that. */
async function compressFiles(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => TEXT_FILES.test(name))
  await Promise.all(
    names.flatMap((name) => {
      const text = readFileSync(join(folder, name))
      return Object.entries(COMPRESSED).map(async ([ending, compress]) =>
        writeFileSync(join(folder, `${name}.${ending}`), await compress(text)),
      )
    }),
  )
}

/** What makes the console installable: files that go beside the page by their own names, and what names them in it. */
const INSTALL = ['manifest.webmanifest', 'icon.svg', 'icon-192.png', 'icon-512.png', 'icon-maskable.png']
const INSTALL_LINKS =
  '<link rel="manifest" href="/manifest.webmanifest"><link rel="apple-touch-icon" href="/icon-192.png">'

/** Lays manifest and icons beside the page. Not by Parcel, which takes two more packages for a manifest. */
function makeInstallable(folder) {
  for (const name of INSTALL) cpSync(join(ROOT, 'public', name), join(folder, name))
  const page = join(folder, 'index.html')
  const html = readFileSync(page, 'utf8')
  if (!/<title>/.test(html)) throw new Error('the page has no title to put the manifest before')
  writeFileSync(page, html.replace('<title>', `${INSTALL_LINKS}<title>`))
}

/** Builds the console and the page on a doctor's phone, and lays beside it what its parts read by name. */
async function buildPages(folder) {
  await bundleConsole(folder)
  await bundlePhone(folder)
  makeInstallable(folder)
  await bundleServiceWorker(folder)
  const from = join(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'), '..')
  for (const path of PDF) cpSync(join(from, path), join(folder, 'pdf', path), { recursive: true })
  await compressFiles(folder)
}

export const server = new Half('server', ['src/model', SERVER], compileServer)
export const console_ = new Half(
  'console',
  ['src/model', 'src/console', PHONE, 'src/offline', 'commands', 'public', '.parcel'],
  buildPages,
)
/** All that `npm start` runs. */
export const halves = [server, console_]

/** Ends the process with 1 and a sentence. */
export function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/**
 * Halves that must be built before the requested program can run. Ends the process where the build tools are not
 * installed (`npm ci --omit=dev`) and there is no build; an older build is run with a warning.
 */
export function stale(wanted = halves) {
  if (!existsSync(join(ROOT, 'node_modules/fastify'))) giveUp('The packages are not installed yet; run npm ci first.')
  const old = wanted.filter((half) => !half.isFresh())
  if (BUILDERS.every((name) => existsSync(join(ROOT, 'node_modules', name)))) return old
  for (const half of old)
    if (!half.isBuilt())
      giveUp(`The ${half.name} is not built, and what builds it is not installed; run npm ci && npm run build.`)
    else
      process.stderr.write(
        `The ${half.name} was built of other sources than these; npm ci && npm run build builds it anew.\n`,
      )
  return []
}

/** Builds a half; where that fails, rejects with a sentence that follows what the builder printed. */
export const build = (half) =>
  half.build().catch((e) => {
    const [why] = e.message.split('\n')
    throw new Error(`The ${half.name} could not be built (${why.replace(/[.:]$/, '')}); what is wrong stands above.`)
  })

/** The file of a program of the compiled server. */
export const programOf = (name) => join(server.folder, `${name}.mjs`)
