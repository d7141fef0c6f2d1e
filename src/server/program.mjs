// `npm run seed`, `verify-ledger`, `rekey`: a program of the compiled server, which is built first where its sources
// changed. `node src/server/program.mjs NAME [arguments]`
import { build, giveUp, programOf, server, stale } from './build.mjs'

const [node, , name, ...rest] = process.argv
for (const half of stale([server])) await build(half).catch((e) => giveUp(e.message))
process.argv = [node, programOf(name), ...rest]
await import(programOf(name))
