import { reconciliationInfo } from '../../../../model/funds/reconciliation.ts'
import { transferAccount } from '../../../../model/funds/transfers.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { fen, yuan } from '../../../../model/values/money.ts'
import type { Movement } from '../../../domains/funds/ledger/reconciled.ts'
import { known } from '../../../domains/funds/reconciliation.ts'
import { atTime, plusDays, plusSeconds } from '../../values/times.ts'
import type { Company } from '../people/parties.ts'
import { type Character, liveRows, type Stage, SYSTEM } from '../stage/stage.ts'
import { unitAccountOf, unitNoOf } from './bank.ts'

const { transferStatus } = statesOf(transferAccount)

/** Days of units that are compared: the newest of them still wait. */
const DAYS = 24

/** Differences between statement and ledger: a missing line, an extra line, another amount, a returned transfer. */
const ODD: readonly ((rows: readonly Movement[]) => Movement[])[] = [
  (rows) => rows.slice(1),
  (rows) => [...rows, { ref: '', serial: `${rows[0]?.serial}J`, amount: '0.35', status: 'SUCCESS' }],
  ([first, ...rest]) => (first ? [{ ...first, amount: yuan(fen(first.amount) - 100n) }, ...rest] : rest),
  ([first, ...rest]) => (first ? [{ ...first, status: 'RETURNED' }, ...rest] : rest),
]

/** How finance handles a difference, by its kind. */
const HANDLED: Readonly<Record<number, string>> = {
  1: '次日到账，已核对',
  2: '银行结息，已入账',
  3: '银行扣收手续费，已核对',
  4: '已联系医生更正账户',
}

/** The newest days on which units of companies paid, with the number of the unit. */
function daysOf(stage: Stage, companies: readonly Company[]): { day: string; accountNo: string }[] {
  const units = new Map(companies.map((_, n) => [unitAccountOf(n), unitNoOf(n)]))
  const days = new Set<string>()
  for (const t of liveRows(stage, transferAccount)) {
    const unit = units.get(t.payAccount ?? '')
    if (t.transferStatus === transferStatus.succeeded && t.finishTime && unit)
      days.add(`${t.finishTime.slice(0, 10)} ${unit}`)
  }
  return [...days]
    .filter((key) => plusDays(key.slice(0, 10), 1) < stage.today)
    .sort((a, b) => b.localeCompare(a))
    .slice(0, DAYS)
    .map((key) => ({ day: key.slice(0, 10), accountNo: key.slice(11) }))
}

/** Movements of a unit on one day, compared with the bank: the newest still wait, some had differences. */
export async function addReconciliations(
  stage: Stage,
  who: Character,
  finance: Character,
  companies: readonly Company[],
): Promise<void> {
  let odd = 0
  for (const [i, { day, accountNo }] of daysOf(stage, companies).entries()) {
    const at = atTime(plusDays(day, 1), 6, i % 60)
    const taskid = await stage.codeAt(reconciliationInfo, at, who)
    const task = await stage.existing(reconciliationInfo, at, who, { taskid, accountNo, reconDate: day })
    if (i < 4) continue
    await stage.stepped(reconciliationInfo, plusSeconds(at, 5), SYSTEM, task.id, 'run')
    if (i < 7) continue
    const differs = i < 14
    await stage.as(SYSTEM).work(async (work) => {
      const ours = await known(work, task)
      await work.lock(reconciliationInfo, [task.id])
      await work.lock(transferAccount, ours.transfers)
      const rows = differs ? ODD[odd++ % ODD.length]?.(ours.movements) : ours.movements
      await work.step(reconciliationInfo, task.id, 'told', { rows })
    })
    if (!differs || i % 2 === 1) continue
    const [found] = liveRows(stage, reconciliationInfo, { taskid })
    stage.idAt(plusSeconds(at, 14_400))
    await stage.as(finance).decide({
      resource: reconciliationInfo.id,
      transition: 'resolve',
      id: task.id,
      ask: { resultDetail: found?.resultDetail?.map((d) => ({ ...d, handle: HANDLED[d.diffType ?? 1] })) },
    })
  }
}
