import { Worker } from 'node:worker_threads'
import { fontFile } from '../../core/fonts.ts'

/** A column of a table: its heading, how wide it is beside the others, and whether it holds numbers. */
export interface PaperColumn {
  readonly title: string
  readonly width: number
  readonly right: boolean
}

/** What stands below one heading of a document. */
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
  /** What it holds (JPEG or PNG); without, `missing` is written in its place. */
  readonly bytes?: Uint8Array
  readonly missing?: string
}

/** A document as words, before it is drawn. */
export interface Paper {
  readonly title: string
  /** What the record is known by: below the title, and at the foot of each page. */
  readonly code: string
  /** Pages lie on their side. */
  readonly wide: boolean
  readonly parts: readonly PaperPart[]
  /** Lines of a stamp in the corner of each page. */
  readonly stamp?: readonly string[]
}

/** The longest that one document may take, and how long the thread is kept for the next one, ms. */
const [PATIENCE, IDLE] = [120_000, 10_000]
/** Memory of the thread, MB: the font and the largest document. */
const MEMORY = 512

interface Answer {
  readonly id: number
  readonly bytes?: Uint8Array
  readonly error?: string
}
interface Waiting {
  readonly done: (bytes: Buffer) => void
  readonly failed: (e: Error) => void
  readonly late: NodeJS.Timeout
}

/** The thread, with the documents that it is drawing: one a process, and only while there is something to draw. */
let thread: Worker | null = null
const waiting = new Map<number, Waiting>()
let given = 0
let idle: NodeJS.Timeout | undefined

function settle(id: number, end: (one: Waiting) => void): void {
  const one = waiting.get(id)
  if (!one) return
  waiting.delete(id)
  clearTimeout(one.late)
  end(one)
  if (waiting.size > 0) return
  clearTimeout(idle)
  idle = setTimeout(() => void dismiss(), IDLE)
  idle.unref()
}

/** Ends the thread; what it was drawing fails. */
async function dismiss(why = 'the thread that draws documents ended'): Promise<void> {
  const old = thread
  thread = null
  for (const id of [...waiting.keys()]) settle(id, ({ failed }) => failed(new Error(why)))
  clearTimeout(idle)
  await old?.terminate()
}

function threadNow(): Worker {
  clearTimeout(idle)
  if (thread) return thread
  const made = new Worker(new URL('./paper.worker.mjs', import.meta.url), {
    workerData: { font: fontFile('Regular') },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
  })
  made.unref()
  made.on('message', ({ id, bytes, error }: Answer) =>
    settle(id, ({ done, failed }) => (bytes ? done(Buffer.from(bytes)) : failed(new Error(error)))),
  )
  made.on('error', (e) => thread === made && void dismiss(e instanceof Error ? e.message : String(e)))
  made.on('exit', () => thread === made && void dismiss())
  thread = made
  return made
}

/** Draws a document as PDF, in a thread beside. The same words are the same bytes: no time and no id of its own are in it. */
export const drawn = (paper: Paper): Promise<Buffer> =>
  new Promise((done, failed) => {
    const worker = threadNow()
    given += 1
    const id = given
    const late = setTimeout(() => void dismiss('a document took too long to draw'), PATIENCE)
    waiting.set(id, { done, failed, late })
    worker.postMessage({ id, paper })
  })
