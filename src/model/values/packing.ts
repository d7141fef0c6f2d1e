/**
 * Records of one shape, by column, as small as JSON can say them: names once, each value that repeats once. A value that
 * is absent is null; null itself is no value of a packed record.
 */
export interface Packed {
  readonly rows: number
  readonly columns: Readonly<Record<string, Column>>
}

/**
 * The values of a column: one a row, or few different ones (`words`) and which of them each row has: a base-36 digit a
 * row, two where there are more words than digits, nothing where all rows have the same.
 */
export type Column = readonly unknown[] | { readonly words: readonly unknown[]; readonly at?: string }

const DIGITS = 36
/** Digits that say which of these words a row has. */
const widthOf = (words: readonly unknown[]): number => (words.length <= DIGITS ? 1 : 2)

/** Packs the values of a column. Pure. */
export function packColumn(values: readonly unknown[]): Column {
  const places = new Map<string, number>()
  const words: unknown[] = []
  const at = values.map((value) => {
    const text = JSON.stringify(value ?? null)
    let place = places.get(text)
    if (place === undefined) {
      place = words.push(value ?? null) - 1
      places.set(text, place)
    }
    return place
  })
  if (words.length === 1) return { words }
  if (words.length * 2 > values.length || words.length === 0 || words.length > DIGITS ** 2)
    return values.map((value) => value ?? null)
  const width = widthOf(words)
  return { words, at: at.map((n) => n.toString(DIGITS).padStart(width, '0')).join('') }
}

/** The values of a packed column of so many rows. Pure. */
export function unpackColumn(column: Column, rows: number): readonly unknown[] {
  if (!('words' in column)) return column
  const { words, at } = column
  const width = widthOf(words)
  const place = (row: number): number =>
    at === undefined ? 0 : Number.parseInt(at.slice(row * width, (row + 1) * width), DIGITS)
  return Array.from({ length: rows }, (_, row) => words[place(row)])
}

/** Numbers of a list as steps from the number before, which repeat more; what is no number stays. Pure. */
export function stepsOf(values: readonly unknown[]): unknown[] {
  let last = 0
  return values.map((value) => {
    if (typeof value !== 'number') return value
    const step = value - last
    last = value
    return step
  })
}

/** The numbers that `stepsOf` made these steps of. Pure. */
export function numbersOf(steps: readonly unknown[]): unknown[] {
  let last = 0
  return steps.map((step) => {
    if (typeof step !== 'number') return step
    last += step
    return last
  })
}

/** Packs records; their order stays. Pure. */
export function pack(records: readonly Readonly<Record<string, unknown>>[]): Packed {
  const names = [...new Set(records.flatMap((r) => Object.keys(r)))]
  return {
    rows: records.length,
    columns: Object.fromEntries(names.map((name) => [name, packColumn(records.map((r) => r[name]))])),
  }
}

/** The packed records, in their order. Pure. */
export function unpack({ rows, columns }: Packed): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = Array.from({ length: rows }, () => ({}))
  for (const [name, column] of Object.entries(columns))
    for (const [row, value] of unpackColumn(column, rows).entries())
      if (value !== null) (found[row] as Record<string, unknown>)[name] = value
  return found
}

/** Applies a function to every text of a value, names of properties included. Pure. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [change(name), mapTexts(one, change)]))
}

/**
 * How texts spell what they are named after, each with the mark that stands for it: `*` as it is, `^` in lower case, `~`
 * without its first word (`caseCollection` of `demoCaseCollection`), `|` as words (`Demo case collection`). Short ones would
 * be found by chance.
 */
function spellings(name: string): readonly (readonly [mark: string, text: string])[] {
  const rest = /^[a-z]+([A-Z].*)$/.exec(name)?.[1] ?? ''
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  const all = [
    ['*', name],
    ['|', words.charAt(0).toUpperCase() + words.slice(1)],
    ['^', name.toLowerCase()],
    ['~', rest.charAt(0).toLowerCase() + rest.slice(1)],
  ] as const
  return all.filter(([mark, text]) => (mark === '*' ? text !== '' : text !== name && text.length > 3))
}

/** Says texts by what they are named after: `/svc/order` of `order` is `/svc/*`, so that many become one. Pure. */
export const relativeTo = (name: string): ((text: string) => string) => {
  const said = spellings(name)
  return (text) =>
    /^!|[*^~|]/.test(text) ? `!${text}` : said.reduce((made, [mark, own]) => made.replaceAll(own, mark), text)
}

/** The text that `relativeTo` the same name made this one of. Pure. */
export const absoluteFrom = (name: string): ((text: string) => string) => {
  const said = new Map(spellings(name))
  return (text) => (text.startsWith('!') ? text.slice(1) : text.replace(/[*^~|]/g, (mark) => said.get(mark) ?? ''))
}
