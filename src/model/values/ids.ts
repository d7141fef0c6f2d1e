/** Largest id: the largest value of a bigint. */
const LARGEST_ID = 9_223_372_036_854_775_807n

/** Returns whether a text has the form of a record's id. */
export const isId = (text: string): boolean => /^\d{1,19}$/.test(text) && BigInt(text) <= LARGEST_ID

/** Ids in numeric order. */
export const byId = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
