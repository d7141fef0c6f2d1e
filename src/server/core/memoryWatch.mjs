// Ends a process that takes more memory than it may. What it takes whole is counted: limits of a thread leave out buffers, and
// pictures, fonts and what is unpacked are those. Plain JavaScript, so that it starts without a loader.
import { Worker } from 'node:worker_threads'

const EVERY_MS = 20

/** Kills this process when it uses more than the given megabytes, also during a long computation. */
export function watchMemory(megabytes) {
  const watch = `setInterval(() => {
    if (process.memoryUsage.rss() > ${megabytes * 1048576}) process.kill(process.pid, 'SIGKILL')
  }, ${EVERY_MS})`
  new Worker(watch, { eval: true, execArgv: [] }).unref()
}
