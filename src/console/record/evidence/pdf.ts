import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import type { EvidenceFile } from '../../../model/wire/evidence.ts'
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

/** A document with its first page. */
export interface Opened {
  readonly pdf: PDFDocumentProxy
  readonly first: PDFPageProxy
}

const opened = new Map<string, Promise<Opened>>()
/** Documents of them that are open by now. */
const here = new Map<string, Opened>()
const drawn = new Map<string, { readonly width: number; readonly canvas: HTMLCanvasElement }>()

onDropped((id) => {
  drawn.delete(id)
  here.delete(id)
  const one = opened.get(id)
  opened.delete(id)
  one?.then(
    ({ pdf }) => pdf.loadingTask.destroy(),
    () => {},
  )
})

/** The document of a file, opened once while its bytes are kept. Scripts in it are never run. */
export function openPdf(file: EvidenceFile): Promise<Opened> {
  const there = opened.get(file.id)
  if (there) return there
  const opening = (async () => {
    const [lib, bytes] = await Promise.all([library(), bytesOf(file).then((blob) => blob.arrayBuffer())])
    const pdf = await lib.getDocument({
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
    return { pdf, first: await pdf.getPage(1) }
  })()
  opened.set(file.id, opening)
  const is = () => opened.get(file.id) === opening
  opening.then(
    (one) => is() && here.set(file.id, one),
    () => is() && opened.delete(file.id),
  )
  return opening
}

/** The document of a file at once where it is open. */
export const openedNow = (id: string): Opened | null => here.get(id) ?? null

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

/** Room around pages, px. */
export const MARGIN = 12
/** A page is no wider than so much at its fitting size, px: lines of a wide window would be too long to read. */
const WIDEST = 1100

/** The width of a page at its fitting size in a place so wide, px. */
export const fittingWidth = (room: number): number => Math.floor(Math.min(WIDEST, Math.max(0, room - 2 * MARGIN)))

/** The width that the last document was shown at: what comes next will be as wide. */
let lastWidth = 0
export const noteWidth = (width: number): void => {
  lastWidth = width
}

/** The width that a document would be shown at where another file stands now; 0 where none does. */
function widthBeside(): number {
  const place = document.querySelector<HTMLElement>('[data-evidence] [data-file]')
  if (!place) return 0
  // scrollbars take room of what is scrolled alone
  const probe = place.appendChild(document.createElement('div'))
  probe.className = 'pages'
  probe.style.cssText = 'position:absolute;inset:0;visibility:hidden'
  const room = probe.clientWidth
  probe.remove()
  return fittingWidth(room)
}

/** Opens a document ahead and draws its first page, as wide as the last one was shown, or as there is room for it. */
export async function preparePdf(file: EvidenceFile): Promise<void> {
  const { first } = await openPdf(file)
  const width = lastWidth || widthBeside()
  if (width === 0 || drawn.get(file.id)?.width === width) return
  const canvas = document.createElement('canvas')
  await drawPage(first, canvas, { width, turn: 0 }).done
  if (opened.has(file.id)) drawn.set(file.id, { width, canvas })
}

/** The first page where it was drawn ahead at this width. */
export const drawnAhead = (id: string, width: number): HTMLCanvasElement | null => {
  const one = drawn.get(id)
  return one?.width === width ? one.canvas : null
}
