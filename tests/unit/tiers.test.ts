import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dayParts } from '../parts.mjs'
import { importsIn, ROOT, sources } from './model/direction.ts'

/** Folders of tests, and what none of their files may reach, directly or through others (docs/testing.md). */
const CLOSED: Readonly<Record<string, readonly RegExp[]>> = {
  'tests/unit': [/^tests\/server\/(harness|app|postgres)\.ts$/, /^tests\/browser\//],
  'tests/rules': [/^tests\/server\/(harness|app|postgres)\.ts$/, /^tests\/browser\//],
  'tests/console': [/^tests\/server\//, /^tests\/browser\//],
}
const TIERS = ['unit', 'rules', 'server', 'contract', 'console', 'browser', 'nightly']

const tests = sources('tests').filter((f) => !f.startsWith('tests/bench/'))

/** Files that a file imports by value or type, by their path from the root. */
const importedBy = (path: string): string[] =>
  importsIn(path).flatMap(({ target }) => {
    if (!target.startsWith('.')) return []
    const found = relative(ROOT, join(ROOT, dirname(path), target))
    return existsSync(join(ROOT, found)) ? [found] : []
  })

/** The way from a file to one that a tier may not reach, as far as tests lead; null where there is none. */
function wayTo(path: string, closed: readonly RegExp[], seen: Set<string>): string | null {
  for (const next of importedBy(path)) {
    if (closed.some((one) => one.test(next))) return `${path} > ${next}`
    if (seen.has(next) || !next.startsWith('tests/')) continue
    seen.add(next)
    const way = wayTo(next, closed, seen)
    if (way) return `${path} > ${way}`
  }
  return null
}

describe('tiers of tests', () => {
  it('are folders: each test lies in one', () => {
    const named = tests.filter((f) => /\.(test|browser)\.tsx?$/.test(f))
    expect(named.length).toBeGreaterThan(200)
    expect(named.filter((f) => !TIERS.includes(f.split('/')[1] ?? ''))).toEqual([])
  })

  it.each(Object.entries(CLOSED))('%s reaches no database, server or browser that it should not', (folder, closed) => {
    const own = tests.filter((f) => f.startsWith(`${folder}/`))
    expect(own.length).toBeGreaterThan(5)
    expect(own.flatMap((f) => wayTo(f, closed, new Set()) ?? [])).toEqual([])
  })

  it('each test on a database is in one part of the day', () => {
    const paths = dayParts('postgres://', 2)
      .filter((part) => /^(server|contract-postgres)/.test(part.name))
      .flatMap((part) => part.args.filter((a) => a.startsWith('tests/') && !a.endsWith('.ts')))
    const own = tests.filter((f) => /^tests\/(server|contract)\/.*\.test\.ts$/.test(f))
    const alone = own.filter((f) => f.startsWith('tests/contract/embedded/'))
    expect(own.filter((f) => paths.filter((path) => f.startsWith(`${path}/`)).length !== 1)).toEqual(alone)
  })

  it('no test draws: every run asks the same', () => {
    const own = relative(ROOT, import.meta.filename)
    expect(tests.filter((f) => f !== own && /Math\.random\b/.test(readFileSync(join(ROOT, f), 'utf8')))).toEqual([])
  })

  it('no test asks by an environment variable how long the run may be', () => {
    const own = relative(ROOT, import.meta.filename)
    const asking = tests.filter(
      (f) => f !== own && /ROUNDS_LONG|ROUNDS_SHARED_BY/.test(readFileSync(join(ROOT, f), 'utf8')),
    )
    expect(asking).toEqual([])
  })
})
