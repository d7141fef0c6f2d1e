import type { MemoryStore } from '../writing/memory/memoryStore.ts'
import type { AnyResource, Row } from '../writing/unitOfWork/rows.ts'
import { MemoryForm } from './form/memoryForm.ts'
import { readBy } from './form/relation.ts'
import type { Invariant } from './invariant.ts'

/** Finding of an invariant in memory: ids of the rows. */
export interface MemoryFinding {
  readonly id: string
  readonly ids: readonly string[]
}

const tablesOf = new WeakMap<Invariant, readonly AnyResource[]>()
const tablesReadBy = (invariant: Invariant): readonly AnyResource[] => {
  const known = tablesOf.get(invariant) ?? [...readBy(invariant.of)]
  tablesOf.set(invariant, known)
  return known
}

interface Seen {
  readonly revisions: string
  readonly ids: readonly string[]
}

/**
 * Checks invariants of a store in memory repeatedly: only those are evaluated again whose tables were written since. The
 * result is that of a check of everything.
 */
export class MemoryCheck {
  private readonly seen = new Map<Invariant, Seen>()
  private readonly rows = new Map<AnyResource, { readonly revision: number; readonly rows: readonly Row[] }>()

  private readonly store: MemoryStore
  private readonly invariants: readonly Invariant[]

  constructor(store: MemoryStore, invariants: readonly Invariant[]) {
    this.store = store
    this.invariants = invariants
  }

  /** A check of a copy of the store, which knows what this one found. */
  copy(store: MemoryStore): MemoryCheck {
    const copy = new MemoryCheck(store, this.invariants)
    for (const invariant of this.invariants) {
      const seen = this.seen.get(invariant)
      if (seen) copy.seen.set(invariant, { ids: seen.ids, revisions: copy.revisions(invariant) })
    }
    return copy
  }

  /** Broken invariants as of now; empty where all hold. */
  broken(): MemoryFinding[] {
    let form: MemoryForm | undefined
    return this.invariants.flatMap((invariant) => {
      const revisions = this.revisions(invariant)
      let seen = this.seen.get(invariant)
      if (seen?.revisions !== revisions) {
        form ??= new MemoryForm((of) => this.rowsOf(of))
        seen = { revisions, ids: form.violations(invariant.of, invariant.holds) }
        this.seen.set(invariant, seen)
      }
      return seen.ids.length > 0 ? [{ id: invariant.id, ids: seen.ids }] : []
    })
  }

  private revisions(invariant: Invariant): string {
    return tablesReadBy(invariant)
      .map((of) => this.store.table(of).revision)
      .join(' ')
  }

  private rowsOf(of: AnyResource): readonly Row[] {
    const table = this.store.table(of)
    const known = this.rows.get(of)
    if (known?.revision === table.revision) return known.rows
    const rows = table.all(of)
    this.rows.set(of, { revision: table.revision, rows })
    return rows
  }
}

/** Broken invariants of rows in memory; every invariant is checked over everything. */
export function brokenInMemory(
  rowsOf: (of: AnyResource) => readonly Row[],
  invariants: readonly Invariant[],
): MemoryFinding[] {
  const form = new MemoryForm(rowsOf)
  return invariants.flatMap(({ id, of, holds }) => {
    const ids = form.violations(of, holds)
    return ids.length > 0 ? [{ id, ids }] : []
  })
}
