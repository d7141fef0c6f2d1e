import { ports } from '../model/business.ts'
import { sweepSessions } from './auth/sessions.ts'
import type { ServerContext } from './core/context/context.ts'
import { sweepLogs } from './database/actionLogs.ts'
import { rotateSecrets } from './database/keys/secrets.ts'
import { runBatchJob, stopBatches } from './deciding/batch/batch.ts'
import { interruptDead, interruptLeft } from './deciding/batch/batchStore.ts'
import { CLOCK_LANE, clockSchedules, runClockEdge } from './deciding/clockEdges.ts'
import { queueLeftIntents, runIntent } from './deciding/intents.ts'
import { DOCUMENT, giveUpDocument, runDocument } from './documents/documents.ts'
import { runTencentEvent, TENCENT_EVENT } from './domains/activities/tencentEvents.ts'
import { startNotifications } from './domains/desk/notifications/follow.ts'
import { DUE_VIEWS, runDueViews, VIEW_EXPORT, viewScheduleClock } from './domains/desk/viewSchedules/due.ts'
import { giveUpViewExport, runViewExport } from './domains/desk/viewSchedules/run.ts'
import { LEDGER_CHECK } from './domains/funds/ledgerCheck.ts'
import { awardSchedule, DOCTOR_AWARDS, runAwards } from './domains/points/giving.ts'
import { failLeftExports, sweepExports } from './exchange/export/ending.ts'
import { giveUpExport, runExport } from './exchange/export/handlers.ts'
import { runImportJob } from './exchange/import/run.ts'
import { sweepImports } from './exchange/import/store.ts'
import { sweepFiles, sweepStrayFiles } from './files/sweep.ts'
import { INTENT, portLane } from './jobs/intents.ts'
import { kickedByOthers, setRunner } from './jobs/kick.ts'
import { enqueue } from './jobs/queue.ts'
import { type Runner, startRunner, type Works } from './jobs/runner.ts'
import { type Schedule, startSchedules } from './jobs/schedule.ts'
import { sweep } from './jobs/sweep.ts'
import { ledgerSchedule, runLedgerCheck } from './verification/nightly.ts'

/** Handlers of every process, and how many jobs of each lane at once. */
const works: Works = {
  kinds: {
    batch: runBatchJob,
    clockEdge: runClockEdge,
    [INTENT]: runIntent,
    leftIntents: async (context) => void (await queueLeftIntents(context)),
    sweep: async (context) => void (await Promise.all([sweep(context), sweepLogs(context)])),
    export: runExport,
    import: runImportJob,
    sweepFiles: async (context) =>
      void (await Promise.all([sweepFiles(context), sweepExports(context), sweepImports(context)])),
    leftWork: async (context) => void (await Promise.all([interruptDead(context), failLeftExports(context)])),
    sweepStrayFiles: async (context) => void (await sweepStrayFiles(context)),
    sweepSessions,
    [LEDGER_CHECK]: runLedgerCheck,
    [DOCUMENT]: runDocument,
    [DOCTOR_AWARDS]: runAwards,
    [TENCENT_EVENT]: runTencentEvent,
    [DUE_VIEWS]: runDueViews,
    [VIEW_EXPORT]: runViewExport,
  },
  givenUp: { export: giveUpExport, [VIEW_EXPORT]: giveUpViewExport, [DOCUMENT]: giveUpDocument },
  lanes: {
    batch: 2,
    [CLOCK_LANE]: 1,
    export: 1,
    import: 1,
    maintenance: 1,
    [LEDGER_CHECK]: 1,
    [DOCUMENT]: 1,
    [DUE_VIEWS]: 1,
    [VIEW_EXPORT]: 1,
    ...Object.fromEntries([...ports.keys()].map((id) => [portLane(id), 2])),
  },
}

/** A schedule of the server itself: one job of no tenant. */
const maintenance = (kind: keyof typeof works.kinds, cron: string): Schedule => ({
  id: kind,
  cron,
  jobs: async (context, tx) => void (await enqueue(context, tx, kind, {}, { lane: 'maintenance', key: kind })),
})

const schedules: readonly Schedule[] = [
  maintenance('sweep', '17 * * * *'),
  maintenance('sweepFiles', '32 * * * *'),
  maintenance('sweepStrayFiles', '23 4 * * *'),
  maintenance('sweepSessions', '47 * * * *'),
  maintenance('leftIntents', '* * * * *'),
  maintenance('leftWork', '* * * * *'),
  ledgerSchedule,
  awardSchedule,
  viewScheduleClock,
  ...clockSchedules(),
]

/**
 * Starts the background work of a process: marks batches that a dead process left, runs queued jobs, serves schedules.
 * Called once by the server's start; `stop()` drains.
 */
export async function startJobs(context: ServerContext): Promise<Runner> {
  const left = await interruptLeft(context)
  if (left > 0) context.log.warn(`${left} unfinished batches of an earlier process wait to be resumed`)
  await rotateSecrets(context.db).then(
    (n) => n > 0 && context.log.info(`${n} secrets are encrypted with the key in use now`),
    (e: unknown) => context.log.warn(`secrets: ${e instanceof Error ? e.message : String(e)}`),
  )
  const runner = startRunner(context, works)
  const stopSchedules = startSchedules(context, schedules)
  const stopNotifications = startNotifications(context)
  const unlisten = await kickedByOthers(context)
  const all: Runner = {
    kick: () => runner.kick(),
    async stop() {
      setRunner(context, null)
      await unlisten()
      await Promise.all([stopNotifications(), stopSchedules(), runner.stop(), stopBatches(context)])
    },
  }
  setRunner(context, all)
  return all
}
