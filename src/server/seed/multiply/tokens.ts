import { fieldOf, type Resource } from '../../../model/language/resource.ts'
import { type CodeSteps, SAME, type Style, styleOf } from './styles.ts'

/** A JSON value with places (`%s`, for SQL's `format`) where values differ from copy to copy. */
export interface Template {
  readonly text: string
  /** The original text of each place, and how copies differ. */
  readonly tokens: readonly { readonly value: string; readonly style: Style }[]
}

/** Texts that need no escaping between quotes in JSON. */
const plain = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && !value.includes('%') && JSON.stringify(value) === `"${value}"`

/** Personal data as strangers see it is no value: it stays as it is. */
const shown = (value: string): boolean => value.includes('**')

class Writer {
  readonly tokens: { value: string; style: Style }[] = []
  readonly of: Resource
  readonly steps: CodeSteps

  constructor(of: Resource, steps: CodeSteps) {
    this.of = of
    this.steps = steps
  }

  json(value: unknown): string {
    return JSON.stringify(value ?? null).replaceAll('%', '%%')
  }

  /** The value of a field. */
  value(name: string, value: unknown): string {
    const style = fieldOf(this.of, name) ? styleOf(this.of, name, this.steps) : SAME
    if (style === SAME || !plain(value) || shown(value)) return this.json(value)
    this.tokens.push({ value, style })
    return '"%s"'
  }
}

/** Changes of a record (`[{field, from, to}]`) as a template. */
export function changesTemplate(of: Resource, changes: unknown, steps: CodeSteps): Template {
  const writer = new Writer(of, steps)
  const list = Array.isArray(changes) ? changes : []
  const text = list.map((c: Record<string, unknown>) => {
    const rest = Object.entries(c).filter(([key]) => key !== 'from' && key !== 'to')
    const head = rest.map(([key, v]) => `${writer.json(key)}: ${writer.json(v)}`)
    const sides = ['from', 'to'].map((key) => `"${key}": ${writer.value(String(c.field), c[key])}`)
    return `{${[...head, ...sides].join(', ')}}`
  })
  return { text: `[${text.join(', ')}]`, tokens: writer.tokens }
}

/** Values by field name (`{field: value}`) as a template. */
export function valuesTemplate(of: Resource, values: unknown, steps: CodeSteps): Template {
  const writer = new Writer(of, steps)
  const text = Object.entries((values ?? {}) as object).map(
    ([name, v]) => `${writer.json(name)}: ${writer.value(name, v)}`,
  )
  return { text: `{${text.join(', ')}}`, tokens: writer.tokens }
}
