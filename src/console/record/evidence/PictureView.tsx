import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState, type WheelEvent } from 'react'
import { useWords } from '../../i18n/index.ts'
import { Trouble } from '../../ui/messages/Trouble.tsx'
import { Waiting } from '../../ui/messages/Waiting.tsx'
import { dropFile, pictureNow, pictureOf } from './files.ts'
import { useSize } from './useSize.ts'
import { FITTING, type Look, lookAfter, useAct, type ViewProps, zoomed } from './view.ts'

/** A small picture is made so many times larger at most to fit. */
const BLOWN = 2
/** How far a key moves a picture that is larger than its place, px. */
const STRIDE = 80

interface Place extends Look {
  readonly x: number
  readonly y: number
}
const CENTRE: Place = { ...FITTING, x: 0, y: 0 }

/**
 * A picture as the camera says it stands (EXIF), as large as there is room: larger by wheel, keys and two fingers, moved by
 * pulling it, turned by hand.
 */
export function PictureView({ file, handle }: ViewProps) {
  const { t } = useWords()
  const box = useRef<HTMLDivElement>(null)
  const room = useSize(box)
  const [picture, setPicture] = useState(() => pictureNow(file.id))
  const [error, setError] = useState<Error | null>(null)
  const [size, setSize] = useState({ width: picture?.naturalWidth ?? 0, height: picture?.naturalHeight ?? 0 })
  const [place, setPlace] = useState<Place>(CENTRE)
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  const [attempt, ask] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again
  useEffect(() => {
    let here = true
    setError(null)
    setPicture((old) => (old?.complete && old.naturalWidth === 0 ? null : old))
    pictureOf(file).then(
      (found) => here && setPicture(found),
      (e) => here && setError(e),
    )
    return () => {
      here = false
    }
  }, [file.id, attempt])
  // the element that was unpacked ahead, and no other of the same address, is painted without unpacking it again
  useLayoutEffect(() => {
    if (!picture || error) return
    const measure = () => setSize({ width: picture.naturalWidth, height: picture.naturalHeight })
    const fail = () => {
      dropFile(file.id)
      setError(new Error(t('evidence.unreadable')))
    }
    picture.addEventListener('load', measure)
    picture.addEventListener('error', fail)
    box.current?.prepend(picture)
    if (picture.complete) picture.naturalWidth > 0 ? measure() : fail()
    return () => {
      picture.removeEventListener('load', measure)
      picture.removeEventListener('error', fail)
      picture.remove()
    }
  }, [picture, error, file.id, t])
  const move = (x: number, y: number) => setPlace((p) => ({ ...p, x: p.x + x, y: p.y + y }))
  useAct(handle, (what) => {
    if (what === 'up' || what === 'down') {
      if (place.zoom <= 1) return false
      move(0, what === 'up' ? STRIDE : -STRIDE)
      return true
    }
    const next = lookAfter(place, what)
    if (!next) return false
    setPlace((p) => ({ ...(next.zoom <= 1 ? CENTRE : p), ...next }))
    return true
  })
  const [w, h] = place.turn % 180 === 0 ? [size.width, size.height] : [size.height, size.width]
  const fit = w > 0 && room.width > 0 ? Math.min(room.width / w, room.height / h, BLOWN) : 0
  useLayoutEffect(() => {
    if (!picture) return
    picture.alt = file.name
    picture.draggable = false
    picture.dataset.turn = String(place.turn)
    picture.style.width = size.width > 0 ? `${size.width}px` : ''
    picture.style.visibility = fit > 0 ? '' : 'hidden'
    picture.style.transform = `translate(-50%, -50%) translate(${place.x}px, ${place.y}px) rotate(${place.turn}deg) scale(${fit * place.zoom})`
  })
  if (error)
    return (
      <div className="centre">
        <Trouble error={error} again={() => ask((n) => n + 1)} />
      </div>
    )
  const onWheel = (e: WheelEvent) => setPlace((p) => ({ ...p, ...zoomed(p, e.deltaY < 0 ? 1.1 : 1 / 1.1) }))
  const onPointerDown = (e: PointerEvent) => {
    fingers.current.set(e.pointerId, { x: e.clientX, y: e.clientY })
    e.currentTarget.setPointerCapture?.(e.pointerId)
  }
  const onPointerMove = (e: PointerEvent) => {
    const old = fingers.current.get(e.pointerId)
    if (!old) return
    const [other] = [...fingers.current].filter(([id]) => id !== e.pointerId).map(([, at]) => at)
    fingers.current.set(e.pointerId, { x: e.clientX, y: e.clientY })
    if (!other) return move(e.clientX - old.x, e.clientY - old.y)
    const apart = (a: { x: number; y: number }) => Math.hypot(a.x - other.x, a.y - other.y)
    const by = apart({ x: e.clientX, y: e.clientY }) / Math.max(1, apart(old))
    setPlace((p) => ({ ...p, ...zoomed(p, by) }))
  }
  const lift = (e: PointerEvent) => void fingers.current.delete(e.pointerId)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys do the same as commands
    <div
      ref={box}
      className="picture"
      data-zoomed={place.zoom > 1 || undefined}
      onWheel={onWheel}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={lift}
      onPointerCancel={lift}
      onDoubleClick={() => setPlace((p) => (p.zoom > 1 ? { ...CENTRE, turn: p.turn } : { ...p, zoom: 2 }))}
    >
      {fit === 0 && <Waiting />}
      {place.zoom !== 1 && (
        <output className="look">{t('evidence.zoom', { n: Math.round(fit * place.zoom * 100) })}</output>
      )}
    </div>
  )
}
