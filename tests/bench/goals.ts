/** Goals that were missed, in the order of the parts, as they are told at the end. */
const missed: string[] = []

/** Notes that a goal was missed. */
export const miss = (what: string): void => void missed.push(what)

function goal(what: string, value: number, sign: '≤' | '≥', limit: number): string {
  const held = sign === '≤' ? value <= limit : value >= limit
  if (!held) miss(`${what}: ${Math.round(value * 100) / 100} (goal ${sign} ${limit})`)
  return `goal ${sign} ${limit}${held ? '' : ', MISSED'}`
}

/** A goal as it stands beside its figure, of which more is worse; noted where it is missed, as where there is no figure. */
export const atMost = (what: string, value: number, limit: number): string => goal(what, value, '≤', limit)

/** The same of a figure of which less is worse. */
export const atLeast = (what: string, value: number, limit: number): string => goal(what, value, '≥', limit)

/** The goals that were missed so far. */
export const missedGoals = (): readonly string[] => missed
