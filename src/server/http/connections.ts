import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { whenEnded } from './ended.ts'

/**
 * Lets a server end soon: once it closes, every connection without a request in hand is cut, those whose requests
 * finish as well. Node alone waits for connections that a browser opened in advance and never used (up to a minute).
 */
export function cutIdleOnClose(app: FastifyInstance): void {
  const open = new Map<Socket, number>()
  const count = (socket: Socket, by: number) => {
    const now = open.get(socket)
    if (now !== undefined) open.set(socket, now + by)
  }
  app.server.on('connection', (socket: Socket) => {
    open.set(socket, 0)
    socket.once('close', () => open.delete(socket))
  })
  app.server.on('request', (request, response) => {
    count(request.socket, 1)
    whenEnded(response, () => count(request.socket, -1))
  })
  app.addHook('preClose', async () => {
    const cut = () => {
      for (const [socket, requests] of open) if (requests === 0) socket.destroy()
    }
    const timer = setInterval(cut, 50)
    app.server.once('close', () => clearInterval(timer))
    timer.unref()
  })
}
