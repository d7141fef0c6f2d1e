import { readFileSync } from 'node:fs'
import type { CDPSession, Page } from 'playwright-core'

/** The q-quantile of some numbers. */
export const quantile = (values: readonly number[], q: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
}
export const median = (values: readonly number[]): number => quantile(values, 0.5)
/** Processor time a process has used, ms; NaN where the system does not report it. */
export function cpuOf(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // clock ticks, a hundred a second on every Linux
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return Number.NaN
  }
}

/** 12.345 → "12.3". */
export const ms = (n: number): string => n.toFixed(n < 10 ? 2 : 1)

/** In the page: milliseconds from each keydown to the second animation frame after it. */
export async function recordKeys(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(globalThis, { benchKeys: times })
    addEventListener(
      'keydown',
      () => {
        const from = performance.now()
        requestAnimationFrame(() => requestAnimationFrame(() => times.push(performance.now() - from)))
      },
      true,
    )
  })
  return () => page.evaluate(() => (globalThis as unknown as { benchKeys: number[] }).benchKeys.splice(0))
}

/** In the page: lengths of the frames while `act` runs there. */
export const framesWhile = (page: Page, script: string): Promise<number[]> =>
  page.evaluate(`(async () => {
    const frames = []; let last = performance.now(); let on = true
    const tick = (t) => { frames.push(t - last); last = t; if (on) requestAnimationFrame(tick) }
    requestAnimationFrame((t) => { last = t; requestAnimationFrame(tick) })
    await (async () => { ${script} })()
    on = false
    await new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))
    return frames
  })()`)

/** Frames that were missed at 60 Hz, as a share of those there should have been. */
export const dropped = (frames: readonly number[]): number => {
  const missed = frames.reduce((n, f) => n + Math.max(0, Math.round(f / (1000 / 60)) - 1), 0)
  return missed / Math.max(1, frames.length + missed)
}

/** Seconds of script so far. */
export async function scriptSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return metrics.find((m) => m.name === 'ScriptDuration')?.value ?? 0
}

/** Heap in use after a collection, MB, and elements in the document. */
export async function weight(page: Page, cdp: CDPSession): Promise<{ heap: number; nodes: number }> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return { heap: usedSize / 1e6, nodes: await page.evaluate(() => document.querySelectorAll('*').length) }
}
