import { scopeOf } from '../../../model/business.ts'
import { isEmpty, type Problem } from '../../../model/language/derived/validate.ts'
import { type Field, isRefs } from '../../../model/language/fields/field.ts'
import { kindOf } from '../../../model/language/fields/kinds.ts'
import { isShownSecret } from '../../../model/language/fields/secrets.ts'
import { masked } from '../../../model/language/fields/shapes.ts'
import { partyNames } from '../../../model/language/owner.ts'
import { fixedValues } from '../../../model/language/resource.ts'
import type { Label } from '../../../model/values/label.ts'
import type { Actor } from '../../core/actor.ts'
import { AppError, forbidden } from '../../core/errors.ts'
import { textOf } from '../../core/params.ts'
import type { AnyResource, Row } from '../unitOfWork/rows.ts'

type Values = Record<string, unknown>

/** 400 with every field that is wrong: messages in both languages, fields in the asker's. */
export function refuseFields(problems: readonly Problem[], actor: Actor): void {
  if (problems.length === 0) return
  const joined = (n: 0 | 1): string => [...new Set(problems.map((p) => p.message[n]))].join('；')
  const at = actor.language === 'en' ? 1 : 0
  throw new AppError(400, [joined(0), joined(1)], Object.fromEntries(problems.map((p) => [p.field, p.message[at]])))
}

/** A refusal that stands beside a field, shortly or as a whole, in the asker's language. */
export const fieldError = (
  actor: Actor,
  field: string,
  text: Label,
  code: 400 | 409 = 400,
  beside: Label = text,
): AppError => new AppError(code, text, { [field]: beside[actor.language === 'en' ? 1 : 0] })

/** The ids of several records as a list, also where they were sent joined by commas; anything else as it is. */
export const unjoined = (f: Field | undefined, value: unknown): unknown =>
  f !== undefined && isRefs(f) && typeof value === 'string'
    ? value
        .split(',')
        .map((id) => id.trim())
        .filter(Boolean)
    : value

/** Characters that stand for what is not shown; no phone, identity or account number has them. */
const STARS = '**'

/** Returns whether this is the masked form of personal data, not a value. */
export const isMaskedForm = (value: unknown): value is string => typeof value === 'string' && value.includes(STARS)

/** Returns whether this is the masked form of personal data or the placeholder of a secret, not a value. */
const isHiddenForm = (f: Field, value: unknown): boolean =>
  (f.facts.masked === true && isMaskedForm(value)) || (kindOf(f).writeOnly && isShownSecret(value))

/**
 * The fields a person may write: sent, declared, not the server's own, not fixed for adds (edits). Personal data sent
 * back as it is shown was not changed; in any other masked form it is no value at all and would overwrite a real one.
 * The user sees the compared form in every list, so that trying other values reveals nothing.
 */
export function writable(actor: Actor, r: AnyResource, sent: Readonly<Values>, before: Row | null): Values {
  const values: Values = {}
  const problems: Problem[] = []
  for (const [name, f] of Object.entries<Field>(r.fields)) {
    const locked = f.facts.readOnly
    if (
      !Object.hasOwn(sent, name) ||
      Object.hasOwn(fixedValues(r), name) ||
      locked === 'always' ||
      locked === (before ? 'edit' : 'add')
    )
      continue
    const value = sent[name]
    if (isHiddenForm(f, value)) {
      const shown = String(before?.[name] ?? '')
      if (before && value === (f.facts.masked ? masked(f, shown) : shown)) continue
      problems.push({
        field: name,
        message: [`请输入完整的${f.label[0]}`, `Please enter the whole ${f.label[1].toLowerCase()}`],
      })
    }
    values[name] = unjoined(f, value)
  }
  refuseFields(problems, actor)
  return values
}

/** INV-43: what bound people write belongs to whom they are bound to. */
export function ownRow(actor: Actor, r: AnyResource, values: Values): void {
  const scope = scopeOf(r)
  for (const party of partyNames) {
    const [mine, rows] = [actor[party], scope[party]]
    if (!mine || rows === 'open') continue
    if (rows === 'closed' || 'within' in rows) throw forbidden()
    // the record itself, or inherited from its parent: looked at when the row is there
    if (!Object.hasOwn(r.fields, rows.field)) continue
    if (isEmpty(values[rows.field])) values[rows.field] = mine
    else if (textOf(values[rows.field], rows.field) !== mine) throw forbidden()
  }
}
