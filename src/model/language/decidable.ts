import { choice } from './fields/field.ts'

/**
 * The filter "may I decide this?" of lists whose records need a second person: 1 where a checked decision that this
 * person holds starts in the record's state and they did not make it, 0 where they did, no value where none waits.
 * Only lists have it: it depends on who asks.
 */
export const DECIDABLE = 'decidable'
export const decidable = choice('可决定', 'Decidable', { 1: ['是', 'Yes'], 0: ['否', 'No'] })

/** The column of rows that says how whoever asks is a maker of each: codes (`makerCode`) with a space between. */
export const MADE = 'madeByMe'
