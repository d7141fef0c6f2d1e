/** Steps of one macro, at most. */
export const MACRO_STEPS_MAX = 20

/** One decision of a macro, with its answers as they are typed into the form. */
export interface MacroStep {
  /** From 1. */
  readonly line: number
  /** The decision by its id or by what it is called, in either language. */
  readonly name: string
  /** Answer without a name: that of the reason, or of the first field. */
  readonly text: string
  /** Answers by the id or the name of a field. */
  readonly answers: Readonly<Record<string, string>>
}

/** Why a line cannot be read. */
export type MacroProblem = {
  readonly line: number
  readonly is: 'empty' | 'nextNotLast' | 'tooMany' | 'macro' | 'noName'
}

export interface MacroText {
  readonly steps: readonly MacroStep[]
  readonly problems: readonly MacroProblem[]
}

const NEXT = /^(next|下一条|下一行)$/i
const MACRO = /^(macro|宏)(\W|$)/i
const FULL_COLON = /[:：]/
const ANSWER = /^\s*([^=;；]+?)\s*=\s*(.*?)\s*$/s

/** Answers of a line: `field=value; field=value`, else one text. A text may have signs of equality where no part names a field. */
function answersIn(rest: string): Pick<MacroStep, 'text' | 'answers'> {
  const parts = rest.split(/[;；]/).filter((part) => part.trim() !== '')
  const named = parts.map((part) => ANSWER.exec(part))
  if (parts.length === 0 || named.some((m) => m === null)) return { text: rest.trim(), answers: {} }
  return { text: '', answers: Object.fromEntries(named.map((m) => [m?.[1] ?? '', m?.[2] ?? ''])) }
}

/**
 * Reads a macro: one decision a line (`approve`, `reject: 材料不全`, `pay: way=1; date=今天`), `next` at the end of those of one
 * record, which may be left out, and notes after `#`. A macro neither calls itself nor another one. Pure.
 */
export function readMacro(text: string): MacroText {
  const steps: MacroStep[] = []
  const problems: MacroProblem[] = []
  let over = false
  text.split(/\r?\n/).forEach((raw, n) => {
    const line = n + 1
    const step = raw.trim()
    if (step === '' || step.startsWith('#')) return
    if (over) {
      problems.push({ line, is: 'nextNotLast' })
      return
    }
    if (NEXT.test(step)) {
      over = true
      return
    }
    const at = step.search(FULL_COLON)
    const name = (at < 0 ? step : step.slice(0, at)).trim()
    if (name === '') problems.push({ line, is: 'noName' })
    else if (MACRO.test(name)) problems.push({ line, is: 'macro' })
    else if (steps.length >= MACRO_STEPS_MAX) problems.push({ line, is: 'tooMany' })
    else steps.push({ line, name, ...answersIn(at < 0 ? '' : step.slice(at + 1)) })
  })
  if (steps.length === 0 && problems.length === 0) problems.push({ line: 1, is: 'empty' })
  return { steps, problems }
}

/** Writes a step as it is read: the decision by its name, answers by theirs; a single one stands alone. Pure. */
export function writeStep(name: string, answers: Readonly<Record<string, string>>): string {
  const given = Object.entries(answers)
    .map(([field, text]) => [field, text.replace(/\s+/g, ' ').trim()] as const)
    .filter(([, text]) => text !== '')
  if (given.length === 0) return name
  const [only] = given
  if (given.length === 1 && only && !/[=;；]/.test(only[1])) return `${name}: ${only[1]}`
  return `${name}: ${given.map(([field, text]) => `${field}=${text.replace(/[;；]/g, '，')}`).join('; ')}`
}
