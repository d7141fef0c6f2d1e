import { forgetStands } from '../../../src/console/data/behind.ts'
import { forgetSettings } from '../../../src/console/data/mySettings.ts'
import { queryClient } from '../../../src/console/data/queries.ts'
import { forgetBatches } from '../../../src/console/decisions/batches.ts'
import { forgetDecisions } from '../../../src/console/decisions/outbox/pendingDecisions.ts'
import { forgetQueueSessions } from '../../../src/console/queue/list/queueSession.ts'
import { QueueScreen } from '../../../src/console/queue/QueueScreen.tsx'
import { status } from '../../../src/console/state/status.ts'
import { messages } from '../../../src/console/ui/messages/toast.ts'
import type { Catalogue } from '../../../src/model/wire/catalogue.ts'
import { server } from '../server/server.ts'
import { ready, stage } from '../stage.tsx'

/** Clears what the console keeps between screens. Call before each test. */
export function forgetAll(): void {
  queryClient.clear()
  localStorage.clear()
  sessionStorage.clear()
  messages.list = []
  status.online = true
  forgetDecisions()
  forgetBatches()
  forgetQueueSessions()
  forgetSettings()
  forgetStands()
}

/** Opens a queue over the server's records and waits until its rows are shown. */
export async function openQueue(
  path = '/desk/queues/settlementOrder',
  queue = 'settlementOrder',
  wait = true,
): Promise<ReturnType<typeof stage>> {
  const shown = stage(<QueueScreen queue={queue} />, path, 'queue', server.granted as Catalogue)
  if (wait) await ready()
  return shown
}
