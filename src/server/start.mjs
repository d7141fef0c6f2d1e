// `npm start`: builds what changed since it was built, then runs the compiled server in this process. The console is built
// beside the first start of the server, which waits for it before it listens (`consoleBuild.ts`).
import { build, console_, giveUp, programOf, server, stale } from './build.mjs'

const [node, , ...rest] = process.argv
const old = stale()
const help = rest.includes('--help') || rest.includes('-h')
if (old.includes(console_) && !help) {
  globalThis.consoleBuild = build(console_)
  // whoever waits for it hears of a failure, at whatever time
  globalThis.consoleBuild.catch(() => undefined)
}
if (old.includes(server)) await build(server).catch((e) => giveUp(e.message))
process.env.NODE_ENV ??= 'production'
process.argv = [node, programOf('main'), ...rest]
await import(programOf('main'))
