type Locks = Readonly<Record<string, readonly string[]>>

/** Locks of several writes as a single `lock` of a rule: by resource, each record once. Pure. */
export function mergedLocks(...locks: readonly Locks[]): Record<string, string[]> {
  const all: Record<string, string[]> = {}
  for (const lock of locks)
    for (const [of, ids] of Object.entries(lock)) all[of] = [...new Set([...(all[of] ?? []), ...ids])]
  return all
}
