import { useEffect } from 'react'
import { go } from '../state/url.ts'

/** Leads on to another address, in place of this one. */
export function Moved({ to }: { readonly to: string }) {
  useEffect(() => go(to, 'replace'), [to])
  return null
}
