/** The five parts of an expression: their lowest and highest number. 7 is Sunday, too. */
const PARTS = [
  ['minute', 0, 59],
  ['hour', 0, 23],
  ['day', 1, 31],
  ['month', 1, 12],
  ['weekday', 0, 7],
] as const

/** Item of a part: a number, or every n-th of all or of a range. */
const ITEM = /^(?:(\d{1,2})|(?:\*|(\d{1,2})-(\d{1,2}))(?:\/(\d{1,2}))?)$/

/** Days of the months, in a leap year. */
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** The numbers that a part names; a sentence where it names none. */
function numbersOf(part: string, [name, low, high]: (typeof PARTS)[number]): number[] | string {
  const found: number[] = []
  for (const item of part.split(',')) {
    const read = ITEM.exec(item)
    if (!read) return `${name} cannot be ${item}`
    const [, one, from, to, step = '1'] = read
    const [first, last] = [Number(one ?? from ?? low), Number(one ?? to ?? high)]
    if (first < low || last > high || first > last || Number(step) === 0) return `${name} cannot be ${item}`
    for (let n = first; n <= last; n += Number(step)) found.push(n)
  }
  return found
}

/**
 * Problem of a schedule of five fields (minute hour day month weekday) of `*`, numbers, ranges, lists and steps; null
 * for none. Also what never comes, such as February 30. Pure.
 */
export function cronProblem(expression: string): string | null {
  const parts = expression.split(' ')
  if (parts.length !== PARTS.length) return 'five fields, a blank between each: minute hour day month weekday'
  const read = PARTS.map((of, i) => numbersOf(parts[i] ?? '', of))
  const wrong = read.find((one) => typeof one === 'string')
  if (wrong !== undefined) return String(wrong)
  const [, , days, months] = read as number[][]
  const comes = months?.some((month) => days?.some((day) => day <= (DAYS[month - 1] ?? 0)))
  return comes || parts[4] !== '*' ? null : 'no month has such a day'
}
