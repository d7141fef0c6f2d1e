import { memo } from 'react'
import { aliases, shapes } from '../theme/shapes.ts'
import { Drawing, type DrawingProps } from './Drawing.tsx'

export interface IconProps extends Omit<DrawingProps, 'd'> {
  /** A name of `shapes` or one of its aliases; anything else draws a dot. */
  readonly name: string
}

/** A stroke icon in the colour of the text around it. */
export const Icon = memo(function Icon({ name, ...rest }: IconProps) {
  const d = shapes[name] ?? shapes[aliases[name] ?? 'dot'] ?? shapes.dot
  return <Drawing d={d} {...rest} />
})
