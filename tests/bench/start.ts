import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { build, halves, programOf, ROOT } from '../../src/server/build.mjs'
import { firstScreens } from './firstScreens.ts'
import { decide, decideUntilKilled, folderOf, write } from './folderGrowth.ts'
import { atMost } from './goals.ts'
import { freshCopy, installForServing, sizeOf } from './installs.ts'
import { busy } from './load.ts'
import { cpuOf, median } from './measure.ts'
import { memoryLimit, memoryOf, type Program, startProgram } from './processes.ts'
import { sessionMemory } from './sessionMemory.ts'

const RUNS = 3
/** From a start until memory is at rest, ms. */
const REST_MS = 8_000
/** Least memory that a first start has to do with, MB. */
const LIMIT = 1_024

const FLAGS = ['--enable-source-maps', '--max-semi-space-size=64']
const SOURCES: Program = { cwd: ROOT, args: ['--max-semi-space-size=64', '--import', 'tsx', 'src/server/main.ts'] }
const starterIn = (cwd: string): Program => ({ cwd, args: [...FLAGS, 'src/server/start.mjs'] })

const one = (n: number): string => n.toFixed(1)
const whole = (n: number): string => n.toFixed(0)
const row = (what: string, figure: string, goal = '–') => console.log(`| ${what} | ${figure} | ${goal} |`)

/** A start of a fresh clone, where nothing is built and there is no data. Leaves the build in the copy. */
async function firstOfAll(copy: string, data: string): Promise<void> {
  const first = await startProgram(starterIn(copy), data, { LOG_LEVEL: 'info' })
  const at = (line: RegExp) => `${one(first.at(line))} s`
  row(
    '`npm start` of a fresh clone, after `npm ci`',
    `${one(first.seconds)} s`,
    atMost('first start, s', first.seconds, 15),
  )
  row('– server compiled, console built after', `${at(/The server is built/)}, ${at(/The console is built/)}`)
  row(
    '– schema made, demo begun, demo made after',
    `${at(/migrations applied/)}, ${at(/demo data: /)}, ${at(/demo data: \d+ settlement/)}`,
  )
  row('– most memory, with Parcel', `${whole(first.peak())} MB`)
  const running = folderOf(data)
  await first.stop()
  const { all, log } = folderOf(data)
  row(
    'data folder after it (its log), running',
    `${whole(running.all)} (${whole(running.log)}) MB`,
    atMost('data folder after the first start, MB', running.all, 160),
  )
  row('the same after a clean stop', `${whole(all)} (${whole(log)}) MB`)
}

/** What is installed, all and for serving; the copy can only serve afterwards. */
function installed(copy: string): void {
  row('`npm ci`, all packages', `${whole(sizeOf(join(ROOT, 'node_modules')))} MB`)
  const from = performance.now()
  installForServing(copy)
  const took = (performance.now() - from) / 1000
  const packages = sizeOf(join(copy, 'node_modules'))
  row(
    `\`npm ci --omit=dev\`, for serving (${one(took)} s)`,
    `${whole(packages)} MB`,
    atMost('install for serving, MB', packages, 140),
  )
  row(
    '– what is built beside it: server, console',
    ['server', 'console'].map((half) => `${whole(sizeOf(join(copy, 'dist', half)))} MB`).join(', '),
  )
}

/** The first start of an installation for serving, whose memory is limited where this machine allows it. */
async function limited(copy: string, data: string): Promise<void> {
  const limit = memoryLimit(LIMIT)
  try {
    const first = await startProgram(starterIn(copy), data, {}, limit?.enter)
    const peak = first.peak()
    row('first start of a built installation', `${one(first.seconds)} s`)
    await first.stop()
    row(
      `– most memory${limit ? `, and it survives a limit of ${LIMIT} MB` : `; no limit could be set here`}`,
      `${whole(peak)} MB`,
      atMost('memory of a first start, MB', peak, LIMIT),
    )
  } finally {
    limit?.remove()
  }
}

