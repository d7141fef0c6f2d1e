/** Works a list off in its order, so many at once. After one that fails none is begun; its error is thrown. */
export async function inLanes<T>(all: readonly T[], lanes: number, one: (item: T) => Promise<unknown>): Promise<void> {
  const next = all[Symbol.iterator]()
  let failed = false
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const item of next) {
        if (failed) return
        try {
          await one(item)
        } catch (e) {
          failed = true
          throw e
        }
      }
    }),
  )
}
