/** A month as it is kept (`yyyyMM`) the way people read it: `2025-12`. Any other text is left as it is. Pure. */
export const monthWord = (kept: string): string => (kept.length === 6 ? `${kept.slice(0, 4)}-${kept.slice(4)}` : kept)
