export interface DrawingProps {
  /** Strokes on 16 × 16, as `d` of a path. */
  readonly d: string | undefined
  /** Edge in px, 16 when left out. */
  readonly size?: number | undefined
  /** Said aloud; without it the drawing is decoration. */
  readonly label?: string | undefined
}

/** Strokes in the colour of the text around them. */
export function Drawing({ d, size = 16, label }: DrawingProps) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label, or hidden when it is decoration
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ flex: 'none' }}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={d} />
    </svg>
  )
}
