import { describe, expect, it } from 'vitest'
import { areas } from '../../../src/console/i18n/index.ts'

const flat = (of: unknown, at = ''): [string, unknown][] =>
  of !== null && typeof of === 'object'
    ? Object.entries(of).flatMap(([k, v]) => flat(v, at ? `${at}.${k}` : k))
    : [[at, of]]
const slots = (text: string) => [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map((m) => m[1]).sort()

/** Said in the other language on purpose: the button that leads there. */
const FOREIGN = new Set(['session.otherLanguage'])

describe.each(Object.entries(areas))('words of %s', (area, words) => {
  const zh = new Map(flat(words.zh))
  const en = new Map(flat(words.en))

  it('are the same keys in both languages, none empty', () => {
    expect([...en.keys()].sort()).toEqual([...zh.keys()].sort())
    for (const [key, text] of [...zh, ...en]) {
      expect(typeof text, key).toBe('string')
      expect(String(text).trim(), key).not.toBe('')
    }
  })

  it('have the same places to fill', () => {
    for (const [key, text] of zh) expect(slots(String(en.get(key))), key).toEqual(slots(String(text)))
  })

  it('have no Chinese in English', () => {
    for (const [key, text] of en)
      if (!FOREIGN.has(`${area}.${key}`))
        expect(String(text), key).not.toMatch(/\p{Script=Han}|[，。；：？！、「」（）]/u)
  })
})
