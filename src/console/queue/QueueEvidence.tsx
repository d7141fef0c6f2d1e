import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { Resource } from '../../model/language/resource.ts'
import { evidenceState } from '../record/base/evidenceState.ts'
import { EvidenceSlot } from '../record/evidence/EvidenceSlot.tsx'
import type { QueueModel } from './list/queueModel.ts'
import { useEvidenceAhead } from './useEvidenceAhead.ts'
import { usePreviewRow } from './usePreviewRow.ts'

interface QueueEvidenceProps {
  readonly model: QueueModel
  readonly of: Resource
  readonly narrow: boolean
  /** The width of the record beside it, px; without it the evidence has all the room. */
  readonly beside?: number
  /** Evidence is opened. */
  onOpen(): void
}

/** The evidence of the row in hand over the list; that of the next row is fetched while one looks. */
export function QueueEvidence({ model, of, narrow, beside, onOpen }: QueueEvidenceProps) {
  const row = usePreviewRow(model)
  const { open } = useSnapshot(evidenceState)
  useEvidenceAhead(model, of, open ? row?.id : undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening
  useEffect(() => {
    if (open && !narrow) onOpen()
  }, [open, narrow])
  return (
    <div
      className="evidence"
      data-open={open || undefined}
      style={beside === undefined ? undefined : { right: `min(${beside}px, 75%, max(300px, calc(100% - 320px)))` }}
    >
      <EvidenceSlot of={of} id={row?.id ?? ''} row={row} />
    </div>
  )
}
