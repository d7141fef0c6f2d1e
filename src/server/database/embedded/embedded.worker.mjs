// The thread that runs the embedded database. It only moves protocol messages: what they mean is embedded.ts's
// business.
// Plain JavaScript, so that it starts without a loader (and in 0.2 s less).
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, protocol } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

const { serialize } = protocol
/** Names of statements already prepared in this session. */
const prepared = new Set()

/** Row descriptions by statement: told once, since a description of sixty columns costs more than the row. */
const described = new Map()

/** Is this step parsed? Not when a statement of its name is there already, or comes before it in the same exchange. */
const isParsed = (steps, n) => {
  const { name } = steps[n]
  return !name || !(prepared.has(name) || steps.slice(0, n).some((s) => s.name === name))
}

/** Encoding of an exchange: all steps before one Sync, which is one implicit transaction where none is open. */
function encode(steps) {
  const parts = []
  for (const [n, { text, values, name, aside }] of steps.entries()) {
    if (isParsed(steps, n)) parts.push(serialize.parse({ text, name: name ?? '' }))
    parts.push(serialize.bind({ statement: name ?? '', values }))
    if (!aside && !described.has(name)) parts.push(serialize.describe({ type: 'P' }))
    parts.push(serialize.execute({}))
  }
  parts.push(serialize.sync())
  return Buffer.concat(parts)
}

/** Rows of each step that was done, the tag of the last, the error. */
function decode(messages, steps = []) {
  const results = []
  const fieldsOf = (n) => described.get(steps[n]?.name) ?? []
  let open = { fields: fieldsOf(0), rows: [] }
  let tag = ''
  let error = null
  for (const m of messages) {
    if (m.name === 'rowDescription') open.fields = m.fields.map((f) => ({ name: f.name, oid: f.dataTypeID }))
    else if (m.name === 'dataRow') open.rows.push(m.fields)
    else if (m.name === 'commandComplete' || m.name === 'emptyQuery') {
      const step = steps[results.length]
      if (step?.name && !step.aside) described.set(step.name, open.fields)
      results.push(open)
      open = { fields: fieldsOf(results.length), rows: [] }
      tag = m.text ?? ''
    } else if (m.name === 'error' && !error) {
      const { message, code, detail, hint, constraint, table, column } = m
      error = { message, code, detail, hint, constraint, table, column }
    }
  }
  return { results, tag, error }
}

// The log that a checkpoint has made needless is removed: kept for later use, it would be up to a gigabyte. The pages that the
// database keeps are touched when it is opened, whether it has so many or not; those beyond are in the memory of the system.
const startParams = [...PGlite.defaultStartParams, '-c', 'wal_recycle=off', '-c', 'shared_buffers=64MB']
const db = new PGlite({ dataDir: workerData.folder, extensions: { pg_trgm }, startParams })

async function run({ steps, script }) {
  if (script !== undefined) {
    const { messages } = await db.execProtocol(serialize.query(script), { throwOnError: false })
    return decode(messages)
  }
  const parsing = steps.filter((_, n) => isParsed(steps, n))
  const { messages } = await db.execProtocol(encode(steps), { throwOnError: false })
  const parsed = messages.filter((m) => m.name === 'parseComplete').length
  for (const { name } of parsing.slice(0, parsed)) if (name) prepared.add(name)
  return decode(messages, steps)
}

try {
  await db.waitReady
  db.onNotification((channel, payload) => parentPort.postMessage({ channel, payload }))
  parentPort.postMessage({ opened: true })
} catch (e) {
  parentPort.postMessage({ refused: String(e?.message ?? e) })
}

let tail = Promise.resolve()
parentPort.on('message', (m) => {
  tail = tail.then(async () => {
    try {
      if (m.close) {
        await db.close()
        parentPort.postMessage({ id: m.id, results: [], tag: '', error: null })
        parentPort.close()
        return
      }
      parentPort.postMessage({ id: m.id, ...(await run(m)) })
    } catch (e) {
      parentPort.postMessage({
        id: m.id,
        results: [],
        tag: '',
        error: { message: String(e?.message ?? e), code: 'XX000' },
      })
    }
  })
})
