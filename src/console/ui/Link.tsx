import type { AnchorHTMLAttributes } from 'react'
import { useHref, useLinkClickHandler } from 'react-router-dom'

/**
 * A link inside the console; what opens elsewhere (another button, a held key) stays the browser's. React Router's own
 * `Link` brings forms, fetchers and prefetching of a framework, a fifth of the router that nothing here asks for.
 */
export function Link({ to, onClick, ...rest }: { readonly to: string } & AnchorHTMLAttributes<HTMLAnchorElement>) {
  const href = useHref(to)
  const follow = useLinkClickHandler<HTMLAnchorElement>(to)
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
