import { KIND } from './score.ts'

/** Something found, with how well: a kind of match (`KIND`) and what position, length and use add within it. */
export interface Scored<T> {
  readonly item: T
  readonly score: number
}

/** How a record counts that the server found by something that is not shown: better than letters standing anywhere. */
export const RANK_OF_HIDDEN_MATCH = KIND.fuzzy + 500

const kindOf = (score: number): number => Math.floor(score / 1000)

/**
 * Commands and records in one list, best first: the kind of match decides, so that what was typed exactly never loses
 * to what was used lately. Within one kind the score does, and of equals the command comes first. Both lists are sorted,
 * best first. Pure.
 */
export function mixed<A, B>(
  commands: readonly Scored<A>[],
  records: readonly Scored<B>[],
  limit: number,
): readonly (A | B)[] {
  const found: (A | B)[] = []
  let [a, b] = [0, 0]
  while (found.length < limit) {
    const [command, record] = [commands[a], records[b]]
    if (!command && !record) break
    const first =
      command &&
      (!record ||
        kindOf(command.score) > kindOf(record.score) ||
        (kindOf(command.score) === kindOf(record.score) && command.score >= record.score))
    if (first) a++
    else b++
    found.push((first ? command.item : record?.item) as A | B)
  }
  return found
}
