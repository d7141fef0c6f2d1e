import { resourceOf, scopeOf } from '../../../model/business.ts'
import { endsIn, spokenPath } from '../../../model/language/derived/nodes.ts'
import { type Field, isRef, isRefs } from '../../../model/language/fields/field.ts'
import { kindOf } from '../../../model/language/fields/kinds.ts'
import type { Label } from '../../../model/values/label.ts'
import { mayName, maySee } from '../../core/permissions.ts'
import { comparedAs } from '../../writing/unitOfWork/alike.ts'
import type { AnyResource, Row } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import type { Reading } from './readings.ts'

/** Names by which a file may refer to a record: its name, and its codes where they are unique; not personal data. */
export function namesOf(r: AnyResource): readonly string[] {
  const alone = (r.unique ?? []).flatMap((set) => (set.length === 1 ? [String(set[0])] : []))
  const codes = Object.entries<Field>(r.fields).flatMap(([name, f]) => (f.facts.code ? [name] : []))
  const owned = (r.unique ?? [])
    .flatMap((set) => set.map(String))
    .filter((name) => r.fields[name]?.facts.search === 'code')
  return [...new Set([String(r.name), ...alone, ...codes, ...owned])].filter((name) => {
    const f = r.fields[name] as Field | undefined
    return f !== undefined && kindOf(f).prose && !f.facts.masked
  })
}

/** Names in one cell of several references. */
const parts = (text: string): string[] =>
  [...new Set(text.split(/[、,，;；]/).map((one) => one.trim()))].filter(Boolean)

const none = (text: string): Label => [`“${text}”不存在`, `There is no “${text}”`]
/** How a record of a tree is named in a file. */
export function nodeSpelling(r: AnyResource): Label {
  const [name, key] = [r.name, r.tree?.key ?? ''].map((one) => (r.fields[one] as Field).label) as [Label, Label]
  return [
    `${name[0]}，或从上到下的各级名称，用“/”分隔，或${key[0]}`,
    `${name[1]}, or the names from the top with “/” between, or ${key[1]}`,
  ]
}

const noNode = (text: string, r: AnyResource): Label => {
  const [zh, en] = nodeSpelling(r)
  return [`“${text}”不存在，请填写${zh}`, `There is no “${text}”: give ${en}`]
}
const several = (text: string): Label => [
  `有多个“${text}”，请填写编号`,
  `There are several “${text}”: give the code instead of the name`,
]
const unseen: Label = ['没有查看权限', 'You may not see these records']

/** Finds the records that the cells of a file name, as far as this person reaches them; each name is asked for once. */
export class Lookup {
  private readonly known = new Map<string, readonly Row[]>()

  /** Resource in which a cell of this field is looked up: the resource; undefined for other fields. */
  static of = (f: Field): string | undefined => (isRef(f) || isRefs(f) ? f.to : f.facts.nodeOf)

  /** Reads what some cells name in one statement each name of the resource. */
  async ask(work: UnitOfWork, to: string, texts: readonly string[]): Promise<void> {
    const r = resourceOf(to)
    const wanted = [...new Set(texts)].filter((one) => one !== '' && !this.known.has(`${to} ${one}`))
    if (wanted.length === 0 || !maySee(work.actor, r)) return
    const found = new Map<string, Map<string, Row>>(wanted.map((one) => [one, new Map()]))
    const exact = new Map<string, Map<string, Row>>(wanted.map((one) => [one, new Map()]))
    for (const name of namesOf(r)) {
      const spelt = new Map<string, string[]>()
      for (const one of wanted) {
        const as = comparedAs(r, name, one)
        spelt.set(as, [...(spelt.get(as) ?? []), one])
      }
      for (const row of await work.rows(r, { [name]: { alike: wanted } })) {
        if (!mayName(work.actor, r, row)) continue
        const called = String((row as Record<string, unknown>)[name])
        for (const one of spelt.get(comparedAs(r, name, called)) ?? []) found.get(one)?.set(row.id, row)
        exact.get(called)?.set(row.id, row)
      }
    }
    // of several that look the same the one that is spelt so is meant
    for (const [one, rows] of found) {
      const same = exact.get(one) as Map<string, Row>
      this.known.set(`${to} ${one}`, [...(same.size > 0 ? same : rows).values()])
    }
  }

  /** The id, or ids, of what a cell names. Of several with one name, those of the company that the row is of. */
  find(work: UnitOfWork, f: Field, text: string, company: unknown): Reading {
    if (isRefs(f)) {
      const ids: string[] = []
      for (const part of parts(text)) {
        const one = this.one(work, f.to, part, company)
        if ('wrong' in one) return one
        ids.push(String(one.value))
      }
      return { value: ids }
    }
    return isRef(f) ? this.one(work, f.to, text, company) : this.node(work, f, text)
  }

  private one(work: UnitOfWork, to: string, text: string, company: unknown): Reading {
    const r = resourceOf(to)
    if (!maySee(work.actor, r)) return { wrong: unseen }
    const rows = this.known.get(`${to} ${text}`) ?? []
    const owner = scopeOf(r).company
    const own =
      rows.length > 1 && company && typeof owner === 'object'
        ? rows.filter((row) => (row as Record<string, unknown>)[owner.field] === company)
        : rows
    const [found] = own
    if (!found) return { wrong: none(text) }
    return own.length > 1 ? { wrong: several(text) } : { value: found.id }
  }

  /** The key of the record of a tree that a cell names: by its key, its name, or a path that ends in it. */
  private node(work: UnitOfWork, f: Field, text: string): Reading {
    const r = resourceOf(f.facts.nodeOf ?? '')
    if (!maySee(work.actor, r)) return { wrong: unseen }
    const path = spokenPath(text)
    const key = String(r.tree?.key)
    const rows = (this.known.get(`${r.id} ${path.at(-1)}`) ?? []) as readonly (Row & Record<string, unknown>)[]
    const found = rows.filter((row) => (path.length === 1 && row[key] === path[0]) || endsIn(r, row, path))
    if (found.length > 1) return { wrong: several(text) }
    return found[0] ? { value: found[0][key] } : { wrong: noNode(text, r) }
  }

  /** The names that a cell holds. */
  static names = (f: Field, text: string): readonly string[] =>
    isRefs(f) ? parts(text) : f.facts.nodeOf ? spokenPath(text).slice(-1) : [text]
}
