import { useEffect } from 'react'

/** Inside the dialog, whose chunk may come after the palette's: tells when its content is on the page. */
export function Mounted({ run }: { run(): void }) {
  useEffect(run, [run])
  return null
}
