import type { Label } from '../../values/label.ts'
import { type Field, isRef, isRefs, ref } from '../fields/field.ts'
import { fieldIn, type Lookup, type Owned, rowScope, throughOf } from '../owner.ts'
import type { Problem } from './validate.ts'

/**
 * Rule that a record and the records it names belong to one company, where both name a company; records without one fit
 * every company.
 */

/** The parameter of lists, and its filter: records of this company, and those of none in particular. */
export const OF_COMPANY = 'ofCompany'
export const ofCompany: Field = ref('entrustedCompany', '委托企业', 'Company')

/** The field of a record that holds its company; null where none of its own does. Pure. */
export function companyField({ owner }: Pick<Owned, 'owner'>): string | null {
  const name = typeof owner === 'object' && !('through' in owner) ? owner.company : undefined
  return name === undefined || name === 'id' || name === 'open' ? null : name
}

/** Field by which a record belongs to a company: the company itself, or the reference that leads to it. Pure. */
export const companyBy = (r: Pick<Owned, 'owner'>): string | null => companyField(r) ?? throughOf(r)

/**
 * References of a resource that must stay within its company: those to records that belong to a company. Copied
 * references follow their source and are left out. Pure.
 */
export function ofOneCompany(r: Owned, find: Lookup<Owned>): string[] {
  const by = companyBy(r)
  if (by === null || fieldIn(rowScope(r, find).company) === null) return []
  const copied = new Set(Object.values<Field>(r.fields).flatMap((f) => Object.keys(f.facts.copies ?? {})))
  return Object.entries<Field>(r.fields).flatMap(([name, f]) => {
    const to = isRef(f) || isRefs(f) ? find(f.to) : undefined
    return to && name !== by && !copied.has(name) && fieldIn(rowScope(to, find).company) !== null ? [name] : []
  })
}

/** Label of the company of a record. */
const called = (r: Pick<Owned, 'fields' | 'owner'>): Label => {
  const name = companyField(r)
  return (name !== null && r.fields[name]?.label) || ['企业', 'Company']
}

/** Message where a reference names a record of another company. Pure. */
export function foreign(r: Pick<Owned, 'fields' | 'owner'>, f: Field): Label {
  const company = called(r)
  return [
    `所选${f.label[0]}不属于该${company[0]}，请重新选择`,
    `The chosen ${f.label[1].toLowerCase()} is not of this ${company[1].toLowerCase()}; choose another`,
  ]
}

/** Message where the company cannot change because of a reference that is read-only. Pure. */
export function staysWith(r: Pick<Owned, 'fields' | 'owner'>, f: Field): Problem {
  const company = called(r)
  return {
    field: companyBy(r) ?? '',
    message: [
      `${f.label[0]}属于原${company[0]}，不能更换${company[0]}`,
      `The ${f.label[1].toLowerCase()} is of the present ${company[1].toLowerCase()}, which therefore cannot be changed`,
    ],
  }
}

/** Message where the company of a record cannot change because records of another company refer to it. Pure. */
export function namedElsewhere(r: Pick<Owned, 'fields' | 'owner'>, name: string, title: Label): Problem {
  const company = called(r)
  return {
    field: companyBy(r) ?? '',
    message: [
      `“${name}”已被${title[0]}引用，不能更换${company[0]}`,
      `“${name}” is used by ${title[1].toLowerCase()}: its ${company[1].toLowerCase()} cannot be changed`,
    ],
  }
}
