import type { AnchorHTMLAttributes } from 'react'
import { useHref, useLinkClickHandler } from 'react-router-dom'

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly to: string
  /** State of the history entry. */
  readonly state?: unknown
}

/**
 * A link inside the console; what opens elsewhere (another button, a held key) stays the browser's. React Router's own
 * `Link` brings forms, fetchers and prefetching of a framework, a fifth of the router that nothing here asks for.
 */
export function Link({ to, state, onClick, ...rest }: LinkProps) {
  const href = useHref(to)
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { state })
  return (
    <a
      {...rest}
      href={href}
      onClick={(e) => {
        onClick?.(e)
        if (!e.defaultPrevented) follow(e)
      }}
    />
  )
}
