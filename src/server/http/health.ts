import { readFileSync } from 'node:fs'
import type { Health } from '../../model/kernel/wire.ts'
import type { Handler } from './house.ts'

/** The product's version, from package.json. */
export const VERSION: string = (JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }).version

/** GET health: 200 while the database answers, 503 when it does not. Raw, for probes. */
export const health: Handler = async ({ house, reply }): Promise<Health> => {
  const up = await house.db.scoped({ tenantId: null }, { name: 'health', text: 'select 1 as one' }).then(
    () => true,
    () => false,
  )
  if (!up) reply.code(503)
  const { kind, version, leakproof } = house.db
  return { status: up ? 'up' : 'down', database: kind, databaseVersion: version, leakproof, instance: house.instance, version: VERSION }
}
