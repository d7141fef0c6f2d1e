/** Questions of a template and their answers: shapes that form, preview and report share (domain §2.7). */

/** Kinds of questions, by the numbers of `attrType`. */
export const QUESTION_TYPES = {
  line: 1,
  text: 2,
  one: 3,
  several: 4,
  date: 5,
  number: 6,
  picture: 7,
  scale: 8,
} as const

/** A question of a template. */
export interface TemplateQuestion {
  readonly attrName: string
  /** The name of its answer in the collected data. */
  readonly attrCode: string
  readonly attrType: number
  readonly options: readonly string[]
  readonly required: boolean
  readonly maxLength: number | null
  readonly groupName: string
}

/** Returns whether answers are chosen from options: one, several, a scale. */
export const isChosen = (attrType: number): boolean =>
  attrType === QUESTION_TYPES.one || attrType === QUESTION_TYPES.several || attrType === QUESTION_TYPES.scale

/** Returns whether an answer is written and may be limited in length. */
export const isWritten = (attrType: number): boolean =>
  attrType === QUESTION_TYPES.line || attrType === QUESTION_TYPES.text

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** Question of a template attribute, stored or being typed. */
export function templateQuestionOf(row: Readonly<Record<string, unknown>>): TemplateQuestion {
  const options = Array.isArray(row.options) ? (row.options as readonly unknown[]) : []
  const most = Number(row.maxLength)
  return {
    attrName: text(row.attrName),
    attrCode: text(row.attrCode),
    attrType: Number(row.attrType) || QUESTION_TYPES.line,
    options: options.map((o) => text((o as { readonly label?: unknown } | null)?.label)),
    required: Number(row.required) === 1,
    maxLength: Number.isInteger(most) && most > 0 ? most : null,
    groupName: text(row.groupName),
  }
}

/** Attributes by group, in the order in which the groups first appear. */
export function groupsOf<T extends Pick<TemplateQuestion, 'groupName'>>(
  attributes: readonly T[],
): readonly { readonly name: string; readonly members: readonly T[] }[] {
  const groups = new Map<string, T[]>()
  for (const one of attributes) groups.set(one.groupName, [...(groups.get(one.groupName) ?? []), one])
  return [...groups].map(([name, members]) => ({ name, members }))
}

/** Returns whether nothing was answered. */
export const isUnanswered = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Answers by code whose attribute the template does not have, in the order they were given. */
export const strangersOf = (
  attributes: readonly TemplateQuestion[],
  collected: Readonly<Record<string, unknown>>,
): readonly (readonly [code: string, value: unknown])[] => {
  const known = new Set(attributes.map((a) => a.attrCode))
  return Object.entries(collected).filter(([code, value]) => !known.has(code) && !isUnanswered(value))
}
