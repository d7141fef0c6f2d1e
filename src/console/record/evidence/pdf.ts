import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import type { EvidenceFile } from '../../../model/kernel/evidence.ts'
import { bytesOf, onDropped } from './files.ts'

export type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'

/** Where the build lays what pdf.js reads beside its script: character maps and fonts that documents leave out. */
const BESIDE = '/pdf'

/** Points of a page are drawn so many times as fine, most: more is not seen, and costs memory. */
const FINEST = 2
/** Points of a canvas, most. */
const LARGEST = 16_000_000

let loading: Promise<typeof import('pdfjs-dist')> | null = null

/** pdf.js with its worker: a chunk of its own, which comes with the first document. */
function library(): Promise<typeof import('pdfjs-dist')> {
  loading ??= import('pdfjs-dist/legacy/build/pdf.min.mjs').then((lib) => {
    lib.GlobalWorkerOptions.workerPort = new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' })
    return lib
  })
  loading.catch(() => {
    loading = null
  })
  return loading
}

const opened = new Map<string, Promise<PDFDocumentProxy>>()
const drawn = new Map<string, { readonly width: number; readonly canvas: HTMLCanvasElement }>()

onDropped((id) => {
  drawn.delete(id)
  const one = opened.get(id)
  opened.delete(id)
  one?.then(
    (pdf) => pdf.loadingTask.destroy(),
    () => {},
  )
})

/** The document of a file, opened once while its bytes are kept. Scripts in it are never run. */
export function openPdf(file: EvidenceFile): Promise<PDFDocumentProxy> {
  const there = opened.get(file.id)
  if (there) return there
  const opening = (async () => {
    const [lib, bytes] = await Promise.all([library(), bytesOf(file).then((blob) => blob.arrayBuffer())])
    return lib.getDocument({
      data: bytes,
      isEvalSupported: false,
      enableXfa: false,
      // the page's policy compiles nothing
      useWasm: false,
      cMapUrl: `${BESIDE}/cmaps/`,
      cMapPacked: true,
      standardFontDataUrl: `${BESIDE}/standard_fonts/`,
      wasmUrl: `${BESIDE}/wasm/`,
    }).promise
  })()
  opened.set(file.id, opening)
  opening.catch(() => opened.get(file.id) === opening && opened.delete(file.id))
  return opening
}

/** How a page is drawn: the width it takes on the screen, px, and its turn, degrees. */
export interface Drawing {
  readonly width: number
  readonly turn: number
}

/** The size of a page on the screen, px. */
export function sizeOf(page: PDFPageProxy, { width, turn }: Drawing): { width: number; height: number; scale: number } {
  const whole = page.getViewport({ scale: 1, rotation: (page.rotate + turn) % 360 })
  const scale = width / whole.width
  return { width, height: whole.height * scale, scale }
}

/** Draws a page on a canvas. Returns how to stop, and what ends when it is drawn. */
export function drawPage(
  page: PDFPageProxy,
  canvas: HTMLCanvasElement,
  drawing: Drawing,
): { readonly done: Promise<void>; stop(): void } {
  const { scale, height } = sizeOf(page, drawing)
  const fine = Math.min(
    Math.max(1, globalThis.devicePixelRatio || 1),
    FINEST,
    Math.sqrt(LARGEST / Math.max(1, drawing.width * height)),
  )
  const viewport = page.getViewport({ scale: scale * fine, rotation: (page.rotate + drawing.turn) % 360 })
  canvas.width = Math.ceil(viewport.width)
  canvas.height = Math.ceil(viewport.height)
  const task = page.render({ canvas, viewport })
  return { done: task.promise, stop: () => task.cancel() }
}

/** The width that the last document was shown at: what comes next will be as wide. */
let lastWidth = 0
export const noteWidth = (width: number): void => {
  lastWidth = width
}

/** Opens a document ahead and draws its first page, as wide as the last one was shown. */
export async function preparePdf(file: EvidenceFile): Promise<void> {
  const width = lastWidth
  const pdf = await openPdf(file)
  if (width === 0 || drawn.get(file.id)?.width === width) return
  const canvas = document.createElement('canvas')
  await drawPage(await pdf.getPage(1), canvas, { width, turn: 0 }).done
  if (opened.has(file.id)) drawn.set(file.id, { width, canvas })
}

/** The first page where it was drawn ahead at this width. */
export const drawnAhead = (id: string, width: number): HTMLCanvasElement | null => {
  const one = drawn.get(id)
  return one?.width === width ? one.canvas : null
}
