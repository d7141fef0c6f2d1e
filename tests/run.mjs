// `npm test` runs the tiers of the day (docs/testing.md); `npm run verify` (`--all`) runs those of the night, too. Names of
// parts run those only: `npm test -- unit rules`. Parts run beside each other, as many as the machine has processors and two
// at most (ROUNDS_TEST_LANES names another number); each is a process of its own with a database of its own, and its
// output is printed whole when it ends.
//
// PostgreSQL: TEST_DATABASE_URL, else a throw-away cluster of an installed one, else the embedded database alone. With
// ROUNDS_SKIP_NOTHING=1 (CI) a skipped test is a failure. `verify` remembers the parts that passed on this commit in
// .cache/verify.json and goes on with the others when it is run again; `--fresh` begins anew.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { forgetOldModules } from './modules.ts'
import { nodeOf } from './nodes.mjs'
import { dayParts, nightParts } from './parts.mjs'
import { dropLeft } from './server/harness.ts'
import { postgresInstalled, startPostgres } from './server/postgres.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const flags = new Set(process.argv.slice(2).filter((a) => a.startsWith('--')))
const only = process.argv.slice(2).filter((a) => !a.startsWith('--'))
const strict = process.env.ROUNDS_SKIP_NOTHING === '1'
const lanes = Math.max(1, Number(process.env.ROUNDS_TEST_LANES) || Math.min(2, availableParallelism()))
const reports = mkdtempSync(join(tmpdir(), 'rounds-reports-'))
const totals = { passed: 0, failed: 0, skipped: 0 }
const broken = []
const ended = []

const secondsSince = (ms) => (Date.now() - ms) / 1000
const git = (...args) => {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}
/** Time that the processors of this machine have been busy and idle since it started, ms. */
const processors = () =>
  cpus().reduce(
    ({ busy, idle }, { times }) => ({
      busy: busy + times.user + times.nice + times.sys + times.irq,
      idle: idle + times.idle,
    }),
    { busy: 0, idle: 0 },
  )

/** Runs a program to its end; its exit code and everything that it printed. */
const run = (program, args, env) =>
  new Promise((done) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    })
    const printed = []
    child.stdout.on('data', (d) => printed.push(d))
    child.stderr.on('data', (d) => printed.push(d))
    child.on('close', (code) => done({ code: code ?? 1, text: Buffer.concat(printed).toString() }))
  })

/** Failures of a vitest JSON report: the file, the full name of the test and the first lines of its message. */
const failuresOf = (report) =>
  report.testResults.flatMap((file) => {
    const path = relative(root, file.name)
    const head = (message) => (message ?? '').split('\n').slice(0, 12).join('\n    ')
    const failed = file.assertionResults
      .filter((t) => t.status === 'failed')
      .map((t) => `${path} > ${t.fullName}\n    ${head(t.failureMessages[0])}`)
    return failed.length === 0 && file.status === 'failed' ? [`${path}\n    ${head(file.message)}`] : failed
  })

/** One part; its counts are added to the totals. */
async function runPart({ name, args, env, node, workers = 1 }) {
  const file = join(reports, `${name}.json`)
  const began = Date.now()
  const problems = []
  console.log(`── ${name} begins`)
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json']
  const { code, text } = await run(
    node ? await nodeOf(node) : process.execPath,
    [...vitest, `--outputFile.json=${file}`, `--maxWorkers=${workers}`, ...args],
    env,
  )
  console.log(`\n── ${name}\n${text}`)
  let tests = 0
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    tests = report.numTotalTests
    totals.passed += report.numPassedTests
    totals.failed += report.numFailedTests
    totals.skipped += report.numPendingTests + report.numTodoTests
    if (tests === 0) problems.push('no test ran')
    if (strict && report.numPendingTests + report.numTodoTests > 0) problems.push('tests were skipped')
    problems.push(...failuresOf(report))
  } catch {
    problems.push('no report')
  }
  if (code !== 0) problems.push(`exit code ${code}`)
  for (const problem of problems) broken.push(`${name}: ${problem}`)
  ended.push({ name, tests, seconds: secondsSince(began) })
  if (problems.length === 0) remember(name)
}

/** Parts that passed on this commit. Nothing is remembered of a changed tree. */
const memory = join(root, '.cache/verify.json')
const commit = git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') : null
const passed = new Set(
  (() => {
    if (!flags.has('--all') || flags.has('--fresh') || !commit || !existsSync(memory)) return []
    const kept = JSON.parse(readFileSync(memory, 'utf8'))
    return kept.commit === commit ? kept.passed : []
  })(),
)
function remember(name) {
  passed.add(name)
  if (!flags.has('--all') || !commit) return
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(memory, JSON.stringify({ commit, passed: [...passed] }))
}

/** Runs all parts in their order, each in the lane that is free first. */
async function runAll(parts) {
  const waiting = [...parts]
  const lane = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) await runPart(part)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

const skip = (what, how) => {
  console.log(`\n!! SKIPPED: ${what}\n!! ${how}\n`)
  totals.skipped += 1
  if (strict) broken.push(`skipped: ${what}`)
}

forgetOldModules()
const began = Date.now()
const before = processors()
const changed = git('status', '--porcelain')
let url = process.env.TEST_DATABASE_URL || ''
let cluster = null
if (!url && postgresInstalled()) {
  cluster = await startPostgres().catch((e) => {
    console.log(`PostgreSQL did not start: ${e.message}`)
    return null
  })
  url = cluster?.url ?? ''
}
if (!url) skip('all tests on PostgreSQL', 'Install PostgreSQL 15 or newer, or name one with TEST_DATABASE_URL.')
const all = [...dayParts(url, lanes), ...(flags.has('--all') ? nightParts(url, postgresInstalled()) : [])]
const chosen = all.filter((p) => (only.length === 0 || only.includes(p.name)) && !passed.has(p.name))
const unknown = only.filter((name) => !all.some((p) => p.name === name))
if (unknown.length > 0)
  broken.push(`no part is named ${unknown.join(', ')}; there are ${all.map((p) => p.name).join(', ')}`)
for (const name of passed) console.log(`── ${name} passed before on this commit`)
try {
  await runAll(chosen)
  if (url && !cluster) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await dropLeft(client)
    await client.end()
  }
} finally {
  await cluster?.stop()
  rmSync(reports, { recursive: true, force: true })
}
if (changed !== null && git('status', '--porcelain') !== changed)
  broken.push(`the run left files behind:\n    ${git('status', '--porcelain')}`)

const used = processors()
const busy = used.busy - before.busy
console.log('\npart                        seconds   tests')
for (const { name, seconds, tests } of ended)
  console.log(`${name.padEnd(28)}${seconds.toFixed(0).padStart(7)}${String(tests).padStart(8)}`)
console.log(
  `${secondsSince(began).toFixed(0)} s in all, ${cpus().length} processors ${Math.round((100 * busy) / (busy + used.idle - before.idle))} % busy`,
)
for (const b of broken) console.log(`FAILED ${b}`)
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
process.exit(broken.length || totals.failed || (totals.passed === 0 && passed.size === 0) ? 1 : 0)
