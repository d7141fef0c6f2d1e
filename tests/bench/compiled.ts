import { build, programOf, server } from '../../src/server/build.mjs'
import { type Running, startServer } from '../browser/server.ts'

/**
 * Starts the server that `npm start` runs: compiled, built first where its sources changed. What loads the sources gives each
 * closure a name when it is made: costs that no installation has.
 */
export async function startCompiled(env: Readonly<Record<string, string>>): Promise<Running> {
  if (!server.isFresh()) await build(server)
  return startServer(env, ['--enable-source-maps', '--max-semi-space-size=64', programOf('main')])
}
