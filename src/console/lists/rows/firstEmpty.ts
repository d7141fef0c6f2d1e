/** The first place without a row, by bisection: at most `high`, which has none. Without meaning once `stopped`. */
export async function firstEmpty(
  high: number,
  there: (place: number) => Promise<boolean>,
  stopped: () => boolean,
): Promise<number> {
  let low = -1
  let top = high
  while (top - low > 1 && !stopped()) {
    const middle = Math.floor((low + top) / 2)
    if (await there(middle)) low = middle
    else top = middle
  }
  return top
}
