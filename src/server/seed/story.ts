import { ownerOf } from '../../model/all.ts'
import { approvalHistory } from '../../model/desk/approvalHistory.ts'
import type { Field } from '../../model/kernel/field.ts'
import { isInState, type Lifecycle, type Transition } from '../../model/kernel/lifecycle.ts'
import { auditFields, type RowOf } from '../../model/kernel/resource.ts'
import { type AnyResource, changesOf, type Row } from '../writes/rows.ts'
import { statusText } from '../writes/trail.ts'
import { wireChange } from '../writes/wire.ts'
import type { SeedCodes, SeedIds } from './numbers.ts'

/** Somebody who acts in the story. */
export interface Person {
  readonly id: string | null
  readonly name: string
  /** Titles of the person's roles, as history shows them. */
  readonly role: string
}

/** Nobody in person: jobs and effects. */
export const SYSTEM: Person = { id: null, name: '系统', role: '系统' }

/** A record of the story; fields are set until it is loaded. */
export type Told<R extends AnyResource> = Row & { -readonly [K in keyof RowOf<R>]: RowOf<R>[K] } & { isDeleted: 0 | 1 }

const RESULT = { pass: 1, reject: 2, other: 3 } as const

/**
 * Demo data as it would have come about: records are born, then moved along the declared lifecycles, each move leaving
 * its history row. A move the lifecycle does not know is a programming error.
 */
export class Story {
  /** Records by resource, in the order they were born. */
  readonly rows = new Map<AnyResource, Row[]>()
  /** Whole values of change requests, old and new: no resource's rows. */
  readonly requestValues: { readonly id: string; readonly old: object; readonly new: object }[] = []

  constructor(
    readonly tenantId: string,
    readonly ids: SeedIds,
    readonly codes: SeedCodes,
  ) {}

  /** A new record; fields without a value get their declared initial value. */
  add<R extends AnyResource>(of: R, at: string, who: Person, values: Partial<RowOf<R>>): Told<R> {
    const row: Row = { id: this.ids.at(at), tenantId: this.tenantId, version: 0 }
    for (const [name, f] of Object.entries<Field>({ ...of.fields, ...auditFields })) row[name] = f.facts.initial ?? null
    Object.assign(row, { createUser: who.id, createTime: at, updateUser: who.id, updateTime: at }, values)
    const list = this.rows.get(of) ?? []
    list.push(row)
    this.rows.set(of, list)
    return row as Told<R>
  }

  /** Records of a resource so far. */
  of<R extends AnyResource>(of: R): Told<R>[] {
    return (this.rows.get(of) ?? []) as Told<R>[]
  }

  /** Changes a record outside any lifecycle. */
  edit<R extends AnyResource>(
    row: Told<R>,
    at: string,
    who: Person,
    patch: Partial<RowOf<R>> & { isDeleted?: 0 | 1 },
  ): void {
    Object.assign(row, patch, { updateUser: who.id, updateTime: at, version: row.version + 1 })
  }

  /** Moves a record along its lifecycle and writes the history row. */
  move<R extends AnyResource>(
    of: R,
    lifecycle: Lifecycle,
    row: Told<R>,
    action: string,
    { who, at, patch, remark = null }: { who: Person; at: string; patch?: Partial<RowOf<R>>; remark?: string | null },
  ): void {
    const t: Transition | undefined = lifecycle.transitions[action]
    if (!t || typeof t.to === 'string' || !isInState(t.from, row))
      throw new Error(`${of.id} ${row.code} cannot ${action} at ${statusText(lifecycle, row)}`)
    if (at < String(row.updateTime))
      throw new Error(`${of.id} ${row.code}: ${action} at ${at} is before ${row.updateTime}`)
    const before = { ...row }
    this.edit(row, at, who, { ...patch, ...t.to } as Partial<RowOf<R>>)
    this.tell(of, before, row, {
      action,
      who,
      at,
      remark,
      bySystem: t.by === 'system',
      result: RESULT[t.result ?? 'other'],
      from: statusText(lifecycle, before),
      to: statusText(lifecycle, row),
    })
  }

  /** A history row of what changed between two states of a record. */
  tell(
    of: AnyResource,
    before: Row,
    after: Row,
    told: {
      action: string
      who: Person
      at: string
      remark: string | null
      bySystem: boolean
      result: 1 | 2 | 3
      from: string
      to: string
    },
  ): void {
    this.add(approvalHistory, told.at, told.who, {
      bizType: of.id,
      bizId: after.id,
      bizCode: String(after[of.name as string] ?? ''),
      action: told.action,
      fromStatus: told.from,
      toStatus: told.to,
      result: told.result,
      remark: told.remark,
      operatorId: told.who.id,
      operatorName: told.who.name,
      operatorRole: told.bySystem ? SYSTEM.role : told.who.role,
      operateTime: told.at,
      requestId: 'seed',
      recordVersion: String(after.version),
      changes: changesOf(of, before, after).map((c) => wireChange(of, c)),
      entrustedCompanyId: ownerOf(of, after, 'company'),
      fiscalTaxId: ownerOf(of, after, 'fiscalTax'),
      providerId: ownerOf(of, after, 'provider'),
    })
  }
}
