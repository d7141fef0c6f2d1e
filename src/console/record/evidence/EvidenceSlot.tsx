import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import type { Outcome } from '../../../../commands/outcome.ts'
import type { Resource } from '../../../model/language/resource.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { providePorts } from '../../host/host.ts'
import { lazyWithPreload } from '../../ui/lazyWithPreload.tsx'
import { closeEvidence, evidenceState, openEvidence, placed } from '../base/evidenceState.ts'

const { Later: Evidence, warm } = lazyWithPreload(() => import('./Evidence.tsx').then((m) => m.Evidence))

const done: Outcome = { is: 'done' }

interface SlotProps {
  readonly of: Resource
  /** The record in hand as it is shown here: the one that decisions are about. */
  readonly id: string
  readonly row?: WireRow | undefined
  /** Brings the record into view before its evidence opens. */
  before?(): Outcome | null
}

/**
 * Where the evidence of the record in hand opens, over its list or beside its page. A plain region and no dialog: keys of
 * the list and of decisions keep working, and are about the record whose evidence is seen.
 */
export function EvidenceSlot(p: SlotProps) {
  const { open } = useSnapshot(evidenceState)
  const now = useRef(p)
  now.current = p
  useEffect(() => {
    const stops = [
      placed(),
      providePorts({
        evidence: {
          toggle: () => {
            if (evidenceState.open) {
              closeEvidence()
              return done
            }
            const why = now.current.before?.()
            if (why) return why
            openEvidence()
            return done
          },
        },
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  useEffect(() => {
    // Preloads the chunk before the first key needs it.
    const timer = setTimeout(() => void warm(), 1500)
    return () => clearTimeout(timer)
  }, [])
  return open && p.id ? <Evidence of={p.of} id={p.id} {...(p.row ? { row: p.row } : {})} /> : null
}
