import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './direction.ts'

/** Folders that documents name files of. */
const FOLDERS = ['src', 'commands', 'tests', 'docs', 'public'] as const
/** Text in backticks that is a path: with a folder of the repository in front, or the ending of a source file. */
const PATH = /^(?:\.\.?\/)*[\w.@-]+(?:\/[\w.@-]+)*\/?$/
const SOURCE = /\.(?:ts|tsx|mjs|sql)$/
/** Files that guides have their reader write, with their folders. */
const EXAMPLES = ['0004_banner.sql', 'Wire.ts', 'content/banner.ts', 'content/smsGateway.ts', 'ports/smsGateway']

const known: ReadonlySet<string> = new Set(
  FOLDERS.flatMap((folder) => [
    folder,
    ...readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file).replaceAll('\\', '/'),
    ),
  ]).flatMap((path) => {
    const steps = path.split('/')
    return steps.map((_, n) => steps.slice(n).join('/'))
  }),
)

/** Paths in backticks of a document, blocks of code aside. A short form begins at any folder: `ui/Button.tsx`. */
const pathsIn = (text: string): string[] =>
  [...text.replace(/^ *```[\s\S]*?^ *```/gm, '').matchAll(/`([^`\n]+)`/g)].flatMap(([, inside = '']) => {
    const path = inside.replace(/^(?:\.\.?\/)+/, '').replace(/\/$/, '')
    const isPath = PATH.test(inside) && (SOURCE.test(path) || FOLDERS.some((f) => path.startsWith(`${f}/`)))
    return isPath && !EXAMPLES.some((example) => `/${path}`.endsWith(`/${example}`)) ? [path] : []
  })

/** A test may be named without its ending. */
const exists = (path: string): boolean =>
  known.has(path) || [...known].some((file) => file.startsWith(`${path}.`) && file.includes('.test.'))

describe('documents name files that exist', () => {
  it.each([
    ['`src/model/nothing.ts`', ['src/model/nothing.ts']],
    ['`../src/model/values/`', ['src/model/values']],
    ['`nothing.ts` and `GET /path`', ['nothing.ts']],
    ['`src/<domain>/index.ts`', []],
    ['```\n`src/model/nothing.ts`\n```', []],
  ])('%s', (text, paths) => expect(pathsIn(text)).toEqual(paths))

  const documents = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).filter((f) =>
    f.endsWith('.md'),
  )
  it.each(documents)('%s', (file) =>
    expect(pathsIn(readFileSync(join(ROOT, 'docs', file), 'utf8')).filter((path) => !exists(path))).toEqual([]),
  )
})
