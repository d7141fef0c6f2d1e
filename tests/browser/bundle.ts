import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
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
