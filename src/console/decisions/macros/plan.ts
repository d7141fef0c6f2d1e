import { type MacroProblem, type MacroStep, readMacro } from '../../../../commands/macros/steps.ts'
import { type Field, type Fields, isChoice } from '../../../model/language/fields/field.ts'
import { kindOf } from '../../../model/language/fields/kinds.ts'
import { label } from '../../../model/values/label.ts'
import type { CatalogueDecision } from '../../../model/wire/catalogue.ts'
import { catalogueNow } from '../../data/catalogue.ts'
import { decisionNow } from '../../data/domains.ts'
import { catalogued } from '../../data/records.ts'
import { initialOf, problemsIn, valuesOf } from '../../forms/base/values.ts'
import { inputOf } from '../../forms/inputs/inputs.tsx'
import { languageNow, t } from '../../i18n/index.ts'
import { listed } from '../../i18n/labelled.ts'

/** A step as it is sent: a granted decision of the resource, and its answers. */
export interface PlannedStep {
  readonly line: number
  readonly decision: CatalogueDecision
  readonly ask: Readonly<Record<string, unknown>>
}

export interface MacroPlan {
  readonly steps: readonly PlannedStep[]
  /** What is wrong, each with its line and what to do about it, in the person's language. */
  readonly problems: readonly string[]
}

const folded = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

/** A decision by its id, with or without its resource, or by its title in either language. */
const named = (
  decisions: readonly CatalogueDecision[],
  resource: string,
  name: string,
): CatalogueDecision | undefined =>
  decisions.find((d) =>
    [d.id, `${resource}.${d.id}`, d.title, d.alias].some((one) => one && folded(one) === folded(name)),
  )

const sentence = ({ line, is }: MacroProblem): string => t(`macros.${is}`, { line })

/** The field that a nameless answer is for: the reason, else the first one. */
const firstOf = (fields: Fields): string | undefined =>
  Object.keys(fields).find((name) => fields[name] && inputOf(fields[name]).prose) ?? Object.keys(fields)[0]

/** A typed answer as the form has it: a choice may be written by its name. */
function typedAs(field: Field, text: string): string {
  if (!isChoice(field)) return text
  const found = Object.entries<readonly string[]>(field.values as never).find(([key, words]) =>
    [key, words[0], words[1]].some((one) => one !== undefined && folded(one) === folded(text)),
  )
  return found?.[0] ?? text
}

/** Answers of a step as they are sent, or what is wrong with them. */
function answersOf(step: MacroStep, fields: Fields): PlannedStep['ask'] | string {
  const { line } = step
  const typed: Record<string, string> = { ...initialOf(fields, Object.keys(fields)) }
  const nameOf = (wanted: string) =>
    Object.keys(fields).find((name) =>
      [name, ...(fields[name]?.label ?? [])].some((one) => folded(String(one)) === folded(wanted)),
    )
  const words = (name: string) => (fields[name] ? label(fields[name].label, languageNow()) : name)
  const given = step.text === '' ? step.answers : { [firstOf(fields) ?? '']: step.text }
  for (const [wanted, text] of Object.entries(given)) {
    const name = nameOf(wanted)
    const field = name === undefined ? undefined : fields[name]
    if (name === undefined || !field) {
      const known = listed(Object.keys(fields).map(words))
      return known ? t('macros.noField', { line, name: wanted, known }) : t('macros.asksNothing', { line })
    }
    typed[name] = typedAs(field, text)
  }
  const needs = Object.keys(fields).find((name) => {
    const field = fields[name]
    return field?.facts.required && (kindOf(field).files || kindOf(field).writeOnly || kindOf(field).wire === 'list')
  })
  if (needs) return t('macros.cannotGive', { line, name: words(needs) })
  const [wrong] = problemsIn(fields, typed, Object.keys(fields))
  if (wrong) return t('macros.wrong', { line, name: words(wrong.field), why: label(wrong.message, languageNow()) })
  return valuesOf(fields, typed, Object.keys(fields))
}

/** The steps of a macro for records of a resource whose domain is loaded. */
export function planOf(text: string, resource: string): MacroPlan {
  const { steps, problems } = readMacro(text)
  if (problems.length > 0) return { steps: [], problems: problems.map(sentence) }
  const entry = catalogued(resource)
  const decisions = (entry?.decisions ?? []).filter((d) => d.takesBack.length === 0)
  const planned: PlannedStep[] = []
  const wrong: string[] = []
  for (const step of steps) {
    const { line, name } = step
    const decision = named(decisions, resource, name)
    if (!decision) {
      const known = listed(decisions.map((d) => d.title))
      wrong.push(t('macros.noDecision', { line, name, resource: entry?.title ?? resource, known }))
      continue
    }
    const ask = answersOf(step, decisionNow(resource, decision.id)?.ask ?? {})
    if (typeof ask === 'string') wrong.push(ask)
    else planned.push({ line, decision, ask })
  }
  return { steps: wrong.length > 0 ? [] : planned, problems: wrong }
}

/** What is wrong with a macro whatever it is run on: lines that cannot be read, decisions that the person has nowhere. */
export function problemsOf(text: string): readonly string[] {
  const { steps, problems } = readMacro(text)
  const resources = catalogueNow()?.resources ?? []
  const unknown = steps.filter(({ name }) => !resources.some((r) => named(r.decisions, r.id, name)))
  return [...problems.map(sentence), ...unknown.map(({ line, name }) => t('macros.unknown', { line, name }))]
}
