import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const SOURCES = ['src/console', 'src/model', 'commands', 'public', 'package.json', '.parcelrc', 'tsconfig.json']
const CHUNKS = 'src/console/data/modules.ts'

/** The declaring files of the shapes without the server: what `declare` does in the browser. */
const DECLARE = `import { defineModule, type Module } from '../../../src/model/kernel/module.ts'
export const declare = (spec: Module, _rules?: object): Module => defineModule(spec)
`

/**
 * Builds the console with further chunks, files of `tests/model/shapes` by the id of their module, in a copy of the
 * sources: nothing of the product knows of them. Answers the folder that is to be removed; the build is in `dist`.
 */
export async function buildWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'rounds-shapes-'))
  for (const source of SOURCES) cpSync(join(root, source), join(folder, source), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  cpSync(join(root, 'tests/model/shapes'), join(folder, 'tests/model/shapes'), { recursive: true })
  writeFileSync(join(folder, 'tests/model/shapes/declare.ts'), DECLARE)
  const text = readFileSync(join(folder, CHUNKS), 'utf8')
  const more = Object.entries(files).map(
    ([id, file]) => `  ${id}: () => import('../../../tests/model/shapes/${file}'),\n`,
  )
  const changed = text.replace(/(export const chunks: [^\n]*= \{\n)/, (head) => head + more.join(''))
  if (changed === text) throw new Error(`${CHUNKS} has no table of chunks`)
  writeFileSync(join(folder, CHUNKS), changed)
  const parcel = join(root, 'node_modules/parcel/lib/bin.js')
  await promisify(execFile)(
    process.execPath,
    [parcel, 'build', 'public/index.html', '--dist-dir', 'dist', '--no-source-maps', '--log-level', 'warn'],
    { cwd: folder, env: { ...process.env, NODE_ENV: 'production' } },
  )
  return folder
}
