import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError } from 'fastify'
import { failed } from '../core/envelope.ts'

/** Answers still being sent, by connection: nothing may be written into the middle of one. */
const answers = new WeakMap<Socket, ServerResponse>()

/** Remembers what is being answered on which connection. */
export const watchAnswers = (server: Server): void => {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => answers.set(request.socket, response))
}

const SAID: Readonly<Record<number, string>> = {
  400: '请求格式错误 · The request cannot be read',
  408: '请求超时 · The request took too long to arrive',
  431: '请求头过大 · The request headers are too large',
}

const codeOf = (error: ConnectionError): 400 | 408 | 431 =>
  error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400

/**
 * Connection with an unreadable request: not HTTP, or too slow. Answered with the envelope in both languages, since the
 * requested one is unknown, then closed.
 */
export function answerClientError(error: ConnectionError, socket: Socket): void {
  if (socket.destroyed || error.code === 'ECONNRESET') return
  const answer = answers.get(socket)
  if (!socket.writable || (answer?.headersSent && !answer.writableFinished)) return void socket.destroy()
  const code = codeOf(error)
  const body = JSON.stringify(failed(code, SAID[code] ?? ''))
  socket.write(
    `HTTP/1.1 ${code} ${STATUS_CODES[code]}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\ncache-control: no-store\r\nconnection: close\r\n\r\n${body}`,
  )
  socket.destroySoon()
}
