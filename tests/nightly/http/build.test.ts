import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../../src/server/build.mjs'

/** A small product that `npm start` builds and runs as it does ours: the same starter and build, other sources. */
const SOURCES: Readonly<Record<string, string>> = {
  'src/model/business.ts': "export const NAME = 'one'\n",
  'src/server/main.ts': `import { readFileSync } from 'node:fs'
import { NAME } from '../model/business.ts'
import { consoleBuilt } from './consoleBuild.ts'
const page = new URL('../../dist/console/index.html', import.meta.url)
const sql = readFileSync(new URL('./database/migrations/0001.sql', import.meta.url), 'utf8')
console.log('starts', NAME, sql)
try {
  await consoleBuilt()
  console.log('serves', readFileSync(page, 'utf8').length > 0, process.argv.slice(2).join(' '))
} catch (e) {
  console.log('closes')
  console.error(e instanceof Error ? e.message : e)
  process.exit(1)
}
`,
  'src/server/seed/main.ts': "console.log('seeds', process.argv.slice(2).join(' '))\n",
  'src/server/verification/main.ts': '',
  'src/server/database/keys/main.ts': '',
  'src/server/database/embedded/embedded.worker.mjs': '',
  'src/server/workbooks/sheet.worker.mjs': '',
  'src/server/documents/paper.worker.mjs': '',
  'src/server/database/migrations/0001.sql': 'select 1',
  'src/console/main.ts': "document.title = 'one'\n",
  'src/phone/main.tsx': "document.title = 'phone'\n",
  'src/phone/index.html': '<!doctype html><link href="{{style}}"><script type="module" src="{{script}}"></script>\n',
  'commands/none.ts': '',
  'public/index.html':
    '<!doctype html><html><body><script type="module" src="../src/console/main.ts"></script></body></html>\n',
}
const COPIED = ['package.json', 'package-lock.json', 'tsconfig.json', '.parcelrc', '.parcel']
const OWN = ['build.mjs', 'start.mjs', 'program.mjs', 'consoleBuild.ts', 'core/settings/startError.ts']

const product = mkdtempSync(join(tmpdir(), 'rounds-build-'))
const packages = join(product, 'node_modules')
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(product, path)), { recursive: true })
  writeFileSync(join(product, path), text)
}

beforeAll(() => {
  for (const path of [...COPIED, ...OWN.map((name) => `src/server/${name}`)])
    cpSync(join(ROOT, path), join(product, path), { recursive: true })
  for (const [path, text] of Object.entries(SOURCES)) write(path, text)
  symlinkSync(join(ROOT, 'node_modules'), packages)
})
afterAll(() => rmSync(product, { recursive: true, force: true }))

/** Runs a file of the small product to its end: its code, and what it printed without seconds. */
const run = (file: string, ...args: string[]) =>
  new Promise<{ code: number | null; out: string; err: string }>((done) => {
    const child = spawn(process.execPath, [join(product, 'src/server', file), ...args], { cwd: tmpdir() })
    let [out, err] = ['', '']
    child.stdout.on('data', (d) => (out += d))
    child.stderr.on('data', (d) => (err += d))
    child.once('close', (code) => done({ code, out: out.replace(/ \([\d.]+ s\)/g, ''), err }))
  })

describe('npm start', () => {
  it('builds what is not built of these sources, and nothing else; the server begins beside the build of the console', async () => {
    const first = await run('start.mjs', 'asked')
    expect(first).toMatchObject({ code: 0, err: '' })
    const lines = first.out.trim().split('\n')
    expect([...lines].sort()).toEqual(
      [
        'Building the console …',
        'Building the server …',
        'The server is built.',
        'The console is built.',
        'starts one select 1',
        'serves true asked',
      ].sort(),
    )
    expect(lines.at(-1)).toBe('serves true asked')
    const page = readFileSync(join(product, 'dist/console/index.html'))
    for (const [ending, decompress] of [
      ['br', brotliDecompressSync],
      ['gz', gunzipSync],
    ] as const)
      expect(decompress(readFileSync(join(product, `dist/console/index.html.${ending}`)))).toEqual(page)

    expect(await run('start.mjs')).toEqual({ code: 0, out: 'starts one select 1\nserves true \n', err: '' })
    expect(await run('program.mjs', 'seed', '--size')).toEqual({ code: 0, out: 'seeds --size\n', err: '' })

    write('src/server/seed/main.ts', "console.log('seeds anew')\n")
    const { out } = await run('program.mjs', 'seed')
    expect(out).toBe('Building the server …\nThe server is built.\nseeds anew\n')
  }, 120_000)

  it('ends with 1 where the console cannot be built, when the server has closed what it opened; the older build stays', async () => {
    const page = join(product, 'dist/console/index.html')
    const before = readFileSync(page, 'utf8')
    write('src/console/main.ts', "import './nowhere.ts'\n")
    const { code, out, err } = await run('start.mjs')
    expect(code).toBe(1)
    expect(out).toMatch(/^Building the console …\nstarts one select 1\n[\s\S]*closes\n$/)
    expect(out + err).toContain('./nowhere.ts')
    expect(err).toMatch(/The console could not be built \(Parcel ended with 1\); what is wrong stands above\.\n$/)
    expect(readFileSync(page, 'utf8')).toBe(before)

    write('src/console/main.ts', SOURCES['src/console/main.ts'] ?? '')
    write('src/server/main.ts', 'export const x = (\n')
    const server = await run('start.mjs')
    expect(server.code).toBe(1)
    expect(server.err).toMatch(
      /The server could not be built \(Build failed with 1 error\); what is wrong stands above\.\n$/,
    )
    write('src/server/main.ts', SOURCES['src/server/main.ts'] ?? '')
  }, 120_000)

  it('serves without what builds; says so where the build is older, and ends with 1 where there is none', async () => {
    rmSync(packages)
    expect(await run('start.mjs')).toMatchObject({
      code: 1,
      err: 'The packages are not installed yet; run npm ci first.\n',
    })
    mkdirSync(join(packages, 'fastify'), { recursive: true })
    write('src/model/business.ts', "export const NAME = 'two'\n")
    const old = await run('start.mjs')
    expect(old).toMatchObject({ code: 0, out: 'starts one select 1\nserves true \n' })
    expect(old.err).toBe(
      ['server', 'console']
        .map((half) => `The ${half} was built of other sources than these; npm ci && npm run build builds it anew.\n`)
        .join(''),
    )
    rmSync(join(product, 'dist'), { recursive: true })
    expect(await run('start.mjs')).toEqual({
      code: 1,
      out: '',
      err: 'The server is not built, and what builds it is not installed; run npm ci && npm run build.\n',
    })
    expect(existsSync(join(product, 'dist'))).toBe(false)
  }, 60_000)
})
