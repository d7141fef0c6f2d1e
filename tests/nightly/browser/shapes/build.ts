import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const CHUNKS = 'src/console/data/domains.ts'

/** The declaring files of the shapes without the server: what `declare` does in the browser. */
const DECLARE = `import { type Domain, type DomainPart, defineDomain } from '../../../src/model/language/domain.ts'
export const declare = (name: string, part: DomainPart, _rules?: object): Domain => defineDomain(name, part)
`

/** Sources as they would be if the product knew of further chunks. */
const knows = (files: Readonly<Record<string, string>>): Plugin => ({
  name: 'shapes',
  setup(b) {
    b.onLoad({ filter: /\/tests\/model\/shapes\/declare\.ts$/ }, () => ({ contents: DECLARE, loader: 'ts' }))
    b.onLoad({ filter: /\/src\/console\/data\/domains\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      const more = Object.entries(files).map(
        ([id, file]) => `  ${id}: () => import('../../../tests/server/shapes/${file}'),\n`,
      )
      const contents = text.replace(/(export const chunks: [^\n]*= \{\n)/, (head) => head + more.join(''))
      if (contents === text) throw new Error(`${CHUNKS} has no table of chunks`)
      return { contents, loader: 'ts' }
    })
  },
})

/**
 * Builds the console with further chunks, files of `tests/server/shapes` by the name of their domain: nothing of the product
 * knows of them. By esbuild, in a tenth of the time of the product's own build, which all other scripts try. Answers the
 * folder that is to be removed; the build is in it.
 */
export async function buildWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'rounds-shapes-'))
  const common = {
    absWorkingDir: root,
    bundle: true,
    minify: true,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
  } as const
  const [early] = await Promise.all([
    build({ ...common, entryPoints: ['src/console/early/page.ts'], write: false }),
    build({
      ...common,
      entryPoints: ['src/console/main.tsx'],
      outdir: folder,
      format: 'esm',
      splitting: true,
      plugins: [knows(files)],
    }),
  ])
  const page = readFileSync(join(root, 'public/index.html'), 'utf8')
    .replace("import '../src/console/early/page.ts'", () => early.outputFiles[0]?.text ?? '')
    .replace('../src/console/main.tsx', '/main.js')
    .replace(/<link rel="icon"[^>]*>/, '')
  writeFileSync(join(folder, 'index.html'), page)
  return folder
}
