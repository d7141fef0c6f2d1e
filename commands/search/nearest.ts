import { fold } from './fold.ts'

/** A place that an address can be meant for. */
export interface Place {
  readonly path: string
  /** Names in every language and reading. */
  readonly names: readonly string[]
}

/** Fewest letters that are taken for the beginning of a name. */
const BEGINNING = 3

/** Steps from one text to the other: letters more, fewer, other, or swapped with their neighbour. Pure. */
export function distance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let least = Math.min(
        (last[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (last[j - 1] as number) + (same ? 0 : 1),
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] as number) + 1)
      row.push(least)
    }
    before = last
    last = row
  }
  return last[b.length] as number
}

/** How unlike two words are: 0 the same, 1 nothing in common. The beginning of a word is nearly the word. */
function unlike(a: string, b: string): number {
  if (a === '' || b === '') return 1
  if (a.length >= BEGINNING && b.startsWith(a)) return a === b ? 0 : 0.15
  const part = distance(a, b) / Math.max(a.length, b.length)
  // half a short word is shared by chance
  return part >= 0.5 ? 1 : part
}

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Segments of a path as they are compared: case and signs do not count, nor `index`, which many end with. */
const wordsOf = (path: string): string[] =>
  fold(decoded(path.split('?')[0] ?? ''))
    .split('/')
    .map((segment) => segment.replace(/[\s_.-]/g, ''))
    .filter((text) => text !== '' && text !== 'index')

/**
 * The places that a path which leads nowhere is most likely meant for, the likeliest first: by its words, whichever of
 * them names the place by its address or by its name, and by what the addresses begin with alike. Pure.
 */
export function nearest<P extends Place>(path: string, places: readonly P[], most: number): P[] {
  const sought = wordsOf(path)
  const scored = places.map((place, at) => {
    const words = wordsOf(place.path)
    const names = [words.at(-1) ?? '', ...place.names.map((name) => fold(name).replaceAll(' ', ''))]
    // the last words say most: /svc/settlementOrder/12 is meant for the list of what it names
    const word = Math.min(
      1,
      ...sought.map((text, n) => Math.min(...names.map((name) => unlike(text, name))) + 0.1 * (sought.length - 1 - n)),
    )
    const whole = unlike(sought.join('/'), words.join('/'))
    const alike = words.findIndex((text, n) => text !== sought[n])
    return { place, at, score: Math.min(word, whole) - 0.15 * (alike < 0 ? words.length : alike) }
  })
  return scored
    .sort((a, b) => a.score - b.score || a.at - b.at)
    .slice(0, most)
    .map((s) => s.place)
}
