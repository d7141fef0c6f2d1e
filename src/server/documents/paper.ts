import { Aside } from '../core/aside.ts'
import { fontFile } from '../core/text/fonts.ts'

/** A column of a table: its heading, how wide it is beside the others, and whether it holds numbers. */
export interface PaperColumn {
  readonly title: string
  readonly width: number
  readonly right: boolean
}

/** Content below a heading of a document. */
export type PaperPart =
  | { readonly kind: 'facts'; readonly title: string; readonly pairs: readonly (readonly [string, string])[] }
  | {
      readonly kind: 'table'
      readonly title: string
      readonly columns: readonly PaperColumn[]
      readonly rows: readonly (readonly string[])[]
    }
  | { readonly kind: 'clauses'; readonly title: string; readonly paragraphs: readonly string[] }
  | { readonly kind: 'pictures'; readonly title: string; readonly pictures: readonly Picture[] }

/** A picture of a document, two in a row. */
export interface Picture {
  readonly caption: string
  /** The attachment it is, null where there is none. */
  readonly attachId: string | null
  /** Image bytes (JPEG or PNG); without them, `missing` is written in their place. */
  readonly bytes?: Uint8Array
  readonly missing?: string
}

/** A document as words, before it is drawn. */
export interface Paper {
  readonly title: string
  /** Code of the record: below the title, and at the foot of each page. */
  readonly code: string
  /** Pages lie on their side. */
  readonly wide: boolean
  readonly parts: readonly PaperPart[]
  /** Lines of a stamp in the corner of each page. */
  readonly stamp?: readonly string[]
}

/** The process that draws: a document takes its pictures, the font and one picture unpacked. */
const drawing = new Aside(
  new URL('./paper.worker.mjs', import.meta.url),
  { memoryMb: 1280, answerTimeoutMs: 120_000, idleMs: 10_000 },
  () => fontFile('Regular'),
)

/** Draws a document as PDF, in a process beside. The same words are the same bytes: no time and no id of its own are in it. */
export const drawn = async (paper: Paper): Promise<Buffer> => Buffer.from((await drawing.ask(paper)) as Uint8Array)
