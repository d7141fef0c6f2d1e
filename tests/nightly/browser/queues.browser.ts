import { spawnSync } from 'node:child_process'
import { describe, test } from 'vitest'
import { CLEARED, clear } from './clearing.ts'
import type { Seeded } from './prepare.ts'
import { ownStage } from './stage.ts'

/** Records decided in a view, the one that a colleague was faster with among them. */
const DEEP = 10
/** Settlement orders of a demo whose every queue is deep enough; the small one has three cycles to confirm. */
const ORDERS = 2000

/** Makes the demo a larger one, with the product's own command. */
async function larger({ dataDir, databaseUrl }: Seeded): Promise<void> {
  const args = ['--import', 'tsx', 'src/server/seed/main.ts', '--size', 'large', '--rows', String(ORDERS), '--replace']
  const env = { DATA_DIR: dataDir, DEMO_TODAY: '2024-06-15', DATABASE_URL: databaseUrl ?? '' }
  const { status, stderr } = spawnSync(process.execPath, args, { env: { ...process.env, ...env } })
  if (status !== 0) throw new Error(`the larger demo was not made: ${stderr}`)
}

const d = ownStage({ fill: larger })

describe.each(CLEARED)('$queue $view', (of) => {
  test(`is cleared ${DEEP} deep from the keyboard: overtaken, taken back, turned down, passed`, async () => {
    await clear(d.url, await d.open('zh', of.who), of, DEEP)
  })
})
