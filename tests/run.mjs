// `npm test`: everything once, with nothing but npm. `--long` (npm run verify) walks the long walks whole.
// Browser: the system's Chromium, else the one inside @sparticuz/chromium. PostgreSQL: TEST_DATABASE_URL, else a
// throw-away cluster of an installed PostgreSQL, else skipped, loudly. With ROUNDS_SKIP_NOTHING=1 (CI) a skip is a
// failure.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const long = process.argv.includes('--long')
const only = process.argv.slice(2).filter((a) => !a.startsWith('--'))
const strict = process.env.ROUNDS_SKIP_NOTHING === '1'
const out = mkdtempSync(join(tmpdir(), 'rounds-test-'))
const began = Date.now()
const totals = { passed: 0, failed: 0, skipped: 0 }
const broken = []

/** Runs a command to its end; answers its exit code. Output goes straight through. */
const run = (args, env = {}) =>
  new Promise((done) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...(long ? { ROUNDS_LONG: '1' } : {}), ...env },
    })
    child.on('exit', (code) => done(code ?? 1))
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
async function vitest(name, args, env) {
  const file = join(out, `${name}.json`)
  const start = Date.now()
  console.log(`\n── ${name}`)
  const code = await run(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...args,
    ],
    env,
  )
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    totals.passed += report.numPassedTests
    totals.failed += report.numFailedTests
    totals.skipped += report.numPendingTests + report.numTodoTests
    if (report.numTotalTests === 0) broken.push(`${name}: no test ran`)
    for (const text of failuresOf(report)) broken.push(`${name}: ${text}`)
  } catch {
    broken.push(`${name}: no report`)
  }
  if (code !== 0) broken.push(`${name}: exit code ${code}`)
  console.log(`── ${name}: ${((Date.now() - start) / 1000).toFixed(0)} s`)
}

const wants = (part) => only.length === 0 || only.includes(part)
const skip = (what, how) => {
  console.log(`\n!! SKIPPED: ${what}\n!! ${how}\n`)
  totals.skipped += 1
  if (strict) broken.push(`skipped: ${what}`)
}

if (wants('unit'))
  await vitest('unit and components', [
    '--config',
    'tests/vitest.config.ts',
    '--project',
    'model',
    '--project',
    'commands',
    '--project',
    'console',
  ])
if (wants('server'))
  await vitest('server on the embedded database', ['--config', 'tests/vitest.config.ts', '--project', 'server'], {
    TEST_DATABASE_URL: '',
  })
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
try {
  if (wants('postgres')) {
    if (url)
      await vitest('server on PostgreSQL', ['--config', 'tests/vitest.config.ts', '--project', 'server'], {
        TEST_DATABASE_URL: url,
      })
    else skip('the server suite on PostgreSQL', 'Install PostgreSQL 15 or newer, or name one with TEST_DATABASE_URL.')
  }
  if (wants('e2e'))
    await vitest('end to end in Chromium', ['--config', 'tests/e2e/vitest.config.ts'], { TEST_DATABASE_URL: url })
} finally {
  await cluster?.stop()
  rmSync(out, { recursive: true, force: true })
}
if (wants('soak')) {
  const { postgresInstalled } = await import('./server/postgres.ts')
  if (postgresInstalled()) await vitest('soak', ['--config', 'tests/soak/vitest.config.ts'])
  else
    skip(
      'the soak test of a PostgreSQL that goes away and comes back',
      'Install PostgreSQL 15 or newer: the test stops and kills a cluster of its own.',
    )
}

console.log(`\n${((Date.now() - began) / 1000).toFixed(0)} s in all`)
for (const b of broken) console.log(`FAILED ${b}`)
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
process.exit(broken.length || totals.failed || totals.passed === 0 || (strict && totals.skipped) ? 1 : 0)
