import { memo } from 'react'
import { aliases, shapes } from '../theme/shapes.ts'

export interface IconProps {
  /** A name of `shapes` or one of its aliases; anything else draws a dot. */
  readonly name: string
  /** Edge in px, 16 when left out. */
  readonly size?: number
  /** Said aloud; without it the icon is decoration. */
  readonly label?: string
}

/** A stroke icon in the colour of the text around it. */
export const Icon = memo(function Icon({ name, size = 16, label }: IconProps) {
  const d = shapes[name] ?? shapes[aliases[name] ?? 'dot'] ?? shapes.dot
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
})
