import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'

const bin = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../../bin')
const { version } = JSON.parse(readFileSync(join(bin, '../package.json'), 'utf8')) as { readonly version: string }
const cache = fileURLToPath(new URL('../../.cache/', import.meta.url))

/** Makes a folder of the cache once, by a function that fills it; of two processes at once the first one's is kept. */
async function cached(name: string, fill: (folder: string) => Promise<void> | void): Promise<string> {
  const folder = join(cache, name)
  if (existsSync(folder)) return folder
  const own = join(cache, `making-${name}-${process.pid}`)
  mkdirSync(own, { recursive: true })
  await fill(own)
  try {
    renameSync(own, folder)
  } catch (e) {
    rmSync(own, { recursive: true, force: true })
    if (!existsSync(folder)) throw e
  }
  return folder
}

/**
 * The system's Chromium, the one without windows first (the same pages for two thirds of the work), else the one shipped
 * inside @sparticuz/chromium, unpacked once to `.cache`.
 */
export async function chromiumPath(): Promise<string> {
  const found = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((p) => p && existsSync(p))
  if (found) return found
  const folder = await cached(`chromium-${version}`, async (own) => {
    const { default: packed } = await import('@sparticuz/chromium')
    // the package unpacks to the temporary folder and nowhere else
    const before = process.env.TMPDIR
    process.env.TMPDIR = own
    try {
      await packed.executablePath()
    } finally {
      if (before === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = before
    }
  })
  return join(folder, 'chromium')
}

/** The folder with the one font of the scripts, Open Sans of @sparticuz/chromium, unpacked once to `.cache`. */
const fontsFolder = (): Promise<string> =>
  cached(`fonts-${version}`, (own) => {
    const input = brotliDecompressSync(readFileSync(join(bin, 'fonts.tar.br')))
    const { status, stderr } = spawnSync('tar', ['-x', '-C', own], { input })
    if (status !== 0) throw new Error(`the font of the scripts is not unpacked: ${stderr}`)
  })

/** The time zone and the language that scripts run under: those of nobody who uses the console. */
export const ELSEWHERE = { TZ: 'America/New_York', LANG: 'C', LC_ALL: 'C', LANGUAGE: '' } as const

/** Characters of file names, which a browser that knows ASCII alone takes away. */
const CHARACTERS = { LC_ALL: 'C.UTF-8' }

/**
 * The environment of a browser whose pages are laid out alike on every machine: one font, whatever is installed, in which
 * Chinese characters are boxes.
 */
export async function plainEnvironment(): Promise<NodeJS.ProcessEnv> {
  return {
    ...process.env,
    ...ELSEWHERE,
    ...CHARACTERS,
    FONTCONFIG_FILE: fileURLToPath(new URL('fonts.conf', import.meta.url)),
    XDG_DATA_HOME: await fontsFolder(),
    XDG_CACHE_HOME: join(tmpdir(), 'browser-cache'),
  }
}
