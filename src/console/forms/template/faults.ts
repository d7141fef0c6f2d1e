import type { Field } from '../../../model/language/fields/field.ts'
import { type Language, label } from '../../../model/values/label.ts'
import { isChosen, templateQuestionOf } from '../../../model/values/questionnaire.ts'
import type { Line } from '../base/lines.ts'
import { problemIn, wireOf } from '../base/values.ts'

type Translate = (key: string, options?: Readonly<Record<string, unknown>>) => string

/** The first of `q1`, `q2` … that no attribute has. */
export function freeCode(lines: readonly Line[]): string {
  const taken = new Set(lines.map((l) => (l.typed.attrCode ?? '').trim()))
  let n = lines.length + 1
  while (taken.has(`q${n}`)) n++
  return `q${n}`
}

/** The first text that is there twice; undefined for none. */
const twice = (texts: readonly string[]): string | undefined =>
  texts.find((text, i) => text !== '' && texts.indexOf(text) !== i)

/** Problems of attributes that are being typed, by row and cell; rows without a fault are missing. Pure. */
export function faultsOf(
  cells: Readonly<Record<string, Field>>,
  lines: readonly Line[],
  language: Language,
  t: Translate,
): ReadonlyMap<number, Readonly<Record<string, string>>> {
  const codes = lines.map((l) => (l.typed.attrCode ?? '').trim())
  const found = new Map<number, Record<string, string>>()
  for (const [i, line] of lines.entries()) {
    const wrong: Record<string, string> = {}
    for (const [name, f] of Object.entries(cells)) {
      const problem = problemIn(f, line.typed[name] ?? '')
      if (problem) wrong[name] = label(problem, language)
    }
    const code = codes[i] ?? ''
    if (code !== '' && codes.indexOf(code) !== i) wrong.attrCode = t('template.sameCode', { code })
    const options = cells.options && wireOf(cells.options, line.typed.options ?? '')
    const question = templateQuestionOf({ attrType: line.typed.attrType, options })
    if (isChosen(question.attrType) && !wrong.options) {
      const option = twice(question.options.map((o) => o.trim()))
      if (question.options.length === 0) wrong.options = t('template.noOptions')
      else if (option !== undefined) wrong.options = t('template.sameOption', { option })
    }
    if (Object.keys(wrong).length > 0) found.set(line.key, wrong)
  }
  return found
}
