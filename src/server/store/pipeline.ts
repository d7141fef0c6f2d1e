import type pg from 'pg'
import { parameter, rowsOf } from './values.ts'

/** What of pg's own connection is used here: not typed by @types/pg, so pg is pinned and a test holds this. */
interface Connection {
  readonly stream: { cork?(): void; uncork?(): void }
  readonly parsedStatements: Record<string, string | undefined>
  on(event: 'parseComplete', heard: () => void): void
  off(event: 'parseComplete', heard: () => void): void
  parse(q: { text: string; name: string }): void
  bind(q: { statement: string; values: readonly (string | null)[]; portal: string }): void
  describe(q: { type: 'P'; name: string }): void
  execute(q: { portal: string; rows: number }): void
  sync(): void
}

/**
 * The tenant and a statement in one round trip. What stands before one Sync is one implicit transaction, so
 * `set_config(…, true)` holds for the statement and is gone afterwards, also after an error.
 */
class Scoped {
  private commands = 0
  private parsed = 0
  private fields: { name: string; oid: number }[] = []
  private readonly cells: (string | null)[][] = []
  private connection: Connection | null = null
  private readonly count = () => {
    this.parsed += 1
  }

  constructor(
    private readonly tenant: string,
    private readonly text: string,
    private readonly values: readonly (string | null)[],
    private readonly statement: string,
    private readonly done: (
      error: unknown,
      result: { fields: { name: string; oid: number }[]; cells: (string | null)[][] } | null,
    ) => void,
  ) {}

  submit(connection: Connection): Error | null {
    this.connection = connection
    connection.on('parseComplete', this.count)
    connection.stream.cork?.()
    try {
      const known = this.statement !== '' && connection.parsedStatements[this.statement] === this.text
      connection.parse({ text: `select set_config('rounds.tenant', $1, true)`, name: '' })
      connection.bind({ statement: '', values: [this.tenant], portal: '' })
      connection.execute({ portal: '', rows: 0 })
      if (!known) connection.parse({ text: this.text, name: this.statement })
      connection.bind({ statement: this.statement, values: this.values, portal: '' })
      connection.describe({ type: 'P', name: '' })
      connection.execute({ portal: '', rows: 0 })
      connection.sync()
    } finally {
      connection.stream.uncork?.()
    }
    return null
  }

  private leave(): void {
    this.connection?.off('parseComplete', this.count)
    // prepared statements outlive the error of the transaction that made them
    if (this.connection && this.statement !== '' && this.parsed === 2)
      this.connection.parsedStatements[this.statement] = this.text
    this.connection = null
  }

  handleRowDescription(m: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.fields = m.fields.map((f) => ({ name: f.name, oid: f.dataTypeID }))
  }

  handleDataRow(m: { fields: (string | null)[] }): void {
    if (this.commands > 0) this.cells.push(m.fields)
  }

  handleCommandComplete(): void {
    this.commands += 1
  }

  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}

  handleError(error: unknown): void {
    this.leave()
    this.done(error, null)
  }

  handleReadyForQuery(): void {
    this.leave()
    this.done(null, { fields: this.fields, cells: this.cells })
  }
}

/** Runs one statement for one tenant in one round trip on this connection. */
export function pipelined<R>(
  client: pg.ClientBase,
  tenant: string,
  text: string,
  values: readonly unknown[],
  name: string | undefined,
): Promise<R[]> {
  return new Promise((done, fail) => {
    // before anything is sent: a value that cannot be one must not leave a connection that waits for its end
    const sent = values.map(parameter)
    const query = new Scoped(tenant, text, sent, name ?? '', (error, result) =>
      result ? done(rowsOf<R>(result.fields, result.cells)) : fail(error),
    )
    client.query(query as unknown as pg.Submittable)
  })
}

/** The version of pg this is written for. */
export const PINNED = '8.23.1'
