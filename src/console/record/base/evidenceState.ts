import { proxy } from 'valtio'
import { setContext } from '../../host/host.ts'

/** Open evidence, whichever record is in hand: it stays open from record to record. */
export const evidenceState = proxy<{ open: boolean; wanted: string }>({ open: false, wanted: '' })

/** Places that can show evidence now: where there is none, files open by themselves. */
let places = 0

/** Opens the evidence of the record in hand, at a file where one is named. */
export function openEvidence(wanted = ''): void {
  Object.assign(evidenceState, { open: true, wanted })
  setContext({ evidence: true })
}

export function closeEvidence(): void {
  Object.assign(evidenceState, { open: false, wanted: '' })
  setContext({ evidence: false })
}

/**
 * Shows a file of the record in hand. False where it cannot be shown here: its link then opens it. What is pressed with Ctrl
 * is opened aside, as every link is.
 */
export function openFile(id: string, press?: { readonly ctrlKey: boolean; readonly metaKey: boolean }): boolean {
  if (places === 0 || press?.ctrlKey || press?.metaKey) return false
  openEvidence(id)
  return true
}

/** Registers a place that shows evidence. Returns how to remove it; with the last place an open file closes. */
export function placed(): () => void {
  places += 1
  return () => {
    places -= 1
    // the page of the next record takes the place of the one before it
    setTimeout(() => places === 0 && closeEvidence(), 0)
  }
}
