/** Where a section begins inside what scrolls, px. */
export interface Begin {
  readonly code: string
  readonly top: number
}

/** Below its upper edge a section counts as begun, px: a heading just under the strip is the one being read. */
const SLACK = 48

/**
 * The section being read: the last one that begins above the line of sight; at the very end the last one, which may be
 * too short to reach that line. Pure.
 */
export function inFront(
  sections: readonly Begin[],
  at: { readonly scrollTop: number; readonly clientHeight: number; readonly scrollHeight: number },
): string | undefined {
  const end = at.scrollTop > 0 && at.scrollTop + at.clientHeight >= at.scrollHeight - 1
  if (end) return sections.at(-1)?.code
  return (sections.findLast((s) => s.top <= at.scrollTop + SLACK) ?? sections[0])?.code
}
