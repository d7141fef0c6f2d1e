import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { compileServer } from '../../../src/server/build.mjs'
import { importsIn, ROOT, sources } from './direction.ts'

const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<
  string,
  Record<string, string>
>
const all = { ...dependencies, ...devDependencies }

/**
 * The packages that a section of the page names. `@testing-library/react, /user-event` names two of one family, and
 * `pg` may carry a major: `react-router-dom 7`.
 */
function named(section: string): string[] {
  const cells = section
    .split('\n')
    .flatMap((line) => /^\| ([^|]+) \|/.exec(line)?.[1]?.split(',') ?? [])
    .map((name) => name.trim().replace(/ \d+$/, ''))
    .filter((name) => !['package', '---'].includes(name))
  const family = (at: number) => cells.findLast((name, i) => i < at && !name.startsWith('/'))?.split('/')[0]
  return cells.map((name, at) => (name.startsWith('/') ? `${family(at)}${name}` : name)).sort()
}
const [, serve = '', others = ''] = readFileSync(join(ROOT, 'docs/dependencies.md'), 'utf8').split(
  /^## To serve$([\s\S]*?)^(?=## )/m,
)

/** Used without an import: run by a script, or asked for by another package. */
const TOOLS = new Set([
  '@biomejs/biome',
  'parcel',
  'typescript',
  '@testing-library/dom',
  'axe-core',
  'jsdom',
  'react-router',
  '@tiptap/pm',
  'tsx',
  '@embedpdf/fonts-sc',
])

it('docs/dependencies.md names every dependency where it belongs, and nothing else', () => {
  expect(named(serve)).toEqual(Object.keys(dependencies ?? {}).sort())
  expect(named(others)).toEqual(Object.keys(devDependencies ?? {}).sort())
})

it('every version is exact', () =>
  expect(Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]))

/** Whether a range of `engines` (`^20.19.0 || >=22`) has the oldest version of Node that README promises. */
const runs = (range: string) =>
  range.split('||').some((part) =>
    part
      .trim()
      .replace(/([<>=^~])\s+/g, '$1')
      .split(' ')
      .every((one) => {
        const [, sign = '', major = '', minor = '0'] = /^([<>=^~]*)v?(\d+|\*)(?:\.(\d+))?/.exec(one) ?? []
        if (major === '*') return true
        const far = 20 * 1000 + 19 - (Number(major) * 1000 + Number(minor))
        if (sign.startsWith('>')) return far >= 0
        return sign.startsWith('<') ? far < 0 : far >= 0 && Number(major) === 20
      }),
  )

it('every package that is installed runs on Node 20.19', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { readonly version?: string; readonly engines?: { readonly node?: string } }>
  }
  expect(
    Object.entries(packages).filter(([, { engines }]) => engines?.node && !runs(engines.node)),
    'npm ci warns of these (EBADENGINE)',
  ).toEqual([])
})

const packageOf = (target: string): string => target.split('/', target.startsWith('@') ? 2 : 1).join('/')

it('the compiled server imports the dependencies, all of them and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rounds-server-'))
  try {
    const { outputs } = await compileServer(folder)
    const imported = Object.values(outputs)
      .flatMap((output) => output.imports)
      .filter((i) => i.external && !isBuiltin(i.path))
    expect([...new Set(imported.map((i) => packageOf(i.path)))].sort()).toEqual(Object.keys(dependencies ?? {}).sort())
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 60_000)

it('every package for development is used', () => {
  const used = new Set(
    ['src', 'commands', 'tests']
      .flatMap((folder) => sources(folder))
      .flatMap((f) => importsIn(f).map((i) => packageOf(i.target))),
  )
  expect(
    Object.keys(devDependencies ?? {}).filter(
      (name) => !name.startsWith('@types/') && !TOOLS.has(name) && !used.has(name),
    ),
  ).toEqual([])
})
