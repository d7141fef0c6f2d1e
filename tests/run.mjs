// `npm test`: everything once, with nothing but npm. `--long` (npm run verify) walks the long walks whole and runs every
// server test on both databases (tests/server/once.ts). Browser: the system's Chromium, else the one inside @sparticuz/chromium. PostgreSQL:
// TEST_DATABASE_URL, else a throw-away cluster of an installed PostgreSQL, else skipped, loudly. With
// ROUNDS_SKIP_NOTHING=1 (CI) a skip is a failure. Names of parts (unit, server, postgres, e2e, soak) run those only.
//
// Parts run beside each other, as many as the machine has processors and two at most (ROUNDS_TEST_LANES says otherwise;
// three on two processors take as long), and one that mostly waits beside those: each is a process of its own with a
// database of its own, and its output is printed whole when it ends.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const long = process.argv.includes('--long')
const only = process.argv.slice(2).filter((a) => !a.startsWith('--'))
const strict = process.env.ROUNDS_SKIP_NOTHING === '1'
const lanes = Math.max(1, Number(process.env.ROUNDS_TEST_LANES) || Math.min(2, availableParallelism()))
const out = mkdtempSync(join(tmpdir(), 'rounds-test-'))
const began = Date.now()
const totals = { passed: 0, failed: 0, skipped: 0 }
const broken = []

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(0)} s`

/** Runs a command to its end; its exit code and what it printed. */
const run = (args, env) =>
  new Promise((done) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...(long ? { ROUNDS_LONG: '1' } : {}), ...env },
    })
    const printed = []
    child.stdout.on('data', (d) => printed.push(d))
    child.stderr.on('data', (d) => printed.push(d))
    child.on('close', (code) => done({ code: code ?? 1, text: Buffer.concat(printed).toString() }))
  })

/**
 * What failed in a vitest JSON report: the file, the test's full name and the first lines of its message (said again at
 * the very end).
 */
const failuresOf = (report) =>
  report.testResults.flatMap((file) => {
    const path = relative(root, file.name)
    const head = (message) => (message ?? '').split('\n').slice(0, 12).join('\n    ')
    const failed = file.assertionResults
      .filter((t) => t.status === 'failed')
      .map((t) => `${path} > ${t.fullName}\n    ${head(t.failureMessages[0])}`)
    return failed.length === 0 && file.status === 'failed' ? [`${path}\n    ${head(file.message)}`] : failed
  })

/** One vitest run; its counts are added to the totals. */
async function vitest({ name, args, env, workers = 1 }) {
  const file = join(out, `${name.replaceAll(' ', '-')}.json`)
  const start = Date.now()
  console.log(`── ${name} begins`)
  const { code, text } = await run(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      `--maxWorkers=${workers}`,
      ...args,
    ],
    env,
  )
  console.log(`\n── ${name}\n${text}`)
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    totals.passed += report.numPassedTests
    totals.failed += report.numFailedTests
    totals.skipped += report.numPendingTests + report.numTodoTests
    if (report.numTotalTests === 0) broken.push(`${name}: no test ran`)
    for (const failure of failuresOf(report)) broken.push(`${name}: ${failure}`)
  } catch {
    broken.push(`${name}: no report`)
  }
  if (code !== 0) broken.push(`${name}: exit code ${code}`)
  console.log(`── ${name}: ${seconds(start)}`)
}

/**
 * Runs all parts in their order, each in the lane that is free first; those that mostly wait (`waits`) beside the lanes
 * from the beginning.
 */
async function runAll(parts) {
  const beside = lanes > 1 ? parts.filter((p) => p.waits) : []
  const waiting = parts.filter((p) => !beside.includes(p))
  const lane = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) await vitest(part)
  }
  await Promise.all([...Array.from({ length: lanes }, lane), ...beside.map(vitest)])
}

const wants = (part) => only.length === 0 || only.includes(part)
const skip = (what, how) => {
  console.log(`\n!! SKIPPED: ${what}\n!! ${how}\n`)
  totals.skipped += 1
  if (strict) broken.push(`skipped: ${what}`)
}

const CONFIG = ['--config', 'tests/vitest.config.ts']
const SERVER = [...CONFIG, '--project', 'server']
/** Tests that one database is enough for run on one, unless it is the only one or the run is a long one. */
const share = (database) => (long ? {} : { ROUNDS_SHARED_BY: database })
const INSTALL = 'Install PostgreSQL 15 or newer, or name one with TEST_DATABASE_URL.'
let cluster = null
let url = process.env.TEST_DATABASE_URL || ''
if (!url && (wants('postgres') || wants('e2e'))) {
  const { startPostgres } = await import('./server/postgres.ts')
  cluster = await startPostgres().catch((e) => {
    console.log(`PostgreSQL did not start: ${e.message}`)
    return null
  })
  url = cluster?.url ?? ''
}
const { postgresInstalled } = await import('./server/postgres.ts')

// the longest first, so that the last ones to end are short
const parts = []
if (wants('e2e'))
  parts.push({
    name: 'end to end in Chromium',
    args: ['--config', 'tests/e2e/vitest.config.ts'],
    env: { TEST_DATABASE_URL: url },
  })
if (wants('server'))
  parts.push({
    name: 'server on the embedded database',
    args: SERVER,
    env: { TEST_DATABASE_URL: '', ...(url && wants('postgres') ? share('embedded') : {}) },
  })
if (wants('postgres')) {
  if (url)
    parts.push({
      name: 'server on PostgreSQL',
      args: SERVER,
      env: { TEST_DATABASE_URL: url, ...(wants('server') ? share('postgres') : {}) },
    })
  else skip('the server suite on PostgreSQL', INSTALL)
}
if (wants('soak')) {
  if (postgresInstalled()) parts.push({ name: 'soak', args: ['--config', 'tests/soak/vitest.config.ts'], waits: true })
  else
    skip(
      'the soak test of a PostgreSQL that goes away and comes back',
      'Install PostgreSQL 15 or newer: the test stops and kills a cluster of its own.',
    )
}
if (wants('unit'))
  parts.push(
    { name: 'components', args: [...CONFIG, '--project', 'console'] },
    // the last one: the others have ended, or are about to
    { name: 'model and commands', args: [...CONFIG, '--project', 'model', '--project', 'commands'], workers: lanes },
  )
try {
  await runAll(parts)
} finally {
  await cluster?.stop()
  rmSync(out, { recursive: true, force: true })
}

console.log(`\n${seconds(began)} in all`)
for (const b of broken) console.log(`FAILED ${b}`)
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
process.exit(broken.length || totals.failed || totals.passed === 0 || (strict && totals.skipped) ? 1 : 0)
