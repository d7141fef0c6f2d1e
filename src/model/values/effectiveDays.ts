/** Days on which something is in force, first and last included; without one it has no end on that side. */
export interface Days {
  readonly effectiveFrom: string | null
  readonly effectiveTo: string | null
}

/** Is the day (2024-06-15) one of them? Pure. */
export const isOn = ({ effectiveFrom, effectiveTo }: Days, day: string): boolean =>
  (!effectiveFrom || effectiveFrom <= day) && (!effectiveTo || day <= effectiveTo)

/** Have two a day in common? Pure. */
export const overlap = (a: Days, b: Days): boolean =>
  (!a.effectiveFrom || !b.effectiveTo || a.effectiveFrom <= b.effectiveTo) &&
  (!b.effectiveFrom || !a.effectiveTo || b.effectiveFrom <= a.effectiveTo)
