import { lifecycles, resources } from '../../src/model/business.ts'
import type { Invariant } from '../../src/server/promises/invariant.ts'
import { invariants } from '../../src/server/verification/check.ts'
import { invariantsOf } from '../../src/server/verification/history.ts'
import type { MemoryStore } from '../../src/server/writing/memory/memoryStore.ts'

/** Every invariant, and those of the lifecycles that tests declare beside the product's. */
export function allInvariants(): Invariant[] {
  const known = new Set(invariants.map((i) => i.id))
  return [...invariants, ...[...lifecycles.values()].flatMap(invariantsOf).filter((i) => !known.has(i.id))]
}

/** What is wrong with what a store told of its writes: the audit trail has every version once, the outbox every write. */
export function wrongInTrails(store: MemoryStore): string[] {
  const found: string[] = []
  const versions = new Map<string, number>()
  for (const line of store.audit) {
    const key = `${String(line.resource)}/${String(line.record_id)}`
    const before = versions.get(key)
    if (before !== undefined && Number(line.version) !== before + 1)
      found.push(`${key} jumps to ${String(line.version)}`)
    versions.set(key, Number(line.version))
  }
  // overviews are told of the rows they show besides
  const told = store.outbox.filter(
    (o) => o.resource !== 'securityEvent' && !resources.get(String(o.resource))?.overview,
  )
  if (told.length !== store.audit.length) found.push('a write is told once and not twice')
  return found
}