/** Starts on the demo, compiled and from sources by turns. */
async function warm(compiled: Program, data: string): Promise<void> {
  const runs = ([compiled, SOURCES] as const).map((program) => ({
    program,
    seconds: [] as number[],
    cpu: [] as number[],
    rest: [] as number[],
  }))
  for (let n = 0; n < RUNS; n++)
    for (const run of runs) {
      const started = await startProgram(run.program, data)
      run.seconds.push(started.seconds)
      run.cpu.push(cpuOf(started.pid) / 1000)
      await sleep(REST_MS)
      run.rest.push(memoryOf(started.pid))
      await started.stop()
    }
  const figures = runs.map(({ seconds, cpu, rest }) => ({
    seconds: median(seconds),
    cpu: median(cpu),
    rest: median(rest),
  }))
  type Figures = (typeof figures)[number]
  const [built, sources] = figures as [Figures, Figures]
  const beside = (of: (f: Figures) => string) => `${of(built)} (from sources by tsx ${of(sources)})`
  row(
    `warm start, median of ${RUNS}`,
    beside((f) => `${f.seconds.toFixed(2)} s`),
    atMost('warm start, s', built.seconds, 1.5),
  )
  row(
    '– its processor time',
    beside((f) => `${one(f.cpu)} s`),
  )
  row(
    `memory ${REST_MS / 1000} s later`,
    beside((f) => `${whole(f.rest)} MB`),
    atMost('memory at rest, MB', built.rest, 420),
  )
}

async function sessions(compiled: Program, data: string): Promise<void> {
  const added: number[] = []
  for (const program of [compiled, SOURCES]) {
    const started = await startProgram(program, data)
    try {
      added.push(await sessionMemory(started))
    } finally {
      await started.stop()
    }
  }
  const [built = Number.NaN, sources = Number.NaN] = added
  row(
    '1,000 sessions, each with its stream of events, add',
    `${whole(built)} MB (from sources by tsx ${whole(sources)} MB)`,
  )
}

/** How the data folder grows, and a start after SIGKILL in the middle of it. */
async function growth(compiled: Program, data: string): Promise<void> {
  const started = await startProgram(compiled, data)
  const { accepted, perSecond, log } = await decide(started.url, data, 10_000)
  const { all } = folderOf(data)
  row(
    `data folder after ${accepted} decisions (${whole(perSecond)} a second)`,
    `${whole(all)} MB`,
    atMost('data folder after 10,000 decisions, MB', all, 220),
  )
  row('– most of its log meanwhile', `${whole(log)} MB`, atMost('log during decisions, MB', log, 80))
  await decideUntilKilled(started.url, data, started.kill, 3_000)
  const again = await startProgram(compiled, data)
  row(
    'start after kill -9 while people decide',
    `${one(again.seconds)} s`,
    atMost('start after kill -9, s', again.seconds, 3),
  )
  await again.stop()
  const largest = await write(data, 200)
  row(
    'most of the log while 200 MB are written',
    `${whole(largest)} MB`,
    atMost('log while 200 MB are written, MB', largest, 80),
  )
}

/** Installation, starts, memory and data folder; then what the browser loads of the first screens. */
export async function start(browser: Browser): Promise<void> {
  console.log(`\n## Starting, and what the browser loads, ${busy()}`)
  const home = mkdtempSync(join(tmpdir(), 'rounds-bench-'))
  const copy = freshCopy()
  try {
    console.log('| what | figure | goal |\n| --- | --- | --- |')
    const [data, other] = [join(home, 'data'), join(home, 'other')]
    await firstOfAll(copy, data)
    installed(copy)
    await limited(copy, other)
    const compiled = starterIn(copy)
    await warm(compiled, data)
    await sessions(compiled, data)
    await growth(compiled, other)
    for (const half of halves) if (!half.isFresh()) await build(half)
    const started = await startProgram({ cwd: ROOT, args: [...FLAGS, programOf('main')] }, data)
    try {
      await firstScreens(browser, started.url)
    } finally {
      await started.stop()
    }
  } finally {
    for (const made of [home, copy]) rmSync(made, { recursive: true, force: true })
  }
}
