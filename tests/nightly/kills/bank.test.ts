import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { handleApply } from '../../../src/model/funds/handle.ts'
import { handleApplyInfo } from '../../../src/model/funds/handleInfo.ts'
import { transferAccount } from '../../../src/model/funds/transfers.ts'
import { tradingManagerInfo } from '../../../src/model/funds/units.ts'
import { orderDoctorSettlement } from '../../../src/model/settlement/settlementLines.ts'
import { openDatabase } from '../../../src/server/database/open.ts'
import { decideAsSystem } from '../../../src/server/deciding/engine.ts'
import { startJobs } from '../../../src/server/startJobs.ts'
import { broken, checkInvariants } from '../../../src/server/verification/check.ts'
import { rowNow, rowsBy, testContext } from '../../server/decisions/fixture.ts'
import { migratedFolder, newFolder, newPostgresDatabase, quiet, testUrl } from '../../server/harness.ts'
import { less } from '../../server/integrations/bankWorld.ts'
import { type Got, json, type Partner, SECRET, startPartner } from '../../server/integrations/partner.ts'

async function until(fact: () => boolean | Promise<boolean>): Promise<void> {
  for (let n = 0; !(await fact()); n++) {
    if (n > 1_000) throw new Error('it never came true')
    await sleep(50)
  }
}

/** A bank that pays all but accounts that end with 9, and of which a test says whom it does not answer. */
function bankOf(partner: Partner) {
  const accounts = new Map<string, string>()
  const bank = { silentFor: '', paid: accounts }
  partner.answering = (got: Got, response) => {
    if (got.method === 'POST') {
      const { key, payeeAccount } = JSON.parse(got.body) as { key: string; payeeAccount: string }
      partner.taken.set(key, (partner.taken.get(key) ?? 0) + 1)
      accounts.set(key, payeeAccount)
      if (bank.silentFor === '' || !payeeAccount.endsWith(bank.silentFor)) json(response, 200, { serial: `S${key}` })
      return
    }
    const key = decodeURIComponent(got.path.split('/').pop() ?? '')
    const account = accounts.get(key)
    if (account === undefined) return json(response, 404, {})
    const failed = account.endsWith('9')
    json(response, 200, {
      state: 'done',
      serial: `S${key}`,
      status: failed ? 'FAILED' : 'SUCCESS',
      code: failed ? 'NAME_MISMATCH' : 'SUC',
      msg: failed ? '收款户名不符' : '',
    })
  }
  return bank
}

test('SIGKILL while the bank has a payment: after the next start each is paid or failed with its reason, and none twice', {
  timeout: 180_000,
}, async () => {
  const url = testUrl()
  const [folder, database] = url ? [newFolder(), await newPostgresDatabase(url)] : [await migratedFolder(), '']
  const partner = await startPartner()
  const bank = bankOf(partner)
  bank.silentFor = '2'
  const script = fileURLToPath(new URL('bankChild.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, folder, database, partner.settings.url, SECRET], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  let ended = false
  child.once('exit', () => {
    ended = true
  })
  await until(() => [...bank.paid.values()].some((account) => account.endsWith('2')) || ended)
  expect(ended).toBe(false)
  const { tenantId, batchId, orderId, unitId } = JSON.parse(text) as Record<string, string>
  await new Promise((gone) => {
    child.once('exit', gone)
    child.kill('SIGKILL')
  })
  bank.silentFor = ''

  const db = await openDatabase({ dataDir: folder, databaseUrl: database || null }, quiet)
  const next = await testContext('next')
  const log = { ...quiet, warn() {} }
  const context = { ...next, db, log, config: { ...next.config, ports: { cmbBank: partner.settings } } }
  const infos = () => rowsBy(context, tenantId ?? '', handleApplyInfo, 'handle_apply_id', batchId)
  const transfers = async () => {
    const refs = (await infos()).map((i) => i.yurRef)
    return (await Promise.all(refs.map((r) => rowsBy(context, tenantId ?? '', transferAccount, 'yur_ref', r)))).flat()
  }
  try {
    await db.owner((tx) => tx.query(`update "job" set due = now() where state = 'running'`))
    const jobs = await startJobs(context)
    jobs.kick()
    await until(async () => (await transfers()).every((t) => t.transferStatus === 1))
    for (const { id } of await transfers())
      await decideAsSystem(context, tenantId ?? '', { resource: 'transferAccount', transition: 'poll', id })
    jobs.kick()
    await until(async () => (await transfers()).every((t) => (t.transferStatus ?? 0) > 1))
    await jobs.stop()
    expect([...partner.taken.values()]).toEqual([1, 1, 1])
    const all = await infos()
    expect(all.map((i) => [i.infoStatus, i.bankMsg])).toEqual([
      [2, null],
      [3, '收款户名不符'],
      [2, null],
    ])
    expect(await rowNow(context, tenantId ?? '', handleApply, batchId ?? '')).toMatchObject({ handleStatus: 4 })
    const lines = await rowsBy(context, tenantId ?? '', orderDoctorSettlement, 'settlement_order_id', orderId)
    expect(lines.map((l) => l.settleStatus)).toEqual([3, 2, 3])
    const unit = await rowNow(context, tenantId ?? '', tradingManagerInfo, unitId ?? '')
    expect(unit.balance).toBe(less('1000000.00', all[0]?.amount, all[2]?.amount))
    const found = await db.transaction({ tenantId: tenantId ?? '' }, (tx) =>
      checkInvariants(tx, ['INV-17', 'INV-17.transfer', 'INV-19', 'INV-24']),
    )
    expect(broken(found)).toEqual([])
  } finally {
    await db.close()
    await partner.stop()
  }
})
