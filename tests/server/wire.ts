import { connect, createServer, type Socket } from 'node:net'

/** A way to a PostgreSQL that can lose the answer of a COMMIT. */
export interface Wire {
  /** The address of the PostgreSQL, by this way. */
  readonly url: string
  /** The n-th COMMIT from now on reaches the server and is kept; its answer and the connection are lost. */
  loseCommit(n: number): void
  close(): Promise<void>
}

const COMMIT = Buffer.from('commit\0')

/** Opens a way on a free port of 127.0.0.1 to the PostgreSQL at `url` (without TLS). */
export async function openWire(url: string): Promise<Wire> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let left = 0
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname)
    let losing = false
    const end = () => {
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.setNoDelay(true).on('error', end).on('close', end)
    }
    near.on('data', (said) => {
      if (left > 0 && said.includes(COMMIT)) {
        left -= 1
        losing = left === 0
      }
      far.write(said)
    })
    far.on('data', (said) => {
      if (losing) end()
      else near.write(said)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const way = new URL(url)
  way.host = `127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`
  return {
    url: way.href,
    loseCommit: (n) => {
      left = n
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
