import { queues, resources } from '../../../src/model/business.ts'
import { conditionKey, OPERATORS } from '../../../src/model/language/conditions/condition.ts'
import type { Page, QueueCount, WireRow } from '../../../src/model/wire/wire.ts'
import { tableOf } from '../../wireTable.ts'
import { missing } from './envelope.ts'

/** A record as the server keeps it: what tests and decisions write into. */
export type Row = Record<string, unknown> & { id: string; version: number }
/** Parameters and body of a call, together. */
export type Values = Record<string, unknown>

const CONDITION = new RegExp(`^(\\w+)_(${OPERATORS.join('|')})$`)
const MONEY = /Amount$/

const meets = (is: string, op: string, value: string, money: boolean): boolean => {
  if (op === 'equal') return is === value
  if (op === 'notequal') return is !== value
  if (op === 'in') return value.split(',').includes(is)
  if (op === 'like') return is.includes(value)
  const by = money ? Number(is) - Number(value) : is < value ? -1 : is > value ? 1 : 0
  return op === 'gt' ? by > 0 : op === 'ge' ? by >= 0 : op === 'lt' ? by < 0 : by <= 0
}

/** A page of a list as the generic calls answer it. */
export const pageOf = (records: readonly WireRow[], total = records.length): Page => ({
  records,
  total,
  size: 200,
  current: 1,
  pages: Math.ceil(total / 200) || 1,
})

/** Addresses of the generic calls below /api, and the resources that have them. */
const addresses = new Map<string, { readonly verb: string; readonly resources: string[] }>()
for (const r of resources.values())
  for (const call of r.calls)
    for (const verb of ['list', 'page', 'detail', 'submit', 'remove']) {
      const path = `${call}/${verb}`
      const known = addresses.get(path)
      if (known) known.resources.push(r.id)
      else addresses.set(path, { verb, resources: [r.id] })
    }

/** Records by family, and the reads and writes that every family has. Ids are unique over all families. */
export class Records {
  private readonly families = new Map<string, Row[]>()

  /** Puts the records of a family in place of those it had. */
  hold(resource: string, rows: readonly Row[]): void {
    this.families.set(resource, [...rows])
  }

  /** Records of a family, in the order of its lists; to be written into. */
  of(resource: string): Row[] {
    return this.families.get(resource) ?? []
  }

  /** A record by its id. Throws what the server answers where there is none: 404. */
  row(id: string): Row {
    for (const rows of this.families.values()) {
      const found = rows.find((row) => row.id === id)
      if (found) return found
    }
    return missing()
  }

  /** Takes records out of a family. */
  drop(resource: string, ids: readonly string[]): void {
    this.hold(
      resource,
      this.of(resource).filter((row) => !ids.includes(row.id)),
    )
  }

  /** The records of `values.resource` that meet the conditions among the values, in the order of `values.sort`. */
  matching(values: Values): Row[] {
    const conditions = Object.entries(values).flatMap(([key, value]) => {
      const [, field = '', op = ''] = CONDITION.exec(key) ?? []
      return field ? [{ field, op, value: String(value) }] : []
    })
    const found = this.of(String(values.resource)).filter((row) =>
      conditions.every(({ field, op, value }) => meets(String(row[field] ?? ''), op, value, MONEY.test(field))),
    )
    const sort = String(values.sort ?? '')
    const name = sort.replace(/^\+/, '')
    if (MONEY.test(name)) found.sort((a, b) => (Number(a[name]) - Number(b[name])) * (sort.startsWith('+') ? 1 : -1))
    return found
  }

  /** Answers a read or a write that every family has; undefined where the path is none of these. */
  answer(path: string, v: Values): unknown {
    switch (path) {
      case 'rounds/window':
        return this.window(v)
      case 'rounds/total':
        return { total: this.matching(v).length, exact: true }
      case 'rounds/rows': {
        const rows = this.of(String(v.resource))
        const ids = String(v.ids).split(',')
        return tableOf(
          ids.flatMap((id) => rows.filter((row) => row.id === id)),
          v.columns,
        )
      }
      case 'rounds/queue-counts':
        return this.counts()
      default:
        return this.generic(path, v)
    }
  }

  private window(v: Values): unknown {
    const found = this.matching(v)
    const offset = Number(v.offset ?? 0)
    return {
      ...tableOf(found.slice(offset, offset + Number(v.size)), v.columns),
      offset,
      ...(v.around === undefined ? {} : { position: found.findIndex((row) => row.id === v.around) }),
    }
  }

  private counts(): QueueCount[] {
    return [...queues.values()].flatMap((queue) =>
      queue.views.map((view) => ({
        queue: queue.code,
        view: view.code,
        total: this.matching({
          resource: view.resource,
          ...Object.fromEntries(view.where.map((c) => [conditionKey(c), c.value])),
        }).length,
        exact: true,
      })),
    )
  }

  private generic(path: string, v: Values): unknown {
    const found = addresses.get(path)
    // of variants that share a path, the one that has records
    const resource = found?.resources.find((id) => this.families.has(id)) ?? found?.resources[0]
    if (!found || resource === undefined) return path.endsWith('/dictionary') ? [] : undefined
    const ids = String(v.ids ?? v.id ?? '').split(',')
    switch (found.verb) {
      case 'detail':
        return { ...(this.of(resource).find((row) => row.id === ids[0]) ?? missing()) }
      case 'remove':
        this.drop(resource, ids)
        return null
      case 'submit':
        return this.submit(resource, v)
      default:
        return pageOf(this.matching({ ...v, resource }))
    }
  }

  private submit(resource: string, v: Values): Row {
    const known = this.of(resource).find((row) => row.id === v.id)
    const version = (known?.version ?? 0) + 1
    if (known) return Object.assign(known, v, { version })
    const made: Row = { ...v, id: String(v.id ?? `${resource}${this.of(resource).length + 1}`), version }
    this.hold(resource, [...this.of(resource), made])
    return made
  }
}
