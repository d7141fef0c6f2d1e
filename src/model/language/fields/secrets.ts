/** The placeholder of a secret outside the database: stars, then six hex digits that change whenever it is set. */
const SHOWN = /^\*{6}[0-9a-f]{6}$/

/** A secret as everybody sees it. `mark`: six hex digits drawn at random when it was set; they say nothing of it. */
export const shownSecret = (mark: string): string => `******${mark}`

/** Returns whether this is the placeholder of a secret and not a value. */
export const isShownSecret = (value: unknown): value is string => typeof value === 'string' && SHOWN.test(value)

/** A text as a column keeps it that is encrypted: the name of the key, and what AES made of it (`database/sealed.ts`). */
const SEALED = /^~[\w-]{1,16}~[\w-]{39,}$/

/** Returns whether this is the encrypted form of a text and not the text. */
export const isSealed = (value: unknown): value is string => typeof value === 'string' && SEALED.test(value)
