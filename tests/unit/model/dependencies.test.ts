import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importsIn, ROOT, sources } from './direction.ts'

const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<
  string,
  Record<string, string>
>
const all = { ...dependencies, ...devDependencies }

/**
 * `@testing-library/react, /user-event` names two packages of one family, and `pg` may carry a major: `react-router-dom
 * 7`.
 */
const cells = readFileSync(join(ROOT, 'docs/dependencies.md'), 'utf8')
  .split('\n')
  .flatMap((line) => /^\| ([^|]+) \|/.exec(line)?.[1]?.split(',') ?? [])
  .map((name) => name.trim().replace(/ \d+$/, ''))
  .filter((name) => !['package', '---'].includes(name))
const family = (at: number) => cells.findLast((name, i) => i < at && !name.startsWith('/'))?.split('/')[0]
const named = cells.map((name, at) => (name.startsWith('/') ? `${family(at)}${name}` : name))

/** Used without an import: run by a script, or asked for by another package. */
const TOOLS = new Set([
  '@biomejs/biome',
  'parcel',
  'typescript',
  '@testing-library/dom',
  'axe-core',
  'jsdom',
  'tsx',
  'react-router',
  '@tiptap/pm',
])

it('docs/dependencies.md names every dependency, and nothing else', () =>
  expect([...new Set(named)].sort()).toEqual(Object.keys(all).sort()))

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

it('every dependency is used, at run time what is installed at run time', () => {
  const uses = (folders: string[]) =>
    new Set(folders.flatMap((f) => sources(f)).flatMap((f) => importsIn(f).map((i) => i.target)))
  const [product, tests] = [
    uses(['src', 'commands']),
    uses(['tests']),
  ]
  const used = (name: string, by: Set<string>) =>
    TOOLS.has(name) || [...by].some((target) => target === name || target.startsWith(`${name}/`))
  expect(Object.keys(dependencies ?? {}).filter((name) => !used(name, product))).toEqual([])
  expect(
    Object.keys(devDependencies ?? {}).filter((name) => !name.startsWith('@types/') && !used(name, tests)),
  ).toEqual([])
})
