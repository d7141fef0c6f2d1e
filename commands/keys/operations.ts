/** Operations of records whose key is the same wherever they are offered. */
export const OPERATION_KEYS = { add: 'n', edit: 'e', delete: 'delete' } as const

export type KeyedOperation = keyof typeof OPERATION_KEYS

/** The operation that one of these strokes asks for; undefined where none does. Pure. */
export const operationOf = (strokes: readonly string[]): KeyedOperation | undefined =>
  (Object.keys(OPERATION_KEYS) as KeyedOperation[]).find((operation) => strokes.includes(OPERATION_KEYS[operation]))
