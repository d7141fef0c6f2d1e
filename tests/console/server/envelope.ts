import type { Answer } from '../../../src/console/api/transport.ts'

/** An answer of the server as it came, with its status and headers (names in small letters). */
export const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  body,
  header: (name) => headers[name.toLowerCase()] ?? '',
})

/** The envelope of a call that was done. */
export const ok = (data: unknown): Answer => answer(200, { code: 200, success: true, data, msg: '操作成功' })

/** The envelope of a refusal, whose code is the status too. */
export const no = (code: number, msg: string, data: unknown = null): Answer =>
  answer(code, { code, success: false, data, msg }, { 'x-request-id': 'rq1' })

/** Thrown where a call is answered: the server refuses with this code and sentence. */
export class Refusal extends Error {
  readonly answer: Answer

  constructor(code: number, msg: string, data: unknown = null) {
    super(msg)
    this.name = 'Refusal'
    this.answer = no(code, msg, data)
  }
}

/** Answers as a record that is not there. */
export const missing = (): never => {
  throw new Refusal(404, '记录不存在')
}

/** Is it a whole answer, with status and headers, not the data of one? */
export const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Answer>).header === 'function'
