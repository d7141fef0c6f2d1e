import { type KeyboardEvent, type PointerEvent, useState } from 'react'

export interface SplitProps {
  readonly label: string
  /** Width of the right pane, px. */
  readonly width: number
  readonly least: number
  readonly most: number
  onWidth(width: number): void
}

/** The divider between list and preview: dragged, or moved with the arrow keys. */
export function Split({ label, width, least, most, onWidth }: SplitProps) {
  const [from, setFrom] = useState<{ x: number; width: number } | null>(null)
  const set = (n: number) => onWidth(Math.round(Math.min(Math.max(n, least), Math.max(least, most))))
  const step = (e: KeyboardEvent) => {
    const by = e.key === 'ArrowLeft' ? 24 : e.key === 'ArrowRight' ? -24 : 0
    if (by === 0) return
    e.preventDefault()
    e.stopPropagation()
    set(width + by)
  }
  const drag = (e: PointerEvent) => {
    if (from) set(from.width + from.x - e.clientX)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a divider that can be moved is no <hr>
    <div
      className="split"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={least}
      aria-valuemax={most}
      data-drag={from ? '' : undefined}
      onKeyDown={step}
      onPointerDown={(e) => {
        e.preventDefault()
        e.currentTarget.setPointerCapture(e.pointerId)
        setFrom({ x: e.clientX, width })
      }}
      onPointerMove={drag}
      onPointerUp={() => setFrom(null)}
      onPointerCancel={() => setFrom(null)}
    />
  )
}
