import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './direction.ts'

/** First words without a noun: the reader learns the subject of such a comment only from its end. */
const RIDDLE = /^[\s`'"(]*(?:what|who|whose|whom|it|one)\b(?!-)/i

/** Line and text of each comment that begins with a riddle; lines of `//` below each other are one comment. Strings that hold `//` after a blank count, too. */
function riddlesIn(source: string): string[] {
  const lines = source.split('\n')
  return lines.flatMap((line, at) => {
    const opened = /(?:^|\s|\{)(\/\/|\/\*\*?)(.*)$/.exec(line)
    if (!opened) return []
    const [, mark, rest = ''] = opened
    if (mark === '//' && /^\s*\/\//.test(line) && /^\s*\/\//.test(lines[at - 1] ?? '')) return []
    const text = rest.trim() === '' ? (lines[at + 1] ?? '').replace(/^\s*\*/, '') : rest
    return RIDDLE.test(text) ? [`${at + 1}: ${text.trim()}`] : []
  })
}

/** Files of a folder, but this one: its samples are riddles. */
const filesOf = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|tsx|mjs)$/.test(file) && !file.endsWith('comments.test.ts'))
    .map((file) => join(folder, file))

describe('comments begin with their subject', () => {
  it.each([
    ['/** What a link shows. */', 1],
    ['/**\n * Who may decide.\n */', 1],
    ["const a = 1 // it's kept", 1],
    ['  // one of several\n  // and more', 1],
    ['<A /> {/* whose it is */}', 1],
    ['/** `one` of them */', 1],
    ['/** One-time code of a session. */', 0],
    ['// rows of a batch\n// who decides is asked before', 0],
    ['/** Itself, whole. */', 0],
    ['const a = "https://what.example"', 0],
  ])('%s', (source, count) => expect(riddlesIn(source)).toHaveLength(count))

  it.each(['src', 'commands', 'tests/unit', 'tests/console', 'tests/browser', 'tests/nightly'])('in %s', (folder) =>
    expect(
      filesOf(folder).flatMap((f) => riddlesIn(readFileSync(join(ROOT, f), 'utf8')).map((r) => `${f}:${r}`)),
    ).toEqual([]),
  )
})
