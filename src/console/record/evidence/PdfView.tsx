import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useWords } from '../../i18n/index.ts'
import { Trouble } from '../../ui/messages/Trouble.tsx'
import { Waiting } from '../../ui/messages/Waiting.tsx'
import {
  type Drawing,
  drawnAhead,
  drawPage,
  fittingWidth,
  noteWidth,
  openedNow,
  openPdf,
  type PDFDocumentProxy,
  type PDFPageProxy,
  sizeOf,
} from './pdf.ts'
import { useSize } from './useSize.ts'
import { FITTING, lookAfter, useAct, type ViewProps } from './view.ts'

/** How far beside the window pages are drawn already, px. */
const DRAWN_BESIDE_PX = 400
/** How far a key moves the pages, px. */
const STRIDE = 90

/** The pages of a document one below the other, as wide as there is room: those that are seen, or nearly, are drawn. */
export function PdfView({ file, handle }: ViewProps) {
  const { t } = useWords()
  const box = useRef<HTMLDivElement>(null)
  const room = useSize(box)
  // a document that was opened ahead stands in the first frame
  const [opened, setOpened] = useState(() => openedNow(file.id))
  const [error, setError] = useState<Error | null>(null)
  const [look, setLook] = useState(FITTING)
  const [at, setAt] = useState(1)
  const [attempt, ask] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again
  useEffect(() => {
    let here = true
    setError(null)
    openPdf(file)
      .then((found) => here && setOpened(found))
      .catch((e) => here && setError(e?.name === 'ApiError' ? e : new Error(t('evidence.unreadable'))))
    return () => {
      here = false
    }
  }, [file.id, attempt])
  const width = Math.floor(fittingWidth(room.width) * look.zoom)
  useEffect(() => {
    if (room.width > 0 && look.zoom === 1) noteWidth(width)
  }, [room.width, look.zoom, width])
  useAct(handle, (what) => {
    if (what === 'up' || what === 'down') {
      box.current?.scrollBy({ top: what === 'up' ? -STRIDE : STRIDE })
      return true
    }
    const next = lookAfter(look, what)
    if (next) setLook(next)
    return next !== null
  })
  const pages = opened?.pdf.numPages ?? 0
  const onScroll = () => {
    const top = (box.current?.scrollTop ?? 0) + room.height / 3
    const shown = [...(box.current?.querySelectorAll<HTMLElement>('[data-page]') ?? [])]
    setAt(Math.max(1, shown.filter((one) => one.offsetTop <= top).length))
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: pages are scrolled by keys
    <div ref={box} className="pages" role="document" tabIndex={0} aria-label={file.name} onScroll={onScroll}>
      {error ? (
        <Trouble error={error} again={() => ask((n) => n + 1)} />
      ) : !opened ? (
        <Waiting />
      ) : (
        width > 0 && (
          <>
            {Array.from({ length: pages }, (_, n) => (
              <PdfPage
                // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
                key={n}
                id={file.id}
                pdf={opened.pdf}
                n={n + 1}
                like={opened.first}
                drawing={{ width, turn: look.turn }}
                root={box}
              />
            ))}
            <output className="look" aria-live="off">
              {t('evidence.page', { at, of: pages })}
            </output>
          </>
        )
      )}
    </div>
  )
}

interface PageProps {
  readonly id: string
  readonly pdf: PDFDocumentProxy
  readonly n: number
  /** The first page: what another one's size is taken for before it is known. */
  readonly like: PDFPageProxy
  readonly drawing: Drawing
  readonly root: React.RefObject<HTMLElement | null>
}

/** PDF page: an empty sheet until it is near the window, and again when it is far from it. */
function PdfPage({ id, pdf, n, like, drawing, root }: PageProps) {
  const { t } = useWords()
  const sheet = useRef<HTMLDivElement>(null)
  const [page, setPage] = useState<PDFPageProxy | null>(n === 1 ? like : null)
  const [near, setNear] = useState(n === 1)
  const { width, turn } = drawing
  useEffect(() => {
    const element = sheet.current
    if (!element || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: root.current,
      rootMargin: `${DRAWN_BESIDE_PX}px 0px`,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [root])
  useEffect(() => {
    if (!near || page) return
    let here = true
    pdf.getPage(n).then(
      (found) => here && setPage(found),
      () => {}, // an empty sheet: the others can be read
    )
    return () => {
      here = false
    }
  }, [near, page, pdf, n])
  useLayoutEffect(() => {
    const element = sheet.current
    if (!near || !page || !element) return
    const ahead = n === 1 && turn === 0 ? drawnAhead(id, width) : null
    const canvas = ahead ?? document.createElement('canvas')
    if (ahead) {
      element.replaceChildren(ahead)
      return () => element.replaceChildren()
    }
    const drawing = drawPage(page, canvas, { width, turn })
    let here = true
    // the page as it was stands there until the new one is drawn
    drawing.done.then(
      () => here && element.replaceChildren(canvas),
      () => {},
    )
    return () => {
      here = false
      drawing.stop()
    }
  }, [near, page, id, n, width, turn])
  useEffect(() => {
    if (!near) sheet.current?.replaceChildren()
  }, [near])
  const { height } = sizeOf(page ?? like, drawing)
  return (
    <div
      ref={sheet}
      className="page"
      data-page={n}
      role="img"
      aria-label={t('evidence.page', { at: n, of: pdf.numPages })}
      style={{ width, height }}
    />
  )
}
