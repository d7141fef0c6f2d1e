// npm run verify-ledger: checks everything that is promised of money and points (docs/money.md).
import { readConfig } from '../core/settings/config.ts'
import { keysOf, setKeys } from '../core/settings/secrets.ts'
import { StartError } from '../core/settings/startError.ts'
import { admitKeys } from '../database/keys/admit.ts'
import { openDatabase } from '../database/open.ts'
import { promises } from './promises.ts'
import { type Verified, verifyLedger } from './verify.ts'

const time = (ms: number): string => `${Math.round(ms)} ms`
const countOf = (all: readonly Verified[]): number => all.reduce((n, v) => n + v.count, 0)
const timeOf = (all: readonly Verified[]): number => all.reduce((n, v) => n + v.ms, 0)

/** Line of the report: number, promise, statements, violations, time. */
function line(name: string, title: string, checks: readonly Verified[], keptBy = ''): string {
  const count = countOf(checks)
  const outcome =
    checks.length === 0 ? `- ${keptBy}` : `${count === 0 ? 'ok' : `${count} VIOLATIONS`}  ${time(timeOf(checks))}`
  return `${name.padEnd(7)} ${title}  ${checks.length > 1 ? `(${checks.length})  ` : ''}${outcome}`
}

/** The report: every number, what lifecycles promise besides, then the violations that were found. */
function report(all: readonly Verified[]): string[] {
  const numbered = [...promises].map(([number, { title, keptBy }]) =>
    line(
      `INV-${number}`,
      title[1],
      all.filter((v) => v.number === number),
      keptBy?.[1],
    ),
  )
  const others = all.filter((v) => v.number === null)
  const wrong = all
    .filter((v) => v.count > 0)
    .flatMap((v) => [
      '',
      `${v.id} ${v.title}: ${v.count}`,
      ...v.violations.map((row) => `  ${JSON.stringify(row)}`),
      ...(v.count > v.violations.length ? [`  and ${v.count - v.violations.length} more`] : []),
    ])
  return [...numbered, line('others', 'What lifecycles promise of their documents', others), ...wrong]
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  setKeys(keysOf(config))
  const db = await openDatabase(config, console)
  try {
    await admitKeys(db)
    const all = await verifyLedger(db)
    console.log(report(all).join('\n'))
    const count = countOf(all)
    console.log(
      `\n${all.length} statements, ${count === 0 ? 'no violations' : `${count} VIOLATIONS`}, ${time(timeOf(all))}`,
    )
    if (count > 0) process.exitCode = 1
  } finally {
    await db.close()
  }
}

main().catch((e) => {
  console.error(e instanceof StartError ? e.message : e)
  process.exitCode = 1
})
