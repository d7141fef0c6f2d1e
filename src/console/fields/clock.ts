const two = (n: number): string => (n < 10 ? `0${n}` : String(n))

/** How long so many seconds are: `38:20` (minutes and seconds), `1:38:20` from an hour on. Pure. */
export function clock(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const rest = two(Math.floor(seconds) % 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`
}
