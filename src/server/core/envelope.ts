import { type Label, type Language, label } from '../../model/values/label.ts'
import type { Envelope } from '../../model/wire/wire.ts'

const OK = { zh: '操作成功', en: 'Done' } as const
const EMPTY = { zh: '暂无承载数据', en: 'No data' } as const

/**
 * The envelope of a success. Its message says when a read found nothing (wire conventions §1); a write without data is
 * simply done.
 */
export const succeeded = <T>(data: T, language: Language, writes: boolean): Envelope<T> => ({
  code: 200,
  success: true,
  data,
  msg: (data === null && !writes ? EMPTY : OK)[language],
})

/** Data with a sentence of its own in place of "done". */
export class WithMessage {
  readonly data: unknown
  readonly msg: Label

  constructor(data: unknown, msg: Label) {
    this.data = data
    this.msg = msg
  }
}

/** The envelope of what a handler answered. */
export const answered = (answer: unknown, language: Language, writes: boolean): Envelope<unknown> =>
  answer instanceof WithMessage
    ? { ...succeeded(answer.data, language, writes), msg: label(answer.msg, language) }
    : succeeded(answer ?? null, language, writes)

/** `data` that is written already: a text of JSON. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A success whose data is JSON already, as the text of its envelope. */
export const succeededText = (data: JsonText, language: Language): string =>
  `{"code":200,"success":true,"data":${data.text},"msg":"${OK[language]}"}`

/** A failure: HTTP status and `code` are the same number. */
export const failed = (code: number, msg: string, data: unknown = null): Envelope<unknown> => ({
  code,
  success: false,
  data,
  msg,
})
