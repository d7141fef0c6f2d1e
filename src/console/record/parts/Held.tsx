import '../base/words.ts'
import type { ReactNode } from 'react'
import { Waiting } from '../../ui/messages/Waiting.tsx'

/**
 * Place of a record's content. While it holds content of another record (`is`), the place keeps its size and hides the
 * content, so that content under a header always belongs to its record.
 */
export function Held({ is, children }: { readonly is: boolean; readonly children: ReactNode }) {
  return (
    <div className="held" aria-busy={is || undefined}>
      {is && <Waiting />}
      <div className="of-record" {...(is ? { inert: true, 'aria-hidden': true, 'data-other': '' } : {})}>
        {children}
      </div>
    </div>
  )
}
