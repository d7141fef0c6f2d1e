import type { Page } from 'playwright-core'

/** Counts and notes what people press on their pages. */
export function strokes() {
  const log: string[] = []
  const counts = new Map<string, number>()
  const note = (who: string, what: string, times: number) => {
    counts.set(who, (counts.get(who) ?? 0) + times)
    const [last] = log.slice(-1)
    if (last?.startsWith(`${who} `)) log[log.length - 1] = `${last} ${what}`
    else log.push(`${who} ${what}`)
  }
  return {
    /** Notes what is pressed and typed on a page from now on. */
    of(page: Page, who: string): void {
      const { keyboard } = page
      const [press, type] = [keyboard.press.bind(keyboard), keyboard.type.bind(keyboard)]
      keyboard.press = (key, options) => {
        note(who, `[${key}]`, 1)
        return press(key, options)
      }
      keyboard.type = (text, options) => {
        note(who, text.includes('desk of their own') ? '(password)' : text, text.length)
        return type(text, options)
      }
    },
    /** How many somebody pressed so far. */
    count: (who: string): number => counts.get(who) ?? 0,
    /** Prints them, a line for each turn of a person, and how many each pressed. */
    print(): void {
      const all = [...counts].map(([who, n]) => `${who} ${n}`).join(', ')
      console.log(
        `${log.map((line) => line.replace(/(\[Tab\] ?){3,}/g, (run) => `[Tab]×${run.split(']').length - 1} `)).join('\n')}\n${all}`,
      )
    },
  }
}
