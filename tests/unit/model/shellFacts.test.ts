import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './direction.ts'

const text = readFileSync(join(ROOT, 'docs/shell.md'), 'utf8')
/** Cells of each line of the tables, their heads aside. */
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:fact|---) \|/.test(line))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))

/** Problem of a named test: its file, or the title in it. Null: it is there. */
function problemOf(path: string, title: string): string | null {
  if (!existsSync(join(ROOT, path))) return `no ${path}`
  return readFileSync(join(ROOT, path), 'utf8').includes(title) ? null : `${path}: no “${title}”`
}

describe('docs/shell.md', () => {
  it('says of each fact whether it holds, and why where it does not', () =>
    expect(rows.filter(([, fact, state]) => !fact || !/^(?:works$|differs: .|later: .)/.test(state ?? ''))).toEqual([]))

  it('has a test of each fact that holds, by file and title', () => {
    const named = (held: string) => [...held.matchAll(/`(tests\/[^`]+)`(?: “([^”]+)”)?/g)]
    expect(rows.filter(([, , state, held = '']) => state === 'works' && named(held).length === 0)).toEqual([])
    const problems = named(text).flatMap(([, path = '', title = '']) => problemOf(path, title) ?? [])
    expect([...new Set(problems)]).toEqual([])
  })

  it('counts what its lines come to', () => {
    const of = (state: string) => rows.filter((row) => row[2]?.split(':')[0] === state).length
    expect(text).toContain(
      `**${of('works')} of ${rows.length} hold; ${of('differs')} differ on purpose and ${of('later')} come later, each with its reason.**`,
    )
  })
})
