import type { AnyCommand } from '../command.ts'

/** Ids of families begin so: no command's does. */
export const FAMILY = '*.'

const OPERATION = /\.(add|edit|delete)$/

/**
 * Family of a command: commands of many resources that have one key by declaration and are bound together, so that a
 * person says once what approves. Decisions by their letter (`*.a`), operations by their name (`*.add`); null for none.
 */
function familyOf(c: AnyCommand): string | null {
  const [key] = c.keys ?? []
  if (c.category === 'record') {
    const operation = OPERATION.exec(c.id)?.[1]
    return operation && key ? `${FAMILY}${operation}` : null
  }
  if (c.category !== 'decision' || c.selection !== 'one' || !key) return null
  return /^[a-z]$/.test(key) ? `${FAMILY}${key}` : null
}

/** Families by the ids of their commands, as declared. Pure. */
export const familiesOf = (commands: readonly AnyCommand[]): ReadonlyMap<string, string> =>
  new Map(
    commands.flatMap((c) => {
      const family = familyOf(c)
      return family ? [[c.id, family] as const] : []
    }),
  )
