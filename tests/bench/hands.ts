import { median, ms, quantile } from './measure.ts'

export interface Run {
  readonly perSecond: number
  readonly took: readonly number[]
}

/** Processes a list with a number of parallel workers. */
export async function worked<T>(
  list: readonly T[],
  hands: number,
  one: (item: T, hand: number) => Promise<void>,
): Promise<Run> {
  const next = list[Symbol.iterator]()
  const took: number[] = []
  const from = performance.now()
  await Promise.all(
    Array.from({ length: hands }, async (_, hand) => {
      for (const item of next) {
        const began = performance.now()
        await one(item, hand)
        took.push(performance.now() - began)
      }
    }),
  )
  return { perSecond: list.length / ((performance.now() - from) / 1000), took }
}

/** The run in the middle, and all of them as a text. */
export function middleOf(runs: readonly Run[]): Run & { readonly all: string } {
  const perSecond = median(runs.map((r) => r.perSecond))
  const one = runs.find((r) => r.perSecond === perSecond) as Run
  return { ...one, all: runs.map((r) => r.perSecond.toFixed(0)).join(', ') }
}

/** A line of the table: so many a second, how long each took. */
export const line = (what: string, { perSecond, took, all }: ReturnType<typeof middleOf>, note: string) =>
  console.log(
    `| ${what}: ${perSecond.toFixed(0)}/s | ${ms(median(took))} | ${ms(quantile(took, 0.95))} | runs ${all}; ${note} |`,
  )
