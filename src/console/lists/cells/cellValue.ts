import { type Field, isChoice, isDict, isRefs } from '../../../model/language/fields/field.ts'
import { kindOf } from '../../../model/language/fields/kinds.ts'
import { type Label, label } from '../../../model/values/label.ts'
import { WORDS_OF_FLAG } from '../../fields/displays.ts'
import type { GivenValue } from '../bulk/bulkPlan.ts'

/** Values that a message names. */
const NAMED_MAX = 6

const folded = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

/** Values of a choice, of a dictionary, or of yes and no: their keys, each with its words. */
function closedValues(field: Field, dict: ReadonlyMap<string, string>): [key: string, words: Label][] {
  if (!isChoice(field) && !isDict(field)) {
    return [
      ['1', WORDS_OF_FLAG[1]],
      ['0', WORDS_OF_FLAG[0]],
    ]
  }
  if (isChoice(field)) return Object.entries(field.values).map(([key, [zh, en]]) => [key, [zh, en]])
  return [...dict].map(([key, word]) => [key, [word, word]])
}

/**
 * Value that a pasted text means for a field: the key of a choice that it names in either language, else the text as it would be typed.
 * `dict`: entries of the field's dictionary. Records are not found by their names, and what is masked is not pasted. Pure.
 */
export function cellValue(field: Field, text: string, dict: ReadonlyMap<string, string>): GivenValue {
  const typed = text.trim()
  const [zh, en] = field.label
  if (field.facts.masked)
    return { typed, why: [`${zh}为个人信息，请逐条修改`, `${en} is personal data: edit each record`] }
  if (kindOf(field).refers || isRefs(field) || field.facts.nodeOf)
    return {
      typed,
      why: [`${zh}为关联记录，请用批量修改选择`, `${en} names a record: choose it by editing the ticked rows`],
    }
  if (typed === '' || !kindOf(field).closed) return { typed }
  const values = closedValues(field, dict)
  const is = (word: string) => folded(word) === folded(typed)
  const found = values.find(([, words]) => words.some(is)) ?? values.find(([key]) => is(key))
  if (found) return { typed: found[0] }
  const offered = (language: 'zh' | 'en') =>
    values
      .slice(0, NAMED_MAX)
      .map(([, words]) => label(words, language))
      .join(language === 'zh' ? '、' : ', ') + (values.length > NAMED_MAX ? ' …' : '')
  return {
    typed,
    why: [`${zh}没有“${typed}”，可选：${offered('zh')}`, `${en} has no “${typed}”; it is one of ${offered('en')}`],
  }
}
