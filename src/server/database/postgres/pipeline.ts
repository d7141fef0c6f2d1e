import type pg from 'pg'
import type { Step } from '../driver.ts'
import { rowsOf } from '../values.ts'

/** Part of pg's own connection that is used here: not typed by @types/pg, so pg is pinned and a test holds this. */
interface Connection {
  readonly stream: { cork?(): void; uncork?(): void }
  readonly parsedStatements: Record<string, string | undefined>
  on(event: 'parseComplete', listener: () => void): void
  off(event: 'parseComplete', listener: () => void): void
  parse(q: { text: string; name: string }): void
  bind(q: { statement: string; values: readonly (string | null)[]; portal: string }): void
  describe(q: { type: 'P'; name: string }): void
  execute(q: { portal: string; rows: number }): void
  sync(): void
}

interface Result {
  fields: readonly { readonly name: string; readonly oid: number }[]
  readonly cells: (string | null)[][]
}

/**
 * Row descriptions of prepared statements: asked once a connection. The server refuses a prepared statement whose
 * columns changed.
 */
const described = new WeakMap<Connection, Map<string, Result['fields']>>()

/**
 * Steps in one round trip. Outside of a transaction everything before a Sync is one implicit transaction, so that
 * `set_config(…, true)` holds for the following steps and ends with them, also after an error.
 */
class Steps {
  /** Statements that are parsed on the way, in order; what the server parsed of them. */
  private readonly parsing: Step[] = []
  private parsed = 0
  private readonly results: Result[] = []
  private open: Result = { fields: [], cells: [] }
  private connection: Connection | null = null
  private shapes = new Map<string, Result['fields']>()
  private tag = ''
  private readonly count = () => {
    this.parsed += 1
  }

  private readonly steps: readonly Step[]
  private readonly done: (error: unknown, results: readonly Result[], tag: string) => void

  constructor(steps: readonly Step[], done: (error: unknown, results: readonly Result[], tag: string) => void) {
    this.steps = steps
    this.done = done
  }

  submit(connection: Connection): Error | null {
    this.connection = connection
    this.shapes = described.get(connection) ?? this.shapes
    described.set(connection, this.shapes)
    connection.on('parseComplete', this.count)
    connection.stream.cork?.()
    try {
      for (const step of this.steps) {
        const known =
          connection.parsedStatements[step.name] === step.text || this.parsing.some((p) => p.name === step.name)
        if (step.name === '' || !known) {
          this.parsing.push(step)
          connection.parse({ text: step.text, name: step.name })
        }
        connection.bind({ statement: step.name, values: step.values, portal: '' })
        if (!step.aside && !this.shapes.has(step.name)) connection.describe({ type: 'P', name: '' })
        connection.execute({ portal: '', rows: 0 })
      }
      connection.sync()
    } finally {
      connection.stream.uncork?.()
    }
    return null
  }

  /** Results of the statements, as far as they were executed. */
  private requested(): Result[] {
    return this.results.filter((_, n) => !this.steps[n]?.aside)
  }

  private leave(): void {
    this.connection?.off('parseComplete', this.count)
    // prepared statements outlive the error of the transaction that made them
    for (const { name, text } of this.parsing.slice(0, this.parsed))
      if (this.connection && name !== '') this.connection.parsedStatements[name] = text
    this.connection = null
  }

  handleRowDescription(m: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.open.fields = m.fields.map((f) => ({ name: f.name, oid: f.dataTypeID }))
  }

  handleDataRow(m: { fields: (string | null)[] }): void {
    this.open.cells.push(m.fields)
  }

  handleCommandComplete(m?: { readonly text: string }): void {
    this.tag = m?.text ?? ''
    const step = this.steps[this.results.length]
    const known = step && this.shapes.get(step.name)
    if (known) this.open.fields = known
    else if (step?.name && !step.aside) this.shapes.set(step.name, this.open.fields)
    this.results.push(this.open)
    this.open = { fields: [], cells: [] }
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete()
  }
  handlePortalSuspended(): void {}

  handleError(error: unknown): void {
    this.leave()
    this.done(error, this.requested(), '')
  }

  handleReadyForQuery(): void {
    this.leave()
    this.done(undefined, this.requested(), this.tag)
  }
}

/**
 * Runs steps in one round trip on this connection. `found` gets the rows of each that is not aside, also of those
 * before one that fails. Returns the command tag of the last.
 */
export function pipelined(
  client: pg.ClientBase,
  steps: readonly Step[],
  found: Record<string, unknown>[][],
): Promise<string> {
  return new Promise((done, fail) => {
    const query = new Steps(steps, (error, results, tag) => {
      for (const r of results) found.push(rowsOf(r.fields, r.cells))
      if (error === undefined) done(tag)
      else fail(error)
    })
    // the methods that pg calls of a query are not those that @types/pg tells
    client.query(query as unknown as pg.Submittable)
  })
}
