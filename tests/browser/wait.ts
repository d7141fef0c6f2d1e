/** A wait for a condition, looked at every `pause` ms; its error names the last value. */
export const wait = {
  async poll<T>(
    look: () => Promise<T> | T,
    good: (now: T) => boolean,
    otherwise: string,
    timeout = 120_000,
    pause = 40,
  ): Promise<T> {
    const until = Date.now() + timeout
    for (;;) {
      const now = await look()
      if (good(now)) return now
      if (Date.now() > until) throw new Error(`${otherwise} (last seen: ${JSON.stringify(now)})`)
      await new Promise((r) => setTimeout(r, pause))
    }
  },
}
