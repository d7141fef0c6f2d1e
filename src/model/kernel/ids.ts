/** Largest number an id may have: what a bigint keeps. */
const LARGEST_ID = 9_223_372_036_854_775_807n

/** Is this text the id of a record, as far as its form goes? */
export const isId = (text: string): boolean => /^\d{1,19}$/.test(text) && BigInt(text) <= LARGEST_ID
