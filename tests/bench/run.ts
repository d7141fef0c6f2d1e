import { spawnSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../browser/browser.ts'
import { accept } from './accept.ts'
import { alike } from './alike.ts'
import { bundle } from './bundle.ts'
import { csv } from './csv.ts'
import { decide } from './decide.ts'
import { demo } from './demo.ts'
import { evidence } from './evidence.ts'
import { atMost, missedGoals } from './goals.ts'
import { grid } from './grid.ts'
import { type LargeKind, NAMES, onLarge } from './large.ts'
import { lists } from './lists.ts'
import { busy } from './load.ts'
import { ms } from './measure.ts'
import { money } from './money.ts'
import { servePages } from './pages.ts'
import { palette } from './palette.ts'
import { pay } from './pay.ts'
import { queue } from './queue.ts'
import { makeCommands, measure, product, QUERIES, titles, VIEW_QUERIES } from './rank.ts'
import { server } from './server.ts'
import { start } from './start.ts'
import { turns } from './turns.ts'

/**
 * `npm run bench [-- part …]`: parts rank, palette, grid, start, queue, demo, evidence, alike, decide, accept, money (with pay, which may be named alone),
 * csv, bundle (the sizes of its chunks; named alone also what is in each), lists, turns, server. Ratios side by side in one run; machines are noisy. A part that fails does not
 * stop the others; the process ends with 1 where one failed or a goal was missed.
 */
const wanted = process.argv.slice(2)
const wants = (...parts: string[]) => wanted.length === 0 || parts.some((part) => wanted.includes(part))
const failed: string[] = []
const took: string[] = []

/** Runs a part to its end or to its failure. */
async function part(name: string, run: () => unknown): Promise<void> {
  const from = performance.now()
  try {
    await run()
  } catch (e) {
    console.log(`\n!!! ${name} FAILED: ${e instanceof Error ? (e.stack ?? e.message) : String(e)}`)
    failed.push(`${name}: ${e instanceof Error ? e.message.split('\n')[0] : String(e)}`)
  }
  took.push(`${name} ${((performance.now() - from) / 1000).toFixed(0)} s`)
}

/** A browser of the part's own: what one part leaves behind is not the next one's. */
async function inBrowser(run: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await openBrowser()
  try {
    await run(browser)
  } finally {
    await browser.close()
  }
}

/** The pages of palette and grid, built once. */
let served: ReturnType<typeof servePages> | undefined
async function onPages(run: (browser: Browser, url: string, peers: boolean) => Promise<void>): Promise<void> {
  served ??= servePages()
  const { url, peers } = await served
  await inBrowser((browser) => run(browser, url, peers))
}

/** What was measured: the commit, and whether the sources are its own. */
function commit(): string {
  const git = (...args: string[]) =>
    spawnSync('git', args, { encoding: 'utf8', cwd: fileURLToPath(new URL('../..', import.meta.url)) }).stdout?.trim()
  const changed = git('status', '--porcelain')
  return `commit ${git('rev-parse', '--short=12', 'HEAD') || 'unknown'}${changed ? ' with changes' : ''}`
}

function ranking(): void {
  const row = (what: string, r: ReturnType<typeof measure>) => {
    console.log(`\n## Ranking ${r.items} ${what} (Chinese, pinyin initials, pinyin, English)`)
    console.log(
      `median ${ms(r.median)} ms (${atMost(`ranking ${what}, median ms`, r.median, 0.6)}), p95 ${ms(r.p95)} ms (${atMost(`ranking ${what}, p95 ms`, r.p95, 1.2)}), max ${ms(r.max)} ms; index built in ${ms(r.build)} ms`,
    )
  }
  row('titles', measure())
  const { families, make } = product()
  const own = make()
  const places = own.filter((c) => c.id.startsWith('view.open.'))
  const asked = [...QUERIES, ...VIEW_QUERIES]
  row(`titles, ${places.length} of them saved views`, measure([...titles(), ...places], asked))
  row(`commands of ${families} families with ${places.length} saved views`, measure(own, asked))
  console.log(
    `made anew in ${ms(makeCommands(true))} ms, without saved views in ${ms(makeCommands(false))} ms (median of 15)`,
  )
}

console.log(`# Rounds, measured ${new Date().toISOString()} on Node ${process.version}`)
console.log(
  `${commit()}; ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB; ${busy()}`,
)
if (wants('rank')) await part('rank', ranking)
if (wants('palette')) await part('palette', () => onPages(palette))
if (wants('grid')) await part('grid', () => onPages(grid))
await served?.then(
  (pages) => pages.close(),
  () => undefined, // told where it was asked for
)
if (wants('start')) await part('start', () => inBrowser(start))
if (wants('demo')) await part('demo', demo)
if (wants('evidence')) await part('evidence', () => inBrowser(evidence))
if (wants('alike')) await part('alike', alike)
if (wants('decide')) await part('decide', decide)
if (wants('accept')) await part('accept', accept)
if (wants('money')) await part('money', money)
if (wants('money', 'pay')) await part('pay', pay)
if (wants('csv')) await part('csv', csv)
if (wants('bundle'))
  await part('bundle', () =>
    bundle({ owners: wanted.includes('bundle'), all: wanted.includes('all'), write: wanted.includes('write') }),
  )
if (wants('lists', 'server', 'queue', 'turns'))
  for (const kind of (wants('lists', 'server') ? ['postgres', 'embedded'] : ['embedded']) satisfies LargeKind[])
    await part(`a large demo on ${NAMES[kind]} with all that is measured on it`, () =>
      onLarge(kind, async (env) => {
        const name = NAMES[kind]
        if (wants('lists')) await part(`lists on ${name}`, () => lists(name, env))
        // before the server is measured, which leaves little to decide
        if (kind === 'embedded' && wants('queue'))
          await part('queue', () => inBrowser((browser) => queue(browser, env)))
        if (kind === 'embedded' && wants('turns')) await part(`turns on ${name}`, () => turns(name, env))
        if (wants('server')) await part(`server on ${name}`, () => server(name, env))
      }),
    )

console.log(`\n## The end, ${busy()}\n${took.join(', ')}`)
const misses = missedGoals()
console.log(misses.length > 0 ? `\n${misses.length} goals missed:\n- ${misses.join('\n- ')}` : 'No goal was missed.')
if (failed.length > 0) console.log(`\n!!! ${failed.length} PARTS FAILED:\n- ${failed.join('\n- ')}`)
process.exitCode = failed.length > 0 || misses.length > 0 ? 1 : 0
