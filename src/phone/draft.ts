import { useEffect, useRef, useState } from 'react'
import { post, Refused } from './api.ts'

/** A picture or file of a report: where it is kept, or that it is still on its way. */
export interface Kept {
  readonly id: string
  readonly name: string
}

/** Draft of a report. `key`: under which it is handed in once, however often it is sent. */
export interface Draft {
  readonly answers: Readonly<Record<string, unknown>>
  readonly more: Readonly<Record<string, unknown>>
  readonly files: readonly Kept[]
  readonly key: string
  /** When it was changed last, ms. */
  readonly changed: number
}

/** Where a draft stands: on this phone, at the server, or waiting for a network. */
export type Standing = 'none' | 'here' | 'saved' | 'offline'

const PREFIX = 'doctor.draft.'
/** After a change, how long until it is sent, and how long until it is tried again, ms. */
const [SEND_DELAY_MS, RETRY_DELAY_MS] = [4_000, 15_000]

/** A name for the drafts of this link, which tells nothing of it. */
const place = (): string => {
  let hash = 0
  for (const c of location.pathname) hash = (Math.imul(hash, 31) + c.charCodeAt(0)) | 0
  return `${PREFIX}${(hash >>> 0).toString(36)}`
}

/** The draft on this phone; null where there is none. */
export function draftHere(): Draft | null {
  try {
    const found = JSON.parse(localStorage.getItem(place()) ?? 'null') as Draft | null
    return found && typeof found.changed === 'number' && typeof found.answers === 'object' ? found : null
  } catch {
    return null
  }
}

const keepHere = (draft: Draft | null): void => {
  try {
    if (draft) localStorage.setItem(place(), JSON.stringify(draft))
    else localStorage.removeItem(place())
  } catch {
    // a full or closed store: the server keeps it
  }
}

/** Saves a draft on this phone at once and at the server soon after; without a network when it returns. */
export function useDraft(draft: Draft | null): { readonly standing: Standing; readonly time: number; drop(): void } {
  const [standing, setStanding] = useState<Standing>('none')
  const [time, setTime] = useState(0)
  const over = useRef(false)
  useEffect(() => {
    if (!draft || over.current) return
    keepHere(draft)
    setStanding('here')
    setTime(Date.now())
    let timer: ReturnType<typeof setTimeout> | undefined
    const save = async (): Promise<void> => {
      try {
        await post('draft', { content: draft })
        setStanding('saved')
        setTime(Date.now())
      } catch (e) {
        setStanding('offline')
        // requests that the server refuses for good are not sent again
        if (!(e instanceof Refused) || e.offline || e.status === 429 || e.status >= 500)
          timer = setTimeout(later, RETRY_DELAY_MS)
      }
    }
    const later = () => void save()
    timer = setTimeout(later, SEND_DELAY_MS)
    window.addEventListener('online', later)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', later)
    }
  }, [draft])
  const drop = () => {
    over.current = true
    keepHere(null)
  }
  return { standing, time, drop }
}
