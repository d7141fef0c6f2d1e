import type { Operator } from '../../model/language/conditions/condition.ts'
import { DECIDABLE, decidable } from '../../model/language/decidable.ts'
import { type Field, isRef, searchOf } from '../../model/language/fields/field.ts'
import { filterFieldOf, filtersOf, type Listed, textsOf } from '../../model/language/listing.ts'
import { unmaskCode } from '../../model/language/resource.ts'
import { folded } from '../../model/values/folding.ts'
import type { Label, Language } from '../../model/values/label.ts'

/** A field that a list may be filtered by, and every name a person may call it. */
export interface FilterField {
  readonly name: string
  readonly field: Field
  /** In the order of preference when printed: short, label, id; each in both languages. */
  readonly words: readonly Label[]
  /** Offered while people type: what is searched. Others are understood all the same. */
  readonly offered: boolean
  /** Resource whose records it names: the copied name of a company, a doctor. null = its values are nobody's names. */
  readonly to: string | null
}

/** Filter fields of a resource. */
export interface Filterable {
  readonly fields: readonly FilterField[]
  /** Personal data of the resource that this person may not see, and so not ask for either. */
  readonly refused: readonly FilterField[]
  readonly resource: string
  /** Fields searched by words without a name: texts and the headline amount; none where there is no text. */
  readonly texts: readonly FilterField[]
  /** Field of a size or range without a name: the headline amount. */
  readonly amount: FilterField | null
  /** Field of a day or month without a name: the time of creation. */
  readonly created: FilterField | null
}

/** Default operator of a value: contained in texts, equal in everything else and in values of machines. */
export const plainOperator = (field: Field): Operator => {
  const search = searchOf(field)
  return search === null || search === 'exact' ? 'equal' : 'like'
}

/** Words that look alike are the same: `ＳＯ ` and `so`. */
export const fold = (text: string): string => folded(text).toLowerCase()

/**
 * Filters of a resource's list for holders of these permissions. Filters on personal data are offered only to those who
 * may see it; the server refuses them to others.
 */
export function filterableOf(
  resource: Listed & { readonly id: string },
  granted: readonly string[],
  /** Some decision of its records needs a second person. */
  second = false,
): Filterable {
  const unmask = granted.includes(unmaskCode(resource))
  const offered = new Set([...resource.list.search, 'createTime'])
  const all = filtersOf(resource).flatMap((name): FilterField[] => {
    const field = filterFieldOf(resource, name)
    if (!field) return []
    const { short } = field.facts
    return [
      {
        name,
        field,
        words: [...(short ? [short] : []), field.label, [name, name]],
        offered: offered.has(name),
        to: namedBy(resource, name),
      },
    ]
  })
  if (second)
    all.push({
      name: DECIDABLE,
      field: decidable,
      words: [decidable.label, [DECIDABLE, DECIDABLE]],
      offered: true,
      to: null,
    })
  const isRefused = ({ field }: FilterField): boolean => field.facts.masked === true && !unmask
  const fields = all.filter((f) => !isRefused(f))
  const named = (name: string | undefined) => fields.find((f) => f.name === name) ?? null
  return {
    fields,
    refused: all.filter(isRefused),
    resource: resource.id,
    texts: textsOf(resource).flatMap((name) => named(name) ?? []),
    amount: named(resource.list.amount),
    created: named('createTime'),
  }
}

/** Months are written by machines: no record is called by one. */
export const isMonth = (field: Field): boolean => field.facts.means === 'month'

/** The resource that a copied name is the name of, by the reference beside it. */
function namedBy(resource: Listed, name: string): string | null {
  const copy = resource.fields[name]
  if (copy && isMonth(copy)) return null
  for (const f of Object.values(resource.fields)) if (isRef(f) && f.facts.shows === name) return f.to
  return null
}

/** The name that a filter is offered by, null when it has a space in it and cannot be written in front of a colon. */
export function spokenName(f: FilterField, language: Language): string | null {
  const name = f.words[0]?.[language === 'en' ? 1 : 0] ?? f.name
  return /\s/.test(name) ? null : name
}

/** Returns whether a field has this name. */
export const goesBy = (f: FilterField, word: string): boolean => {
  const wanted = fold(word)
  return f.words.some((w) => fold(w[0]) === wanted || fold(w[1]) === wanted)
}

/** Fields that go by a name. Texts before references: `公司:康泰` looks for the name, a reference needs an id. */
export function called(of: Filterable, word: string): readonly FilterField[] {
  const found = of.fields.filter((f) => goesBy(f, word))
  const late = (f: FilterField) => (isRef(f.field) ? 1 : 0)
  return found.length < 2 ? found : [...found].sort((a, b) => late(a) - late(b))
}

/** The name most like a mistyped one, null when none comes near. */
export function nearest(of: Filterable, word: string, language: 0 | 1): string | null {
  const wanted = fold(word)
  let best: string | null = null
  let least = Number.POSITIVE_INFINITY
  for (const f of of.fields.filter((x) => x.offered)) {
    for (const w of f.words) {
      for (const name of [w[language], w[1 - language] as string]) {
        const folded = fold(name)
        const far = folded.includes(wanted) || wanted.includes(folded) ? 0.5 : distance(wanted, folded)
        if (far < least && far <= Math.max(1, Math.ceil(Math.max(wanted.length, folded.length) / 2))) {
          least = far
          best = w[language]
        }
      }
    }
  }
  return best
}

/** Edits between two short words, a swap of neighbours counting once. */
export function distance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min((row[j - 1] as number) + 1, (last[j] as number) + 1, (last[j - 1] as number) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] as number) + 1)
      row.push(least)
    }
    before = last
    last = row
  }
  return last[b.length] as number
}
