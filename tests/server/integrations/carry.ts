import { intent } from '../../../src/model/administration/system/intent.ts'
import { param } from '../../../src/model/administration/system/param.ts'
import type { ServerContext } from '../../../src/server/core/context/context.ts'
import { runIntent } from '../../../src/server/deciding/intents.ts'
import { load, rowsBy } from '../decisions/fixture.ts'

const run = { stopped: () => false, progress() {} }

/** Says who serves a port of a tenant. */
export const serve = (context: ServerContext, tenantId: string, port: string, by: 'sandbox' | 'http' = 'sandbox') =>
  load(context, tenantId, (work) => work.insert(param, { paramName: port, paramKey: `port.${port}`, paramValue: by }))

/** What was asked of a port. */
export const askedOf = (context: ServerContext, tenantId: string, port: string) =>
  rowsBy(context, tenantId, intent, 'port', port)

/** Carries out what was asked of a port and is open, once each; how many there were. */
export async function carried(context: ServerContext, tenantId: string, port: string): Promise<number> {
  const open = (await askedOf(context, tenantId, port)).filter((one) => [0, 1, 2].includes(one.intentStatus ?? -1))
  for (const { id } of open)
    await runIntent(
      context,
      { tenantId, id: '1', kind: 'intent', lane: `port:${port}`, payload: { id }, attempts: 1, most: 5 },
      run,
    )
  return open.length
}
