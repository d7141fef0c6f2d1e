import type { AnyCommand } from '../../../commands/command.ts'
import { rank } from '../../../commands/search/rank.ts'
import { KIND, type SearchIndex } from '../../../commands/search/score.ts'

/** Command with the text typed behind its name. */
export interface TypedAnswer {
  readonly command: AnyCommand
  readonly text: string
  /** The query is hardly anything else: the name stands there literally, or the text is no pinyin. */
  readonly clear: boolean
}

/** Commands offered with one text, at most. */
const OFFERED = 3

/**
 * Commands that a query names by its beginning, the rest of it being an answer: `驳回 材料不全`, `bh 材料不全`, `reject too late`. A
 * beginning that is a whole name counts before the shortest one that is part of any; scattered letters name nothing. `include`: by
 * item of the index, 1 where it may be offered. Pure.
 */
export function typedAnswers(index: SearchIndex, typed: string, include: Uint8Array): readonly TypedAnswer[] {
  const query = typed.trim()
  const splits = [...query.matchAll(/[\s:：]+/g)].flatMap(({ index: at, 0: gap }) => {
    const text = query.slice(at + gap.length)
    if (at === 0 || text === '') return []
    return [{ text, found: rank(index, query.slice(0, at), { include, limit: OFFERED }).scored }]
  })
  const best = ({ found }: (typeof splits)[number]) => found[0]?.score ?? 0
  const split = splits.findLast((s) => best(s) >= KIND.word) ?? splits.find((s) => best(s) >= KIND.pinyin)
  const named = split?.found.filter(({ score }) => score >= KIND.pinyin) ?? []
  const text = split?.text ?? ''
  // `hui yi` is the pinyin of one word, and no answer to 驳回
  const isPinyin = /^[a-z\s'’]*$/i.test(text)
  return named.map(({ item, score }) => ({
    command: item as AnyCommand,
    text,
    clear: !isPinyin || score >= KIND.contiguous,
  }))
}
